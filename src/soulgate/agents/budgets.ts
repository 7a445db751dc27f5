import type { Budget, ReadBudgets } from '../../agents/agents.ts'
import type { Clock } from '../../base/clock.ts'
import { findRegistered } from '../../engine/run/run.ts'
import type { StoredRun, StoreReader } from '../../store/store.ts'

const DAY_MS = 86_400_000

/**
 * The budgets of a run, of the runs that started it, and of the day for its agent and theirs. What an agent may cost is read
 * where it was registered, so that it holds in every process, also in one that does not carry the agent.
 */
export function createBudgets(store: StoreReader, clock: Clock): ReadBudgets {
  return async ({ runId, agent: spender, limitUsd, spentUsd }) => {
    const midnight = new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS).toISOString()
    const line = await lineOf(store, runId)
    const unwritten = Math.max(0, spentUsd - (line[0]?.cost_usd ?? 0))
    const spentBy = async (id: string) => (await store.sumTreeCost(id)) + unwritten
    const days = new Set<string>()
    const budgets: Budget[] = []
    if (limitUsd !== undefined)
      budgets.push({ key: runId, of: 'run', agent: spender, limit: limitUsd, spent: await spentBy(runId) })
    for (const { run_id: id, agent } of line) {
      const registered = agent === undefined ? undefined : await findRegistered(store, agent)
      if (agent === undefined || registered === undefined) continue
      const { budget_usd: ofRun, daily_budget_usd: ofDay } = registered
      if (ofRun !== undefined && id !== runId)
        budgets.push({ key: id, of: 'parent', agent, limit: ofRun, spent: await spentBy(id) })
      if (ofDay === undefined || days.has(agent)) continue
      days.add(agent)
      const spent = (await store.sumAgentCost(agent, midnight)) + unwritten
      budgets.push({ key: `day:${agent}`, of: 'day', agent, limit: ofDay, spent })
    }
    return budgets
  }
}

/** A run, the run that started it, and so on. */
async function lineOf(store: StoreReader, runId: string): Promise<readonly StoredRun[]> {
  const line: StoredRun[] = []
  for (let id: string | undefined = runId; id !== undefined; ) {
    const run: StoredRun | undefined = await store.getRun(id)
    if (run !== undefined) line.push(run)
    id = run?.parent_run_id
  }
  return line
}
