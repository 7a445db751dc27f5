import type { Clock } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import { MODELS_KIND, readChoice } from '../../engine/models/models.ts'
import type { Llm } from '../../llm/llm.ts'
import { type Store, watch } from '../../store/store.ts'
import { openRoomModels, type RoomModels, type RoomPorts } from './room-models.ts'

/** Another process may be a second ahead. */
const MAX_AGE_MS = 1_000

/** The models of this moment: what people chose at run time, over what the program was started with. */
export interface LiveLlm extends Llm {
  /** Takes up what stands now; a call that is under way ends with the models it began with. */
  refresh(): Promise<Standing>
  close(): void
}

/** What answers now, and why what was chosen does not. */
export interface Standing {
  readonly llm: Llm
  readonly room: RoomModels
  readonly trouble?: string
}

export interface LiveLlmParts extends RoomPorts {
  readonly store: Store
  readonly clock: Clock
  /** Makes the layer; throws `invalid_settings` where the choice cannot be used. */
  readonly assemble: (room: RoomModels | undefined) => Promise<Llm>
  readonly report: (error: unknown, about: { readonly during: string }) => void
}

/**
 * A language-model layer that follows the choice of models in the store, in every process that shares it. Runs do not
 * notice: what a model said stands in their journal. Rejects where the models of the start cannot be used.
 */
export async function createLiveLlm(parts: LiveLlmParts): Promise<LiveLlm> {
  const { store, clock } = parts
  const beneath = await parts.assemble(undefined)
  const topic = `document:${MODELS_KIND}`
  let standing: Standing | undefined
  const watched = watch({
    ...{ store, clock, topics: [topic], maxAgeMs: MAX_AGE_MS },
    read: async () => {
      const choice = await readChoice(store)
      if (standing?.room.choice.version !== choice.version)
        standing = await assembleStanding(parts, beneath, await openRoomModels(choice, parts))
      return standing
    },
  })
  const first = await watched.get()
  const now = (): Standing => standing ?? first
  const refresh = (): Promise<Standing> => watched.get().catch(now)
  // Whether a model is there is asked without a call, so that changes are taken up as they come.
  const unsubscribe = store.subscribe(topics => {
    if (topics.some(changed => changed === topic || changed === '*'))
      refresh().catch(error => parts.report(error, { during: 'models' }))
  })
  return {
    generate: async (request, options) => (await refresh()).llm.generate(request, options),
    describe: tier => now().llm.describe(tier),
    estimateCostUsd: request => now().llm.estimateCostUsd(request),
    countTokens: text => beneath.countTokens(text),
    refresh: () => {
      watched.invalidate()
      return watched.get()
    },
    close: () => {
      unsubscribe()
      watched.close()
    },
  }
}

async function assembleStanding(
  { assemble }: LiveLlmParts,
  beneath: Llm,
  room: RoomModels,
): Promise<Standing> {
  if (room.providers.length === 0 && Object.keys(room.tiers).length === 0) return { llm: beneath, room }
  try {
    return { llm: await assemble(room), room }
  } catch (error) {
    if (!isSoulgateError(error, 'invalid_settings')) throw error
    return { llm: beneath, room, trouble: error.message }
  }
}
