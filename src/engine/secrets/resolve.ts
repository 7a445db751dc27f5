import { watch } from '../../store/store.ts'
import {
  fillSecretReferences,
  findSecretReferences,
  type ResolveSecrets,
  type SecretResolution,
} from '../tools/tools.ts'
import { loadKeyring } from './keyring.ts'
import { KIND, openStored, readStored, type SecretPlace } from './records.ts'
import { type Hidden, redactValues } from './redact.ts'

/** As they lie in the store, sealed; another process may be a second ahead. */
const MAX_AGE_MS = 1_000

/** The values of every stored secret that opens, for taking them out of something. Kept nowhere. */
export type ReadHidden = () => Promise<readonly Hidden[]>

/** Reads what is to be hidden; where nothing is stored, neither the store nor the key file is touched. */
export function createHiddenReader({ store, clock, keyFile }: SecretPlace): ReadHidden {
  const sealed = watch({
    store,
    clock,
    topics: [`document:${KIND}`],
    maxAgeMs: MAX_AGE_MS,
    read: () => store.listDocuments(KIND),
  })
  return async () => {
    const documents = await sealed.get()
    if (documents.length === 0) return []
    const keys = (await loadKeyring(keyFile)) ?? []
    return documents.flatMap(document => {
      const value = openStored(document, keys)
      return value === undefined ? [] : [{ name: document.id, value }]
    })
  }
}

/**
 * Opens the secrets that the arguments of one call name; one that cannot be had means that the call does not run.
 * What comes back of the call is rid of every stored secret, not only of those that it names.
 */
export function createResolver(place: SecretPlace, readHidden: ReadHidden): ResolveSecrets {
  return async ({ tool, arguments: args }) => {
    const values = new Map<string, string>()
    for (const { name } of findSecretReferences(args)) {
      const opened = values.has(name) ? undefined : await open(place, name, tool)
      if (opened?.ok === false) return opened
      if (opened) values.set(name, opened.value)
    }
    const named = [...values].map(([name, value]) => ({ name, value }))
    const hidden = [...named, ...(await readHidden())]
    return {
      ok: true,
      arguments: named.length === 0 ? args : fillSecretReferences(args, name => values.get(name) ?? ''),
      redact: value => redactValues(value, hidden),
    }
  }
}

type Opened = { readonly ok: true; readonly value: string } | Extract<SecretResolution, { ok: false }>

async function open({ store, keyFile }: SecretPlace, name: string, tool: string): Promise<Opened> {
  const document = await store.getDocument(KIND, name)
  if (document === undefined)
    return failed(
      `There is no secret ${name}. Store it with \`soulgate secret set ${name}\`, then propose the call again.`,
    )
  const { facts, sealed } = readStored(document)
  if (facts.tools !== undefined && !facts.tools.includes(tool))
    return failed(
      `Secret ${name} is not for ${tool}; it is for ${facts.tools.join(', ')}. An admin can store it anew.`,
    )
  const keys = (await loadKeyring(keyFile)) ?? []
  const value = openStored(document, keys)
  if (value !== undefined) return { ok: true, value }
  if (keys.every(key => key.key_id !== sealed.key_id))
    return failed(
      `Secret ${name} is sealed under key ${sealed.key_id}, which is not in ${keyFile.place}. Copy that file here, or set the secret again.`,
    )
  return failed(`Secret ${name} was changed in the database and does not open. Set it again.`)
}

function failed(message: string): Opened {
  return { ok: false, message }
}
