import { createApprovalPasskeys } from './approval-passkey.ts'
import { authenticate } from './authenticate.ts'
import { createBootstrap } from './bootstrap.ts'
import { createOidc } from './oidc.ts'
import type { AccessParts } from './parts.ts'
import { createPasskeys } from './passkeys.ts'
import { createPeople } from './people.ts'
import { withRememberedAgents } from './remembered.ts'
import { createRequestNonce } from './request-nonce.ts'
import { createSignIn } from './sign-in.ts'
import { createTokens } from './tokens.ts'

export type { Credential, SignedIn } from './authenticate.ts'
export type { LiveBootstrap } from './bootstrap.ts'
export type { OidcProvider } from './oidc-port.ts'
export type { AccessParts } from './parts.ts'
export type { PasskeySite } from './passkey-questions.ts'
export { readPeople } from './records.ts'
export type { AccessRefusal } from './refusals.ts'
export {
  ACTION_NAMES,
  ACTIONS,
  type Action,
  type ActionRule,
  type AgentReach,
  isDecision,
  may,
  needsSignIn,
  ROLE_HIERARCHY,
} from './roles.ts'
export type { SignatureCredential } from './signatures.ts'
export type { TokenBody } from './tokens.ts'

/**
 * People, tokens, one-time sign-in codes and sessions of browsers over the documents of the store. Secrets are 32 random
 * bytes, answered once and kept as SHA-256; every change is an event of the stream `system` in its transaction.
 * The first exchange of a code when nobody exists makes the person “Admin”.
 */
export function createAccess(parts: AccessParts) {
  return {
    authenticate: withRememberedAgents(credential => authenticate(parts, credential), parts.clock),
    ...createSignIn(parts),
    ...createPasskeys(parts),
    ...createApprovalPasskeys(parts),
    ...createOidc(parts),
    ...createTokens(parts),
    ...createBootstrap(parts),
    ...createPeople(parts),
    ...createRequestNonce(parts),
  }
}

export type Access = ReturnType<typeof createAccess>
