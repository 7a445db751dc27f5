import type { Clock, Timers } from '../../base/clock.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { ModelRequest, ModelToolCall } from '../../contracts/model.ts'
import {
  createLlm,
  type Llm,
  type LlmOptions,
  type ModelProvider,
  type ProviderAnswer,
  type ProviderCall,
  ProviderFailure,
  shippedPrices,
} from '../llm.ts'

/** An answer as it is written down: what is left out is empty, and `finish` follows from what there is. */
export interface ScriptedAnswer extends Partial<Omit<ProviderAnswer, 'tool_calls'>> {
  readonly tool_calls?: readonly (Omit<ModelToolCall, 'id'> & { readonly id?: string })[]
}

/** One entry of a script. Waits go by the timers that are passed in. */
export type ScriptedStep = (
  | { readonly answer: ScriptedAnswer }
  | {
      readonly failure: 'transient' | 'permanent' | 'key_refused'
      readonly message?: string
      readonly retryAfterMs?: number
      /** What is streamed before it breaks. */
      readonly afterText?: string
    }
  /** Never answers. */
  | { readonly silence: true }
) & {
  /** Before the first piece. */
  readonly delayMs?: number
  /** Between two pieces. */
  readonly betweenMs?: number
}

export interface ScriptedOptions {
  /** Entries in the order of the calls, or what answers the call of this number, from 0. */
  readonly script: readonly ScriptedStep[] | ((request: ModelRequest, index: number) => ScriptedStep)
  readonly timers: Timers
  readonly name?: string
  /** Characters of a streamed piece. */
  readonly pieceLength?: number
}

export interface ScriptedProvider extends ModelProvider {
  /** Every request as it came, retries too. */
  readonly requests: readonly ModelRequest[]
}

const PIECE_LENGTH = 8

/** A provider that replays given answers, failures and delays. A call beyond the script is a permanent failure. */
export function createScriptedProvider(options: ScriptedOptions): ScriptedProvider {
  const requests: ModelRequest[] = []
  return {
    name: options.name ?? 'scripted',
    isOffline: false,
    requests,
    generate: async call => {
      const index = requests.length
      requests.push(call.request)
      const { script } = options
      const step = typeof script === 'function' ? script(call.request, index) : script[index]
      if (!step) throw new ProviderFailure('permanent', `The script has no answer for call ${index + 1}.`)
      return play(step, { call, index, options })
    },
  }
}

/** The whole language-model layer over one script, for every tier. */
export function createScriptedLlm(
  options: ScriptedOptions & { readonly clock: Clock } & Partial<Omit<LlmOptions, 'providers' | 'tiers'>>,
): Llm & Pick<ScriptedProvider, 'requests'> {
  const provider = createScriptedProvider(options)
  const models = [`${provider.name}/script`]
  const llm = createLlm({
    prices: shippedPrices,
    random: createSeededRandom(1),
    ...options,
    providers: [provider],
    tiers: { FAST: models, STANDARD: models, POWERFUL: models },
  })
  return { ...llm, requests: provider.requests }
}

interface Scene {
  readonly call: ProviderCall
  readonly index: number
  readonly options: ScriptedOptions
}

async function play(step: ScriptedStep, scene: Scene): Promise<ProviderAnswer> {
  const { call, options } = scene
  await wait(step.delayMs ?? 0, call.signal, options.timers)
  if ('silence' in step) return wait(Number.POSITIVE_INFINITY, call.signal, options.timers).then(neverEnds)
  if ('failure' in step) {
    await stream(step.afterText ?? '', step, scene)
    const about = step.retryAfterMs === undefined ? {} : { retryAfterMs: step.retryAfterMs }
    throw new ProviderFailure(step.failure, step.message ?? `The script fails here (${step.failure}).`, about)
  }
  const answer = toAnswer(step.answer, scene.index)
  if (answer.reasoning !== undefined) call.onDelta?.({ type: 'reasoning', text: answer.reasoning })
  await stream(answer.text, step, scene)
  for (const { id, name } of answer.tool_calls) call.onDelta?.({ type: 'tool_name', id, name })
  return answer
}

function toAnswer({ tool_calls = [], ...answer }: ScriptedAnswer, index: number): ProviderAnswer {
  const calls = tool_calls.map((call, at) => ({ ...call, id: call.id ?? `call_${index + 1}_${at + 1}` }))
  return { text: '', finish: calls.length > 0 ? 'tool_calls' : 'stop', ...answer, tool_calls: calls }
}

async function stream(text: string, step: ScriptedStep, { call, options }: Scene): Promise<void> {
  const length = options.pieceLength ?? PIECE_LENGTH
  for (let from = 0; from < text.length; from += length) {
    if (from > 0) await wait(step.betweenMs ?? 0, call.signal, options.timers)
    call.onDelta?.({ type: 'text', text: text.slice(from, from + length) })
  }
}

function neverEnds(): never {
  throw new ProviderFailure('permanent', 'Silence ended.')
}

function wait(ms: number, signal: AbortSignal, timers: Timers): Promise<void> {
  if (ms <= 0 && !signal.aborted) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel()
      reject(new ProviderFailure('cancelled', 'The call was cancelled.'))
    }
    const cancel = Number.isFinite(ms)
      ? timers.after(ms, () => {
          signal.removeEventListener('abort', stop)
          resolve()
        })
      : () => {}
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
