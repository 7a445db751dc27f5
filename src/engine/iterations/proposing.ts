import { quoteText } from '../../contracts/act-line.ts'
import type { GateOption } from '../../contracts/gate.ts'
import type { ProposalVersion } from '../../contracts/iteration.ts'
import { type GateAnswer, giveUp } from '../run/run.ts'
import { asidesOf, ask, briefOf, hear, type IterationRun, ponder, update } from './iteration-run.ts'
import { askForBudget, NO_MONEY } from './limits.ts'
import { offlinePlanner } from './offline/offline-planner.ts'

const OPTIONS: readonly GateOption[] = [
  { id: 'approve', label: 'Approve and begin', decision: 'approve' },
  { id: 'reject', label: 'Reject', decision: 'reject' },
  {
    id: 'adjust',
    label: 'Adjust the proposal',
    decision: 'steer',
    default_instruction: 'Use the proposal as I changed it.',
    input_schema: {
      type: 'object',
      properties: { adjusted_proposal: { type: 'string', minLength: 1, maxLength: 50_000 } },
      additionalProperties: false,
    },
  },
]

/** Proposes, again after every adjustment, until people approve. A rejection ends the run. */
export async function proposeUntilApproved(iterationRun: IterationRun): Promise<void> {
  let written = await writeProposal(iterationRun)
  let steeredFrom: string | undefined
  for (;;) {
    await show(iterationRun, written)
    const answer = await askForApproval(iterationRun, steeredFrom)
    await note(iterationRun, answer)
    const { status, gate_id } = answer.gate
    if (status === 'approved') return begin(iterationRun, answer)
    if (status === 'rejected') {
      await update(iterationRun, { status: 'cancelled' })
      giveUp('user_rejected_proposal')
    }
    // Withdrawn by whoever may withdraw it: that answers nothing, so it is asked again.
    if (status !== 'steered') continue
    steeredFrom = gate_id
    written = await adjust(iterationRun, answer)
  }
}

async function begin(iterationRun: IterationRun, answer: GateAnswer): Promise<void> {
  const said = asidesOf(answer)
  for (const text of said) hear(iterationRun, 'your approval', text)
  await update(iterationRun, { status: 'iterating', guidance: [...iterationRun.head.guidance, ...said] })
}

type Written = Omit<ProposalVersion, 'number'>

async function writeProposal(iterationRun: IterationRun): Promise<Written> {
  const brief = briefOf(iterationRun)
  const number = iterationRun.head.proposals.length + 1
  const made = await ponder(iterationRun, {
    name: `proposal:${number}`,
    think: terms => iterationRun.parts.planner.propose(brief, terms),
  })
  if ('over_budget' in made) {
    await askForBudget(iterationRun, made.over_budget, NO_MONEY.beforeWork)
    return writeProposal(iterationRun)
  }
  const thought = 'thought' in made ? made.thought : await fallBack(iterationRun, number)
  const { minutes, cost_usd } = await estimate(iterationRun)
  return {
    text: thought.value,
    written_by: thought.is_offline ? 'offline' : 'model',
    ...(thought.model_failure === undefined ? {} : { model_failure: thought.model_failure }),
    estimated_minutes: minutes,
    estimated_cost_usd: cost_usd,
  }
}

/** A proposal that cannot be written by whoever was asked is written by rules; people decide on it all the same. */
async function fallBack(iterationRun: IterationRun, number: number) {
  const brief = briefOf(iterationRun)
  const made = await ponder(iterationRun, {
    name: `proposal:${number}:rules`,
    think: terms => offlinePlanner.propose(brief, terms),
  })
  if ('thought' in made) return made.thought
  return giveUp('proposal_not_written')
}

async function estimate(
  iterationRun: IterationRun,
): Promise<{ readonly minutes: number; readonly cost_usd: number }> {
  const brief = briefOf(iterationRun)
  return iterationRun.context.step('estimate', () => ({ ...iterationRun.parts.planner.estimate(brief) }))
}

async function show(iterationRun: IterationRun, written: Written): Promise<void> {
  const { proposals } = iterationRun.head
  const version = { number: proposals.length + 1, ...written }
  await update(iterationRun, { proposals: [...proposals, version] })
  const { number, written_by } = version
  iterationRun.context.emit('proposal_drafted', { plan_id: iterationRun.head.plan_id, number, written_by })
}

function askForApproval(iterationRun: IterationRun, steeredFrom: string | undefined): Promise<GateAnswer> {
  const { head } = iterationRun
  const version = head.proposals.at(-1)
  const { plan_id, goal, max_iterations, checkpoint_interval } = head
  const { number = 1, text = '', estimated_minutes = 0, estimated_cost_usd = 0 } = version ?? {}
  const details =
    version?.model_failure === undefined ? '' : `${version.model_failure} Rules wrote the proposal.`
  return ask(iterationRun, {
    name: `proposal:${number}:gate`,
    type: 'proposal',
    stage: 'proposal',
    summary: `Plan in ${max_iterations} iterations: ${quoteText(goal.replaceAll(/\s+/g, ' '), 160)}`,
    details,
    why: 'Iterations begin only when a person has approved the proposal.',
    options: OPTIONS,
    subject: {
      plan_id,
      number,
      goal: goal.length > 1000 ? `${goal.slice(0, 1000)} …` : goal,
      proposal: text,
      max_iterations,
      checkpoint_interval,
      estimated_minutes,
      estimated_cost_usd,
    },
    ...(steeredFrom === undefined ? {} : { steered_from: steeredFrom }),
  })
}

async function note(iterationRun: IterationRun, answer: GateAnswer): Promise<void> {
  const { proposals } = iterationRun.head
  const { gate, decision } = answer
  const feedback = decision?.steer_instructions ?? decision?.feedback ?? decision?.reason
  await update(iterationRun, {
    proposals: proposals.map((version, index) =>
      index < proposals.length - 1
        ? version
        : {
            ...version,
            gate_id: gate.gate_id,
            answer: gate.status,
            ...(feedback === undefined ? {} : { feedback }),
          },
    ),
  })
}

/** The person's own text is taken word for word; anything else is an instruction for the next proposal. */
async function adjust(iterationRun: IterationRun, { decision }: GateAnswer): Promise<Written> {
  const { head } = iterationRun
  const turn = head.proposals.length
  const own = Object(decision?.option_input).adjusted_proposal
  const said = decision?.steer_instructions ?? ''
  if (typeof own === 'string' && own.trim() !== '') {
    const before = new Set((head.proposals.at(-1)?.text ?? '').split('\n').map(line => line.trim()))
    const added = own.split('\n').filter(line => line.trim() !== '' && !before.has(line.trim()))
    if (added.length > 0) hear(iterationRun, `your change of proposal ${turn}`, added.join('\n'))
    const instruction = said === OPTIONS[2]?.default_instruction ? [] : [said]
    if (instruction.length > 0) hear(iterationRun, `your feedback on proposal ${turn}`, said)
    await update(iterationRun, { guidance: [...head.guidance, ...instruction, own] })
    const { minutes, cost_usd } = await estimate(iterationRun)
    return { text: own, written_by: 'person', estimated_minutes: minutes, estimated_cost_usd: cost_usd }
  }
  hear(iterationRun, `your feedback on proposal ${turn}`, said)
  await update(iterationRun, { guidance: [...head.guidance, said] })
  return writeProposal(iterationRun)
}
