import { z } from 'zod'
import { canonicalize } from '../../base/canonical-json.ts'
import { sha256Hex } from '../../base/digest.ts'
import { Event } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Checkpoint, StreamHead } from '../../store/store.ts'
import { merkleRoot } from './merkle.ts'

/** The lines of an export and what is signed; docs/audit-format.md says the same in words. */
export const FORMAT = 'soulgate.audit.v1'

/** What `previous` of the first checkpoint is. */
export const FIRST_PREVIOUS = '0'.repeat(64)

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const signature = z.string().regex(/^[0-9a-f]{128}$/)
const count = z.int().min(0)

export const HeaderLine = z.strictObject({
  kind: z.literal('header'),
  format: z.literal(FORMAT),
  exported_at: z.string(),
})

/** Up to where the old key sealed, signed by the new one; without `checkpoint_id` it sealed nothing. */
const Handover = z.strictObject({ checkpoint_id: z.string().optional(), digest: hash, signature })
export type Handover = z.infer<typeof Handover>

/** The old key's word for the new one, when a key was rotated, and the new one's word for what the old one sealed. */
const Endorsement = z.strictObject({ key_id: z.string(), signature, handover: Handover.optional() })

export const KeyLine = z.strictObject({
  kind: z.literal('key'),
  key_id: z.string(),
  algorithm: z.literal('ed25519'),
  public_key: hash,
  created_at: z.string(),
  endorsement: Endorsement.optional(),
})
export type KeyLine = z.infer<typeof KeyLine>

export const CheckpointLine = z.strictObject({
  kind: z.literal('checkpoint'),
  checkpoint_id: z.string(),
  at: z.string(),
  event_count: count,
  root: hash,
  previous: hash,
  key_id: z.string(),
  footer: z.literal(true).optional(),
  signature,
  heads: z.array(z.strictObject({ stream: z.string(), seq: z.int().min(1), hash })).min(1),
})

export const EventLine = z.strictObject({
  ...Event.omit({ position: true }).shape,
  kind: z.literal('event'),
  actor: z.strictObject(Event.shape.actor.shape),
  // What stands in it is proven by its digest; looking into it here would prove nothing more.
  payload: z.custom<JsonObject | null>(value => typeof value === 'object' && !Array.isArray(value)),
})
export type EventLine = z.infer<typeof EventLine>

/** What a home signs of the last checkpoint it sealed. */
export const SealRecordText = z.strictObject({
  checkpoint_id: z.string().regex(/^cp_\d{12}$/),
  event_count: count,
  digest: hash,
  key_id: z.string(),
})

const Footer = z.strictObject({
  at: z.string(),
  heads: hash,
  checkpoint: z.strictObject({ checkpoint_id: z.string(), digest: hash }).optional(),
  key_id: z.string(),
  signature,
})
export type Footer = z.infer<typeof Footer>

export const EndLine = z.strictObject({
  kind: z.literal('end'),
  events: count,
  streams: count,
  checkpoints: count,
  sha256: hash,
  footer: Footer.optional(),
})
export type EndLine = z.infer<typeof EndLine>

/**
 * The line of an event. The payload is written apart, so that one nested as deep as canonical JSON allows still has a
 * line; text of others cannot look like its place, since quotes inside strings are escaped.
 */
export function eventLine(event: Omit<EventLine, 'kind'>): string {
  const { position: _, ...chained }: Omit<Event, 'kind'> = event
  const present = Object.entries(chained).filter(([, value]) => value !== undefined)
  const line = canonicalize(
    Object.fromEntries([...present, ['kind', 'event'], ['payload', null]]) as JsonObject,
  )
  if (event.payload === null) return line
  const [before, after] = splitOnce(line, '"payload":null')
  return `${before}"payload":${canonicalize(event.payload)}${after}`
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at)
  return [text.slice(0, index), text.slice(index + at.length)]
}

/** The root over the heads of a checkpoint, which stand in order of stream. */
export function rootOfHeads(heads: readonly StreamHead[]): string {
  return merkleRoot(heads.map(headText))
}

/** The leaf of a head. */
export function headText({ stream, seq, hash }: StreamHead): string {
  return canonicalize([stream, seq, hash])
}

type Unsigned = Omit<Checkpoint, 'signature' | 'heads'>

/** What is signed: everything but the signature and the heads, for which the root stands. */
export function checkpointText(checkpoint: Unsigned): string {
  return signedCheckpoint(checkpoint, checkpoint.footer === true ? { footer: true } : {})
}

/** What the next checkpoint calls `previous`; without `footer`, so that a version that knows none goes on from it. */
export function checkpointDigest(checkpoint: Unsigned): string {
  return sha256Hex(signedCheckpoint(checkpoint, {}))
}

function signedCheckpoint(checkpoint: Unsigned, more: JsonObject): string {
  const { checkpoint_id, at, event_count, root, previous, key_id } = checkpoint
  const body = canonicalize({ checkpoint_id, at, event_count, root, previous, key_id, ...more })
  return `soulgate.checkpoint.v1\0${body}`
}

/** What an old key signs to hand over to a new one. */
export function endorsementText(newKeyId: string, publicKey: string): string {
  return `soulgate.audit_key.v1\0${canonicalize({ key_id: newKeyId, public_key: publicKey })}`
}

/** What the new key signs to vouch for what the old one sealed until then. */
export function handoverText(
  newKeyId: string,
  oldKeyId: string,
  handover: Omit<Handover, 'signature'>,
): string {
  const { checkpoint_id, digest } = handover
  const body = { key_id: newKeyId, endorsed_by: oldKeyId, digest, ...(checkpoint_id && { checkpoint_id }) }
  return `soulgate.audit_handover.v1\0${canonicalize(body)}`
}

/** What the footer of an export signs: all of its last line but the signature. */
export function footerText(end: Omit<EndLine, 'kind' | 'footer'>, footer: Omit<Footer, 'signature'>): string {
  const { events, streams, checkpoints, sha256 } = end
  const { at, heads, checkpoint, key_id } = footer
  const body = { events, streams, checkpoints, sha256, at, heads, key_id, ...(checkpoint && { checkpoint }) }
  return `soulgate.audit_export.v1\0${canonicalize(body)}`
}

/** `cp_` and a number of twelve digits, so that the order of ids is the order of making, whatever a clock says. */
export function nextCheckpointId(last: string | undefined): string {
  const number = last === undefined ? 1 : Number(last.slice('cp_'.length)) + 1
  return `cp_${String(number).padStart(12, '0')}`
}
