import { z } from 'zod'
import type { StoreTransaction } from '../../store/store.ts'
import type { OwnSecrets } from '../secrets/secrets.ts'
import type { StoredProvider } from './records.ts'

const Kept = z.strictObject({ origin: z.string(), key: z.string() })

/** A key, that there is none, or that what is sealed does not open here for this host. */
export type OpenedKey = { readonly key: string } | 'none' | 'unreadable'

/** Seals a key together with the host it was given for: sent to another one it does not open. */
export function sealKey(
  tx: StoreTransaction,
  own: Pick<OwnSecrets, 'putWithin'>,
  { name, base_url, key }: { readonly name: string; readonly base_url: string; readonly key: string },
): Promise<void> {
  return own.putWithin(tx, idOf(name), JSON.stringify({ origin: originOf(base_url), key }))
}

/** Opens the key of a provider, for its own host alone. */
export async function openKey(
  own: Pick<OwnSecrets, 'get'>,
  { name, base_url, has_key }: Pick<StoredProvider, 'name' | 'base_url' | 'has_key'>,
): Promise<OpenedKey> {
  if (!has_key) return 'none'
  const kept = await own.get(idOf(name))
  if (kept === undefined) return 'unreadable'
  const { origin, key } = Kept.parse(JSON.parse(kept))
  return origin === originOf(base_url) ? { key } : 'unreadable'
}

export function removeKey(
  tx: StoreTransaction,
  own: Pick<OwnSecrets, 'remove'>,
  name: string,
): Promise<void> {
  return own.remove(tx, idOf(name))
}

/** Scheme, host and port of an address. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}

function idOf(name: string): string {
  return `model_key:${name}`
}
