import { canonicalize } from '../../base/canonical-json.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Gate, GateType } from '../../contracts/gate.ts'
import { readingMs } from '../../contracts/reading-time.ts'
import type { JsonSchema } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { isStandingReason } from '../gate/gate.ts'
import { type CallShape, scopeKeyOf, shapeOf } from './shape.ts'

/** What one decision of a person says of one call of its scope. */
export interface ScopeLabel {
  readonly scope: string
  readonly requester: string
  readonly tool: string
  readonly definition_hash: string
  readonly shape: CallShape
  readonly reversibility: ToolCall['reversibility']
  readonly claimed: boolean
  readonly decided_at: string
  /** `unsettled`: approved, and it may still turn out wrong. `none`: it says nothing. */
  readonly label: 'right' | 'wrong' | 'unsettled' | 'none'
  readonly score?: number
  /** The factors behind the score, by their names. */
  readonly factors?: Readonly<Record<string, number>>
  readonly call_id: string
  readonly gate_id: string
  /** A person let it run as it was proposed. */
  readonly approved: boolean
  /** People were asked about it alone, and for no other reason than that it writes: a contract could stand in for them. */
  readonly could_release: boolean
}

export interface LabelContext {
  /** Of the definition with this hash; undefined where it is not known any more. */
  readonly schemaOf: (call: Pick<ToolCall, 'tool' | 'definition_hash'>) => JsonSchema | undefined
  readonly now_ms: number
  /** When a person decided last before these gates, in ms since 1970. */
  readonly decided_before_ms?: (person: string) => number
}

const DAY_MS = 86_400_000
/** For so long an approved call may turn out wrong: undone, or failed. */
export const LABEL_WINDOW_MS = 7 * DAY_MS

/** Their questions are not whether the call is right. */
const OTHER_QUESTIONS: ReadonlySet<GateType> = new Set(['unknown_outcome', 'run_definition_changed'])

/**
 * The labels of decided gates, in order of the decisions. `gates` are those of a time, with what came of their calls. What
 * no person decided says nothing. A gate that several people decided, or that asks again about an edit, says nothing; nor does an approval that was given
 * faster than its card can be read, counted from the decision of the same person before it: of answers given all at once
 * the first counts. Of several calls of one scope in one gate one counts, a wrong one first.
 */
export function labelsOf(gates: readonly Gate[], context: LabelContext): readonly ScopeLabel[] {
  const edited = new Set(gates.flatMap(({ superseded_by: successor }) => successor ?? []))
  const lastAtMs = new Map<string, number>()
  return gates
    .flatMap(gate => {
      const decision = gate.decisions.findLast(({ late }) => !late)
      return decision === undefined || OTHER_QUESTIONS.has(gate.type) ? [] : [{ gate, decision }]
    })
    .toSorted((a, b) => (a.decision.decided_at < b.decision.decided_at ? -1 : 1))
    .flatMap(({ gate, decision }) => {
      const { decided_by: person } = decision
      const beforeMs = lastAtMs.get(person) ?? context.decided_before_ms?.(person) ?? 0
      const sinceMs = Math.max(Date.parse(gate.created_at), beforeMs)
      const atMs = Date.parse(decision.decided_at)
      lastAtMs.set(person, atMs)
      const saysNothing = !isPerson(person) || edited.has(gate.gate_id) || gate.quorum.approvals_required > 1
      const isRead = atMs - sinceMs >= readingMs(gate)
      const labels = callsOf(gate).map(call =>
        toLabel(gate, decision, { call, isRead, saysNothing, context }),
      )
      return onePerScope(labels)
    })
}

/** Agents and the program itself make no labels, whatever may once let them decide. */
export function isPerson(deciderId: string): boolean {
  return !/^(?:agent|system):/.test(deciderId)
}

interface Judged {
  readonly call: ToolCall
  readonly isRead: boolean
  readonly saysNothing: boolean
  readonly context: LabelContext
}

function toLabel(gate: Gate, decision: Decision, judged: Judged): ScopeLabel {
  const { call, context } = judged
  const shape = shapeOf({ ...call, input_schema: context.schemaOf(call) ?? {} })
  const { tool, definition_hash, reversibility, claimed } = call
  const requester = gate.requested_by
  const score = gate.confidence?.score
  return {
    scope: scopeKeyOf({ requester, tool, definition_hash, shape }),
    ...{ requester, tool, definition_hash, shape, reversibility, claimed },
    decided_at: decision.decided_at,
    label: labelOf(gate, decision, judged),
    call_id: call.call_id,
    gate_id: gate.gate_id,
    approved: gate.call_decisions[call.call_id] === 'approve' && !isEdited(gate, call),
    could_release: callsOf(gate).length === 1 && gate.why_held.every(isStandingReason),
    ...(score === undefined ? {} : { score, factors: factorsOf(gate) }),
  }
}

/** The values of the factors of its confidence, by their names. */
export function factorsOf({ confidence }: Pick<Gate, 'confidence'>): Readonly<Record<string, number>> {
  return Object.fromEntries((confidence?.factors ?? []).map(({ factor, value }) => [factor, value]))
}

function labelOf(
  gate: Gate,
  decision: Decision,
  { call, isRead, saysNothing, context }: Judged,
): ScopeLabel['label'] {
  if (saysNothing) return 'none'
  if (gate.status === 'steered' || gate.call_decisions[call.call_id] === 'reject') return 'wrong'
  if (gate.status === 'rejected' || isEdited(gate, call)) return 'wrong'
  if (gate.status !== 'approved' || gate.call_decisions[call.call_id] !== 'approve') return 'none'
  const status = gate.outcome?.calls.find(({ call_id }) => call_id === call.call_id)?.status
  if (status === 'undone' || status === 'failed') return 'wrong'
  if (!isRead || status === 'unknown') return 'none'
  return context.now_ms - Date.parse(decision.decided_at) < LABEL_WINDOW_MS ? 'unsettled' : 'right'
}

function isEdited({ decisions }: Gate, { call_id, arguments: proposed }: ToolCall): boolean {
  const edits = decisions.flatMap(({ late, edited_arguments: edits }) =>
    late ? [] : (edits?.[call_id] ?? []),
  )
  return edits.some(edit => canonicalize(edit) !== canonicalize(proposed))
}

const WEIGHT = { wrong: 3, right: 2, unsettled: 1, none: 0 } as const

function onePerScope(labels: readonly ScopeLabel[]): readonly ScopeLabel[] {
  const byScope = new Map<string, ScopeLabel>()
  for (const label of labels) {
    const before = byScope.get(label.scope)
    if (before === undefined || WEIGHT[label.label] > WEIGHT[before.label]) byScope.set(label.scope, label)
  }
  return [...byScope.values()]
}

function callsOf({ subject }: Gate): readonly ToolCall[] {
  return 'tool_calls' in subject ? subject.tool_calls : []
}
