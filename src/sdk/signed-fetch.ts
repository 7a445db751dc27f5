import {
  NONCE_HEADER,
  SIGNATURE_LABEL,
  signatureInput,
  signedText,
  TIME_HEADER,
} from '../contracts/signed-request.ts'
import type { FetchFunction } from './transport.ts'

/** A private key of WebCrypto. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** A browser session and its key, which never leaves the origin that made it. */
export interface RequestKey {
  readonly session_id: string
  readonly key: SigningKey
}

/** Which session signs the requests of this page, and for which origin. */
export interface SignedFetchOptions {
  /** The session that signs; requests go out unsigned while there is none. */
  readonly session: () => Promise<RequestKey | undefined>
  /** The origin of the server as people see it: what is signed for one port is worthless at another. */
  readonly origin: string
  readonly fetch?: FetchFunction
  /** Keeps the server's last nonce over a reload; it is no secret. */
  readonly nonces?: { read(): string; keep(nonce: string): void }
}

/** Signs with ECDSA over P-256; a page has it on https, on localhost and on loopback addresses. */
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A key pair for one browser session; its private half cannot be read out, by no script of this page either. */
export async function makeRequestKey(): Promise<{
  readonly key: SigningKey
  readonly public_key: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
}> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { key: pair.privateKey, public_key: { kty: 'EC', crv: 'P-256', x, y } }
}

/**
 * A `fetch` that signs each request with the key of a browser session (RFC 9421): its method, authority, path, query
 * and body, the time, and the nonce of the running server. An answer that the nonce or the time is old brings the new
 * ones, and the request is sent once more.
 */
export function createSignedFetch(options: SignedFetchOptions): FetchFunction {
  const send = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init))
  const server = { nonce: options.nonces?.read() ?? '', aheadMs: 0 }
  const learn = (headers: Headers): boolean => {
    const nonce = headers.get(NONCE_HEADER)
    if (nonce === null) return false
    server.nonce = nonce
    options.nonces?.keep(nonce)
    const seconds = Number(headers.get(TIME_HEADER) ?? Number.NaN)
    if (Number.isFinite(seconds)) server.aheadMs = seconds * 1000 - Date.now()
    return true
  }
  return async (url, init) => {
    const attempt = async (): Promise<Response> => {
      const session = await options.session()
      if (session === undefined) return send(url, init)
      const created = Math.floor((Date.now() + server.aheadMs) / 1000)
      const target = new URL(url, options.origin)
      const headers = await signedHeaders(session, { target, init, created, nonce: server.nonce })
      return send(url, { ...init, headers })
    }
    const response = await attempt()
    const isRefreshed = learn(response.headers)
    if (response.status !== 401 || !isRefreshed) return response
    await response.body?.cancel()
    const again = await attempt()
    learn(again.headers)
    return again
  }
}

async function signedHeaders(
  { session_id, key }: RequestKey,
  of: { readonly target: URL; readonly init: RequestInit; readonly created: number; readonly nonce: string },
): Promise<Headers> {
  const { target, init, created, nonce } = of
  const { body } = init
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('Only texts are signed as bodies.')
  const headers = new Headers(init.headers)
  const contentDigest = body ? `sha-256=:${await sha256(body)}:` : undefined
  const request = {
    method: init.method ?? 'GET',
    authority: target.host,
    ...{ path: target.pathname, query: target.search, contentDigest },
  }
  const unique = toBase64(crypto.getRandomValues(new Uint8Array(15)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  const input = signatureInput(request, { created, keyid: session_id, nonce: `${nonce}.${unique}` })
  const signature = await crypto.subtle.sign(ALGORITHM, key, utf8(signedText(request, input)))
  if (contentDigest !== undefined) headers.set('content-digest', contentDigest)
  headers.set('signature-input', `${SIGNATURE_LABEL}=${input}`)
  headers.set('signature', `${SIGNATURE_LABEL}=:${toBase64(new Uint8Array(signature))}:`)
  return headers
}

async function sha256(text: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
