import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ModelRequest } from '../../contracts/model.ts'
import { ProviderFailure } from '../llm.ts'
import type { WrittenRequest } from './exchange.ts'
import { toPrompt } from './prompt.ts'
import { quote } from './provider-errors.ts'

/** How a provider is spoken to. */
export type ProviderKind = 'openai' | 'openai-compatible' | 'anthropic'

export interface ProviderAddress {
  readonly kind: ProviderKind
  /** The provider's own when absent; for `openai-compatible` the usual one of a model server on this machine. */
  readonly baseUrl?: string
  readonly apiKey?: string
}

const DEFAULT_BASE_URL: Readonly<Record<ProviderKind, string>> = {
  openai: 'https://api.openai.com/v1',
  'openai-compatible': 'http://127.0.0.1:11434/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

/** The address of a provider, without a slash at its end. */
export function baseUrlOf({ kind, baseUrl }: ProviderAddress): string {
  return (baseUrl ?? DEFAULT_BASE_URL[kind]).replace(/\/+$/, '')
}

/**
 * The request in the provider's own words, written by the AI SDK: it knows how each of them wants messages, tools,
 * pictures and limits. Its stand-in for the network keeps the request and answers nothing; we send it ourselves.
 */
export async function writeRequest(
  address: ProviderAddress,
  model: string,
  request: ModelRequest,
): Promise<WrittenRequest> {
  let written: WrittenRequest | undefined
  const keep: typeof fetch = async (url, init) => {
    written = {
      url: String(url),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : '',
    }
    return new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } })
  }
  try {
    const { stream } = await openModel(address, model, keep).doStream(toCallOptions(address.kind, request))
    await stream.cancel()
  } catch (error) {
    const said = error instanceof Error ? quote(error.message) : 'for an unknown reason'
    if (!written)
      throw new ProviderFailure('permanent', `The request cannot be written: ${said}`, { cause: error })
  }
  if (!written) throw new ProviderFailure('permanent', 'The request cannot be written.')
  return written
}

function openModel(
  { kind, apiKey = '', baseUrl }: ProviderAddress,
  model: string,
  send: typeof fetch,
): LanguageModelV4 {
  // Always named, so that the SDK does not look for an address in the environment.
  const baseURL = baseUrl ?? DEFAULT_BASE_URL[kind]
  switch (kind) {
    case 'openai':
      return createOpenAI({ apiKey, baseURL, fetch: send }).chat(model)
    case 'anthropic':
      return createAnthropic({ apiKey, baseURL, fetch: send })(model)
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL,
        ...(apiKey === '' ? {} : { apiKey }),
        includeUsage: true,
        fetch: send,
      })(model)
  }
}

function toCallOptions(kind: ProviderKind, request: ModelRequest): LanguageModelV4CallOptions {
  const { tools, tool_choice, output_schema } = request
  const schema = output_schema
  return {
    prompt: toPrompt(kind, request),
    ...(request.max_output_tokens === undefined ? {} : { maxOutputTokens: request.max_output_tokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(tools === undefined || tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, input_schema }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: input_schema,
          })),
          toolChoice: { type: tool_choice ?? 'auto' },
        }),
    ...(schema === undefined ? {} : { responseFormat: { type: 'json', schema, name: 'answer' } }),
    // Strict schemas are a dialect of their own, and ours are anybody's: the answer is checked by us.
    providerOptions: {
      openai: { strictJsonSchema: false },
      anthropic: { structuredOutputMode: 'jsonTool' },
    },
  }
}
