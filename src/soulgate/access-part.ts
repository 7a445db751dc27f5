import type { JsonObject } from '../contracts/json-value.ts'
import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '../contracts/passkey.ts'
import type { Person, Principal, Role, Token } from '../contracts/principal.ts'
import type { Refusal } from '../contracts/refusal.ts'
import type { BrowserKey } from '../contracts/requests/administration.ts'
import type { LiveBootstrap, PasskeySite, SignatureCredential } from '../engine/access/access.ts'

/** How a request proves who it is. */
export type Credential = { readonly kind: 'bearer'; readonly token: string } | SignatureCredential

/** Who a credential belongs to, and whether it may carry decisions. */
export interface SignedIn {
  readonly principal: Principal
  /** False for a credential that lies on a disk (the CLI's) and for agents: it never carries a decision. */
  readonly decides: boolean
}

/** Who is here, and the ways in. */
export interface AccessPart {
  /** Undefined when the credential is unknown, expired or revoked; constant time. */
  authenticate(credential: Credential): Promise<SignedIn | undefined>
  /** A one-time code for a sign-in link; the surface makes the URL. Lives 15 minutes. */
  createSignInCode(forPersonId?: string): Promise<{ readonly code: string; readonly expires_at: string }>
  exchange(
    code: string,
    key: BrowserKey,
  ): Promise<{ readonly refused?: false; readonly signed_in: SignedIn } | Refusal>
  /** What the signatures of browsers must hold; another one since the server was started. */
  requestNonce(): Promise<string>
  isRequestNonce(nonce: string): Promise<boolean>
  /** Whether a signed write is new to every server of this database; from now on it is not. */
  takeSignature(sessionId: string, unique: string): Promise<boolean>
  signOut(who: Principal): Promise<void>
  /** What a browser is to make a new passkey with. */
  passkeyOptions(who: Principal, site: PasskeySite): Promise<JsonObject>
  addPasskey(
    who: Principal,
    site: PasskeySite,
    body: { readonly name: string; readonly response: PasskeyRegistration },
  ): Promise<{ readonly refused?: false; readonly passkey: Passkey } | Refusal>
  listPasskeys(who: Principal): Promise<readonly Passkey[]>
  removePasskey(who: Principal, passkeyId: string): Promise<{ readonly refused?: false } | Refusal>
  /** What people call the OpenID Connect provider; undefined when there is none. */
  oidcName(): string | undefined
  oidcStart(
    redirectUri: string,
    key: BrowserKey,
  ): Promise<{ readonly refused?: false; readonly url: string } | Refusal>
  oidcFinish(
    returnedTo: URL,
    key: BrowserKey,
  ): Promise<{ readonly refused?: false; readonly signed_in: SignedIn } | Refusal>
  passkeySignInOptions(site: PasskeySite): Promise<JsonObject>
  signInWithPasskey(
    site: PasskeySite,
    response: PasskeyAssertion,
    key: BrowserKey,
  ): Promise<{ readonly refused?: false; readonly signed_in: SignedIn } | Refusal>
  /** How many people there are, and whether anybody ever signed in. */
  accessState(): Promise<{ readonly people: number; readonly ever_signed_in: boolean }>
  /** True where nobody was ever here: no person, no token. */
  isUntouched(): Promise<boolean>
  /** A bootstrap token that still counts. */
  liveBootstrap(): Promise<LiveBootstrap | undefined>
  /** The first token of an empty home; undefined where somebody, or some token, exists already. */
  createBootstrapToken(
    kind: LiveBootstrap['kind'],
  ): Promise<{ readonly token: string; readonly expires_at: string } | undefined>
  createToken(
    who: Principal,
    body: {
      name: string
      role: Role
      expires_in_days?: number
      person_id?: string
      decides?: boolean
      agents?: readonly string[]
    },
  ): Promise<{ readonly refused?: false; readonly token: string; readonly entry: Token } | Refusal>
  listTokens(who: Principal): Promise<readonly Token[]>
  revokeToken(who: Principal, tokenId: string): Promise<{ readonly refused?: false } | Refusal>
  createPerson(
    who: Principal,
    body: { name: string; email?: string; role: Person['role'] },
  ): Promise<{ readonly refused?: false; readonly person: Person } | Refusal>
  listPeople(who: Principal): Promise<readonly Person[]>
  updatePerson(
    who: Principal,
    personId: string,
    patch: { name?: string; email?: string | null; role?: Person['role']; disabled?: boolean },
  ): Promise<{ readonly refused?: false; readonly person: Person } | Refusal>
}
