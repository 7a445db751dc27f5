import { Event } from '../../contracts/event.ts'
import { toByteStream } from './byte-stream.ts'
import { csvRow } from './csv.ts'

export type AuditFormat = 'jsonl' | 'json' | 'csv'

const TYPES: Readonly<Record<AuditFormat, string>> = {
  jsonl: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
}

/**
 * The whole chain as a download. `jsonl` is what `soulgate audit verify` checks; `json` and `csv` hold the same events
 * for people and their tools, without the checkpoints that prove them.
 */
export function auditDownload(lines: AsyncIterable<string>, format: AuditFormat): Response {
  const text = format === 'jsonl' ? withLineEnds(lines) : format === 'json' ? toJson(lines) : toCsv(lines)
  return new Response(toByteStream(text), {
    headers: {
      'content-type': `${TYPES[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="soulgate-audit.${format}"`,
    },
  })
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield line.endsWith('\n') ? line : `${line}\n`
}

async function* toJson(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '{"events":[\n'
  for await (const event of eventsOf(lines)) {
    yield `${before}${JSON.stringify(event)}`
    before = ',\n'
  }
  yield before === ',\n' ? '\n]}\n' : '{"events":[]}\n'
}

const COLUMNS = [
  ...(['stream', 'seq', 'at', 'type', 'actor_kind', 'actor_id', 'run_id', 'session_id', 'gate_id'] as const),
  ...(['payload', 'payload_digest', 'prev_hash', 'hash'] as const),
]

async function* toCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  for await (const event of eventsOf(lines)) {
    const { stream, seq, at, type, actor, run_id = '', session_id = '', gate_id = '', payload } = event
    const { payload_digest, prev_hash, hash } = event
    const place = [stream, String(seq), at, type, actor.kind, actor.id, run_id, session_id, gate_id]
    yield csvRow([
      ...place,
      payload === null ? 'erased' : JSON.stringify(payload),
      payload_digest,
      prev_hash,
      hash,
    ])
  }
}

async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<Event> {
  for await (const line of lines) {
    const entry: unknown = JSON.parse(line)
    if (Object(entry).kind === 'event') yield Event.parse(entry)
  }
}
