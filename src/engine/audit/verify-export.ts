import { createHash } from 'node:crypto'
import { canonicalize } from '../../base/canonical-json.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { EndLine, EventLine, eventLine, HeaderLine } from './format.ts'
import { type BadEntry, createChainCheck } from './verify-chain.ts'
import { createSealCheck } from './verify-seals.ts'

/** What a verification found. */
export interface AuditReport {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly checkpoints: number
  /** Events whose payload was erased; their digests still stand. */
  readonly erased: number
  /** Events behind the last seal of their stream: cutting them off would not be noticed. */
  readonly unsealed: number
  /** The keys that signed, to be compared with those that were noted elsewhere. */
  readonly keys: readonly { readonly key_id: string; readonly endorsed_by?: string }[]
  /** The first entry that does not fit, and why; `line` counts from 1. */
  readonly first_bad?: BadEntry & { readonly line: number }
  /** The last checkpoint: up to here a cut tail is noticed. */
  readonly sealed_up_to?: string
  readonly note: string
}

export interface VerifyOptions {
  /** Ids of keys that are known to be right. Checkpoints of others are then refused, unless these endorsed them. */
  readonly trustedKeys?: readonly string[]
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

function createExportCheck({ trustedKeys }: VerifyOptions) {
  const seals = createSealCheck(trustedKeys)
  const chain = createChainCheck(seals.sealsOf)
  const digest = createHash('sha256')
  let lineNumber = 0
  let phase: Phase | undefined

  const inExport = (reason: string): BadEntry => ({ stream: 'export', seq: lineNumber, reason })

  const takeParsed = (kind: Phase, fields: Fields, line: string): BadEntry | undefined => {
    switch (kind) {
      case 'header':
        return HeaderLine.safeParse(fields).success ? undefined : inExport('it is no header of this format')
      case 'key':
        return seals.takeKey(fields)
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
    const { events, streams, checkpoints, sha256 } = parsed.data
    const { counts } = chain
    if (events !== counts.events || streams !== counts.streams || checkpoints !== seals.counts.checkpoints) {
      return inExport('its counts are not those of the lines before it')
    }
    return sha256 === digest.digest('hex') ? undefined : inExport('a line before it was changed on the way')
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
      makeReport({ bad, lineNumber, chain: chain.counts, seals }),
  }
}

interface Findings {
  readonly bad: BadEntry | undefined
  readonly lineNumber: number
  readonly chain: { readonly events: number; readonly streams: number; readonly erased: number }
  readonly seals: ReturnType<typeof createSealCheck>
}

function makeReport({ bad, lineNumber, chain, seals }: Findings): AuditReport {
  const last = seals.last()
  const unsealed = Math.max(0, chain.events - (last?.event_count ?? 0))
  return {
    ok: bad === undefined,
    ...chain,
    checkpoints: seals.counts.checkpoints,
    unsealed,
    keys: seals.keys(),
    ...(bad !== undefined && { first_bad: { ...bad, line: lineNumber } }),
    ...(last !== undefined && { sealed_up_to: last.checkpoint_id }),
    note: describe({ bad, last, unsealed, erased: chain.erased }),
  }
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

interface Described {
  readonly bad: BadEntry | undefined
  readonly last:
    | { readonly checkpoint_id: string; readonly at: string; readonly event_count: number }
    | undefined
  readonly unsealed: number
  readonly erased: number
}

function describe({ bad, last, unsealed, erased }: Described): string {
  if (bad !== undefined) return 'What stands behind the first bad entry was not looked at.'
  const seal =
    last === undefined
      ? 'No checkpoint was made yet, so a cut tail or a missing stream would not be noticed.'
      : `Checkpoint ${last.checkpoint_id} of ${last.at} seals ${last.event_count} events. Of ${unsealed} newer ones a cut tail would not be noticed, and neither would the loss of checkpoints after ${last.checkpoint_id}: compare it with the last one you know.`
  return erased === 0 ? seal : `${seal} The payloads of ${erased} events were erased; their digests stand.`
}
