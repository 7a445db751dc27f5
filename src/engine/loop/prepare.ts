import type { JsonObject } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { RunContext } from '../run/run.ts'
import type { ChatInput } from './chat-input.ts'
import type { LoopEnvironment, LoopLimits, Talk } from './loop-ports.ts'
import { textBy } from './queued-messages.ts'
import { saidBy, say, toOwnMessages } from './remember.ts'

const MAX_EARLIER_RUNS = 50

/** What a run begins with; journaled, so that a replay begins with the same. */
/** Turns of runs that began before this was a setting. */
const STEPS_BEFORE = 30

interface Beginning {
  readonly person_texts: readonly string[]
  /** Absent in journals of before it was kept. */
  readonly saved_texts?: readonly string[]
  readonly has_written: boolean
  /** Absent in journals of before it was a setting. */
  readonly max_steps?: number
  readonly budget_usd: number
  readonly tokens: number
  readonly cost_usd: number
}

/** The first phase: the person's message joins the conversation, and what was said before is read. */
export async function prepare(
  environment: LoopEnvironment,
  context: RunContext,
  { input, limits }: { readonly input: ChatInput; readonly limits: LoopLimits },
): Promise<Talk> {
  const message = {
    message_id: context.id('msg'),
    run_id: context.run_id,
    role: 'user' as const,
    content: input.message,
    ...(input.images.length > 0 ? { images: input.images } : {}),
    ...(input.hidden === true ? { hidden: true } : {}),
    ...saidBy(input),
  }
  const begun = await context.step(
    'prepare',
    async (signal): Promise<JsonObject> => {
      const settings = await environment.settings()
      const history = await readHistory(environment, context)
      const session = { session_id: context.session_id, tier: limits.tier, signal }
      const compacted = input.delegation ? undefined : await environment.memory.maybeCompact(session)
      const cost = { tokens: compacted?.tokens ?? 0, cost_usd: compacted?.cost_usd ?? 0 }
      const { max_steps } = settings.limits
      return { ...history, ...cost, max_steps, budget_usd: settings.budgets.chat_run_usd }
    },
    {
      measure: measureBeginning,
      write: async tx => {
        if (!input.delegation) await say(environment, tx, { context, messages: [message] })
      },
    },
  )
  const beginning = begun as unknown as Beginning
  const by = (voice: Voice) => (input.from.kind === voice ? [input.message] : [])
  return {
    input,
    step: 1,
    maxSteps: beginning.max_steps ?? STEPS_BEFORE,
    budgetUsd: beginning.budget_usd,
    spentUsd: beginning.cost_usd,
    tokens: beginning.tokens,
    errorsInARow: 0,
    lastError: '',
    lastCalls: '',
    repeats: 0,
    personTexts: [...beginning.person_texts, ...by('person'), ...(input.delegation?.person_texts ?? [])],
    savedTexts: [...(beginning.saved_texts ?? []), ...by('saved'), ...(input.delegation?.saved_texts ?? [])],
    trustedReads: [],
    untrustedReads: [],
    hasWritten: beginning.has_written,
    isDocChanged: false,
    pageWork: { affected: [], hasMade: false },
    toolsUsed: [],
    model: '',
    isOffline: false,
    ...(input.delegation ? { ownMessages: toOwnMessages(context, [], [message]) } : {}),
  }
}

function measureBeginning(value: JsonObject): { readonly tokens: number; readonly cost_usd: number } {
  return { tokens: Number(value.tokens), cost_usd: Number(value.cost_usd) }
}

/**
 * What people said to earlier runs of this session, and whether an agent may have written anything in them: what
 * such a session reads back may be the agent's own words.
 */
async function readHistory(
  { store }: LoopEnvironment,
  context: RunContext,
): Promise<Pick<Beginning, 'person_texts' | 'saved_texts' | 'has_written'> & JsonObject> {
  const filter = { session_id: context.session_id, kind: 'chat' as const }
  const { items } = await store.listRuns(filter, { limit: MAX_EARLIER_RUNS })
  const earlier = items.filter(run => run.run_id !== context.run_id)
  return {
    person_texts: earlier.flatMap(run => textBy('person', run.input)).toReversed(),
    saved_texts: earlier.flatMap(run => textBy('saved', run.input)).toReversed(),
    has_written: earlier.some(run => run.status !== 'completed' || Object(run.output).has_written === true),
  }
}
