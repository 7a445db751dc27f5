import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { reviewParts } from 'soulgate/contracts/review-parts'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { longValueKeys } from '../calls/arguments-view.tsx'
import type { LineComment } from '../drafts/drafts.ts'
import { withComments } from '../review/line-comments.ts'
import { countHiddenCharacters } from '../text/hidden-characters.ts'

/** How long a decision made here can be taken back. */
const UNDO_MS = 5000

/** What a person has entered for a decision beside the choice itself. */
export interface DecisionInput {
  readonly reason?: string
  readonly instructions?: string
  readonly confirm?: string
  readonly optionInput?: JsonObject
  readonly edited?: Readonly<Record<string, JsonObject>>
  readonly answers?: DecideRequest['answers']
  readonly conditions?: readonly string[]
  readonly remember?: DecideRequest['remember']
  /** Those of the offer that is remembered with the approval. */
  readonly permissions?: DecideRequest['permissions']
  readonly artifacts?: readonly string[]
  /** What was written at lines; it goes along with the words of every decision. */
  readonly lineComments?: readonly LineComment[]
  /** The calls it is about; all when absent. */
  readonly calls?: readonly string[]
  /** Those of them that may run, where the others may not. */
  readonly approved?: readonly string[]
}

/** The body of a decide request for one of the gate's options. */
export function decisionFor(gate: Gate, option: GateOption, input: DecisionInput = {}): DecideRequest {
  const isSteer = option.decision === 'steer'
  const comments = input.lineComments ?? []
  const instructions = withComments(input.instructions ?? '', comments) || option.default_instruction
  const reason = isSteer ? '' : withComments(input.reason ?? '', comments)
  const isPartial = input.calls && input.calls.length < openCalls(gate).length
  return {
    decision: option.decision,
    option_id: option.id,
    view_digest: gate.view_digest,
    effective_in_ms: UNDO_MS,
    ...(reason ? { reason } : {}),
    ...(isSteer && instructions ? { steer_instructions: instructions } : {}),
    ...(input.confirm ? { confirm: input.confirm } : {}),
    ...(input.optionInput ? { option_input: input.optionInput } : {}),
    ...(input.edited ? { edited_arguments: { ...input.edited } } : {}),
    ...(input.answers ? { answers: input.answers } : {}),
    ...(input.conditions?.length ? { conditions: [...input.conditions] } : {}),
    ...(input.remember && input.remember !== 'once' ? { remember: input.remember } : {}),
    ...(input.permissions ? { permissions: [...input.permissions] } : {}),
    ...(input.artifacts?.length ? { affected_artifacts: [...input.artifacts] } : {}),
    ...(isPartial && input.calls ? { calls: [...input.calls] } : {}),
    ...(input.approved ? { approved_calls: [...input.approved] } : {}),
  }
}

export function toolCallsOf({ subject }: Pick<Gate, 'subject'>): readonly ToolCall[] {
  return 'tool_calls' in subject ? subject.tool_calls : []
}

/** Calls that have no answer yet. */
export function openCalls(gate: Pick<Gate, 'subject' | 'call_decisions'>): readonly ToolCall[] {
  return toolCallsOf(gate).filter(call => gate.call_decisions[call.call_id] === undefined)
}

/** Whether its calls can be answered one by one: where several people must agree, they agree on all of it. */
export function isAnswerable(gate: Gate): boolean {
  return gate.status === 'pending' && !gate.deciding && gate.quorum.approvals_required <= 1
}

/** Stands for a subject that is long as a whole although no single value of it is. */
export const WHOLE = 'whole'

/** What must have been opened before this gate can be approved: values too long to be seen at once, and evidence. */
export function mustBeOpened(gate: Gate): readonly string[] {
  const long = toolCallsOf(gate).flatMap(longValueKeys)
  const texts = long.length === 0 && gate.briefing.truncated ? [WHOLE] : long
  return [...texts, ...reviewParts(gate)]
}

export function hiddenCharactersIn(gate: Gate): number {
  return countHiddenCharacters(agentTextOf(gate))
}

/** Everything the agent wrote on this gate that people go by, as one text. */
export function agentTextOf(gate: Gate): string {
  const parts: unknown[] = [
    ...toolCallsOf(gate).map(call => call.arguments),
    ...('tool_calls' in gate.subject ? [] : [gate.subject]),
    ...[gate.risks, gate.alternatives, gate.artifacts],
  ]
  const texts = parts.map(part => decodeEscapes(JSON.stringify(part).replace(/\\n|\\t/g, ' ')))
  const { summary, agent_says: says = '', asked_for: askedFor = '', details } = gate.briefing
  return [summary, says, askedFor, details, ...texts].join(' ')
}

/** Files a steer can point at: what is attached, by relative paths. */
export function steerableArtifacts(gate: Gate): readonly string[] {
  const paths = [...gate.artifacts.map(artifact => artifact.path), ...gate.briefing.artifacts]
  return [...new Set(paths)].filter(path => !path.startsWith('/') && !path.split(/[\\/]/).includes('..'))
}

export function optionWith(gate: Gate, decision: GateOption['decision']): GateOption | undefined {
  return gate.options.find(option => option.decision === decision && option.id !== 'edit')
}

export function editOption(gate: Gate): GateOption | undefined {
  if (toolCallsOf(gate).length === 0) return undefined
  const edit = gate.options.find(option => option.id === 'edit')
  const approve = optionWith(gate, 'approve')
  return edit ?? (approve ? { ...approve, label: 'Edit and approve' } : undefined)
}

/** JSON writes some control characters as escapes; they count as what they stand for. */
function decodeEscapes(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
