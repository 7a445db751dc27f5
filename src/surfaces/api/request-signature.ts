import { createHash, timingSafeEqual } from 'node:crypto'
import {
  NONCE_HEADER,
  SIGNATURE_ALGORITHM,
  SIGNATURE_LABEL,
  signedText,
  TIME_HEADER,
} from '../../contracts/signed-request.ts'
import type { Credential, Soulgate } from '../../soulgate.ts'
import { ProblemError } from './problems.ts'

/** A signature as a request carries it. It proves nothing until its text is verified with the key of its session. */
export interface RequestSignature {
  readonly credential: Extract<Credential, { kind: 'signature' }>
  /** What no other request of its session has. */
  readonly unique: string
  /** What the body must hash to; absent when the signature covers none. */
  readonly contentDigest: string | undefined
}

export interface SignatureParts {
  readonly soulgate: Soulgate
  readonly clock: { now(): number }
  /** The hosts with their ports that are this server; undefined where any name may be. */
  readonly authorities: () => readonly string[] | undefined
}

/** How far the clock of a browser may be off; who is farther off is told the time and signs again. */
const WINDOW_SECONDS = 60
const INPUT = new RegExp(
  `^${SIGNATURE_LABEL}=(\\("@method" "@authority" "@path" "@query"( "content-digest")?\\);created=(\\d{1,12});` +
    `keyid="([\\w-]{1,100})";alg="${SIGNATURE_ALGORITHM}";nonce="([\\w-]{0,100})\\.([\\w-]{16,100})")$`,
)
const SIGNATURE = new RegExp(`^${SIGNATURE_LABEL}=:([A-Za-z0-9+/]{86}==):$`)
const SHA_256 = /^sha-256=:([A-Za-z0-9+/]{43}=):$/

/** Reads the signatures of requests (RFC 9421), and sees to it that each writes once. */
export function createRequestSignatures({ soulgate, clock, authorities }: SignatureParts) {
  const seconds = () => Math.floor(clock.now() / 1000)
  /** What a browser must put into its next signatures. */
  const fresh = async (): Promise<Readonly<Record<string, string>>> => ({
    [NONCE_HEADER]: await soulgate.access.requestNonce(),
    [TIME_HEADER]: String(seconds()),
  })
  /** A browser signs the name it sees; under one that is not ours, nothing that it signs could count. */
  const requireOwnAuthority = (host: string): void => {
    if (authorities()?.includes(host) === false) throw notOurs(host)
  }
  return {
    fresh,
    requireOwnAuthority,
    /** The signature of a request; undefined when it carries none. Throws 401 for one that cannot count. */
    read: async (request: Request, host: string): Promise<RequestSignature | undefined> => {
      const header = request.headers.get('signature-input')
      if (header === null) return undefined
      requireOwnAuthority(host)
      const input = readInput(header)
      const signature = SIGNATURE.exec(request.headers.get('signature') ?? '')?.[1]
      if (input === undefined || signature === undefined) throw unreadable()
      const isNow = Math.abs(seconds() - input.created) <= WINDOW_SECONDS
      if (!isNow || !(await soulgate.access.isRequestNonce(input.serverNonce))) throw stale(await fresh())
      const contentDigest = input.hasDigest ? (request.headers.get('content-digest') ?? '') : undefined
      const { pathname: path, search: query } = new URL(request.url)
      const texts = (authorities() ?? [host]).map(authority =>
        signedText({ method: request.method, authority, path, query, contentDigest }, input.text),
      )
      const { session_id } = input
      return {
        credential: {
          ...{ kind: 'signature', session_id, texts },
          signature: Buffer.from(signature, 'base64'),
        },
        unique: input.unique,
        contentDigest,
      }
    },
    /** Takes a verified signature for a write; throws 401 for one that was taken before. */
    takeOnce: async ({ credential, unique }: RequestSignature): Promise<void> => {
      if (await soulgate.access.takeSignature(credential.session_id, unique)) return
      throw new ProblemError(401, 'signature_replayed', 'This signed request was sent before. Sign it anew.')
    },
  }
}

export type RequestSignatures = ReturnType<typeof createRequestSignatures>

/** Refuses a body that is not the one that was signed; a signature without a digest covers an empty one. */
export function requireSignedBody({ contentDigest }: RequestSignature, body: Uint8Array): void {
  if (contentDigest === undefined && body.length === 0) return
  const signed = Buffer.from(SHA_256.exec(contentDigest ?? '')?.[1] ?? '', 'base64')
  const actual = createHash('sha256').update(body).digest()
  if (signed.length === actual.length && timingSafeEqual(signed, actual)) return
  throw new ProblemError(401, 'signature_invalid', 'The body is not the one that was signed.')
}

/** One form and no other, so that what is read here is what was signed. */
function readInput(header: string) {
  const found = INPUT.exec(header)
  if (!found) return undefined
  const [, text = '', digest, created, session_id = '', serverNonce = '', unique = ''] = found
  return { text, hasDigest: digest !== undefined, created: Number(created), session_id, serverNonce, unique }
}

function unreadable(): ProblemError {
  const detail = 'The signature of this request is not of the form that docs/sign-in.md describes.'
  return new ProblemError(401, 'signature_invalid', detail)
}

function stale(headers: Readonly<Record<string, string>>): ProblemError {
  const detail = `The nonce or the time of this signature is not the server's. Sign again with those of this answer's headers.`
  return new ProblemError(401, 'signature_stale', detail, { headers })
}

function notOurs(host: string): ProblemError {
  const detail = `People reach this server as ${host}, which it does not know as its own address. Start it with SOULGATE_PUBLIC_URL set to the address in the browser.`
  return new ProblemError(421, 'wrong_host', detail)
}
