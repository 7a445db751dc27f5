import type { RequestKey } from 'soulgate/sdk'

/** A sign-in that was begun at a provider: who comes back must have this key. */
export interface BegunSignIn extends Omit<RequestKey, 'session_id'> {
  readonly state: string
  readonly public_key: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

interface Kept {
  readonly session: RequestKey
  readonly begun: BegunSignIn
}

const NAME = 'soulgate'
const STORE = 'sign-in'

let current: Promise<RequestKey | undefined> | undefined
let otherTabs: BroadcastChannel | undefined

/**
 * The session of this browser and the key that signs its requests. Both lie in the database of this origin, which no
 * other port of the host sees, and no script reads the key out.
 */
export function currentSession(): Promise<RequestKey | undefined> {
  tabs()
  current ??= read('session')
  return current
}

export async function keepSession(session: RequestKey): Promise<void> {
  await write(store => store.put(session, 'session'))
  announce()
}

export async function forgetSession(): Promise<void> {
  await write(store => store.delete('session'))
  announce()
}

/** Signs nothing with a session that the server no longer knows; another tab may have signed in meanwhile. */
export async function forgetEnded(ended: RequestKey): Promise<void> {
  current = undefined
  if ((await currentSession())?.session_id === ended.session_id) await forgetSession()
}

export function keepBegun(begun: BegunSignIn): Promise<void> {
  return write(store => store.put(begun, 'begun'))
}

/** What this browser began under that state; it ends once, if at all. */
export async function takeBegun(state: string | undefined): Promise<BegunSignIn | undefined> {
  const begun = await read('begun')
  await write(store => store.delete('begun'))
  return begun?.state === state ? begun : undefined
}

function announce(): void {
  current = undefined
  tabs().postMessage('changed')
}

/** Who signs in or out in one tab does so in all. */
function tabs(): BroadcastChannel {
  if (otherTabs !== undefined) return otherTabs
  otherTabs = new BroadcastChannel('soulgate.sign-in')
  otherTabs.onmessage = () => {
    current = undefined
  }
  return otherTabs
}

async function read<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> {
  const database = await open()
  try {
    return await settled<Kept[Name] | undefined>(database.transaction(STORE).objectStore(STORE).get(name))
  } finally {
    database.close()
  }
}

async function write(change: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const database = await open()
  try {
    await settled(change(database.transaction(STORE, 'readwrite').objectStore(STORE)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () =>
      failed(request.error ?? new Error('The database of this browser does not answer.'))
  })
}
