import { isSoulgateError, SoulgateError } from '../base/errors.ts'
import type { NoticeSender, Outgoing, SendOutcome } from '../engine/webhooks/webhooks.ts'
import {
  admitUrl,
  canonicalHost,
  isPublicAddress,
  type ResolveHost,
  requestPinned,
  resolveBefore,
  systemResolveHost,
} from '../network/network.ts'

export interface NoticeSenderOptions {
  /** `host:port` of private networks that may be reached; read anew for each notice. */
  readonly privateHosts: () => Promise<readonly string[]>
  /** The mail server (`smtp://user:password@host:587`, `smtps://…`) and what stands as sender. */
  readonly mail?: { readonly url: string; readonly from: string }
  /** Default: this machine's resolver. */
  readonly resolveHost?: ResolveHost
  /** For one attempt in milliseconds; default 15,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MAILBOX = /^[^\s@,;<>"']{1,64}@[^\s@,;<>"']{1,253}$/

/**
 * Sends notices: requests to public addresses over https, checked after resolution and not redirected, and letters
 * through the operator's mail server. A private address needs its host and port named by the operator.
 */
export function createNoticeSender(options: NoticeSenderOptions): NoticeSender {
  return {
    objection: url => findObjection(url, options),
    send: async outgoing => {
      try {
        return outgoing.kind === 'letter'
          ? await sendLetter(outgoing, options)
          : await sendRequest(outgoing, options)
      } catch (cause) {
        return { ok: false, detail: describe(cause) }
      }
    },
  }
}

async function findObjection(
  url: URL,
  { mail, privateHosts }: NoticeSenderOptions,
): Promise<string | undefined> {
  if (url.protocol === 'mailto:') {
    if (!MAILBOX.test(decodeURIComponent(url.pathname)) || url.search !== '')
      return 'is not one plain mailbox, such as mailto:ana@example.com'
    return mail === undefined
      ? 'needs a mail server: set SOULGATE_SMTP_URL and SOULGATE_MAIL_FROM'
      : undefined
  }
  if (url.username !== '' || url.password !== '') return 'carries a user name or password; take them out'
  const isNamed = isNamedHost(url, await privateHosts())
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isNamed)) return undefined
  return 'must begin with https: (http only to a host and port in the setting webhook_hosts), or mailto:'
}

function isNamedHost(url: URL, privateHosts: readonly string[]): boolean {
  const admission = admitUrl(url, privateHosts)
  return admission.allowed && admission.namesPort
}

async function sendRequest(
  { url: text, headers, body }: Extract<Outgoing, { kind: 'request' }>,
  options: NoticeSenderOptions,
): Promise<SendOutcome> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = new URL(text)
    const address = await checkAddress(url, options, signal)
    const response = await requestPinned(url, address, { method: 'POST', headers, body, signal })
    const status = response.statusCode ?? 0
    response.destroy()
    const ok = status >= 200 && status < 300
    return {
      ok,
      http_status: status,
      detail: `answered ${status}`,
      ...(status === 410 ? { gone: true } : {}),
    }
  } catch (cause) {
    if (signal.aborted) return { ok: false, detail: `did not answer within ${timeoutMs / 1000} s` }
    throw cause
  }
}

/** The address to connect to: every address of the name must be one that may be reached. */
async function checkAddress(url: URL, options: NoticeSenderOptions, signal: AbortSignal): Promise<string> {
  const objection = await findObjection(url, options)
  if (objection !== undefined) throw refused(`its address ${objection}`)
  const host = canonicalHost(url.hostname)
  const resolveHost = options.resolveHost ?? systemResolveHost
  const addresses = await resolveBefore(host, { resolveHost, signal })
  const [first] = addresses
  if (first === undefined) throw refused(`${host} has no address`)
  const closed = addresses.find(address => !isPublicAddress(address))
  if (closed !== undefined && !isNamedHost(url, await options.privateHosts())) {
    throw refused(
      `${host} leads to ${closed}, which is not on the public internet; to allow it, put ${host} with its port into the setting webhook_hosts`,
    )
  }
  return first
}

async function sendLetter(
  { to, subject, text }: Extract<Outgoing, { kind: 'letter' }>,
  { mail, timeoutMs = TIMEOUT_MS }: NoticeSenderOptions,
): Promise<SendOutcome> {
  if (mail === undefined)
    throw refused('there is no mail server; set SOULGATE_SMTP_URL and SOULGATE_MAIL_FROM')
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: mail.url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ from: mail.from, to: decodeURIComponent(to), subject, text, headers })
    return { ok: true, detail: 'the mail server took it' }
  } finally {
    transport.close()
  }
}

function refused(detail: string): SoulgateError {
  return new SoulgateError('address_refused', detail)
}

/** What a person is told; answers of the other side are not quoted, they may hold anything. */
function describe(cause: unknown): string {
  if (isSoulgateError(cause, 'address_refused')) return cause.message
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code'
  return `could not be reached (${code})`
}
