import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'
import { callsOf } from './build-gate.ts'
import { callDigest } from './call-digest.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { CallFacts, HoldTerms } from './judge.ts'

export type EditOutcome =
  | { readonly outcome: 'none'; readonly calls: readonly ToolCall[] }
  | { readonly outcome: 'fits'; readonly calls: readonly ToolCall[] }
  /** A rule that did not hold the original holds the edited call: a new gate must ask about it. */
  | {
      readonly outcome: 'held'
      readonly calls: readonly ToolCall[]
      readonly terms: HoldTerms
      readonly why: readonly Gate['why_held'][number][]
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

/**
 * Applies edited arguments: schema, new digest, guardrails and reversibility again. What a person typed counts as
 * the person's words, everything else keeps its origin.
 */
export async function applyEdits(
  environment: Pick<GateEnvironment, 'tools' | 'judge'>,
  gate: Gate,
  request: DecideRequest,
): Promise<EditOutcome> {
  // Call by call: what was edited with an earlier answer stays edited.
  const earlier = gate.decisions.filter(item => !item.late && item.decision === 'approve')
  const edits = Object.entries({
    ...Object.assign({}, ...earlier.map(item => item.edited_arguments ?? {})),
    ...request.edited_arguments,
  } as Readonly<Record<string, JsonObject>>)
  if (edits.length === 0) return { outcome: 'none', calls: callsOf(gate) }
  const calls: ToolCall[] = []
  for (const call of callsOf(gate)) {
    const edited = edits.find(([id]) => id === call.call_id)?.[1]
    if (edited === undefined) {
      calls.push(call)
      continue
    }
    const checked = editCall(environment, gate, call, edited)
    if ('refused' in checked) return { outcome: 'refused', refusal: checked }
    calls.push(checked)
  }
  return judgeEdited(environment, gate, calls)
}

function editCall(
  environment: Pick<GateEnvironment, 'tools'>,
  gate: Gate,
  call: ToolCall,
  edited: JsonObject,
): ToolCall | Refusal {
  const tool = environment.tools.get(call.tool)
  if (tool === undefined || tool.definition_hash !== call.definition_hash) {
    return refuse(
      'edit_refused',
      `Tool ${call.tool} is not what it was when gate ${gate.gate_id} opened. Reject it.`,
      { gate },
    )
  }
  const valid = environment.tools.validate(tool, edited)
  if (!valid.ok) {
    const errors = valid.errors.map(error => ({
      field: `edited_arguments.${call.call_id}.${error.field}`,
      message: error.message,
    }))
    return refuse('invalid', `The edited arguments of ${call.tool} do not fit its schema.`, { errors })
  }
  const origins = call.origins?.map(origin => originAfterEdit(origin, edited))
  return {
    ...call,
    arguments: edited,
    ...(origins ? { origins } : {}),
    digest: callDigest({
      session_id: gate.session_id ?? '',
      ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
      call_id: call.call_id,
      requester: gate.requested_by,
      tool: call.tool,
      definition_hash: call.definition_hash,
      arguments: edited,
    }),
  }
}

function originAfterEdit(origin: ArgumentOrigin, edited: JsonObject): ArgumentOrigin {
  const value = valueAt(edited, origin.pointer)
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text === origin.value
    ? origin
    : { ...origin, value: text, source: 'person', where: 'typed by the reviewer' }
}

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(current)) current = current[Number(key)]
    else if (typeof current === 'object' && current !== null) current = (current as JsonObject)[key]
    else return undefined
  }
  return current
}

async function judgeEdited(
  environment: Pick<GateEnvironment, 'judge'>,
  gate: Gate,
  calls: readonly ToolCall[],
): Promise<EditOutcome> {
  const { verdict } = await environment.judge(calls, factsOf(gate))
  if (verdict.outcome === 'denied') {
    return {
      outcome: 'refused',
      refusal: refuse('edit_refused', `The edit is not allowed: ${verdict.why}`, { gate }),
    }
  }
  if (verdict.outcome !== 'held') return { outcome: 'fits', calls }
  const known = new Set(gate.why_held.flatMap(why => why.rule_id ?? []))
  const isNew = verdict.why_held.some(why => why.rule_id !== undefined && !known.has(why.rule_id))
  const wasReversible = callsOf(gate).every(call => call.reversibility !== 'irreversible')
  const turnedWorse = wasReversible && calls.some(call => call.reversibility === 'irreversible')
  if (!isNew && !turnedWorse) return { outcome: 'fits', calls }
  return { outcome: 'held', calls, terms: verdict.gate, why: verdict.why_held }
}

/** The facts under which a gate's calls were judged, taken back from the gate. */
export function factsOf(gate: Gate): CallFacts {
  return {
    session_id: gate.session_id ?? '',
    ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
    agent: gate.briefing.agent,
    conditions: [],
    ...(gate.confidence ? { confidence: gate.confidence.score } : {}),
  }
}
