import { canonicalize } from '../../base/canonical-json.ts'
import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { GateEvidence } from '../../contracts/evidence.ts'
import type {
  Artifact,
  Briefing,
  Gate,
  GateConfidence,
  GateEscalation,
  GateOption,
  GateSubject,
  WhyHeld,
} from '../../contracts/gate.ts'
import type { GateDefinition } from '../../contracts/gate-definition.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { Reading } from '../../contracts/reading.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { GATE_TYPES } from './gate-types.ts'
import { type DisplayOf, makeHeading } from './heading.ts'
import type { HoldTerms } from './judge.ts'
import { flagSecrets } from './secret-looking.ts'

/** Everything needed to open a gate; what is left out follows the table of gate types. */
export interface GateDraft {
  readonly gate_id: string
  readonly terms: Partial<HoldTerms> & Pick<HoldTerms, 'type'>
  readonly run_id?: string
  readonly step_seq?: number
  readonly session_id?: string
  readonly task_id?: string
  readonly requested_by: string
  readonly on_behalf_of?: string
  /** Soulgate's own words about a gate that is not over calls; absent, the heading is made from what it is about. */
  readonly summary?: string
  /** What was asked for, and whose words that is. */
  readonly asked_for?: string
  readonly asked_by?: Voice
  /** What the agent calls its request, or why it says it makes it. */
  readonly agent_says?: string
  readonly details?: string
  readonly agent: string
  readonly subject: GateSubject
  readonly why_held: readonly WhyHeld[]
  readonly confidence?: GateConfidence
  /** Who read the goal and what was not taken in. */
  readonly reading?: Reading
  readonly risks?: readonly string[]
  readonly alternatives?: readonly string[]
  readonly artifacts?: readonly Artifact[]
  readonly options?: readonly GateOption[]
  /** Of a gate of somebody's own type; its fields are the subject's document. */
  readonly definition?: GateDefinition
  readonly constraint_info?: JsonObject
  /** The briefing leaves something out, so that the rest must be opened first. */
  readonly truncated?: boolean
  readonly quorum?: Gate['quorum']
  readonly reopened_from?: string
  readonly steered_from?: string
  readonly cost_so_far_usd?: number
  readonly context?: JsonObject
  readonly escalation?: readonly GateEscalation[]
  readonly assignee?: string
  /** What its calls rest on, as it stands now; kept apart from the gate. */
  readonly evidence?: GateEvidence
  /** Seconds until it expires; null = never; absent = what the type says. */
  readonly ttl_seconds?: number | null
  /** Its expiry is an answer to its run, which otherwise waits until the gate is reopened. */
  readonly resumes_on_expiry?: boolean
}

/** A card is over-long when its canonical subject or its details are beyond this; such a card must be opened whole first. */
const LONG_SUBJECT_CHARACTERS = 8_000

/** Builds the immutable part of a gate, with its digests. `now` is epoch ms; `displayOf` says how its calls are shown. */
export function buildGate(draft: GateDraft, now: number, displayOf?: DisplayOf): Gate {
  const row = GATE_TYPES[draft.terms.type]
  const canonicalSubject = canonicalize(draft.subject as JsonObject)
  const truncated =
    draft.truncated === true ||
    canonicalSubject.length > LONG_SUBJECT_CHARACTERS ||
    (draft.details ?? '').length > LONG_SUBJECT_CHARACTERS
  const ttl =
    draft.ttl_seconds === undefined ? (draft.terms.ttl_seconds ?? row.ttl_seconds) : draft.ttl_seconds
  const { heading, act } = makeHeading({ ...draft, type: draft.terms.type }, displayOf)
  const briefing: Briefing = {
    gate_type: draft.terms.type,
    summary: 'tool_calls' in draft.subject ? heading : (draft.summary ?? draft.agent_says ?? heading),
    heading,
    ...(act === undefined ? {} : { act }),
    ...saidIn(draft),
    details: draft.details ?? '',
    artifacts: (draft.artifacts ?? []).map(artifact => artifact.path),
    agent: draft.agent,
    truncated,
    ...(draft.confidence ? { confidence: draft.confidence.score } : {}),
    ...(draft.reading ? { reading: draft.reading } : {}),
    ...(draft.constraint_info ? { constraint_info: draft.constraint_info } : {}),
  }
  const confirmWord = confirmWordOf(draft.subject, truncated)
  const gate: Gate = {
    gate_id: draft.gate_id,
    type: draft.terms.type,
    threshold: draft.terms.threshold ?? row.threshold,
    status: 'pending',
    requested_by: draft.requested_by,
    separate_approver: draft.terms.separate_approver ?? false,
    briefing,
    subject: draft.subject,
    subject_digest: digest('soulgate.subject.v1', draft.subject as JsonObject),
    view_digest: '',
    why_held: [...draft.why_held],
    risks: [...new Set([...(draft.risks ?? []), ...flagSecrets(draft.subject)])],
    alternatives: [...(draft.alternatives ?? [])],
    artifacts: [...(draft.artifacts ?? [])],
    options: [...(draft.options ?? row.options)],
    quorum: draft.quorum ?? {
      approvals_required: draft.terms.quorum ?? 1,
      roles: [...(draft.terms.roles ?? [])],
      veto: true,
    },
    created_at: toIso(now),
    decisions: [],
    call_decisions: {},
    approvals: { have: 0, need: draft.quorum?.approvals_required ?? draft.terms.quorum ?? 1 },
    ...optionalFields(draft),
    ...displaysIn(draft.subject, displayOf),
    ...(draft.escalation === undefined ? {} : { escalation: inOrder(draft.escalation) }),
    ...(confirmWord === undefined ? {} : { confirm_word: confirmWord }),
    ...(draft.terms.fresh_passkey === true ? { fresh_passkey: true } : {}),
    ...(ttl === null ? {} : { expires_at: toIso(now + ttl * 1000) }),
  }
  return { ...gate, view_digest: viewDigest(gate) }
}

/** An agent's own goal is nothing that it was asked for. */
function saidIn({ asked_for, asked_by, agent_says }: GateDraft): Partial<Briefing> {
  const isAgents = asked_by === 'agent'
  const says = [agent_says, isAgents ? asked_for : undefined].filter(
    text => text !== undefined && text !== '',
  )
  return {
    ...(says.length === 0 ? {} : { agent_says: says.join('\n') }),
    ...(asked_for === undefined || isAgents
      ? {}
      : { asked_for, ...(asked_by === undefined ? {} : { asked_by }) }),
  }
}

/** Risks and other ways as an agent names them, saying so: on a card they stand among those that Soulgate found. */
export function saidBy(name: string, texts: readonly string[]): readonly string[] {
  return texts.map(text => `${name} says: ${text}`)
}

/** How the calls of a gate are shown, where their tools say more than an act line. */
function displaysIn(subject: GateSubject, displayOf: DisplayOf = () => undefined): Pick<Gate, 'displays'> {
  const calls = 'tool_calls' in subject ? subject.tool_calls : []
  const found = calls.flatMap(({ tool, claimed }) => {
    const display = claimed ? undefined : displayOf(tool)?.display
    return display === undefined ? [] : [[tool, display] as const]
  })
  return found.length === 0 ? {} : { displays: Object.fromEntries(found) }
}

/** What a person looked at, as a digest: everything on the card but its clock and its comments. */
function viewDigest(gate: Gate): string {
  return digest('soulgate.view.v1', {
    gate: gate.gate_id,
    subject: gate.subject_digest,
    briefing: gate.briefing as unknown as JsonObject,
    why_held: gate.why_held as unknown as JsonObject[],
    confidence: (gate.confidence ?? null) as unknown as JsonObject | null,
    risks: gate.risks,
    artifacts: gate.artifacts as unknown as JsonObject[],
    options: gate.options as unknown as JsonObject[],
    quorum: gate.quorum as unknown as JsonObject,
    ...(gate.displays === undefined ? {} : { displays: gate.displays as unknown as JsonObject }),
    ...(gate.definition === undefined ? {} : { definition: gate.definition as unknown as JsonObject }),
  })
}

/** Whether whoever waits at this gate need not wait any longer: nobody can answer it any more. */
export function isClosedGate({ status, resumes_on_expiry }: Gate): boolean {
  if (status === 'expired') return resumes_on_expiry === true
  return status !== 'pending' && status !== 'superseded'
}

/** The calls a gate is about; empty for questions, plans and documents. */
export function callsOf(gate: Gate): readonly ToolCall[] {
  return 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
}

/** What people attached to their decisions on this gate, votes and single calls included; it binds the run. */
export function conditionsOf(gate: Gate): readonly string[] {
  return gate.decisions.flatMap(decision => (decision.late ? [] : (decision.conditions ?? [])))
}

function confirmWordOf(subject: GateSubject, truncated: boolean): string | undefined {
  if (!('tool_calls' in subject)) return undefined
  const dangerous = subject.tool_calls.find(call => call.reversibility === 'irreversible' || call.claimed)
  return dangerous?.tool ?? (truncated ? subject.tool_calls[0]?.tool : undefined)
}

function inOrder(steps: readonly GateEscalation[]): GateEscalation[] {
  return steps.toSorted((a, b) => a.after_seconds - b.after_seconds)
}

const COPIED = [
  'run_id',
  'step_seq',
  'session_id',
  'task_id',
  'on_behalf_of',
  'confidence',
  'reopened_from',
  'steered_from',
  'cost_so_far_usd',
  'context',
  'assignee',
  'definition',
  'resumes_on_expiry',
] as const satisfies readonly (keyof GateDraft & keyof Gate)[]

function optionalFields(draft: GateDraft): Partial<Gate> {
  return Object.fromEntries(COPIED.flatMap(key => (draft[key] === undefined ? [] : [[key, draft[key]]])))
}
