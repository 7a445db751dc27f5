import type { Event } from '../../contracts/event.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { csvRow } from './csv.ts'
import { json } from './route.ts'

interface Found {
  readonly items: readonly Event[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

/** Entries of the trail in the shape that clients of guardrails know; `jsonl` and `csv` are the same entries. */
export function auditAnswer({ items, ...counts }: Found, format: 'json' | 'jsonl' | 'csv'): Response {
  const entries = items.map(toEntry)
  if (format === 'json') return json({ entries, ...counts })
  const isCsv = format === 'csv'
  const text = isCsv
    ? [COLUMNS, ...entries.map(toRow)].map(csvRow).join('')
    : entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  return new Response(text, {
    headers: {
      'content-type': `${isCsv ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
      'content-disposition': `attachment; filename="guardrails-audit.${format}"`,
    },
  })
}

const COLUMNS = ['id', 'timestamp', 'event_type', 'guideline_id', 'actor', 'details', 'context'] as const

/** What a decision was about; the rest of its payload is the decision itself. */
const CONTEXT: readonly string[] = [
  ...[
    'gate_type',
    'summary',
    'requested_by',
    'task_id',
    'rules',
    'artifacts',
    'subject_digest',
    'view_digest',
  ],
  ...['agent', 'domain', 'action', 'tool', 'call_id', 'digest'],
]
const DECISIONS: readonly string[] = ['gate_decision', 'gate_decided', 'call_denied']

interface Entry {
  readonly id: string
  readonly event_type: string
  readonly timestamp: string
  readonly actor: string
  readonly guideline_id?: string
  readonly session_id?: string
  readonly gate_id?: string
  readonly changes?: JsonValue
  readonly decision?: JsonObject
  readonly context?: JsonObject
  readonly details?: JsonObject
}

function toEntry({ stream, seq, type, at, actor, run_id, session_id, gate_id, payload }: Event): Entry {
  const { guideline_id, changes, ...rest } = payload ?? { erased: true }
  const rule = guideline_id ?? (Array.isArray(rest.rules) ? rest.rules[0] : undefined)
  return {
    id: `${stream}#${seq}`,
    event_type: type,
    timestamp: at,
    actor: actor.id,
    ...(typeof rule === 'string' ? { guideline_id: rule } : {}),
    ...(session_id === undefined ? {} : { session_id }),
    ...(gate_id === undefined ? {} : { gate_id }),
    ...(changes === undefined ? {} : { changes }),
    ...(DECISIONS.includes(type)
      ? { decision: rest, context: contextOf(rest, { run_id, session_id, gate_id }) }
      : { details: rest }),
  }
}

/** Beside the decision, which keeps every field it always had. */
function contextOf(payload: JsonObject, ids: Readonly<Record<string, string | undefined>>): JsonObject {
  const named = Object.entries(payload).filter(([name]) => CONTEXT.includes(name))
  const known = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
  return Object.fromEntries([...named, ...known])
}

function toRow(entry: Entry): readonly string[] {
  const { id, timestamp, event_type, guideline_id = '', actor, changes, decision, details, context } = entry
  return [
    id,
    timestamp,
    event_type,
    guideline_id,
    actor,
    JSON.stringify(changes ?? decision ?? details ?? {}),
    JSON.stringify(context ?? {}),
  ]
}
