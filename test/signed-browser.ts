import { createSignedFetch, makeRequestKey, type RequestKey } from '../src/sdk/sdk.ts'

/** A browser that is signed in, as far as the server can tell: what it sends is signed. */
export interface SignedBrowser extends RequestKey {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON, and answers what came of it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  send(method: string, path: string, body?: unknown): Promise<{ status: number; json: any; headers: Headers }>
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
function signedBrowser(url: string, session: RequestKey): SignedBrowser {
  const fetchSigned = createSignedFetch({ session: async () => session, origin: url })
  const send: SignedBrowser['fetch'] = (path, init = {}) => fetchSigned(`${url}${path}`, init)
  return {
    ...session,
    fetch: send,
    send: async (method, path, body) => {
      const headers = { 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await send(path, { method, headers, ...sent })
      const text = await response.text()
      return { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) }
    },
  }
}
