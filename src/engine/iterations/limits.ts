import { giveUp } from '../run/run.ts'
import { ask, type IterationRun, update } from './iteration-run.ts'

/** What leaving the rest out means, by where the money ran out. */
export const NO_MONEY = {
  beforeWork: 'Cancel: there is nothing yet to sum up',
  atWork: 'Stop here and sum up what exists, without a language model',
} as const

/**
 * The money of the run or of the day is used up: people raise the limit, have the rest left out, or abort. Answers
 * whether work goes on.
 */
export async function askForBudget(
  iterationRun: IterationRun,
  because: string,
  reduce: string,
): Promise<'expanded' | 'reduced'> {
  const { head, budgetUsd } = iterationRun
  const task = head.goal.slice(0, 500)
  const info = {
    task,
    constraint: 'budget',
    required_change: because,
    limit: budgetUsd,
    spent_usd: head.spent_usd,
  }
  const answer = await ask(iterationRun, {
    name: `budget:${head.current_iteration}:${budgetUsd}`,
    type: 'constraint_exception',
    stage: 'budget',
    summary: `The budget of $${budgetUsd} is used up in iteration ${head.current_iteration} of ${head.max_iterations}`,
    details: because,
    why: because,
    subject: info,
    constraint_info: info,
    options: [
      {
        id: 'expand',
        label: 'Expand the limit',
        decision: 'approve',
        input_schema: { type: 'object', properties: { new_limit: { type: 'number', exclusiveMinimum: 0 } } },
      },
      { id: 'reduce', label: reduce, decision: 'steer', default_instruction: reduce },
      { id: 'abort', label: 'Abort', decision: 'reject' },
    ],
  })
  if (answer.gate.status === 'approved') {
    const wanted = Number(Object(answer.decision?.option_input).new_limit)
    const isEnough = Number.isFinite(wanted) && wanted > head.spent_usd
    iterationRun.budgetUsd = isEnough ? wanted : head.spent_usd + Math.max(budgetUsd, 1)
    iterationRun.isDayWaived = true
    return 'expanded'
  }
  if (answer.gate.status === 'steered' && reduce === NO_MONEY.atWork) return 'reduced'
  await update(iterationRun, { status: 'cancelled' })
  return giveUp('aborted_at_budget')
}
