import { createHash } from 'node:crypto'
import { canonicalize } from '../../base/canonical-json.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import {
  checkpointDigest,
  EndLine,
  EventLine,
  eventLine,
  type Footer,
  footerText,
  HeaderLine,
} from './format.ts'
import { type BadEntry, createChainCheck } from './verify-chain.ts'
import { createKeyCheck, type TrustedKeys } from './verify-keys.ts'
import { type AuditReport, makeReport } from './verify-report.ts'
import { createSealCheck } from './verify-seals.ts'

export interface VerifyOptions extends TrustedKeys {
  /** The lines come from the store at this moment: nobody signed that they are all. */
  readonly isLive?: boolean
}

/**
 * Checks an export without the store and without the network: every chain, payload digest, seal and signature. Reads
 * once, and keeps one head and the seals per stream. Stops at the first entry that does not fit.
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  const check = createExportCheck(options)
  for await (const line of lines) {
    const bad = check.take(line.endsWith('\n') ? line.slice(0, -1) : line)
    if (bad !== undefined) return check.report(bad)
  }
  return check.report(check.finish())
}

const PHASES = ['header', 'key', 'checkpoint', 'event', 'end'] as const
type Phase = (typeof PHASES)[number]

type Fields = Readonly<Record<string, JsonValue>>

function createExportCheck({ isLive = false, ...trusted }: VerifyOptions) {
  const keys = createKeyCheck(trusted)
  const seals = createSealCheck(keys)
  const chain = createChainCheck(seals.sealsOf)
  const digest = createHash('sha256')
  let lineNumber = 0
  let phase: Phase | undefined
  let exportedAt = ''
  let footer: Footer | undefined

  const inExport = (reason: string): BadEntry => ({ stream: 'export', seq: lineNumber, reason })

  const takeParsed = (kind: Phase, fields: Fields, line: string): BadEntry | undefined => {
    switch (kind) {
      case 'header':
        exportedAt = String(fields.exported_at)
        return HeaderLine.safeParse(fields).success ? undefined : inExport('it is no header of this format')
      case 'key':
        return keys.take(fields)
      case 'checkpoint':
        return seals.takeCheckpoint(fields)
      case 'event':
        return takeEvent(fields, line)
      case 'end':
        return takeEnd(fields)
    }
  }
  const takeEvent = (fields: Fields, line: string): BadEntry | undefined => {
    const parsed = EventLine.safeParse(fields)
    if (!parsed.success) return { ...placeOf(fields), reason: 'it is no event of this format' }
    if (!isLineOf(parsed.data, line)) return { ...placeOf(fields), reason: 'it is not canonical JSON' }
    return chain.take(parsed.data)
  }
  const takeEnd = (fields: Fields): BadEntry | undefined => {
    const parsed = EndLine.safeParse(fields)
    if (!parsed.success) return inExport('it is no last line of this format')
    const left = chain.finish() ?? seals.finish()
    if (left !== undefined) return left
    footer = parsed.data.footer
    const reason = checkEnd(parsed.data, {
      ...{ chain, seals, keys, exportedAt, sha256: digest.digest('hex') },
      needsFooter: seals.promisesFooter() && !isLive,
    })
    return reason === undefined ? undefined : inExport(reason)
  }

  return {
    take: (line: string): BadEntry | undefined => {
      lineNumber += 1
      const fields = parseFields(line)
      const kind = PHASES.find(each => each === fields?.kind)
      if (fields === undefined || kind === undefined) {
        const place = phase === 'event' ? chain.place() : { stream: 'export', seq: lineNumber }
        return { ...place, reason: 'its line is no entry of an export' }
      }
      if (!mayFollow(phase, kind)) return inExport(`a line of kind ${kind} stands in the wrong place`)
      if (kind !== 'event' && !isCanonical(fields, line)) return inExport('it is not canonical JSON')
      phase = kind
      const bad = takeParsed(kind, fields, line)
      if (kind !== 'end') digest.update(`${line}\n`)
      return bad
    },
    finish: (): BadEntry | undefined => {
      if (phase === 'end') return undefined
      lineNumber += 1
      const left = chain.finish() ?? seals.finish()
      return left ?? inExport('the last line is missing: the export was cut off')
    },
    report: (bad: BadEntry | undefined): AuditReport =>
      makeReport({ bad, lineNumber, chain: chain.counts, seals, keys, footer, isLive }),
  }
}

interface Read {
  readonly chain: ReturnType<typeof createChainCheck>
  readonly seals: ReturnType<typeof createSealCheck>
  readonly keys: ReturnType<typeof createKeyCheck>
  readonly exportedAt: string
  readonly sha256: string
  readonly needsFooter: boolean
}

/** Why the last line does not fit what was read before it, if it does not. */
function checkEnd(
  end: EndLine,
  { chain, seals, keys, exportedAt, sha256, needsFooter }: Read,
): string | undefined {
  const { events, streams } = chain.counts
  const { checkpoints } = seals.counts
  if (end.events !== events || end.streams !== streams || end.checkpoints !== checkpoints) {
    return 'its counts are not those of the lines before it'
  }
  if (end.sha256 !== sha256) return 'a line before it was changed on the way'
  if (end.footer === undefined) {
    return needsFooter ? 'its signed footer is missing: the end was cut off or replaced' : undefined
  }
  const { at, heads, checkpoint, key_id, signature } = end.footer
  const last = seals.last()
  const digest = last && checkpointDigest(last)
  const isOfLast = checkpoint?.checkpoint_id === last?.checkpoint_id && checkpoint?.digest === digest
  if (at !== exportedAt || heads !== chain.headsRoot() || !isOfLast)
    return 'its footer is that of another export'
  const next = keys.successorOf(key_id)
  if (next !== undefined) return `the key ${key_id} of its footer had handed over to ${next.key_id} before`
  const wrong = keys.checkSignature(key_id, footerText(end, end.footer), signature)
  return wrong && `in its footer, ${wrong}`
}

/** Kinds come in their order; one header stands first, one end last. */
function mayFollow(before: Phase | undefined, kind: Phase): boolean {
  if (before === undefined || kind === 'header') return before === undefined && kind === 'header'
  return before !== 'end' && PHASES.indexOf(kind) >= PHASES.indexOf(before)
}

function parseFields(line: string): Fields | undefined {
  try {
    const value: JsonValue = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

function isLineOf(event: EventLine, line: string): boolean {
  try {
    return eventLine(event) === line
  } catch {
    return false
  }
}

function isCanonical(fields: Fields, line: string): boolean {
  try {
    return canonicalize(fields) === line
  } catch {
    return false
  }
}

function placeOf({ stream, seq }: Fields): Pick<BadEntry, 'stream' | 'seq'> {
  return { stream: typeof stream === 'string' ? stream : 'export', seq: typeof seq === 'number' ? seq : 0 }
}
