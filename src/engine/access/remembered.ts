import type { Clock } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Credential, SignedIn } from './authenticate.ts'
import { hashSecret } from './secrets.ts'

const REMEMBERED_MS = 300_000
const MAX_REMEMBERED = 1_000

type Authenticate = (credential: Credential) => Promise<SignedIn | undefined>

/**
 * While the store cannot be read, an agent's key that was good within the last five minutes is still known, so that
 * the agent can say how sure it is and hear the guardrails. Nothing it might be allowed can happen meanwhile: every
 * effect needs the store. People are not remembered, for they decide.
 */
export function withRememberedAgents(authenticate: Authenticate, clock: Clock): Authenticate {
  const known = new Map<string, { readonly signedIn: SignedIn; readonly atMs: number }>()
  const remember = (key: string, signedIn: SignedIn): void => {
    known.delete(key)
    const [oldest] = known.keys()
    if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
    known.set(key, { signedIn, atMs: clock.now() })
  }
  return async credential => {
    if (credential.kind !== 'bearer') return authenticate(credential)
    const key = hashSecret(credential.token)
    try {
      const signedIn = await authenticate(credential)
      if (signedIn?.principal.role === 'agent') remember(key, signedIn)
      else known.delete(key)
      return signedIn
    } catch (error) {
      const remembered = isSoulgateError(error, 'store_unavailable') ? known.get(key) : undefined
      const ageMs = clock.now() - (remembered?.atMs ?? 0)
      if (remembered === undefined || ageMs < 0 || ageMs > REMEMBERED_MS) throw error
      return { ...remembered.signedIn, decides: false }
    }
  }
}
