import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'
import { callsOf } from './build-gate.ts'
import { callDigest } from './call-digest.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { CallFacts, HoldTerms, Judgement } from './judge.ts'
import { outsideRunOf } from './outside-runs.ts'
import { traceArguments } from './provenance.ts'
import { isStandingReason } from './release-call.ts'

export type EditOutcome = EditedCalls & {
  /** How the edited calls were judged; absent where nothing was edited. */
  readonly judgement?: Judgement
}

type EditedCalls =
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
  // A tool that nobody had declared and nobody has declared since is as unknown as it was on the card.
  if ((tool?.definition_hash ?? UNDECLARED_HASH) !== call.definition_hash) {
    return refuse(
      'edit_refused',
      `Tool ${call.tool} is not what it was when gate ${gate.gate_id} opened. Reject it.`,
      { gate },
    )
  }
  const valid = tool && environment.tools.validate(tool, edited)
  if (valid && !valid.ok) {
    const errors = valid.errors.map(error => ({
      field: `edited_arguments.${call.call_id}.${error.field}`,
      message: error.message,
    }))
    return refuse('invalid', `The edited arguments of ${call.tool} do not fit its schema.`, { errors })
  }
  const origins = call.origins && originsAfterEdit(call, edited, tool ?? UNDECLARED)
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

const UNDECLARED_HASH = 'undeclared'
const UNDECLARED = { input_schema: {}, claimed: true }
const NOTHING_TRUSTED = { personTexts: [], trustedReads: [], untrustedReads: [] }

/** What stands where it stood comes from where it came; everything else is the reviewer's own word. */
function originsAfterEdit(
  call: ToolCall,
  edited: JsonObject,
  definition: RegisteredTool | typeof UNDECLARED,
): ArgumentOrigin[] {
  const traced = traceArguments({ tool: call.tool, arguments: edited, definition }, NOTHING_TRUSTED)
  return traced.map(({ pointer, value, meaning }) => {
    const origin = call.origins?.find(item => item.pointer === pointer && item.value === value)
    return origin ?? { pointer, value, meaning, source: 'person', where: 'typed by the reviewer' }
  })
}

async function judgeEdited(
  environment: Pick<GateEnvironment, 'judge'>,
  gate: Gate,
  calls: readonly ToolCall[],
): Promise<EditOutcome> {
  const judgement = await environment.judge(calls, factsOf(gate))
  const { verdict } = judgement
  if (verdict.outcome === 'denied') {
    return {
      judgement,
      outcome: 'refused',
      refusal: refuse('edit_refused', `The edit is not allowed: ${verdict.why}`, { gate }),
    }
  }
  if (verdict.outcome !== 'held') return { judgement, outcome: 'fits', calls }
  const isNew = await findNewHold(environment, gate, verdict.why_held)
  return isNew
    ? { judgement, outcome: 'held', calls, terms: verdict.gate, why: verdict.why_held }
    : { judgement, outcome: 'fits', calls }
}

/** Whether something holds the edited calls that is not on the card and does not hold the calls as proposed. */
async function findNewHold(
  environment: Pick<GateEnvironment, 'judge'>,
  gate: Gate,
  held: readonly WhyHeld[],
): Promise<boolean> {
  const rules = new Set(gate.why_held.flatMap(why => why.rule_id ?? []))
  if (held.some(why => why.rule_id !== undefined && !rules.has(why.rule_id))) return true
  const others = held.filter(why => why.rule_id === undefined && !isStandingReason(why))
  if (others.length === 0) return false
  const { verdict } = await environment.judge(callsOf(gate), factsOf(gate))
  const before = verdict.outcome === 'held' ? [...verdict.why_held, ...gate.why_held] : gate.why_held
  const texts = new Set(before.map(why => why.text))
  return others.some(why => !texts.has(why.text))
}

/** The facts under which a gate's calls were judged, taken back from the gate. */
export function factsOf(gate: Gate): CallFacts {
  const run = gate.run_id ?? outsideRunOf(gate)
  return {
    session_id: gate.session_id ?? '',
    ...(run === undefined ? {} : { run_id: run }),
    ...(gate.run_id === undefined ? {} : { executing_run_id: gate.run_id }),
    agent: gate.briefing.agent,
    conditions: [],
    ...(gate.confidence ? { confidence: gate.confidence.score } : {}),
  }
}
