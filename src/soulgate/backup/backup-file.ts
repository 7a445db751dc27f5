import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { SoulgateError } from '../../base/errors.ts'
import type { BackupRow } from '../../store/store.ts'

const FORMAT = 'soulgate.backup.v1'

/** The first line: which schema the rows are of, and the moment they show. */
const Header = z.object({ format: z.literal(FORMAT), schema: z.int().min(1), at: z.string() })
const Bytes = z.object({ $bytes: z.base64() })
const Row = z.object({
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), Bytes])),
})
/** The last line: how many rows there are, and the SHA-256 of every line before it with its line end. */
const End = z.object({ rows: z.int().min(0), sha256: z.string() })

export type BackupHeader = z.infer<typeof Header>

/**
 * What a written backup holds: its file, the schema it was taken at, ISO-8601 time, rows, SHA-256 of the file in
 * hex, bytes.
 */
export interface BackupSummary {
  readonly file: string
  readonly schema: number
  readonly at: string
  readonly rows: number
  readonly sha256: string
  readonly size_bytes: number
}

/**
 * Writes gzipped JSON lines beside the name and moves them there when all of it was written and read back: whatever
 * stands under the name is whole.
 */
export async function writeBackupFile(
  file: string,
  header: Omit<BackupHeader, 'format'>,
  rows: AsyncIterable<BackupRow>,
): Promise<BackupSummary> {
  const partial = `${file}.partial`
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(Readable.from(toLines(header, rows)), createGzip({ level: 6 }), target)
    const summary = await checkBackupFile(partial)
    await rename(partial, file)
    return { ...summary, file }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* toLines(header: Omit<BackupHeader, 'format'>, rows: AsyncIterable<BackupRow>) {
  const hash = createHash('sha256')
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text)
    return text
  }
  yield line({ format: FORMAT, ...header })
  let count = 0
  for await (const { table, row } of rows) {
    count += 1
    yield line({ table, row: withText(row) })
  }
  yield `${JSON.stringify({ rows: count, sha256: hash.digest('hex') })}\n`
}

function withText(row: BackupRow['row']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      value instanceof Uint8Array ? [name, { $bytes: Buffer.from(value).toString('base64') }] : [name, value],
    ),
  )
}

/** Reads the whole file and throws `backup_unreadable` unless every line and the digest at its end are right. */
export async function checkBackupFile(file: string): Promise<BackupSummary> {
  const reading = openBackupFile(file)
  for await (const _ of reading.rows) {
    // Reading to the end is what checks.
  }
  const { header, end } = reading.found()
  const { size } = await stat(file)
  return { file, schema: header.schema, at: header.at, rows: end.rows, sha256: end.sha256, size_bytes: size }
}

/** The rows of a backup. They are proven only when all of them were read: `found` throws before. */
export function openBackupFile(file: string): {
  readonly rows: AsyncIterable<BackupRow>
  found(): { readonly header: BackupHeader; readonly end: z.infer<typeof End> }
} {
  const found: { header?: BackupHeader; end?: z.infer<typeof End> } = {}
  return {
    rows: readRows(file, found),
    found: () => {
      if (!found.header || !found.end) throw unreadable(file, 'it was not read to its end')
      return { header: found.header, end: found.end }
    },
  }
}

/** Reads no further than the first line. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  for await (const line of linesOf(file)) return parse(Header, { file, line, number: 1 })
  throw unreadable(file, 'it is empty')
}

async function* readRows(file: string, found: { header?: BackupHeader; end?: z.infer<typeof End> }) {
  const hash = createHash('sha256')
  let number = 0
  let rows = 0
  for await (const line of linesOf(file)) {
    number += 1
    if (found.end) throw unreadable(file, `line ${number} follows its end`)
    if (number === 1) found.header = parse(Header, { file, line, number })
    else if (line.startsWith('{"rows":')) {
      const end = parse(End, { file, line, number })
      if (end.rows !== rows || end.sha256 !== hash.digest('hex')) {
        throw unreadable(file, 'its content does not make the digest at its end')
      }
      found.end = end
      continue
    } else {
      rows += 1
      yield toRow(parse(Row, { file, line, number }))
    }
    hash.update(`${line}\n`)
  }
  if (!found.end) throw unreadable(file, 'its end is missing')
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  const failure: { error?: Error } = {}
  const flow = pipeline(source, text).catch((error: Error) => {
    failure.error = error
  })
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
  yield* lines
  await flow
  if (failure.error) throw unreadable(file, failure.error.message)
}

function toRow({ table, row }: z.infer<typeof Row>): BackupRow {
  const entries = Object.entries(row).map(([name, value]) =>
    typeof value === 'object' && value !== null
      ? [name, new Uint8Array(Buffer.from(value.$bytes, 'base64'))]
      : [name, value],
  )
  return { table, row: Object.fromEntries(entries) }
}

interface Line {
  readonly file: string
  readonly line: string
  readonly number: number
}

function parse<Value>(schema: z.ZodType<Value>, { file, line, number }: Line): Value {
  try {
    const parsed = schema.safeParse(JSON.parse(line))
    if (parsed.success) return parsed.data
  } catch {
    // What is no JSON is told in the same words.
  }
  throw unreadable(file, `line ${number} is not what belongs there`)
}

function unreadable(file: string, why: string): SoulgateError {
  return new SoulgateError(
    'backup_unreadable',
    `${file} is not a whole backup: ${why}. Nothing was changed; use another copy.`,
    { data: { file, why } },
  )
}
