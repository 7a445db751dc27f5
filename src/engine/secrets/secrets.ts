import { toIso } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { type PutSecretRequest, type SecretEntry, SecretName } from '../../contracts/secret.ts'
import type { EventDraft, StoreDocument, StoreReader, StoreTransaction } from '../../store/store.ts'
import { may } from '../access/access.ts'
import type { ResolveSecrets } from '../tools/tools.ts'
import { seal } from './cipher.ts'
import { createSecretCopies, type SecretCopies } from './copies.ts'
import { type Keyring, loadKeyring, makeKey, openKeyring, writeKeyring } from './keyring.ts'
import { createOwnSecrets, type OwnSecrets, ownKeyIds, resealOwn } from './own.ts'
import { entryOf, KIND, lockSecrets, openStored, readStored, type SecretPlace } from './records.ts'
import { createHiddenReader, createResolver } from './resolve.ts'
import type { Sealing, SealingParts } from './sealing.ts'

export type { SecretCopies } from './copies.ts'
export type { SecretKeyFile } from './keyring.ts'
export type { OwnSecrets } from './own.ts'
export { type AttachableSealing, createSealing } from './sealing.ts'

export interface SecretParts extends SecretPlace {
  readonly ids: Ids
  /** Random bytes of the operating system. */
  readonly newBytes: (count: number) => Uint8Array
  /** What the store seals by itself; its keys are kept here. */
  readonly sealing?: Pick<Sealing, 'begin' | 'mask' | 'mark' | 'unmark'> & {
    attach(parts: SealingParts): void
  }
}

/** Stored secrets: their names for admins, their values for nobody but the tool that runs. */
export interface SecretService {
  list(
    who: Principal,
  ): Promise<{ readonly refused?: false; readonly secrets: readonly SecretEntry[] } | Refusal>
  get(
    who: Principal,
    name: string,
  ): Promise<{ readonly refused?: false; readonly secret: SecretEntry } | Refusal>
  /** Stores a value under a name, replacing what stood there. */
  put(
    who: Principal,
    name: string,
    body: PutSecretRequest,
  ): Promise<{ readonly refused?: false; readonly secret: SecretEntry; readonly is_new: boolean } | Refusal>
  remove(who: Principal, name: string): Promise<{ readonly refused?: false } | Refusal>
  /** Seals every secret anew under a new key; `forgetOld` drops the keys of before when that is done. */
  rotate(
    who: Principal,
    forgetOld: boolean,
  ): Promise<{ readonly refused?: false; readonly key_id: string; readonly secrets: number } | Refusal>
  /** A text without what looks like a secret in it, for readers whom it does not concern. */
  mask(text: string): string
  /** The same with a mark for each secret, by which a person who decides can tell them apart. */
  mark(text: string): string
  /** For the engine alone: a value with the secrets of `from` for their marks; undefined where a mark is none of them. */
  unmark(value: JsonValue, from: string): JsonValue | undefined
  /** For the engine alone, at the moment a tool runs. */
  readonly resolve: ResolveSecrets
  /** For the engine alone: contents that the store keeps a copy of. */
  readonly copies: SecretCopies
  /** For the engine alone: what the program itself keeps secret. */
  readonly own: OwnSecrets
}

/**
 * Secrets are documents sealed with AES-256-GCM under a key that lies in a file apart from the store, so that a copy
 * of the database, a backup or an export opens none of them. Nothing here is ever cached in the clear.
 */
export function createSecrets(parts: SecretParts): SecretService {
  const { store, newBytes } = parts
  const readHidden = createHiddenReader(parts)
  const sealingKey = async () => (await openKeyring(parts.keyFile, () => newKey(parts)))[0]
  const own = createOwnSecrets(parts, { sealingKey, newBytes })
  parts.sealing?.attach({ ...parts, own })
  return {
    list: async who => {
      if (!may(who.role, 'secret.manage')) return notAllowed()
      return { secrets: (await store.listDocuments(KIND)).map(entryOf) }
    },
    get: async (who, name) => {
      if (!may(who.role, 'secret.manage')) return notAllowed()
      const document = await store.getDocument(KIND, name)
      return document === undefined ? unknown(name) : { secret: entryOf(document) }
    },
    put: async (who, name, body) => {
      if (!may(who.role, 'secret.manage')) return notAllowed()
      const fault = findFault(name, body)
      return fault ?? putSecret(parts, { who, name, body })
    },
    remove: async (who, name) => {
      if (!may(who.role, 'secret.manage')) return notAllowed()
      return store.transact(async tx => {
        if (!(await tx.deleteDocument(KIND, name))) return unknown(name)
        await tx.appendEvents([event(parts, who, 'secret_removed', { name })])
        return {}
      })
    },
    rotate: async (who, forgetOld) => {
      if (!may(who.role, 'secret.manage')) return notAllowed()
      const rotated = await rotate(parts, who, forgetOld)
      if (!('refused' in rotated)) await parts.sealing?.begin({ renew: true })
      return rotated
    },
    mask: text => parts.sealing?.mask(text) ?? text,
    mark: text => parts.sealing?.mark(text) ?? text,
    unmark: (value, from) => (parts.sealing ? parts.sealing.unmark(value, from) : value),
    resolve: createResolver(parts, readHidden),
    copies: createSecretCopies(parts, { readHidden, sealingKey, newBytes }),
    own,
  }
}

function notAllowed(): Refusal {
  return refuse('forbidden', 'Secrets are managed by admins.')
}

function unknown(name: string): Refusal {
  return refuse('not_found', `There is no secret ${name}. \`soulgate secret list\` names those there are.`)
}

function findFault(name: string, { value }: PutSecretRequest): Refusal | undefined {
  const named = SecretName.safeParse(name)
  if (!named.success) {
    const message = named.error.issues[0]?.message ?? 'is not a name'
    return refuse('invalid', `The secret was not stored: ${message}.`, {
      errors: [{ field: 'name', message }],
    })
  }
  if (value.isWellFormed()) return undefined
  const message = 'holds half of a character pair'
  return refuse('invalid', `The secret was not stored: its value ${message}.`, {
    errors: [{ field: 'value', message }],
  })
}

interface Putting {
  readonly who: Principal
  readonly name: string
  readonly body: PutSecretRequest
}

async function putSecret(parts: SecretParts, { who, name, body }: Putting) {
  const at = toIso(parts.clock.now())
  const { tools, value } = body
  return locked(parts, async tx => {
    const ring = await ringFor(parts, tx)
    if ('refused' in ring) return ring
    const standing = await tx.getDocument(KIND, name)
    const sealed = seal(ring.keys[0], { name, value }, parts.newBytes)
    const only = tools === undefined ? {} : { tools }
    await tx.putDocument({ kind: KIND, id: name, body: { ...sealed, ...only, updated_by: who.id }, at })
    const payload = { name, key_id: sealed.key_id, replaced: standing !== undefined, ...only }
    await tx.appendEvents([event(parts, who, 'secret_set', payload)])
    const written = await tx.getDocument(KIND, name)
    return written === undefined
      ? unknown(name)
      : { secret: entryOf(written), is_new: standing === undefined }
  })
}

/** The work touches the key file, and may run more than once: a key too many in the file does no harm. */
function locked<Result>(
  { store, clock }: SecretParts,
  work: (tx: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  return store.transact(async tx => {
    await lockSecrets(tx, toIso(clock.now()))
    return work(tx)
  })
}

/** The keyring; refused where secrets stand that none of its keys opens: another key would part them for good. */
async function ringFor(parts: SecretParts, tx: StoreReader): Promise<{ readonly keys: Keyring } | Refusal> {
  const known = new Set((await loadKeyring(parts.keyFile))?.map(key => key.key_id))
  const entries = (await tx.listDocuments(KIND)).map(entryOf)
  const foreign = entries.find(entry => !known.has(entry.key_id))
  if (foreign !== undefined) {
    const detail = `Secret ${foreign.name} is sealed under key ${foreign.key_id}, which is not in ${parts.keyFile.place}. Copy that file from where the secret was stored, or remove the secret.`
    return refuse('secret_key_missing', detail)
  }
  return { keys: await openKeyring(parts.keyFile, () => newKey(parts)) }
}

function newKey({ ids, newBytes }: SecretParts) {
  return makeKey(ids.newId('key'), newBytes)
}

async function rotate(parts: SecretParts, who: Principal, forgetOld: boolean) {
  const fresh = newKey(parts)
  const rotated = await locked(parts, async tx => {
    const ring = await ringFor(parts, tx)
    if ('refused' in ring) return ring
    const opened = await openAll(tx, ring.keys)
    if ('refused' in opened) return opened
    const keys: Keyring = [fresh, ...ring.keys.filter(key => key.key_id !== fresh.key_id)]
    // The new key is on the disk before anything is sealed under it.
    await parts.keyFile.replace(writeKeyring(keys))
    const at = toIso(parts.clock.now())
    for (const { document, value } of opened.all) {
      const sealed = seal(fresh, { name: document.id, value }, parts.newBytes)
      const { updated_by, tools } = readStored(document).facts
      const body = { ...sealed, updated_by, ...(tools === undefined ? {} : { tools }) }
      await tx.putDocument({ kind: KIND, id: document.id, body, at, expectedVersion: document.version })
    }
    await resealOwn(tx, keys, { fresh, at, newBytes: parts.newBytes })
    const answer = { key_id: fresh.key_id, secrets: opened.all.length }
    await tx.appendEvents([event(parts, who, 'secrets_rotated', { ...answer, forgot_old: forgetOld })])
    return answer
  })
  if ('refused' in rotated || !forgetOld) return rotated
  await locked(parts, tx => forgetUnused(parts, tx))
  return rotated
}

interface Opened {
  readonly document: StoreDocument
  readonly value: string
}

async function openAll(
  tx: StoreReader,
  keys: Keyring,
): Promise<{ readonly all: readonly Opened[] } | Refusal> {
  const all: Opened[] = []
  for (const document of await tx.listDocuments(KIND)) {
    const value = openStored(document, keys)
    if (value === undefined) {
      const detail = `Secret ${document.id} does not open, so the key was not changed. Set or remove it, then rotate.`
      return refuse('secret_key_missing', detail)
    }
    all.push({ document, value })
  }
  return { all }
}

/** Drops every key under which nothing is sealed any more, but for the one that seals. */
async function forgetUnused(parts: SecretParts, tx: StoreReader): Promise<void> {
  const keys = await loadKeyring(parts.keyFile)
  if (keys === undefined) return
  const sealed = (await tx.listDocuments(KIND)).map(document => entryOf(document).key_id)
  const used = new Set([...sealed, ...(await ownKeyIds(tx))])
  await parts.keyFile.replace(writeKeyring(keys.filter((key, at) => at === 0 || used.has(key.key_id))))
}

function event(
  { clock }: SecretParts,
  who: Principal,
  type: 'secret_set' | 'secret_removed' | 'secrets_rotated',
  payload: JsonObject,
): EventDraft {
  return { stream: 'system', type, at: toIso(clock.now()), actor: { kind: who.kind, id: who.id }, payload }
}
