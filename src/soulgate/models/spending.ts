import type { Clock } from '../../base/clock.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { StoreReader } from '../../store/store.ts'

const DAY_MS = 86_400_000
const PAGE = 500
const MAX_PAGES = 40
/** Every run adds to it, so it is read again soon. */
const FRESH_MS = 2_000

/** What all runs that were started since midnight (UTC) have cost so far, in USD; at most two seconds old. */
export function createSpending(store: StoreReader, clock: Clock): () => Promise<number> {
  let known = { at: Number.NEGATIVE_INFINITY, usd: 0 }
  return async () => {
    const now = clock.now()
    if (Math.abs(now - known.at) < FRESH_MS) return known.usd
    known = { at: now, usd: await readSpending(store, now) }
    return known.usd
  }
}

/** Runs are listed newest first, so reading ends with the first one of yesterday. */
async function readSpending(store: StoreReader, now: number): Promise<number> {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  let usd = 0
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const runs = await store.listRuns({}, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) })
    for (const run of runs.items) {
      if (Date.parse(run.created_at) < midnight) return usd
      usd += run.cost_usd
    }
    cursor = runs.next_cursor
    if (cursor === undefined) return usd
  }
  return usd
}

/** What a run may still spend, in USD: the budget of chats, or what people raised it to, without what it cost so far. */
export function createMoneyLeft(
  store: StoreReader,
  settings: () => Promise<Settings>,
): (runId: string) => Promise<number> {
  return async runId => {
    const run = await store.getRun(runId)
    const { budgets } = await settings()
    const filter = { run_id: runId, type: 'constraint_exception' as const, status: 'approved' as const }
    const raised = (await store.listGates(filter, { limit: 100 })).items.flatMap(gate =>
      gate.decisions.map(({ option_input }) => Number(option_input?.new_limit ?? 2 * budgets.chat_run_usd)),
    )
    return Math.max(budgets.chat_run_usd, ...raised) - (run?.cost_usd ?? 0)
  }
}
