import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'
import { isPublicAddress } from './address-guard.ts'
import { canonicalHost } from './host-allow-list.ts'
import { type ResolveHost, requestPinned, resolveBefore, systemResolveHost } from './pinned-request.ts'

export interface GuardedFetchOptions {
  /** Default: this machine's resolver. */
  readonly resolveHost?: ResolveHost
  /** What to do about an address inside a network of one's own, as the end of a sentence. */
  readonly privateHint?: string
}

const MAX_RESOLVE_MS = 10_000
const NO_BODY: readonly number[] = [204, 205, 304]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Why an address may not be spoken to, as the end of a sentence that begins with it; undefined when it may: over https
 * on the public internet, or on this machine. What cannot be resolved now is looked at again when it is spoken to.
 */
export async function addressObjection(
  url: URL,
  { resolveHost = systemResolveHost }: GuardedFetchOptions = {},
): Promise<string | undefined> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'must begin with https: (http: on this machine)'
  const host = canonicalHost(url.hostname)
  const signal = AbortSignal.timeout(MAX_RESOLVE_MS)
  const addresses = await resolveBefore(host, { resolveHost, signal }).catch(() => [])
  if (addresses.length === 0)
    return url.protocol === 'http:' ? 'must begin with https: unless it is on this machine' : undefined
  return objectionTo(url, addresses)
}

/**
 * A `fetch` for an address that somebody named: connects only to what was checked, follows no redirect. Rejects with
 * the code `address_refused` where the address may not be spoken to.
 */
export function createGuardedFetch({
  resolveHost = systemResolveHost,
  privateHint,
}: GuardedFetchOptions = {}): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? AbortSignal.timeout(MAX_RESOLVE_MS)
    const addresses = await resolveBefore(canonicalHost(url.hostname), { resolveHost, signal })
    const [first] = addresses
    const why = first === undefined ? 'has no address' : objectionTo(url, addresses, privateHint)
    if (first === undefined || why !== undefined) throw new AddressRefused(`${url.host} ${why}`)
    const headers = Object.fromEntries(new Headers(init.headers))
    const response = await requestPinned(url, first, {
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      signal,
    })
    const status = response.statusCode ?? 502
    const body = NO_BODY.includes(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>)
    return new Response(body, { status, headers: readHeaders(response.headers) })
  }
}

/** The address may not be spoken to; nothing was sent. */
class AddressRefused extends Error {
  readonly code = 'address_refused'
}

const MODEL_HINT = 'such a server is named by OPENAI_BASE_URL where the program starts'

function objectionTo(url: URL, addresses: readonly string[], privateHint = MODEL_HINT): string | undefined {
  if (addresses.every(isLoopback)) return undefined
  if (url.protocol !== 'https:') return 'must begin with https: unless it is on this machine'
  const closed = addresses.find(address => !isPublicAddress(address))
  return closed === undefined
    ? undefined
    : `leads to ${closed}, which is neither on the public internet nor this machine; ${privateHint}`
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function readHeaders(headers: NodeJS.Dict<string | string[]>): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) read.append(name, one)
  return read
}
