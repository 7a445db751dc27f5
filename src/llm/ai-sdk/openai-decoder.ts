import type { ModelFinish, ModelUsage } from '../../contracts/model.ts'
import { type ModelDelta, ProviderFailure } from '../llm.ts'
import { readCount, readFields, readList, readText } from './json-reading.ts'
import { createCallPieces } from './openai-calls.ts'
import { toReportedFailure } from './provider-errors.ts'
import { cutStream, type DecoderTerms, readFrameJson, type StreamDecoder } from './stream-decoder.ts'
import { createThoughtSplitter } from './thought.ts'
import { createWrittenText, type WrittenText } from './written-text.ts'

const FINISH: Readonly<Record<string, ModelFinish>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}
/** Reasons by which a provider says that it broke off, not that the model had finished. */
const BROKEN_OFF: readonly string[] = ['error', 'insufficient_system_resource', 'engine_overloaded']

/** Reads chat completions as OpenAI streams them, and as the many do who speak the same protocol in their own way. */
export function createOpenAiDecoder({ newCallId }: DecoderTerms): StreamDecoder {
  const text = createWrittenText()
  const reasoning = createWrittenText()
  const thought = createThoughtSplitter()
  const calls = createCallPieces(newCallId)
  let finish = ''
  let usage: ModelUsage | undefined
  let isDone = false
  let hasRefusal = false

  const readDelta = (fields: Readonly<Record<string, unknown>>): readonly ModelDelta[] => {
    const parts = readContent(fields.content)
    const said = thought.push(parts.text)
    const apart = readText(fields.reasoning_content) || readText(fields.reasoning)
    const refusal = readText(fields.refusal)
    if (refusal !== '') hasRefusal = true
    const legacy = fields.function_call ? [{ index: 0, function: fields.function_call }] : []
    const pieces = [...readList(fields.tool_calls), ...legacy]
    return [
      ...show('reasoning', reasoning, apart + parts.reasoning + said.reasoning),
      ...show('text', text, said.text + refusal),
      ...pieces.flatMap(piece => calls.push(piece)),
    ]
  }

  const readChunk = (chunk: Readonly<Record<string, unknown>>): readonly ModelDelta[] => {
    if (chunk.error) throw toReportedFailure(chunk.error)
    usage = readUsage(chunk.usage) ?? readUsage(readFields(chunk.x_groq).usage) ?? usage
    const deltas: ModelDelta[] = []
    for (const choice of readList(chunk.choices).map(readFields)) {
      if (typeof choice.index === 'number' && choice.index !== 0) continue
      deltas.push(...readDelta(readFields(choice.delta ?? choice.message)))
      finish = readText(choice.finish_reason) || finish
    }
    return deltas
  }

  return {
    push: frame => {
      if (isDone || frame.data.trim() === '') return []
      if (frame.data.trim() === '[DONE]') {
        isDone = true
        return []
      }
      const chunk = readFrameJson(frame)
      if (frame.event === 'error') throw toReportedFailure(chunk.error ?? chunk)
      return readChunk(chunk)
    },
    pushWhole: body => {
      isDone = true
      return readChunk(readFields(body))
    },
    state: () => (isDone ? 'closed' : finish === '' ? 'open' : 'answered'),
    finish: () => {
      if (finish === '' && !isDone) throw cutStream()
      if (BROKEN_OFF.includes(finish))
        throw new ProviderFailure('transient', `The provider broke the answer off (${finish}).`)
      const rest = thought.end()
      text.push(rest.text)
      reasoning.push(rest.reasoning)
      text.end()
      reasoning.end()
      const isRefused = hasRefusal && finish === 'stop'
      return {
        text: text.all(),
        ...(reasoning.all() === '' ? {} : { reasoning: reasoning.all() }),
        tool_calls: calls.finish(),
        finish: isRefused ? 'content_filter' : (FINISH[finish] ?? 'other'),
        ...(usage === undefined ? {} : { usage }),
      }
    },
  }
}

export function show(type: 'text' | 'reasoning', written: WrittenText, piece: string): readonly ModelDelta[] {
  const shown = piece === '' ? '' : written.push(piece)
  return shown === '' ? [] : [{ type, text: shown }]
}

/** Content is a text, or parts of text and thinking. */
function readContent(content: unknown): { readonly text: string; readonly reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' }
  let text = ''
  let reasoning = ''
  for (const part of readList(content).map(readFields)) {
    if (part.type === 'text' || part.type === 'output_text') text += readText(part.text)
    if (part.type === 'refusal') text += readText(part.refusal)
    if (part.type === 'thinking') reasoning += readThinking(part.thinking)
  }
  return { text, reasoning }
}

function readThinking(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  return readList(thinking)
    .map(part => readText(readFields(part).text))
    .join('')
}

/** Some providers count the reasoning beside the completion and some within it: the total tells which. */
function readUsage(raw: unknown): ModelUsage | undefined {
  const fields = readFields(raw)
  const input = readCount(fields.prompt_tokens)
  const output = readCount(fields.completion_tokens)
  if (input === undefined && output === undefined) return undefined
  const cached =
    readCount(readFields(fields.prompt_tokens_details).cached_tokens) ??
    readCount(fields.prompt_cache_hit_tokens)
  const reasoned = readCount(readFields(fields.completion_tokens_details).reasoning_tokens)
  const total = readCount(fields.total_tokens)
  const sum = (input ?? 0) + (output ?? 0)
  const isBeside = reasoned !== undefined && reasoned > 0 && total === sum + reasoned
  return {
    input_tokens: input ?? 0,
    output_tokens: (output ?? 0) + (isBeside ? reasoned : 0),
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
    ...(reasoned === undefined ? {} : { reasoning_tokens: reasoned }),
  }
}
