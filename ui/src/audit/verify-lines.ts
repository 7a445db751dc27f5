import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import { canonicalText, merkleRootOf, sha256 } from './canonical.ts'
import {
  checkHandovers,
  checkSignature,
  hasHandedOver,
  isObject,
  type KeyRing,
  type KnownKeys,
  keysSeen,
  missingHandover,
  type SeenKey,
  takeKey,
} from './verify-keys.ts'

/** What this browser found by itself; `bad` names the first entry that does not fit. */
export interface BrowserVerification {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly checkpoints: number
  /** Events behind the last seal: cutting them off would not be noticed. */
  readonly unsealed: number
  readonly keys: readonly SeenKey[]
  /** When it was exported, as its signed footer says; undefined in exports of before, which have none. */
  readonly wholeAt?: string
  readonly bad?: string
}

interface Seal {
  readonly seq: number
  readonly hash: string
  readonly by: string
}

interface Progress {
  readonly ring: KeyRing
  readonly seals: Map<string, Seal[]>
  head: { stream: string; seq: number; hash: string }
  events: number
  streams: number
  checkpoints: number
  sealedEvents: number
  lastCheckpoint: { id: string; digest: string }
  /** The leaf of the last entry of each stream. */
  readonly heads: string[]
  promisesFooter: boolean
  exportedAt: string
  wholeAt: string | undefined
  phase: Kind | undefined
  /** What the last line vouches for: every line before it. */
  readonly text: string[]
}

const KINDS = ['header', 'key', 'checkpoint', 'event', 'end'] as const
type Kind = (typeof KINDS)[number]

const NO_HASH = '0'.repeat(64)
const IDENTIFYING = ['run_id', 'session_id', 'gate_id'] as const

/**
 * Checks an export of the audit chain line by line with the browser's own cryptography, by the format that
 * docs/audit-format.md describes: payload digests, event hashes, order, checkpoints with their roots and signatures.
 * It shares no code with the server that wrote it.
 */
export async function verifyLines(
  lines: AsyncIterable<string>,
  known?: KnownKeys,
  onProgress: (events: number) => void = () => undefined,
): Promise<BrowserVerification> {
  const progress: Progress = {
    ...{
      ring: { keys: new Map(), known },
      seals: new Map(),
      heads: [],
      head: { stream: '', seq: 0, hash: NO_HASH },
    },
    ...{ events: 0, streams: 0, checkpoints: 0, sealedEvents: 0, phase: undefined, text: [] },
    lastCheckpoint: { id: '', digest: NO_HASH },
    ...{ promisesFooter: false, exportedAt: '', wholeAt: undefined },
  }
  let bad: string | undefined
  for await (const line of lines) {
    bad = await takeLine(progress, line)
    if (bad !== undefined) break
    if (progress.events % 500 === 0) onProgress(progress.events)
  }
  bad ??= leftOver(progress)
  const { events, streams, checkpoints, sealedEvents, wholeAt } = progress
  return {
    ...{ ok: bad === undefined, events, streams, checkpoints, unsealed: Math.max(0, events - sealedEvents) },
    keys: keysSeen(progress.ring),
    ...(bad === undefined ? (wholeAt === undefined ? {} : { wholeAt }) : { bad }),
  }
}

async function takeLine(progress: Progress, line: string): Promise<string | undefined> {
  const fields = objectIn(line)
  if (!fields) return `line after event ${progress.events} is no entry`
  const kind = KINDS.find(each => each === fields.kind)
  if (!kind || !mayFollow(progress.phase, kind))
    return `a line of kind ${String(fields.kind)} is out of place`
  if (canonicalText(fields) !== line) return `${placeOf(fields)}: its line is not canonical`
  progress.phase = kind
  if (kind !== 'end') progress.text.push(`${line}\n`)
  switch (kind) {
    case 'header':
      progress.exportedAt = String(fields.exported_at)
      return fields.format === 'soulgate.audit.v1' ? undefined : 'the header is of another format'
    case 'key':
      return await takeKey(progress.ring, fields)
    case 'checkpoint':
      return await takeCheckpoint(progress, fields)
    case 'event':
      return await takeEvent(progress, fields)
    case 'end':
      return await takeEnd(progress, fields)
  }
}

/** Kinds come in their order; one header stands first, one end last. */
function mayFollow(before: Kind | undefined, kind: Kind): boolean {
  if (before === undefined || kind === 'header') return before === undefined && kind === 'header'
  return before !== 'end' && KINDS.indexOf(kind) >= KINDS.indexOf(before)
}

async function takeEnd(progress: Progress, fields: JsonObject): Promise<string | undefined> {
  const { events, streams, checkpoints } = progress
  if (fields.events !== events || fields.streams !== streams || fields.checkpoints !== checkpoints)
    return 'the counts of the last line are not those of the lines before it'
  if ((await sha256(progress.text.join(''))) !== fields.sha256) return 'a line was changed on the way'
  const left = leftOver(progress)
  if (left !== undefined) return left
  if (isObject(fields.footer)) return await takeFooter(progress, fields, fields.footer)
  return progress.promisesFooter ? 'the signed footer is missing: the end was cut off or replaced' : undefined
}

async function takeFooter(
  progress: Progress,
  { kind: _, footer: __, ...end }: JsonObject,
  { signature, ...footer }: JsonObject,
): Promise<string | undefined> {
  const { lastCheckpoint, heads, head, ring } = progress
  if (head.stream !== '') heads.push(leafOf(head))
  const last = isObject(footer.checkpoint) ? footer.checkpoint : { checkpoint_id: '', digest: NO_HASH }
  const isOfLast = last.checkpoint_id === lastCheckpoint.id && last.digest === lastCheckpoint.digest
  if (footer.at !== progress.exportedAt || footer.heads !== (await merkleRootOf(heads)) || !isOfLast)
    return 'the footer is that of another export'
  const id = String(footer.key_id)
  if (hasHandedOver(ring, id)) return `the key ${id} of the footer had handed over before`
  const text = `soulgate.audit_export.v1\0${canonicalText({ ...end, ...footer })}`
  const wrong = await checkSignature(ring, { id, text, signature: String(signature) })
  if (wrong !== undefined) return `in the footer, ${wrong}`
  progress.wholeAt = String(footer.at)
  return undefined
}

async function takeCheckpoint(progress: Progress, fields: JsonObject): Promise<string | undefined> {
  const { checkpoint_id: id, at, event_count, root, previous, key_id, heads, signature } = fields
  const place = `checkpoint ${String(id)}`
  if (!Array.isArray(heads)) return `${place}: it is of another format`
  const body = { checkpoint_id: id, at, event_count, root, previous, key_id } as JsonObject
  const hasFooter = fields.footer === true
  const text = textOf(hasFooter ? { ...body, footer: true } : body)
  const wrong = await checkSignature(progress.ring, {
    ...{ id: String(key_id), text, signature: String(signature) },
  })
  if (wrong !== undefined) return `${place}: ${wrong}`
  const digest = await sha256(textOf(body))
  const handover = checkHandovers(progress.ring, { id: String(id), key_id: String(key_id), digest })
  if (handover !== undefined) return `${place}: ${handover}`
  if (previous !== progress.lastCheckpoint.digest) return `${place}: it does not follow the one before it`
  const leaves = heads
    .filter(isObject)
    .map(head => canonicalText([head.stream, head.seq, head.hash] as JsonValue))
  if ((await merkleRootOf(leaves)) !== root) return `${place}: its heads do not make its root`
  for (const head of heads.filter(isObject)) {
    const seal = { seq: Number(head.seq), hash: String(head.hash), by: String(id) }
    const known = progress.seals.get(String(head.stream))
    if (known) known.push(seal)
    else progress.seals.set(String(head.stream), [seal])
  }
  progress.lastCheckpoint = { id: String(id), digest }
  progress.promisesFooter ||= hasFooter
  progress.checkpoints += 1
  progress.sealedEvents = Number(event_count)
  return undefined
}

function textOf(checkpoint: JsonObject): string {
  return `soulgate.checkpoint.v1\0${canonicalText(checkpoint)}`
}

async function takeEvent(progress: Progress, event: JsonObject): Promise<string | undefined> {
  const stream = String(event.stream)
  if (stream !== progress.head.stream) {
    const missing = missingSeal(progress)
    if (missing) return missing
    if (stream < progress.head.stream) return `${stream}: the order of streams was changed`
    if (progress.head.stream !== '') progress.heads.push(leafOf(progress.head))
    progress.head = { stream, seq: 0, hash: NO_HASH }
    progress.streams += 1
  }
  const { head } = progress
  const place = placeOf(event)
  if (event.seq !== head.seq + 1) return `${stream}#${head.seq + 1} is missing: ${place} stands in its place`
  if (event.prev_hash !== head.hash) return `${place}: it does not follow the entry before it`
  if (isObject(event.payload)) {
    const digest = await sha256(`soulgate.payload.v1\0${canonicalText(event.payload)}`)
    if (digest !== event.payload_digest) return `${place}: its payload was changed`
  }
  if ((await hashOf(event)) !== event.hash) return `${place}: its fields do not make its hash`
  const seals = progress.seals.get(stream) ?? []
  const [seal] = seals
  if (seal !== undefined && seal.seq === event.seq) {
    if (seal.hash !== event.hash) return `${place}: ${seal.by} sealed another hash here`
    seals.shift()
  }
  progress.head = { stream, seq: Number(event.seq), hash: String(event.hash) }
  progress.events += 1
  return undefined
}

async function hashOf(event: JsonObject): Promise<string> {
  const { stream, seq, type, at, actor, payload_digest } = event
  const named = IDENTIFYING.flatMap(name => (event[name] === undefined ? [] : [[name, event[name]] as const]))
  const body = { stream, seq, type, at, actor, payload_digest, ...Object.fromEntries(named) }
  return await sha256(`soulgate.event.v1\0${String(event.prev_hash)}${canonicalText(body as JsonObject)}`)
}

/** A stream that ends before the place that a checkpoint sealed was cut off. */
function missingSeal({ head, seals }: Progress): string | undefined {
  const [seal] = seals.get(head.stream) ?? []
  if (!seal) seals.delete(head.stream)
  return seal && `${head.stream}#${head.seq + 1} is missing: ${seal.by} sealed this stream up to ${seal.seq}`
}

function leafOf({ stream, seq, hash }: Progress['head']): string {
  return canonicalText([stream, seq, hash])
}

function leftOver(progress: Progress): string | undefined {
  const cut = missingHandover(progress.ring, progress.lastCheckpoint.id)
  if (cut) return cut
  const missing = missingSeal(progress)
  if (missing) return missing
  const [stream] = [...progress.seals].find(([, seals]) => seals.length > 0) ?? []
  if (stream !== undefined) return `${stream} is missing as a whole`
  return progress.phase === 'end' ? undefined : 'the last line is missing: the export was cut off'
}

function placeOf({ kind, stream, seq }: JsonObject): string {
  return kind === 'event' ? `${String(stream)}#${String(seq)}` : String(kind)
}

function objectIn(line: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
