import { z } from 'zod'
import { isSoulgateError, SoulgateError } from '../base/errors.ts'
import { JsonObject } from '../contracts/json-value.ts'
import type { RunContext } from '../engine/run/run.ts'

/** One limit on what a run may spend, and what was spent under it. Amounts in USD. */
export const Budget = z.object({
  /** The run whose budget it is, or `day:` and the agent. */
  key: z.string(),
  of: z.enum(['run', 'parent', 'day']),
  /** Whose budget it is. */
  agent: z.string(),
  limit: z.number(),
  spent: z.number(),
})
export type Budget = z.infer<typeof Budget>

/** A run that is about to spend: its own limit, and what it knows to have spent, some of it perhaps not written yet. */
export interface Spender {
  readonly runId: string
  readonly agent: string
  readonly limitUsd: number | undefined
  readonly spentUsd: number
}

/** The budgets that hold for a run: its own, those of the runs that started it, and of the day. */
export type ReadBudgets = (spender: Spender) => Promise<readonly Budget[]>

/** What people allowed instead, by the key of the budget. */
export type Raised = Readonly<Record<string, number>>

/** Of a budget, for an agent that people asked to leave the rest out. */
const WRAP_UP_SHARE = 0.25

/**
 * Does what costs money with what the tightest budget leaves for it. Throws `budget_exceeded`, which names the budget, where
 * nothing is left, and where the work itself says that it would go over.
 */
export async function spendWithin<Value>(
  budgets: readonly Budget[],
  raised: Raised,
  work: (leftUsd: number) => Promise<Value>,
): Promise<Value> {
  const [tightest] = budgets
    .map(budget => ({ ...budget, limit: raised[budget.key] ?? budget.limit }))
    .toSorted((a, b) => a.limit - a.spent - (b.limit - b.spent))
  if (tightest === undefined) return work(Number.POSITIVE_INFINITY)
  const left = Math.max(0, tightest.limit - tightest.spent)
  if (left === 0) throw exceeded(tightest, `${nameOf(tightest)} is used up.`)
  try {
    return await work(left)
  } catch (error) {
    if (isSoulgateError(error, 'budget_exceeded')) throw exceeded(tightest, error.message)
    throw error
  }
}

function exceeded(budget: Budget, message: string): SoulgateError {
  return new SoulgateError('budget_exceeded', message, { retry: 'after_human', data: { budget } })
}

/** The budget that an error names; undefined for every other error. */
export function budgetOf(error: unknown): Budget | undefined {
  if (!isSoulgateError(error, 'budget_exceeded')) return undefined
  return Budget.safeParse(error.data.budget).data
}

function nameOf({ of, agent, limit }: Budget): string {
  const whose = {
    run: `The budget of this run of ${agent}`,
    parent: `The budget of the run of ${agent} that started this one`,
  }
  return of === 'day' ? `The budget of ${agent} for today (${limit} USD)` : `${whose[of]} (${limit} USD)`
}

/**
 * The money is used up: people raise the budget for this run, have the rest left out, or end the run, which then has failed.
 * Answers what it may spend from now on, and what people said to do instead.
 */
export async function askForBudget(
  run: RunContext,
  {
    agent,
    name,
    budget,
    because,
    facts = {},
  }: {
    readonly agent: string
    /** Of the gate; the same at every replay. */
    readonly name: string
    readonly budget: Budget
    readonly because: string
    readonly facts?: JsonObject
  },
): Promise<{ readonly raised: Raised; readonly instruction?: string }> {
  const { key, of, limit, spent } = budget
  const info = JsonObject.parse({
    constraint: 'budget',
    required_change: because,
    limit,
    ...facts,
    spent_usd: spent,
  })
  const { gate, decision } = await run.gate(name, {
    terms: { type: 'constraint_exception' },
    summary: SUMMARIES[of](agent, budget),
    details: because,
    subject: { document: info },
    constraint_info: info,
    cost_so_far_usd: spent,
    why_held: [{ source: 'policy', text: because }],
  })
  if (gate.status === 'approved') {
    const wanted = Number(decision?.option_input?.new_limit ?? Number.NaN)
    return { raised: { [key]: wanted > limit ? wanted : spent + limit } }
  }
  if (gate.status !== 'steered')
    throw new SoulgateError(
      'budget_exceeded',
      `${ENDS[of](agent, budget)}, and nobody raised it. What was done stays done; raise limits.${of === 'day' ? 'dailyBudgetUsd' : 'budgetUsd'} of ${budget.agent} and start it again.`,
    )
  return { raised: { [key]: spent + limit * WRAP_UP_SHARE }, instruction: decision?.steer_instructions ?? '' }
}

type Says = Readonly<Record<Budget['of'], (agent: string, budget: Budget) => string>>

const ENDS: Says = {
  run: (agent, { limit }) => `Agent ${agent} used up its budget of ${limit} USD`,
  parent: (agent, { agent: parent, limit }) =>
    `Agent ${agent} used up the budget of ${limit} USD of the run of ${parent} that it works for`,
  day: (agent, { agent: whose, limit }) =>
    `Agent ${agent} used up what is left of the budget of ${limit} USD that ${whose} has for today`,
}
const SUMMARIES: Says = {
  run: (agent, { limit }) => `Agent ${agent} has used up its budget of ${limit} USD and is not done`,
  parent: (agent, budget) => `${ENDS.parent(agent, budget)}, and is not done`,
  day: (agent, budget) => `${ENDS.day(agent, budget)}, and is not done`,
}
