import type { Gate, GateOption, GateType, WhyHeld } from './gate.ts'
import type { JsonValue } from './json-value.ts'
import type { Role } from './principal.ts'
import type { ToolCall } from './tool-call.ts'

/** Whether a person must have opened the whole gate before approving it: something was cut, or there is evidence. */
export function needsViewing({ briefing, artifacts }: Pick<Gate, 'briefing' | 'artifacts'>): boolean {
  return briefing.truncated || artifacts.length > 0
}

/** Whether an option lets the calls of its gate run: an approval, or going on past an advisory gate. */
export function letsCallsRun({ id, decision }: Pick<GateOption, 'id' | 'decision'>): boolean {
  return decision === 'approve' || (decision === 'skip' && id === 'continue')
}

/**
 * What several gates must have in common to be approved together: who asks, which tools with which names of
 * arguments and which danger, and every reason and risk. Equal text for equal questions; values of arguments are
 * no part of it.
 */
export function reviewTemplate(gate: Gate): string {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const values = calls.flatMap(namedValues).toSorted((a, b) => b.length - a.length)
  return JSON.stringify([
    gate.requested_by,
    gate.type,
    calls.length > 0 ? calls.map(shapeOf) : gate.gate_id,
    gate.why_held.map(why => reasonOf(why, values)).toSorted(),
    gate.risks.toSorted(),
  ])
}

function shapeOf({ tool, arguments: values, reversibility, claimed, annotations }: ToolCall) {
  return [tool, Object.keys(values).toSorted(), reversibility, claimed, annotations.destructive]
}

/** A reason without the values of its own gate: a score, and what an origin names. All other texts count as they are. */
function reasonOf({ source, rule_id, text }: WhyHeld, values: readonly string[]): string {
  if (source === 'confidence') return JSON.stringify([source, rule_id])
  const plain =
    source === 'provenance' ? values.reduce((rest, value) => rest.replaceAll(value, '…'), text) : text
  return JSON.stringify([source, rule_id, plain])
}

function namedValues({ arguments: values, origins = [] }: ToolCall): readonly string[] {
  const named = [...textsIn(values), ...origins.flatMap(({ value, where = '' }) => [value, where])]
  return named.filter(value => value !== '')
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Gates that the person whose run it is may decide; all others need a reviewer. */
const OWN_RUN_GATES: ReadonlySet<GateType> = new Set([
  'clarification',
  'interview',
  'proposal',
  'checkpoint',
  'plan_approval',
  'pattern_rfc',
  'scheduling_escalation',
  'constraint_exception',
])

const RANK: Readonly<Record<Role, number>> = {
  ...{ agent: -1, worker: -1, viewer: 0, member: 1, reviewer: 2, admin: 3 },
}

/** What of a gate says who may decide it. */
export type DecidedGate = Pick<
  Gate,
  'gate_id' | 'type' | 'requested_by' | 'on_behalf_of' | 'separate_approver' | 'quorum'
>

/** Why this person may not decide this gate; undefined when they may. Nobody decides their own request. */
export function refusePerson(
  who: { readonly id: string; readonly role: Role },
  gate: DecidedGate,
): { readonly code: 'forbidden' | 'self_approval'; readonly detail: string } | undefined {
  const { gate_id: id, quorum } = gate
  if (gate.requested_by === who.id || (gate.separate_approver && gate.on_behalf_of === who.id)) {
    const detail = `You asked for gate ${id} yourself; somebody else must decide it.`
    return { code: 'self_approval', detail }
  }
  const isOwn = OWN_RUN_GATES.has(gate.type) && gate.on_behalf_of === who.id
  const needed: Role = isOwn ? 'member' : 'reviewer'
  if (RANK[who.role] < RANK[needed]) {
    const detail = `Gate ${id} needs a ${needed}; you are signed in as ${who.role}.`
    return { code: 'forbidden', detail }
  }
  if (quorum.roles.length === 0 || quorum.roles.includes(who.role) || who.role === 'admin') return undefined
  return { code: 'forbidden', detail: `Gate ${id} is decided by ${quorum.roles.join(' or ')} only.` }
}
