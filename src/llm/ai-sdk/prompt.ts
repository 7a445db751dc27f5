import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ModelMessage, ModelRequest } from '../../contracts/model.ts'

type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>
type ProviderKind = 'openai' | 'openai-compatible' | 'anthropic'

/** The conversation as the AI SDK takes it. Nothing is sent that some provider refuses: no empty text, no lone result. */
export function toPrompt(kind: ProviderKind, request: ModelRequest): LanguageModelV4Prompt {
  const messages = withSchemaInWords(kind, request)
  const ordered =
    kind === 'anthropic'
      ? [...messages.filter(isSystem), ...messages.filter(message => !isSystem(message))]
      : messages
  const prompt: LanguageModelV4Prompt = []
  for (const message of ordered) {
    if (message.role === 'tool') addResult(prompt, message)
    else prompt.push(...toMessage(kind, message))
  }
  return prompt
}

function isSystem(message: ModelMessage): boolean {
  return message.role === 'system'
}

/** Servers behind a base address often know `json_object` and no schema: there it stands in words as well. */
function withSchemaInWords(kind: ProviderKind, { messages, output_schema }: ModelRequest) {
  if (kind !== 'openai-compatible' || output_schema === undefined) return messages
  const words = `Answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(output_schema)}`
  const at = messages.findLastIndex(isSystem) + 1
  return messages.toSpliced(at, 0, { role: 'system', content: words })
}

function addResult(prompt: LanguageModelV4Prompt, message: Extract<ModelMessage, { role: 'tool' }>): void {
  const result = {
    type: 'tool-result' as const,
    toolCallId: message.tool_call_id,
    toolName: message.name,
    output: {
      type: message.is_error ? ('error-text' as const) : ('text' as const),
      value: message.content === '' ? '(nothing)' : message.content,
    },
  }
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(result)
  else prompt.push({ role: 'tool', content: [result] } satisfies ToolMessage)
}

function toMessage(
  kind: ProviderKind,
  message: Exclude<ModelMessage, { role: 'tool' }>,
): readonly LanguageModelV4Message[] {
  switch (message.role) {
    case 'system':
      return message.content === '' ? [] : [{ role: 'system', content: message.content }]
    case 'user': {
      const images = (message.images ?? []).map(image => ({
        type: 'file' as const,
        mediaType: image.media_type,
        data: { type: 'data' as const, data: image.data },
      }))
      const isEmpty = message.content.trim() === '' && images.length === 0
      const text = isEmpty ? '(no text)' : message.content
      return [{ role: 'user', content: [...(text === '' ? [] : [toText(text)]), ...images] }]
    }
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(call => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name === '' ? 'unnamed' : call.name,
        // What was no JSON object cannot be sent back as one; the error result that answers it quotes it.
        input: call.arguments ?? {},
      }))
      const text = message.content.trim() === '' ? [] : [toText(message.content)]
      const thought =
        kind === 'openai-compatible' && calls.length > 0 && message.reasoning
          ? [{ type: 'reasoning' as const, text: message.reasoning }]
          : []
      const content = [...thought, ...text, ...calls]
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
  }
}

function toText(text: string) {
  return { type: 'text' as const, text }
}
