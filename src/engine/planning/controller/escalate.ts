import { quoteText } from '../../../contracts/act-line.ts'
import type { GateOption } from '../../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { PlanConflict, PlanConstraints } from '../../../contracts/plan.ts'
import type { GateAnswer } from '../../run/run.ts'
import { abort, takeCorrection } from './approve.ts'
import { type Flow, freshAttempt, situationOf } from './flow.ts'
import { askPeople, wordsOf } from './gates.ts'
import { logAdaptation } from './log.ts'
import { conflictSubject } from './plan-card.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

/** NEEDS_SCHED_ESCALATION: what conflicts is named, and a person says which constraint gives way, or what changes. */
export async function escalate(flow: Flow): Promise<PlanOutcome> {
  const { conflict } = flow
  if (conflict === undefined) return 'no_response'
  const answer = await askAboutConflict(flow, conflict)
  const { gate, decision } = answer
  if (gate.status === 'rejected') return abort(flow, answer)
  if (gate.status === 'steered') {
    await takeCorrection(flow, answer)
    flow.steeredFrom = gate.gate_id
    for (const stage of ['outline', 'roadmap', 'schedule'] as const) freshAttempt(flow, stage)
    await logAdaptation(flow, {
      node_ids: [],
      action: 'plan to be changed',
      reason: wordsOf(answer),
      origin: 'user_feedback',
    })
    return 'changes_requested'
  }
  if (gate.status !== 'approved' || decision?.decision !== 'approve') return 'no_response'
  return relax(flow, conflict, answer)
}

async function relax(flow: Flow, conflict: PlanConflict, { decision }: GateAnswer): Promise<PlanOutcome> {
  const input = decision?.option_input ?? {}
  const constraint = String(
    input.constraint ?? conflict.constraints.find(item => item.can_relax)?.constraint_id ?? '',
  )
  const to = input.to as JsonValue | undefined
  const relaxed = (await flow.context.step('relax', () => {
    const wish = { constraint, ...(to === undefined ? {} : { to }) }
    const { constraints, calendar } = flow
    return flow.parts.time.relax({ constraints, calendar }, conflict, wish) as unknown as JsonObject
  })) as unknown as ReturnType<Flow['parts']['time']['relax']>
  if ('problem' in relaxed) {
    flow.conflict = { ...conflict, message: `${relaxed.problem} ${conflict.message}` }
    return 'no_response'
  }
  const before = flow.constraints
  flow.constraints = relaxed.constraints
  flow.calendar = relaxed.calendar
  Object.assign(flow.relaxedTiming, relaxed.nodes ?? {})
  flow.conflict = undefined
  freshAttempt(flow, 'schedule')
  const named = conflict.constraints.find(item => item.constraint_id === constraint)
  await logAdaptation(flow, {
    node_ids: named?.node_ids ?? [],
    action: `relaxed ${constraint}`,
    reason: relaxed.text,
    origin: 'user_feedback',
  })
  if (!isOtherHorizon(flow, before)) return 'relaxed'
  delete flow.artifacts.outline
  for (const stage of ['outline', 'roadmap'] as const) freshAttempt(flow, stage)
  return 'changes_requested'
}

/** From this on a plan with rounds of its own was drafted for another time than it has now. */
const MUCH_LONGER = 1.3

/** Whether so much more time was given that what comes back again and again would end long before the new deadline. */
function isOtherHorizon({ artifacts, constraints, now }: Flow, before: PlanConstraints): boolean {
  const hasRounds =
    artifacts.outline?.nodes.some(({ recurrence }) => recurrence?.until !== undefined) === true
  if (!hasRounds || before.deadline === undefined || constraints.deadline === undefined) return false
  const from = Date.parse(constraints.start ?? now)
  return Date.parse(constraints.deadline) - from > (Date.parse(before.deadline) - from) * MUCH_LONGER
}

async function askAboutConflict(flow: Flow, conflict: PlanConflict): Promise<GateAnswer> {
  const facts = conflict.constraints.map(({ message }) => message)
  const said = await runTool(flow, 'summarizer', {
    situation: situationOf(flow),
    stage: 'escalation',
    conflict,
    facts: [],
  })
  const summary = said.reached ? undefined : said.result.data?.text
  const isTogether = conflict.minimal ? 'It is enough that one of them gives way.' : ''
  return askPeople(flow, 'scheduling escalation', {
    type: 'scheduling_escalation',
    summary: `${quoteText(flow.goal, 120)} does not fit into the calendar`,
    details: [summary ?? conflict.message, ...facts.map(fact => `- ${fact}`), isTogether]
      .filter(text => text !== '')
      .join('\n'),
    subject: conflictSubject(flow, conflict),
    why: 'No schedule keeps all of these constraints.',
    options: escalationOptions(conflict),
    isCorrectable: true,
    callToAction: conflict.constraints.some(item => item.can_relax)
      ? 'Relax one of the constraints, change the plan, or abort it.'
      : 'No single one of them can give way: change the plan, such as a later deadline and more time, or abort it.',
  })
}

/** The constraints that can give way, each under its name with what it could become. */
export function escalationOptions(conflict: PlanConflict): readonly GateOption[] {
  const open = conflict.constraints.filter(item => item.can_relax)
  const relaxing: GateOption = {
    id: 'relax',
    label: 'Relax a constraint',
    decision: 'approve',
    input_schema: {
      type: 'object',
      properties: {
        constraint: {
          type: 'string',
          enum: open.map(item => item.constraint_id),
          description: open.map(item => `${item.constraint_id}: ${item.message}`).join(' '),
        },
        to: { description: describeSuggestions(conflict) },
      },
      required: ['constraint'],
      additionalProperties: false,
    },
  }
  return [
    ...(open.length === 0 ? [] : [relaxing]),
    {
      id: 'steer',
      label: 'Change the plan',
      decision: 'steer',
      default_instruction: 'Leave out what matters least until the rest fits, and say what was left out.',
    },
    { id: 'abort', label: 'Abort the plan', decision: 'reject' },
  ]
}

function describeSuggestions({ constraints }: PlanConflict): string {
  const known = constraints.flatMap(({ constraint_id, suggestion }) =>
    suggestion === undefined ? [] : [`${constraint_id}: ${JSON.stringify(suggestion)}`],
  )
  return known.length === 0
    ? 'What it becomes; left out, it is dropped.'
    : `What it becomes, such as ${known.join(', ')}`
}
