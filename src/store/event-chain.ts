import { canonicalize } from '../base/canonical-json.ts'
import { sha256Hex } from '../base/digest.ts'
import type { Event } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json-value.ts'

/** What `prev_hash` of the first event of a stream is. */
export const GENESIS_HASH = '0'.repeat(64)

/** SHA-256 of the domain `soulgate.payload.v1` and the canonical payload, lower-case hex. */
export function payloadDigest(payload: JsonObject): string {
  return sha256Hex(`soulgate.payload.v1\0${canonicalize(payload)}`)
}

type Hashed = Omit<Event, 'hash' | 'position' | 'payload'>

/** The hash of one event: domain, previous hash and every field but the payload, which stands as its digest. */
export function eventHash(event: Hashed): string {
  const body = canonicalize({
    stream: event.stream,
    seq: event.seq,
    type: event.type,
    at: event.at,
    actor: { kind: event.actor.kind, id: event.actor.id },
    payload_digest: event.payload_digest,
    ...(event.run_id === undefined ? {} : { run_id: event.run_id }),
    ...(event.session_id === undefined ? {} : { session_id: event.session_id }),
    ...(event.gate_id === undefined ? {} : { gate_id: event.gate_id }),
  })
  return sha256Hex(`soulgate.event.v1\0${event.prev_hash}${body}`)
}
