import type { Event } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Message } from '../contracts/message.ts'
import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '../contracts/passkey.ts'
import type { Role } from '../contracts/principal.ts'
import type { ProductDoc, ProductDocPatch } from '../contracts/product-doc.ts'
import type { ReceiptField, ReceiptFile } from '../contracts/receipt.ts'
import type { BrowserKey } from '../contracts/requests/administration.ts'
import type { PutSectionRequest } from '../contracts/requests/memory.ts'
import type { Session, SessionSummary } from '../contracts/session.ts'
import type { Settings } from '../contracts/settings.ts'
import { type Page, type PageOptions, readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'
import { unwrap, type Wrapped } from './wrapped.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** Reads and changes the stored settings (admins). */
export interface SettingsClient {
  get(options?: Signal): Promise<Settings>
  /** Merges `patch`, which carries the `version` that was read; 409 when another one stands. */
  update(patch: JsonObject): Promise<Settings | Refused>
}

/** Lists sessions, and reads and writes what each remembers. */
export interface SessionsClient {
  list(
    filter?: PageOptions & { readonly status?: Session['status'] | undefined },
    options?: Signal,
  ): Promise<Page<SessionSummary>>
  get(sessionId: string, options?: Signal): Promise<SessionSummary>
  /** For good: what was said, shown, called and answered. Refused while something of it goes on. */
  erase(sessionId: string): Promise<{ readonly session_id: string; readonly erased: number } | Refused>
  /** What was said; `newest` begins at the end. A page may be shorter than asked for where messages are large. */
  messages(
    sessionId: string,
    query?: PageOptions & { readonly order?: 'oldest' | 'newest' | undefined },
    options?: Signal,
  ): Promise<Page<Message>>
  /** Throws 404 until the first section is written. */
  productDoc(sessionId: string, options?: Signal): Promise<ProductDoc>
  /** With `version` (the one that was read): refused when the section changed since. */
  putSection(place: SectionPlace, section: PutSectionRequest): Promise<ProductDoc | Refused>
  removeSection(place: SectionPlace): Promise<ProductDoc | Refused>
  confirmProductDoc(sessionId: string, version?: number): Promise<ProductDoc | Refused>
  /** Every change, newest first; of one section when it is named. */
  productDocHistory(
    sessionId: string,
    query?: PageOptions & { readonly section?: string | undefined },
    options?: Signal,
  ): Promise<Page<ProductDocPatch>>
}

/** One section of the product doc of one session. */
export interface SectionPlace {
  readonly session_id: string
  readonly section: string
}

/** Which audit events are listed; absent fields do not restrict. */
export interface AuditFilter extends PageOptions {
  readonly stream?: string | undefined
  readonly session_id?: string | undefined
  readonly run_id?: string | undefined
  readonly gate_id?: string | undefined
  /** Event types, separated by commas. */
  readonly type?: string | undefined
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What the server found when it walked every chain: counts, keys, and the first entry that does not fit. */
export interface AuditVerification {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly checkpoints: number
  readonly erased: number
  /** Events behind the last checkpoint: cutting them off would not be noticed yet. */
  readonly unsealed: number
  readonly keys: readonly {
    readonly key_id: string
    /** SHA-256 of the public key, to be compared with the one noted elsewhere. */
    readonly fingerprint: string
    /** The key that was rotated to this one. */
    readonly endorsed_by?: string
    /** Whether the home vouches for it: its own key, those before and after it, and those it was told to trust. */
    readonly trusted: boolean
    /** Whether it is the key of the home itself. */
    readonly own: boolean
  }[]
  /** Whether every signature is of a trusted key. */
  readonly vouched: boolean
  readonly first_bad?: {
    readonly stream: string
    readonly seq: number
    readonly line: number
    readonly reason: string
  }
  readonly sealed_up_to?: string
  readonly note: string
}

/** The signing key of a home as others may know it. */
export interface AuditKey {
  readonly key_id: string
  readonly fingerprint: string
  /** Ids and fingerprints of the other keys that the home vouches for. */
  readonly trusted: readonly string[]
}

/** Reads, verifies and exports the audit chain. */
export interface AuditClient {
  list(filter?: AuditFilter, options?: Signal): Promise<Page<Event>>
  /** Walks every chain and checks every seal; `first_bad` names the first entry that does not fit. */
  verify(options?: Signal): Promise<AuditVerification>
  /** The key that signs; hand its fingerprint to whoever is to verify exports. */
  key(options?: Signal): Promise<AuditKey>
  /** Makes a new key that the old one endorses (an admin). */
  rotateKey(): Promise<(AuditKey & { readonly previous_key_id: string }) | Refused>
  /** A signed receipt of a decided gate, to be checked offline; `include` says what of people and contents it shows. */
  receipt(gateId: string, include?: readonly ReceiptField[]): Promise<ReceiptFile | Refused>
  /** Where the export (JSON lines) is; its request needs a credential as every other. */
  readonly exportPath: string
}

/** Who the credential of this client is. */
export interface Identity {
  readonly person: { readonly id: string; readonly name: string }
  readonly role: Role
  /** False for credentials that carry no decisions, such as a token that lies on a disk. */
  readonly decides: boolean
}

/** Who has just signed in, and the session that signs from now on. */
export interface NewIdentity extends Identity {
  readonly refused?: false
  readonly session_id: string
}

/** Signs a browser in and out. */
export interface AuthClient {
  /** Turns a one-time code into a session of this browser, whose requests `createSignedFetch` signs. */
  exchange(code: string, publicKey: BrowserKey): Promise<NewIdentity | Refused>
  me(options?: Signal): Promise<Identity>
  signOut(): Promise<Refused | undefined>
  /** What people call the OpenID Connect provider; undefined when there is none. */
  oidcName(options?: Signal): Promise<string | undefined>
  /** The address where a sign-in at the provider begins; the same key must end it. */
  startOidc(publicKey: BrowserKey): Promise<{ readonly refused?: false; readonly url: string } | Refused>
  /** Ends it, with what the provider put into the address of `/sign-in`. */
  finishOidc(
    parameters: Readonly<Record<string, string>>,
    publicKey: BrowserKey,
  ): Promise<NewIdentity | Refused>
  /** What `navigator.credentials.create` and `.get` are called with, as WebAuthn's JSON. */
  passkeyOptions(purpose: 'add' | 'sign_in'): Promise<JsonObject | Refused>
  addPasskey(name: string, response: PasskeyRegistration): Promise<Passkey | Refused>
  passkeys(options?: Signal): Promise<readonly Passkey[]>
  removePasskey(passkeyId: string): Promise<Refused | undefined>
  signInWithPasskey(response: PasskeyAssertion, publicKey: BrowserKey): Promise<NewIdentity | Refused>
  /** Another one-time link, for oneself or (as an admin) for somebody else; works once, for 15 minutes. */
  makeLink(personId?: string): Promise<SignInLink | Refused>
}

/** A one-time link to sign in, or word of where it is shown. */
export interface SignInLink {
  readonly refused?: false
  /** `terminal`: who may not decide gets it shown there, and no `url` here. */
  readonly shown_on: 'answer' | 'terminal'
  readonly url?: string
  readonly expires_at: string
}

/** Whether everything is stopped, since when (ISO-8601), by whom and why. */
export interface StopState {
  readonly engaged: boolean
  readonly by?: string
  readonly at?: string
  readonly reason?: string
  readonly running_tools?: readonly {
    readonly run_id?: string
    readonly tool: string
    readonly call_id: string
  }[]
}

/** Stops everything, and lifts the stop. */
export interface StopClient {
  state(options?: Signal): Promise<StopState>
  /** Within a second no grant is consumed anywhere, until an admin lifts it. */
  engage(reason?: string): Promise<StopState | Refused>
  lift(): Promise<StopState | Refused>
}

/** The settings over HTTP, as part of a client. */
export function createSettingsClient(transport: Transport): SettingsClient {
  return {
    get: async options =>
      unwrap(await transport.read<Wrapped<'settings', Settings>>('/api/settings', options), 'settings'),
    update: async patch => {
      const answer = await transport.command<Wrapped<'settings', Settings>>('PUT', '/api/settings', {
        body: patch,
      })
      return isRefusal(answer) ? answer : unwrap(answer, 'settings')
    },
  }
}

/** Sessions, their conversation and product doc over HTTP, as part of a client. */
export function createSessionsClient(transport: Transport): SessionsClient {
  return {
    list: (filter = {}, options = {}) =>
      readPage(transport, '/api/sessions', { key: 'sessions', query: { ...filter }, ...options }),
    get: (sessionId, options) => transport.read(sessionPath(sessionId), options),
    erase: sessionId =>
      transport.command('POST', sessionPath(sessionId, '/erase'), { body: { confirm: 'erase' } }),
    messages: (sessionId, query = {}, options = {}) =>
      readPage(transport, sessionPath(sessionId, '/messages'), {
        key: 'messages',
        query: { ...query },
        ...options,
      }),
    productDoc: (sessionId, options) => transport.read(sessionPath(sessionId, '/product-doc'), options),
    putSection: (place, section) => transport.command('PUT', sectionPath(place), { body: section }),
    removeSection: place => transport.command('DELETE', sectionPath(place), {}),
    confirmProductDoc: (sessionId, version) =>
      transport.command('POST', sessionPath(sessionId, '/product-doc/confirm'), {
        body: version === undefined ? {} : { version },
      }),
    productDocHistory: (sessionId, query = {}, options = {}) =>
      readPage(transport, sessionPath(sessionId, '/product-doc/history'), {
        key: 'patches',
        query: { ...query },
        ...options,
      }),
  }
}

function sessionPath(sessionId: string, rest = ''): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}${rest}`
}

function sectionPath({ session_id, section }: SectionPlace): string {
  return sessionPath(session_id, `/product-doc/sections/${encodeURIComponent(section)}`)
}

/** The audit chain over HTTP, as part of a client. */
export function createAuditClient(transport: Transport, baseUrl: string): AuditClient {
  return {
    list: (filter = {}, options = {}) =>
      readPage(transport, '/api/audit', { key: 'events', query: { ...filter }, ...options }),
    verify: options => transport.read('/api/audit/verify', options),
    key: options => transport.read('/api/audit/key', options),
    rotateKey: () => transport.command('POST', '/api/audit/key/rotate', { body: {} }),
    receipt: (gateId, include = []) =>
      transport.command('POST', `/api/gates/${encodeURIComponent(gateId)}/receipt`, { body: { include } }),
    exportPath: `${baseUrl}/api/audit/export`,
  }
}

const PASSKEYS = '/api/auth/passkeys'

/** Sign-in of a browser over HTTP, as part of a client. */
export function createAuthClient(transport: Transport): AuthClient {
  return {
    me: options => transport.read('/api/auth/me', options),
    exchange: (code, public_key) =>
      transport.command('POST', '/api/auth/exchange', { body: { code, public_key } }),
    oidcName: async options =>
      (await transport.read<{ readonly name?: string }>('/api/auth/oidc', options)).name,
    startOidc: public_key => transport.command('POST', '/api/auth/oidc/start', { body: { public_key } }),
    finishOidc: (parameters, public_key) =>
      transport.command('POST', '/api/auth/oidc/finish', { body: { parameters, public_key } }),
    passkeyOptions: purpose =>
      transport.command('POST', `/api/auth/passkeys/${purpose === 'add' ? '' : 'sign-in/'}options`, {
        body: {},
      }),
    addPasskey: (name, response) => transport.command('POST', PASSKEYS, { body: { name, response } }),
    passkeys: async options =>
      (await transport.read<{ readonly passkeys: readonly Passkey[] }>(PASSKEYS, options)).passkeys,
    async removePasskey(passkeyId) {
      const path = `${PASSKEYS}/${encodeURIComponent(passkeyId)}`
      const answer = await transport.command<object>('DELETE', path)
      return isRefusal(answer) ? answer : undefined
    },
    signInWithPasskey: (response, public_key) =>
      transport.command('POST', `${PASSKEYS}/sign-in`, { body: { response, public_key } }),
    async signOut() {
      const answer = await transport.command<object>('POST', '/api/auth/sign-out', { body: {} })
      return isRefusal(answer) ? answer : undefined
    },
    makeLink: personId =>
      transport.command('POST', '/api/auth/links', {
        body: personId === undefined ? {} : { person_id: personId },
      }),
  }
}

/** The stop switch over HTTP, as part of a client. */
export function createStopClient(transport: Transport): StopClient {
  const state: StopClient['state'] = options => transport.read('/api/stop', options)
  const settle = async (answer: object) => (isRefusal(answer) ? answer : await state())
  return {
    state,
    engage: async reason => {
      const body = { confirm: 'stop', ...(reason ? { reason } : {}) }
      return settle(await transport.command<object>('POST', '/api/stop', { body }))
    },
    lift: async () => settle(await transport.command<object>('DELETE', '/api/stop')),
  }
}

function isRefusal(answer: object): answer is Refused {
  return 'refused' in answer && answer.refused === true
}
