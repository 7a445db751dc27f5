import type { Clock, Timers } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { readChatHistory } from '../../engine/memory/memory.ts'
import { createReasoningAgent } from '../../engine/reasoning/reasoning.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import { createLocalSoul, createRemoteSoul, type Soul } from '../../engine/soul/soul.ts'
import { findSecretReferences } from '../../engine/tools/tools.ts'
import type { Llm } from '../../llm/llm.ts'
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
  mayLook: boolean,
): AgentDefinition {
  return createReasoningAgent({
    tools: listExecutable(catalog),
    settings: settings.get,
    soul,
    llm,
    gate: gateId => store.getGate(gateId),
    now: () => clock.now(),
    ...(mayLook ? { look: (tool, args) => look(catalog, tool, args) } : {}),
  })
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

/** Proposing looks only through tools that change nothing and stay inside. */
async function look(catalog: Catalog, name: string, args: JsonObject) {
  const tool = catalog.get(name)
  const executable = catalog.executable(name)
  const isHarmless = tool?.origin === 'built_in' && tool.annotations.read_only && !tool.annotations.open_world
  if (!tool || !executable || !isHarmless) {
    return { success: false, output: null, error: `${name} may not be used while proposing.` }
  }
  if (findSecretReferences(args).length > 0)
    return { success: false, output: null, error: 'No secret is used while proposing.' }
  const valid = catalog.validate(tool, args)
  if (!valid.ok) return { success: false, output: null, error: `The arguments of ${name} do not fit.` }
  const outcome = await executable.execute({
    arguments: args,
    idempotencyKey: 'look',
    signal: new AbortController().signal,
  })
  return outcome.result
}
