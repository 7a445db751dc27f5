import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

/** All addresses of a host name, as text. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** The addresses that this machine's resolver gives. */
export const systemResolveHost: ResolveHost = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export interface PinnedRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/**
 * Sends one request to an address that was checked before, whatever the name means a moment later. Redirects are
 * answered, not followed. Rejects with the error of the connection.
 */
export function requestPinned(url: URL, address: string, options: PinnedRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const family = isIP(address)
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: options.method,
    agent: false,
    signal: options.signal,
    headers: { ...options.headers },
    lookup: (_host, wanted, done) => {
      if (wanted.all === true) done(null, [{ address, family }])
      else done(null, address, family)
    },
  })
  request.on('response', resolve)
  request.on('error', reject)
  request.end(options.body)
  return promise
}

/** The addresses of a host, or the host itself where it is one. Rejects when it cannot be resolved before the signal. */
export async function resolveBefore(
  host: string,
  { resolveHost, signal }: { readonly resolveHost: ResolveHost; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const addresses = await Promise.race([resolveHost(host), aborted.promise])
    return addresses.filter(address => isIP(address) !== 0)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
