import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
} from 'openid-client'
import type { OidcProvider } from '../engine/access/access.ts'

export interface OidcOptions {
  /** Issuer, as the provider names it; https, or http on this machine alone. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
}

/** Seconds for one request to the provider. */
const TIMEOUT_SECONDS = 10

/** An OpenID Connect provider over the network. What it says of itself is read at the first sign-in. */
export function createOidcProvider({ issuer, clientId, clientSecret, name }: OidcOptions): OidcProvider {
  let known: Promise<Configuration> | undefined
  const configuration = (): Promise<Configuration> => {
    known ??= discover(issuer, clientId, clientSecret).catch(error => {
      // Asked again at the next sign-in.
      known = undefined
      throw error
    })
    return known
  }
  return {
    name,
    addressFor: async ({ state, nonce, verifier, redirect_uri }) =>
      buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri, scope: 'openid email profile', state, nonce },
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    redeem: async (returnedTo, { state, nonce, verifier }) => {
      const tokens = await authorizationCodeGrant(await configuration(), returnedTo, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new TypeError('the provider gave no id token')
      return {
        ...{ issuer: claims.iss, subject: claims.sub },
        ...(typeof claims.email === 'string' ? { email: claims.email } : {}),
        email_verified: claims.email_verified === true,
      }
    },
  }
}

function discover(issuer: string, clientId: string, clientSecret: string): Promise<Configuration> {
  const url = new URL(issuer)
  const isHere = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isHere ? { execute: [allowInsecureRequests] } : {}),
  })
}
