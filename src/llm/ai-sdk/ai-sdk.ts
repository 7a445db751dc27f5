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

/** Providers like to repeat the key that they refuse. */
function withoutKey(error: unknown, apiKey: string): unknown {
  if (!(error instanceof ProviderFailure) || apiKey === '' || !error.message.includes(apiKey)) return error
  const about = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }
  return new ProviderFailure(error.kind, error.message.replaceAll(apiKey, '[key]'), about)
}
