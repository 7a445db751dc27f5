/** What belongs to one sign-in at a provider, from its beginning to its end. */
export interface OidcFlow {
  readonly state: string
  readonly nonce: string
  /** PKCE. */
  readonly verifier: string
  readonly redirect_uri: string
}

/** Who somebody is, as a provider has proven it. */
export interface OidcClaims {
  readonly issuer: string
  readonly subject: string
  readonly email?: string
  readonly email_verified: boolean
}

/** An OpenID Connect provider, behind a port. */
export interface OidcProvider {
  /** What people call it. */
  readonly name: string
  addressFor(flow: OidcFlow): Promise<URL>
  /** Trades the code in the address that the provider sent the browser to; rejects unless all of it fits. */
  redeem(returnedTo: URL, flow: OidcFlow): Promise<OidcClaims>
}
