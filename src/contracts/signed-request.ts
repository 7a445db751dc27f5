/** What a browser signs of a request, in the words of HTTP Message Signatures (RFC 9421). */
export interface SignedRequest {
  readonly method: string
  /** Host and port as in the address of the page, such as `localhost:7411`. */
  readonly authority: string
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  /** The value of `Content-Digest` (RFC 9530), for requests with a body. */
  readonly contentDigest?: string | undefined
}

/** Parameters of an HTTP message signature (RFC 9421). */
export interface SignatureParameters {
  /** Unix seconds. */
  readonly created: number
  /** The id of the browser session, whose key signs. */
  readonly keyid: string
  /** The server's nonce, a dot, and what no other request of this session has. */
  readonly nonce: string
}

/** Under this name the signature stands in `Signature-Input` and `Signature`. */
export const SIGNATURE_LABEL = 'soulgate'
/** ECDSA over P-256 with SHA-256; the signature is `r ‖ s`, 64 bytes. */
export const SIGNATURE_ALGORITHM = 'ecdsa-p256-sha256'
/** The nonce of the running server, in answers to a sign-in and to a signature that came too late. */
export const NONCE_HEADER = 'soulgate-nonce'
/** The time of the server in Unix seconds, beside its nonce: a browser's clock may be wrong. */
export const TIME_HEADER = 'soulgate-time'

/** The member of `Signature-Input` for a request. */
export function signatureInput(
  request: Pick<SignedRequest, 'contentDigest'>,
  { created, keyid, nonce }: SignatureParameters,
): string {
  const names = ['@method', '@authority', '@path', '@query']
  if (request.contentDigest !== undefined) names.push('content-digest')
  const covered = names.map(name => `"${name}"`).join(' ')
  return `(${covered});created=${created};keyid="${keyid}";alg="${SIGNATURE_ALGORITHM}";nonce="${nonce}"`
}

/** The text that is signed for a request, with its `signatureInput`. */
export function signedText(request: SignedRequest, input: string): string {
  const { method, authority, path, query, contentDigest } = request
  const components: [string, string][] = [
    ['@method', method],
    ['@authority', authority],
    ['@path', path],
    ['@query', query === '' ? '?' : query],
  ]
  if (contentDigest !== undefined) components.push(['content-digest', contentDigest])
  return signatureBase(components, input)
}

/** The signature base of RFC 9421, section 2.5, of components that need no parameters of their own. */
export function signatureBase(components: readonly (readonly [string, string])[], input: string): string {
  const lines = [...components, ['@signature-params', input] as const]
  return lines.map(([name, value]) => `"${name}": ${value}`).join('\n')
}
