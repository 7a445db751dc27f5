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

/** The old key's word for the new one, when a key was rotated. */
const Endorsement = z.strictObject({ key_id: z.string(), signature })

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

export const EndLine = z.strictObject({
  kind: z.literal('end'),
  events: count,
  streams: count,
  checkpoints: count,
  sha256: hash,
})

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
  return merkleRoot(heads.map(({ stream, seq, hash }) => canonicalize([stream, seq, hash])))
}

/** What is signed: everything but the signature and the heads, for which the root stands. */
export function checkpointText(checkpoint: Omit<Checkpoint, 'signature' | 'heads'>): string {
  const { checkpoint_id, at, event_count, root, previous, key_id } = checkpoint
  const body = canonicalize({ checkpoint_id, at, event_count, root, previous, key_id })
  return `soulgate.checkpoint.v1\0${body}`
}

/** What the next checkpoint calls `previous`. */
export function checkpointDigest(checkpoint: Omit<Checkpoint, 'signature' | 'heads'>): string {
  return sha256Hex(checkpointText(checkpoint))
}

/** What an old key signs to hand over to a new one. */
export function endorsementText(newKeyId: string, publicKey: string): string {
  return `soulgate.audit_key.v1\0${canonicalize({ key_id: newKeyId, public_key: publicKey })}`
}

/** `cp_` and a number of twelve digits, so that the order of ids is the order of making, whatever a clock says. */
export function nextCheckpointId(last: string | undefined): string {
  const number = last === undefined ? 1 : Number(last.slice('cp_'.length)) + 1
  return `cp_${String(number).padStart(12, '0')}`
}
