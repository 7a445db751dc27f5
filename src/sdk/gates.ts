import type { DecideRequest, Decision } from '../contracts/decision.ts'
import type { GateChanges } from '../contracts/evidence.ts'
import type { Gate, GateStatus, GateType } from '../contracts/gate.ts'
import type { CreateGuideline } from '../contracts/guideline.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Person } from '../contracts/principal.ts'
import type { GateRequestBody, RevealedGate } from '../contracts/requests/gates.ts'
import { type Page, type PageOptions, readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** Which gates are listed; absent fields do not restrict. */
export interface GateFilter extends PageOptions {
  readonly status?: GateStatus | undefined
  /** Neither waiting nor expired. */
  readonly decided?: boolean | undefined
  /** A call that it let run failed, and nobody has looked at that yet. */
  readonly after_approval?: boolean | undefined
  readonly type?: GateType | undefined
  readonly session_id?: string | undefined
  readonly run_id?: string | undefined
  readonly agent?: string | undefined
  readonly q?: string | undefined
  /** `section`: what expires within an hour, then high risk, questions, and the rest; each oldest first. */
  readonly sort?: 'oldest' | 'newest' | 'expiring' | 'section' | undefined
  /** The person who is to look at it. */
  readonly assignee?: string | undefined
  /** Without what one has snoozed, or only that; all when absent. */
  readonly snoozed?: 'hide' | 'only' | undefined
}

/** A gate that an agent opens by itself: type, summary, artifacts, options. */
export type OpenGate = GateRequestBody

/** What became of a decision: the gate as it stands now, and whether the same decision had been made before. */
export interface Decided {
  readonly refused?: false
  readonly success: boolean
  readonly event_id: string
  readonly gate: Gate
  readonly decision?: Decision
  /** True when the same decision of the same person stood already. */
  readonly repeated?: boolean
}

/** One comment at a gate; a question to the agent carries its answer. */
export interface GateComment {
  readonly comment_id: string
  readonly text: string
  readonly by: string
  readonly by_name?: string
  readonly at: string
  readonly ask_agent?: boolean
  /** What the agent said to it. */
  readonly answer?: {
    readonly by: string
    readonly by_name: string
    readonly text: string
    readonly at: string
  }
}

/** Somebody whom a gate can be assigned to. */
export type Assignee = Pick<Person, 'person_id' | 'name' | 'role'>

/** Somebody who is at the gate now. */
export interface GatePresence {
  readonly person_id: string
  readonly name: string
  readonly doing: 'viewing' | 'deciding'
  readonly since: string
  readonly seen_at: string
}

/** Release rules as they would be saved, each with the past calls that it would have released. */
export interface PreviewedRules {
  readonly refused?: false
  readonly rules: readonly {
    readonly guideline: CreateGuideline
    readonly past_calls: {
      readonly matched: number
      readonly of: number
      readonly approved: number
      readonly rejected: number
    }
  }[]
}

/** One decision of a batch, bound to the view of its gate that was seen. */
export interface BatchItem extends DecideRequest {
  readonly gate_id: string
  readonly view_digest: string
}

/** What became of one decision of a batch; `code` names the refusal when it is not ok. */
export interface BatchResult {
  readonly gate_id: string
  readonly ok: boolean
  readonly code?: string
  readonly gate?: Gate
}

type Signal = Pick<RequestOptions, 'signal'>
type Changed = Promise<Gate | Refused>

/** Gates: durable questions to people. Commands give refusals as values; reads throw `SoulgateProblem`. */
export interface GatesClient {
  list(filter?: GateFilter, options?: Signal): Promise<Page<Gate>>
  get(gateId: string, options?: Signal): Promise<Gate>
  open(gate: OpenGate, idempotencyKey?: string): Changed
  /**
   * Refused with 409 when another decision stands, 412 on a stale `view_digest`, 428 when a confirm word is needed, and
   * with the code `passkey_required` when the approval is to be signed: see `passkeyOptions`.
   */
  decide(gateId: string, request: DecideRequest): Promise<Decided | Refused>
  /** What `navigator.credentials.get` signs this decision with; what it answers goes into its field `passkey`. */
  passkeyOptions(gateId: string, request: DecideRequest): Promise<JsonObject | Refused>
  /** Takes back one's own decision inside its undo window. */
  undoDecision(gateId: string): Changed
  /** Which rules a decision that is remembered would make, and how many past calls each would have let through. */
  previewRules(gateId: string, request: DecideRequest): Promise<PreviewedRules | Refused>
  extend(gateId: string, seconds: number): Changed
  cancel(gateId: string, because?: string): Changed
  /** Opens a new gate on the subject of an expired one, or of an open one with `drift`, and gives that. */
  reopen(gateId: string): Changed
  /** Records that the whole card was seen, which over-long and irreversible ones need before approval. */
  viewed(gateId: string, viewDigest: string, parts?: readonly string[]): Promise<Refused | undefined>
  /** Which parts of a review there are (`artifact/0`, of a diff over several files `artifact/0/3`), and which one has looked at. */
  viewedParts(
    gateId: string,
    options?: Signal,
  ): Promise<{ readonly parts: readonly string[]; readonly viewed: readonly string[] }>
  /** What its calls would change in the files that stand now; nothing of calls that run elsewhere. */
  changes(gateId: string, options?: Signal): Promise<GateChanges>
  /** The gate and its changes with what looks like a secret in them, which others answer masked; who asked is in the audit trail. */
  reveal(gateId: string): Promise<RevealedGate | Refused>
  /** Answers when the gate is decided, or with the gate as it stands after `timeoutSeconds` (at most 60). */
  wait(gateId: string, timeoutSeconds?: number, options?: Signal): Promise<Gate>
  comments(gateId: string, options?: Signal): Promise<readonly GateComment[]>
  /** `askAgent`: the answer of the agent comes with the comment, or later where the agent is outside. */
  comment(
    gateId: string,
    text: string,
    options?: { readonly askAgent?: boolean },
  ): Promise<GateComment | Refused>
  /** What the requester of the gate says to a comment that asked it. */
  answerComment(gateId: string, commentId: string, text: string): Promise<GateComment | Refused>
  /** The people that a gate can be assigned to. */
  assignees(options?: Signal): Promise<readonly Assignee[]>
  /** Null: nobody in particular. */
  assign(gateId: string, personId: string | null): Changed
  /** Out of one's own sight for so long; 0 brings it back. Nothing about the gate changes. */
  snooze(gateId: string, seconds: number): Promise<{ readonly snoozed_until: string | null } | Refused>
  snoozes(options?: Signal): Promise<readonly { readonly gate_id: string; readonly until: string }[]>
  /** Says that one is there for the next 30 seconds, and gives who is. */
  attend(gateId: string, doing?: GatePresence['doing']): Promise<readonly GatePresence[] | Refused>
  present(gateId: string, options?: Signal): Promise<readonly GatePresence[]>
  leave(gateId: string): Promise<Refused | undefined>
  batchDecide(items: readonly BatchItem[]): Promise<readonly BatchResult[] | Refused>
}

/** Gates over HTTP, as part of a client. */
export function createGatesClient(transport: Transport): GatesClient {
  const at = (gateId: string, rest = '') => `/api/gates/${encodeURIComponent(gateId)}${rest}`
  const change = async (path: string, body: unknown = {}) =>
    gateOf(await transport.command<GateAnswer>('POST', path, { body }))
  return {
    list: (filter = {}, options = {}) =>
      readPage(transport, '/api/gates', { key: 'gates', query: { ...filter }, ...options }),
    get: async (gateId, options) => bareGate(await transport.read<GateAnswer>(at(gateId), options)),
    open: async (gate, idempotencyKey) =>
      gateOf(await transport.command<GateAnswer>('POST', '/api/gates', { body: gate, idempotencyKey })),
    decide: (gateId, request) => transport.command<Decided>('POST', at(gateId, '/decide'), { body: request }),
    passkeyOptions: (gateId, request) => transport.command('POST', at(gateId, '/passkey'), { body: request }),
    undoDecision: async gateId =>
      gateOf(await transport.command<GateAnswer>('DELETE', at(gateId, '/decision'))),
    previewRules: (gateId, request) =>
      transport.command('POST', at(gateId, '/preview-rule'), { body: request }),
    extend: (gateId, seconds) => change(at(gateId, '/extend'), { seconds }),
    cancel: (gateId, because) => change(at(gateId, '/cancel'), because === undefined ? {} : { because }),
    reopen: gateId => change(at(gateId, '/reopen')),
    async viewed(gateId, viewDigest, parts) {
      const body = { view_digest: viewDigest, parts }
      const answer = await transport.command<object>('POST', at(gateId, '/viewed'), { body })
      return 'refused' in answer ? answer : undefined
    },
    viewedParts: (gateId, options) => transport.read(at(gateId, '/viewed'), options),
    changes: (gateId, options) => transport.read(at(gateId, '/changes'), options),
    reveal: gateId => transport.command('POST', at(gateId, '/reveal'), { body: {} }),
    wait: async (gateId, timeoutSeconds = 60, options = {}) => {
      const query = { timeout_seconds: timeoutSeconds }
      return bareGate(await transport.read<GateAnswer>(at(gateId, '/wait'), { query, ...options }))
    },
    comments: async (gateId, options = {}) =>
      (await readPage<GateComment>(transport, at(gateId, '/comments'), { key: 'comments', ...options }))
        .items,
    comment: (gateId, text, { askAgent = false } = {}) => {
      const body = { text, ...(askAgent ? { ask_agent: true } : {}) }
      return transport.command('POST', at(gateId, '/comments'), { body })
    },
    ...createTeamClient(transport, at),
    async batchDecide(items) {
      type Results = { readonly refused?: false; readonly results: readonly BatchResult[] }
      const body = { items }
      const answer = await transport.command<Results>('POST', '/api/gates/batch-decide', { body })
      return answer.refused ? answer : answer.results
    },
  }
}

type TeamMethod =
  | 'answerComment'
  | 'assignees'
  | 'assign'
  | 'snooze'
  | 'snoozes'
  | 'attend'
  | 'present'
  | 'leave'

function createTeamClient(
  transport: Transport,
  at: (gateId: string, rest?: string) => string,
): Pick<GatesClient, TeamMethod> {
  type Presences = { readonly refused?: false; readonly present: readonly GatePresence[] }
  return {
    answerComment: (gateId, commentId, text) => {
      const path = at(gateId, `/comments/${encodeURIComponent(commentId)}/answer`)
      return transport.command('POST', path, { body: { text } })
    },
    assignees: async (options = {}) =>
      (await readPage<Assignee>(transport, '/api/gates/assignees', { key: 'people', ...options })).items,
    assign: async (gateId, assignee) =>
      gateOf(await transport.command<GateAnswer>('POST', at(gateId, '/assign'), { body: { assignee } })),
    snooze: (gateId, seconds) => transport.command('POST', at(gateId, '/snooze'), { body: { seconds } }),
    snoozes: async (options = {}) => {
      type Snoozes = { readonly snoozes: readonly { readonly gate_id: string; readonly until: string }[] }
      return (await transport.read<Snoozes>('/api/gates/snoozes', options)).snoozes
    },
    async attend(gateId, doing = 'viewing') {
      const answer = await transport.command<Presences>('POST', at(gateId, '/presence'), { body: { doing } })
      return answer.refused ? answer : answer.present
    },
    present: async (gateId, options = {}) =>
      (await transport.read<Presences>(at(gateId, '/presence'), options)).present,
    async leave(gateId) {
      const answer = await transport.command<object>('DELETE', at(gateId, '/presence'))
      return 'refused' in answer ? answer : undefined
    },
  }
}

/** Routes answer with the gate itself or with `{gate}` beside other facts. */
type GateAnswer = (Gate & { readonly refused?: false }) | { readonly refused?: false; readonly gate: Gate }

function gateOf(answer: GateAnswer | Refused): Gate | Refused {
  return answer.refused ? answer : bareGate(answer)
}

function bareGate(answer: GateAnswer): Gate {
  return 'gate' in answer ? answer.gate : answer
}
