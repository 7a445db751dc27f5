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

const COLUMNS = ['id', 'timestamp', 'event_type', 'guideline_id', 'actor', 'details'] as const

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
  readonly details?: JsonObject
}

function toEntry({ stream, seq, type, at, actor, session_id, gate_id, payload }: Event): Entry {
  const { guideline_id, changes, ...rest } = payload ?? { erased: true }
  return {
    id: `${stream}#${seq}`,
    event_type: type,
    timestamp: at,
    actor: actor.id,
    ...(typeof guideline_id === 'string' ? { guideline_id } : {}),
    ...(session_id === undefined ? {} : { session_id }),
    ...(gate_id === undefined ? {} : { gate_id }),
    ...(changes === undefined ? {} : { changes }),
    [type === 'gate_decision' ? 'decision' : 'details']: rest,
  }
}

function toRow(entry: Entry): readonly string[] {
  const { id, timestamp, event_type, guideline_id = '', actor, changes, decision, details } = entry
  return [
    id,
    timestamp,
    event_type,
    guideline_id,
    actor,
    JSON.stringify(changes ?? decision ?? details ?? {}),
  ]
}
