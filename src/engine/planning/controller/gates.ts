import type { GateOption, GateSubject, GateType, WhyHeld } from '../../../contracts/gate.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { PlanBrief, type StageConfidence } from '../../../contracts/plan.ts'
import { GATE_TYPES } from '../../gate/gate.ts'
import type { GateAnswer } from '../../run/run.ts'
import { type Flow, STAGE_OF } from './flow.ts'
import { saveFlow } from './save.ts'

const HOURS_24 = 86_400

/** The plan's brief as a person filled it in, instead of words about it. */
const CORRECT_BRIEF: GateOption = {
  id: 'brief',
  label: 'Correct the brief',
  decision: 'steer',
  default_instruction: 'Make the plan of the brief as it was corrected.',
  input_schema: {
    type: 'object',
    properties: { brief: { type: 'object', description: 'a PlanBrief, whole' } },
    required: ['brief'],
    additionalProperties: false,
  },
}

/** The brief that came with a decision; undefined where it came with none, or with what is no brief. */
export function briefOf({ decision }: GateAnswer): PlanBrief | undefined {
  if (decision?.option_id !== CORRECT_BRIEF.id) return undefined
  return PlanBrief.safeParse(decision.option_input?.brief).data
}

/** The ways to answer, with the brief among them where there is one to correct. */
function withBrief(type: GateType, given: readonly GateOption[] | undefined): readonly GateOption[] {
  return [...(given ?? GATE_TYPES[type].options), CORRECT_BRIEF]
}

/** A question of the planning agent to people. */
export interface Asking {
  readonly type: GateType
  readonly summary: string
  readonly details: string
  readonly subject: GateSubject
  readonly why: string
  /** The last sentence of what the person is told. */
  readonly callToAction: string
  readonly isCut?: boolean
  readonly alternatives?: readonly string[]
  readonly options?: readonly GateOption[]
  /** Whether the brief can be corrected by hand instead. */
  readonly isCorrectable?: boolean
  readonly weighed?: StageConfidence
  readonly constraint?: JsonObject
}

/** Opens a gate of the plan's run and waits; everything about the plan is stored first, so that nothing is lost meanwhile. */
export async function askPeople(flow: Flow, name: string, asking: Asking): Promise<GateAnswer> {
  const { context, used } = flow
  flow.responseText = [asking.details || asking.summary, asking.callToAction].join('\n')
  await saveFlow(flow)
  const why: WhyHeld[] = [
    { source: asking.constraint === undefined ? 'policy' : 'agent_request', text: asking.why },
  ]
  const isCorrectable = asking.isCorrectable === true && flow.brief !== undefined
  const options = isCorrectable ? withBrief(asking.type, asking.options) : asking.options
  const estimate = estimateToEnd(flow)
  const money = `So far ${usd(used.cost_usd)}; what is left to draft is estimated at ${usd(estimate)}.`
  return context.gate(name, {
    terms: { type: asking.type },
    summary: asking.summary,
    details: [asking.details, asking.callToAction, money].filter(text => text !== '').join('\n\n'),
    subject: asking.subject,
    why_held: why,
    ttl_seconds: HOURS_24,
    cost_so_far_usd: used.cost_usd,
    context: { plan_id: flow.plan_id, state: flow.state, estimate_usd: estimate },
    alternatives: asking.alternatives ?? [],
    ...(asking.isCut === true ? { truncated: true } : {}),
    ...(options === undefined ? {} : { options }),
    ...(asking.constraint === undefined ? {} : { constraint_info: asking.constraint }),
    ...(flow.steeredFrom === undefined ? {} : { steered_from: flow.steeredFrom }),
    ...(asking.weighed === undefined ? {} : { confidence: toGateConfidence(asking.weighed) }),
  })
}

/** What a person said with a decision. */
export function wordsOf({ decision }: GateAnswer): string {
  return decision?.steer_instructions ?? decision?.feedback ?? decision?.reason ?? ''
}

/** What the drafts that are still to be made may cost, by what those before have cost. */
function estimateToEnd({ used, validated, state }: Flow): number {
  if (used.turns === 0 || used.cost_usd === 0) return 0
  const stages = (['outline', 'roadmap', 'schedule'] as const).filter(stage => validated[stage] === undefined)
  const isDrafting = STAGE_OF[state] !== undefined && stages.length === 0
  const left = stages.length + (isDrafting ? 1 : 0)
  return Math.round((used.cost_usd / used.turns) * left * 1e4) / 1e4
}

function usd(amount: number): string {
  return `$${amount.toFixed(amount < 0.01 && amount > 0 ? 4 : 2)}`
}

const SHARES = { self: 0.5, validator: 0.3, heuristics: 0.2 } as const

function toGateConfidence({ self, validator, heuristics, confidence, evidence }: StageConfidence) {
  const factor = (name: keyof typeof SHARES, value: number, texts: readonly string[]) => {
    const weight = SHARES[name]
    return { factor: name, weight, value, contribution: weight * value, evidence: [...texts] }
  }
  return {
    score: confidence,
    factors: [
      factor('self', self, ['what the drafting tool says of its own work']),
      factor('validator', validator, ['what the rules found']),
      factor(
        'heuristics',
        heuristics,
        evidence.map(item => item.text),
      ),
    ],
    adjustments: [],
  }
}
