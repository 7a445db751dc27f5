import { createSignedFetch, makeRequestKey, type RequestKey } from '../src/sdk/sdk.ts'

/** A browser that is signed in, as far as the server can tell: what it sends is signed. */
export interface SignedBrowser extends RequestKey {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON, and answers what came of it. */
  send(
    method: string,
    path: string,
    body?: unknown,
    more?: Readonly<Record<string, string>>,
  ): Promise<SignedAnswer>
  /** The JSON that stands at a path. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  read(path: string): Promise<any>
}

export interface SignedAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  readonly json: any
}

/** Turns a one-time code into a session whose key is made here. */
export async function signInWith(url: string, code: string): Promise<SignedBrowser> {
  const { key, public_key } = await makeRequestKey()
  const answer = await fetch(`${url}/api/auth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, public_key }),
  })
  const { session_id } = Object(await answer.json())
  if (typeof session_id !== 'string') throw new Error(`Not signed in: ${answer.status}`)
  return signedBrowser(url, { session_id, key })
}

/** The requests of a session to a server, maybe another one than it was made at. */
export function signedBrowser(url: string, session: RequestKey): SignedBrowser {
  const fetchSigned = createSignedFetch({ session: async () => session, origin: url })
  const fetchHere: SignedBrowser['fetch'] = (path, init = {}) => fetchSigned(`${url}${path}`, init)
  const send: SignedBrowser['send'] = async (method, path, body, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetchHere(path, { method, headers, ...sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) }
  }
  return {
    ...{ ...session, send, fetch: fetchHere },
    read: async path => (await send('GET', path)).json,
  }
}
