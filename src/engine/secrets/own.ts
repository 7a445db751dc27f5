import { toIso } from '../../base/clock.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { type CipherKey, seal, unseal } from './cipher.ts'
import { loadKeyring } from './keyring.ts'
import { KIND, lockSecrets, readSealed, type SecretPlace } from './records.ts'

/** The kind of document in which the program's own secrets lie. */
export const OWN_KIND = 'own_secret'

/** What the program itself must keep secret, such as the key a webhook is signed with. No call can name it. */
export interface OwnSecrets {
  put(id: string, value: string): Promise<void>
  /** The same within a transaction of the caller. */
  putWithin(tx: StoreTransaction, id: string, value: string): Promise<void>
  /** Keeps what stands there. Nothing is begun on a machine that lacks keys of what is sealed, unless they are lost. */
  putNew(id: string, value: string, areLost: boolean): Promise<void>
  /** Undefined when there is none, or when its key is gone. */
  get(id: string): Promise<string | undefined>
  remove(tx: StoreTransaction, id: string): Promise<void>
}

/** Own secrets are sealed like stored ones, under the same key, and rotated with them. */
export function createOwnSecrets(
  { store, clock, keyFile }: SecretPlace,
  options: {
    readonly sealingKey: () => Promise<CipherKey>
    readonly newBytes: (count: number) => Uint8Array
  },
): OwnSecrets {
  const putWithin: OwnSecrets['putWithin'] = async (tx, id, value) => {
    const sealed = seal(await options.sealingKey(), { name: nameOf(id), value }, options.newBytes)
    await tx.putDocument({ kind: OWN_KIND, id, body: { ...sealed }, at: toIso(clock.now()) })
  }
  return {
    put: (id, value) => store.transact(tx => putWithin(tx, id, value)),
    putWithin,
    putNew: (id, value, areLost) => {
      const at = toIso(clock.now())
      return store.transact(async tx => {
        await lockSecrets(tx, at)
        if ((await tx.getDocument(OWN_KIND, id)) !== undefined) return
        if (!areLost && (await lacksKey(tx, keyFile))) return
        const sealed = seal(await options.sealingKey(), { name: nameOf(id), value }, options.newBytes)
        await tx.putDocument({ kind: OWN_KIND, id, body: { ...sealed }, at })
      })
    },
    get: async id => {
      const document = await store.getDocument(OWN_KIND, id)
      if (document === undefined) return undefined
      const sealed = readSealed(document.body)
      const key = (await loadKeyring(keyFile))?.find(candidate => candidate.key_id === sealed.key_id)
      return key === undefined ? undefined : unseal(key, nameOf(id), sealed)
    },
    remove: async (tx, id) => {
      await tx.deleteDocument(OWN_KIND, id)
    },
  }
}

/** Seals every own secret anew; one that does not open any more stays as it is. */
export async function resealOwn(
  tx: StoreTransaction,
  keys: readonly CipherKey[],
  options: {
    readonly fresh: CipherKey
    readonly at: string
    readonly newBytes: (count: number) => Uint8Array
  },
): Promise<void> {
  for (const { id, body, version } of await tx.listDocuments(OWN_KIND)) {
    const sealed = readSealed(body)
    const key = keys.find(candidate => candidate.key_id === sealed.key_id)
    const value = key === undefined ? undefined : unseal(key, nameOf(id), sealed)
    if (value === undefined) continue
    const renewed = { ...seal(options.fresh, { name: nameOf(id), value }, options.newBytes) }
    await tx.putDocument({ kind: OWN_KIND, id, body: renewed, at: options.at, expectedVersion: version })
  }
}

/** The keys under which own secrets are sealed. */
export async function ownKeyIds(tx: StoreReader): Promise<readonly string[]> {
  return (await tx.listDocuments(OWN_KIND)).map(({ body }) => readSealed(body).key_id)
}

/** Whether something stands sealed under a key that the file here has not. */
async function lacksKey(tx: StoreReader, keyFile: SecretPlace['keyFile']): Promise<boolean> {
  const known = new Set((await loadKeyring(keyFile))?.map(key => key.key_id))
  const named = (await tx.listDocuments(KIND)).map(({ body }) => readSealed(body).key_id)
  return [...named, ...(await ownKeyIds(tx))].some(id => !known.has(id))
}

/** Apart from the names that people choose, so that one cannot stand for the other. */
function nameOf(id: string): string {
  return `own:${id}`
}
