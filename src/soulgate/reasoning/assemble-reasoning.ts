import { type AgentEnvironment, toEngineAgent } from '../../agents/agents.ts'
import type { Clock, Timers } from '../../base/clock.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import {
  createReasoningAgent,
  type GoalModel,
  type ReasoningHost,
} from '../../bundled/reasoning/reasoning.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { readChatHistory } from '../../engine/memory/memory.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import { createLocalSoul, createRemoteSoul, type Soul } from '../../engine/soul/soul.ts'
import { type Llm, modelFailureOf } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { withOutbox } from './soul-outbox.ts'

interface ReasoningParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: SettingsService
  readonly catalog: Catalog
  readonly soul: Soul
  readonly llm: Llm
}

interface SoulChoice {
  readonly store: Store
  readonly soulUrl?: string
  readonly soulSecret?: string
  /** Puts something around the built-in Soul, such as a watch. */
  readonly watchSoul?: (soul: Soul) => Soul
}

/** The reasoning agent over the catalog, the settings and the Soul of this engine. */
export function assembleReasoning(
  { store, clock, settings, catalog, soul, llm }: ReasoningParts,
  environment: AgentEnvironment,
): AgentDefinition {
  const agent = createReasoningAgent(
    reasoningHost({
      ...{ soul, llm, settings: settings.get },
      tools: listExecutable(catalog),
      gate: gateId => store.getGate(gateId),
      now: () => clock.now(),
      mayLook: environment.look !== undefined,
    }),
  )
  return toEngineAgent(agent, environment, 'reasoning')
}

/** Soul and models as the agent asks them: it is told why they do not answer. */
export function reasoningHost({
  llm,
  ...parts
}: Omit<ReasoningHost, 'model' | 'whyUnavailable'> & { readonly llm?: Llm }): ReasoningHost {
  return {
    ...parts,
    ...(llm === undefined ? {} : { model: toGoalModel(llm) }),
    whyUnavailable: error => (isSoulgateError(error, 'soul_unavailable') ? error.message : undefined),
  }
}

function toGoalModel(llm: Llm): GoalModel {
  return {
    describe: () => llm.describe('STANDARD'),
    ask: async (request, call) => {
      try {
        return await llm.generate(request, call)
      } catch (error) {
        if (isSoulgateError(error, 'cancelled')) throw error
        const because = modelFailureOf(error) ?? (error instanceof Error ? error.message : String(error))
        return { because, ...spentOnFailure(error) }
      }
    },
  }
}

/** Answers that were of no use are paid for all the same. */
function spentOnFailure(error: unknown): { readonly tokens: number; readonly cost_usd: number } {
  const spent = isSoulgateError(error) ? error.data.spent : undefined
  if (typeof spent !== 'object' || spent === null || !('tokens' in spent && 'cost_usd' in spent))
    return { tokens: 0, cost_usd: 0 }
  return { tokens: Number(spent.tokens), cost_usd: Number(spent.cost_usd) }
}

/** What a run of ours can call itself; the same array as long as the catalog is the same. */
function listExecutable(catalog: Pick<Catalog, 'list' | 'executable'>): Catalog['list'] {
  let last:
    | { readonly from: ReturnType<Catalog['list']>; readonly tools: ReturnType<Catalog['list']> }
    | undefined
  return () => {
    const from = catalog.list()
    if (last?.from !== from) {
      last = { from, tools: from.filter(tool => catalog.executable(tool.name) !== undefined) }
    }
    return last.tools
  }
}

/** The Soul that the options name: the store itself, or one behind an address. */
export function chooseSoul(
  { store, soulUrl, soulSecret, watchSoul }: SoulChoice,
  { clock, timers, ids }: { readonly clock: Clock; readonly timers: Timers; readonly ids: Ids },
): Soul {
  if (soulUrl === undefined) {
    const local = createLocalSoul({ store, chats: (...place) => readChatHistory(store, ...place) })
    return watchSoul?.(local) ?? local
  }
  if (soulSecret === undefined || soulSecret === '') {
    const detail =
      'SOUL_URL is set without SOUL_SECRET, which signs what Soul is asked. Set both, or neither.'
    throw new SoulgateError('invalid_settings', detail)
  }
  const remote = createRemoteSoul({
    url: soulUrl,
    secret: soulSecret,
    send: (url, request) => fetch(url, request),
    clock,
    timers,
    newId: () => ids.newId('soul'),
  })
  return withOutbox(remote, { store, clock })
}
