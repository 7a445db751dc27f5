import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { JsonObject } from '../contracts/json-value.ts'
import type { ExecutableTool, ToolOutcome } from '../engine/tools/tools.ts'
import {
  admitUrl,
  canonicalHost,
  isPublicAddress,
  type ResolveHost,
  requestPinned,
  resolveBefore,
} from '../network/network.ts'
import { decodeText } from './contents.ts'
import { refusal } from './paths.ts'
import { createWorkspaceTool, succeeded } from './workspace-tool.ts'

export interface HttpGetOptions {
  /** Read anew for each call, so that a changed setting counts at once. */
  readonly allowList: () => readonly string[]
  readonly resolveHost: ResolveHost
  /** Default 2 MiB. */
  readonly maxBytes?: number
  /** For the whole call, redirects included; default 15,000. */
  readonly timeoutMs?: number
}

const maxRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/** `http_get`: reads one URL of an allowed host. Nothing but GET, no credentials, no private addresses. */
export function createHttpGetTool(options: HttpGetOptions): ExecutableTool {
  const { maxBytes = 2 * 1024 * 1024, timeoutMs = 15_000 } = options
  return createWorkspaceTool({
    name: 'http_get',
    act: 'Read {url}',
    description: 'Reads a web address with GET. Only hosts on the allow-list, at most 2 MB.',
    schema: z.strictObject({
      url: z
        .string()
        .min(1)
        .max(2_000)
        .describe('http or https address')
        .meta({ 'x-soulgate': 'host', format: 'uri' }),
    }),
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: true },
    reversibility: 'read_only',
    precheck: async ({ url }) => {
      requireAdmitted(readUrl(url), options.allowList())
    },
    run: async ({ url }, cancelled) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([cancelled, timeout])
      try {
        return await follow(url, { ...options, maxBytes, signal })
      } catch (cause) {
        if (timeout.aborted) throw refusal('timed_out', `${url} did not answer within ${timeoutMs} ms.`)
        if (cancelled.aborted) throw refusal('cancelled', `The request to ${url} was cancelled.`)
        throw cause
      }
    },
  })
}

interface Request extends HttpGetOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

async function follow(start: string, request: Request): Promise<ToolOutcome> {
  let url = readUrl(start)
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const address = await findAddress(url, request)
    const response = await get(url, address, request.signal)
    const location = redirects.has(response.statusCode ?? 0) ? response.headers.location : undefined
    if (location === undefined) return readAnswer({ start, url, hops }, response, request.maxBytes)
    response.destroy()
    const next = readUrl(location, url)
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw refusal('host_refused', `${url.href} redirects from https to http, which is not followed.`)
    }
    url = next
  }
  throw refusal('host_refused', `${start} redirects more than ${maxRedirects} times.`)
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refusal('host_refused', `${text.slice(0, 200)} is no http or https address.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refusal('host_refused', 'An address with a user name or password in it is refused.')
  }
  return url
}

/** The one address to connect to, after the allow-list and the address guard have let it pass. */
async function findAddress(url: URL, request: Request): Promise<string> {
  const admission = requireAdmitted(url, request.allowList())
  const host = canonicalHost(url.hostname)
  const addresses = await resolve(host, request)
  const [first] = addresses
  if (first === undefined) throw refusal('host_refused', `${host} has no address.`)
  const closed = addresses.find(address => !isPublicAddress(address))
  if (closed !== undefined && !admission.namesPort) {
    throw refusal(
      'host_refused',
      `${host} leads to ${closed}, which is not on the public internet. To allow it, put ${host} with its port into http_allow_list.`,
    )
  }
  return first
}

function requireAdmitted(url: URL, allowList: readonly string[]): { readonly namesPort: boolean } {
  const admission = admitUrl(url, allowList)
  if (admission.allowed) return admission
  throw refusal(
    'host_refused',
    `${url.host} is not on the allow-list. Add it to the setting http_allow_list.`,
  )
}

async function resolve(host: string, request: Request): Promise<readonly string[]> {
  try {
    return await resolveBefore(host, request)
  } catch {
    request.signal.throwIfAborted()
    throw refusal('host_refused', `${host} cannot be resolved.`)
  }
}

async function get(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'user-agent': 'soulgate', accept: '*/*', 'accept-encoding': 'identity' }
  try {
    return await requestPinned(url, address, { method: 'GET', headers, signal })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code'
    throw refusal('unreachable', `${url.host} could not be reached (${code}).`)
  }
}

async function readAnswer(
  { start, url, hops }: { readonly start: string; readonly url: URL; readonly hops: number },
  response: IncomingMessage,
  maxBytes: number,
): Promise<ToolOutcome> {
  const status = response.statusCode ?? 0
  const bytes = await readBody(response, maxBytes)
  if (bytes === undefined) throw refusal('too_large', `${url.href} answers with more than ${maxBytes} bytes.`)
  const text = decodeText(bytes)
  const output: JsonObject = {
    url: start,
    final_url: url.href,
    redirects: hops,
    status,
    content_type: response.headers['content-type'] ?? '',
    size_bytes: bytes.length,
    ...(text === undefined ? { binary: true } : { binary: false, text }),
  }
  if (status >= 200 && status < 300) return succeeded(output)
  return {
    result: { success: false, output, error: `${url.host} answered with status ${status}.` },
    effect: 'none',
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > maxBytes) return undefined
      chunks.push(bytes)
    }
  } catch {
    throw refusal('unreachable', 'The answer broke off before its end.')
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}
