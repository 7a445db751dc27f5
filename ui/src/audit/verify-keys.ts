import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import { canonicalText, fromHex, isSigned, sha256 } from './canonical.ts'

/** Ids or fingerprints of keys that are taken as right; `own` is the one of the home that the server runs on. */
export interface KnownKeys {
  readonly own: string
  readonly trusted: readonly string[]
}

export interface SeenKey {
  readonly key_id: string
  readonly fingerprint: string
  readonly endorsed_by?: string
  readonly trusted: boolean
  readonly own: boolean
}

interface Key {
  readonly publicKey: string
  readonly fingerprint: string
  readonly endorsedBy: string | undefined
  readonly handover: JsonObject | undefined
}

/** The keys of an export in their order, with what was known of them before. */
export interface KeyRing {
  readonly keys: Map<string, Key>
  readonly known: KnownKeys | undefined
}

/** Takes a line of kind `key`; answers what is wrong with it. */
export async function takeKey({ keys }: KeyRing, fields: JsonObject): Promise<string | undefined> {
  const { key_id: id, public_key: publicKey, endorsement } = fields
  if (typeof id !== 'string' || typeof publicKey !== 'string' || fields.algorithm !== 'ed25519')
    return 'a key is of another format'
  const fingerprint = await sha256(fromHex(publicKey))
  if (id !== `key_${fingerprint.slice(0, 32)}`) return `${id}: its id does not follow from it`
  if (keys.has(id)) return `${id}: it comes again`
  if (!isObject(endorsement)) {
    keys.set(id, { publicKey, fingerprint, endorsedBy: undefined, handover: undefined })
    return undefined
  }
  const old = String(endorsement.key_id)
  const text = `soulgate.audit_key.v1\0${canonicalText({ key_id: id, public_key: publicKey })}`
  const endorser = keys.get(old)
  if (!endorser || !(await isSigned(endorser.publicKey, text, String(endorsement.signature))))
    return `${id}: it is not endorsed as it says`
  if (successorOf(keys, old)) return `${id}: ${old} has handed over to another key already`
  const handover = isObject(endorsement.handover) ? endorsement.handover : undefined
  if (handover) {
    const { signature, ...upTo } = handover
    const taken = `soulgate.audit_handover.v1\0${canonicalText({ ...upTo, key_id: id, endorsed_by: old })}`
    if (!(await isSigned(publicKey, taken, String(signature))))
      return `${id}: it did not take over as it says`
  }
  keys.set(id, { publicKey, fingerprint, endorsedBy: old, handover })
  return undefined
}

/** What is wrong with a signature, if anything is. */
export async function checkSignature(
  ring: KeyRing,
  { id, text, signature }: { readonly id: string; readonly text: string; readonly signature: string },
): Promise<string | undefined> {
  const key = ring.keys.get(id)
  if (!key) return 'its key is not in the export'
  if (!(await isSigned(key.publicKey, text, signature))) return 'its signature is not valid'
  return ring.known && !trustedOf(ring).has(id)
    ? `its key ${id} is neither trusted nor endorsed by a trusted one`
    : undefined
}

/** A key seals nothing behind its handover, and each handover names the checkpoint that it follows. */
export function checkHandovers(
  { keys }: KeyRing,
  checkpoint: { readonly id: string; readonly key_id: string; readonly digest: string },
): string | undefined {
  const next = successorOf(keys, checkpoint.key_id)?.[1].handover
  if (next && checkpoint.id > String(next.checkpoint_id ?? '')) return 'its key had handed over before'
  for (const { handover } of keys.values())
    if (handover?.checkpoint_id === checkpoint.id && handover.digest !== checkpoint.digest)
      return 'it is not the one after which its key handed over'
  return undefined
}

/** A handover that follows a checkpoint which is not there. */
export function missingHandover({ keys }: KeyRing, lastId: string): string | undefined {
  for (const { handover } of keys.values()) {
    const id = handover?.checkpoint_id
    if (typeof id === 'string' && id > lastId)
      return `checkpoint ${id} is missing: a key was handed over after it`
  }
  return undefined
}

export function hasHandedOver({ keys }: KeyRing, id: string): boolean {
  return successorOf(keys, id) !== undefined
}

export function keysSeen(ring: KeyRing): readonly SeenKey[] {
  const trusted = trustedOf(ring)
  return [...ring.keys].map(([key_id, { fingerprint, endorsedBy }]) => ({
    ...(endorsedBy === undefined ? {} : { endorsed_by: endorsedBy }),
    ...{ key_id, fingerprint, trusted: trusted.has(key_id), own: key_id === ring.known?.own },
  }))
}

/** From a key to the one it endorsed, and from one that took over to the one before. */
function trustedOf({ keys, known }: KeyRing): ReadonlySet<string> {
  const named = new Set(known ? [known.own, ...known.trusted] : [])
  const trusted = new Set<string>()
  for (const [id, { fingerprint }] of keys) if (named.has(id) || named.has(fingerprint)) trusted.add(id)
  for (const [id, { endorsedBy, handover }] of [...keys].reverse())
    if (endorsedBy && handover && trusted.has(id)) trusted.add(endorsedBy)
  for (const [id, { endorsedBy }] of keys) if (endorsedBy && trusted.has(endorsedBy)) trusted.add(id)
  return trusted
}

function successorOf(keys: ReadonlyMap<string, Key>, id: string) {
  return [...keys].find(([, { endorsedBy }]) => endorsedBy === id)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
