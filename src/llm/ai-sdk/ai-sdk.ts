import { randomUUID } from 'node:crypto'
import { type ModelProvider, ProviderFailure } from '../llm.ts'
import { createAnthropicDecoder } from './anthropic-decoder.ts'
import { exchange } from './exchange.ts'
import { createOpenAiDecoder } from './openai-decoder.ts'
import { type ProviderAddress, writeRequest } from './write-request.ts'

export { listModels } from './list-models.ts'
export type { ProviderAddress, ProviderKind } from './write-request.ts'

export interface AiSdkProviderOptions extends ProviderAddress {
  /** The name before the slash of `provider/model`. */
  readonly name: string
  /** The network; that of this process when absent. */
  readonly fetch?: typeof fetch
}

/** Characters of a key that are never told together. */
const MIN_KEY_PIECE = 8

/**
 * A provider over the network. The AI SDK writes the request; tools go without a way to run them, and the answer is
 * one model call, always streamed and read by our own decoders (docs/decisions). The key is in no message.
 */
export function createAiSdkProvider(options: AiSdkProviderOptions): ModelProvider {
  const { name, kind, apiKey = '' } = options
  const send = options.fetch ?? fetch
  const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
  return {
    name,
    isOffline: false,
    generate: async ({ model, request, signal, onDelta = () => {}, onActivity = () => {} }) => {
      const terms = { newCallId, wantsObject: request.output_schema !== undefined }
      const decoder = kind === 'anthropic' ? createAnthropicDecoder(terms) : createOpenAiDecoder(terms)
      try {
        const written = await writeRequest(options, model, request)
        return await exchange(written, {
          decoder,
          signal,
          onDelta,
          onActivity,
          fetch: send,
          nowMs: () => Date.now(),
        })
      } catch (error) {
        throw withoutKey(error, apiKey)
      }
    },
  }
}

/** Providers like to repeat the key that they refuse, and a quote of them may end in the middle of it. */
function withoutKey(error: unknown, apiKey: string): unknown {
  if (!(error instanceof ProviderFailure) || apiKey === '') return error
  const message = hideKey(error.message, apiKey)
  if (message === error.message) return error
  const about = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }
  return new ProviderFailure(error.kind, message, about)
}

/** Any piece of the key that is long enough to be one is hidden, however the quote was cut. */
function hideKey(message: string, apiKey: string): string {
  let hidden = message.replaceAll(apiKey, '[key]')
  const least = Math.min(MIN_KEY_PIECE, apiKey.length)
  for (let at = 0; at + least <= hidden.length; at += 1) {
    if (!apiKey.includes(hidden.slice(at, at + least))) continue
    let end = at + least
    while (end < hidden.length && apiKey.includes(hidden.slice(at, end + 1))) end += 1
    hidden = `${hidden.slice(0, at)}[key]${hidden.slice(end)}`
    at += '[key]'.length - 1
  }
  return hidden
}
