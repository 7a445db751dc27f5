import type { Credential, SignedIn, Soulgate } from '../../soulgate.ts'
import { ProblemError } from './problems.ts'
import type { RequestSignature, RequestSignatures } from './request-signature.ts'

/** Who sends a request. */
export interface Authenticated {
  readonly signedIn: SignedIn
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
  if (bearer === undefined)
    return reading.isPublic ? undefined : authenticateSigned(soulgate, request, reading)
  const signedIn = await soulgate.access.authenticate(bearer)
  if (signedIn) return { signedIn }
  throw notSignedIn('This token is unknown, expired or revoked. Make another with `soulgate token create`.')
}

async function authenticateSigned(
  soulgate: Soulgate,
  request: Request,
  { signatures, host }: Reading,
): Promise<Authenticated | undefined> {
  const signature = await signatures.read(request, host)
  if (signature === undefined) return undefined
  const signedIn = await soulgate.access.authenticate(signature.credential)
  if (signedIn) return { signedIn, signature }
  throw notSignedIn('This browser is not signed in any more. Sign in again.')
}

/** The answer to a request that needs somebody and has nobody. */
export function notSignedIn(detail = 'Send a bearer token, or sign in with a one-time link.'): ProblemError {
  return new ProblemError(401, 'not_signed_in', detail)
}

function bearerOf(headers: Headers): Credential | undefined {
  const authorization = headers.get('authorization')
  if (authorization === null) return undefined
  const token = /^bearer +([\w.~+/=-]{1,300})$/i.exec(authorization.trim())?.[1]
  if (token === undefined) throw notSignedIn('The Authorization header is not of the form “Bearer TOKEN”.')
  return { kind: 'bearer', token }
}
