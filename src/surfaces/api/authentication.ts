import { timingSafeEqual } from 'node:crypto'
import type { Credential, SignedIn, Soulgate } from '../../soulgate.ts'
import { ProblemError } from './problems.ts'
import type { RequestSignature, RequestSignatures } from './request-signature.ts'

const COOKIE = 'soulgate_session'
const COOKIE_SECONDS = 30 * 86_400

/** Who sends a request, and how it was proven. */
export interface Authenticated {
  readonly signedIn: SignedIn
  readonly by: Credential['kind']
  /** Of a request that a browser signed. */
  readonly signature?: RequestSignature
}

/** How the credential of a request is read. */
export interface Reading {
  readonly signatures: RequestSignatures
  readonly host: string
  /** On a public route a credential of a browser that does not count any more is as good as none. */
  readonly isPublic: boolean
}

/** Reads the credential of a request; undefined when it carries none. A wrong one is a 401, never an anonymous call. */
export async function authenticateRequest(
  soulgate: Soulgate,
  request: Request,
  reading: Reading,
): Promise<Authenticated | undefined> {
  const bearer = bearerOf(request.headers)
  if (bearer === undefined && request.headers.has('signature-input'))
    return reading.isPublic ? undefined : authenticateSigned(soulgate, request, reading)
  const credential = bearer ?? cookieOf(request.headers)
  if (!credential) return undefined
  const signedIn = await soulgate.access.authenticate(credential)
  if (signedIn) return { signedIn, by: credential.kind }
  // A browser keeps sending a cookie that died; public pages must still open for it.
  if (credential.kind === 'cookie') return undefined
  throw notSignedIn('This token is unknown, expired or revoked. Make another with `soulgate token create`.')
}

async function authenticateSigned(
  soulgate: Soulgate,
  request: Request,
  { signatures, host }: Reading,
): Promise<Authenticated | undefined> {
  signatures.requireOwnAuthority(host)
  const signature = await signatures.read(request, host)
  const signedIn = signature && (await soulgate.access.authenticate(signature.credential))
  if (signedIn) return { signedIn, by: 'signature', signature }
  throw notSignedIn('This browser is not signed in any more. Sign in again.')
}

/** Writes that come with a cookie must repeat the CSRF token, which no other site can read. */
export function requireCsrfToken({ by, signedIn }: Authenticated, headers: Headers): void {
  if (by !== 'cookie') return
  const sent = Buffer.from(headers.get('x-csrf-token') ?? '')
  const expected = Buffer.from(signedIn.csrf_token ?? '')
  const isSame = expected.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected)
  if (isSame) return
  const detail = 'A write with a cookie needs the header x-csrf-token. Read it from GET /api/auth/me.'
  throw new ProblemError(403, 'csrf', detail)
}

/** The answer to a request that needs somebody and has nobody. */
export function notSignedIn(detail = 'Send a bearer token, or sign in with a one-time link.'): ProblemError {
  return new ProblemError(401, 'not_signed_in', detail)
}

/** The `Set-Cookie` of a new session; `secure` when people reach the server over https. */
export function sessionCookie(value: string, secure: boolean): string {
  const parts = [`${COOKIE}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${COOKIE_SECONDS}`]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

/** The `Set-Cookie` that ends a session in the browser. */
export function endedCookie(): string {
  return `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
}

function bearerOf(headers: Headers): Credential | undefined {
  const authorization = headers.get('authorization')
  if (authorization === null) return undefined
  const token = /^bearer +([\w.~+/=-]{1,300})$/i.exec(authorization.trim())?.[1]
  if (token === undefined) throw notSignedIn('The Authorization header is not of the form “Bearer TOKEN”.')
  return { kind: 'bearer', token }
}

function cookieOf(headers: Headers): Credential | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === COOKIE && value) return { kind: 'cookie', cookie: value }
  }
  return undefined
}
