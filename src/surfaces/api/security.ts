import { ProblemError } from './problems.ts'

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]', '::1']

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** Sets the headers that every answer carries; what a route set itself stays. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/**
 * On loopback only requests for a loopback name are answered: a page of another site that had its own name point
 * here (DNS rebinding) sends that name.
 */
export function requireKnownHost(host: string | undefined, knownHosts: readonly string[]): void {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (LOOPBACK_NAMES.includes(name) || knownHosts.includes(name)) return
  const detail =
    'This server answers only requests for localhost. Set SOULGATE_PUBLIC_URL to serve another name.'
  throw new ProblemError(421, 'wrong_host', detail)
}

/**
 * A page of another site cannot reach what speaks without a page: an `Origin` is that of this machine or of the
 * address where people reach the server. Programs send none.
 */
export function requireKnownOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin === undefined) return
  const name = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (LOOPBACK_NAMES.includes(name) || origin === new URL(publicUrl).origin) return
  throw new ProblemError(403, 'wrong_origin', 'Pages of other sites are not answered here.')
}

/** The hosts and ports under which people reach a server: loopback names with its port, and its public address. */
export function ownAuthorities(listening: string, publicUrl: string | undefined): readonly string[] {
  const { port } = new URL(listening)
  const local = ['localhost', '127.0.0.1', '[::1]'].map(name => new URL(`http://${name}:${port}`).host)
  return publicUrl === undefined ? local : [new URL(publicUrl).host, ...local]
}
