import type { ModelFinish, ModelToolCall, ModelUsage } from '../../contracts/model.ts'
import { addUsage, type ModelDelta, type ProviderAnswer } from '../llm.ts'
import { readCount, readFields, readList, readText } from './json-reading.ts'
import { show } from './openai-decoder.ts'
import { toReportedFailure } from './provider-errors.ts'
import {
  cutStream,
  type DecoderTerms,
  readFrameJson,
  type StreamDecoder,
  toToolCall,
  withUniqueIds,
} from './stream-decoder.ts'
import { createWrittenText } from './written-text.ts'

type Fields = Readonly<Record<string, unknown>>

const FINISH: Readonly<Record<string, ModelFinish>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}
/** The tool by whose arguments an answer of a schema comes. */
const OBJECT_TOOL = 'json'

/** Reads the Messages API. Blocks that a provider runs itself are no calls of ours; unknown blocks are passed over. */
export function createAnthropicDecoder(terms: DecoderTerms): StreamDecoder {
  /** Messages in the order in which they came; nearly always one. */
  const messages: Message[] = []

  const start = (fields: Fields): readonly ModelDelta[] => {
    const id = readText(fields.id)
    const open = messages.at(-1)
    const isOpen = open !== undefined && !open.isOver
    if (isOpen && id === open.id) return []
    // Another message while one is open: whatever stands between us and the provider began anew.
    if (isOpen) messages.pop()
    const message = openMessage(id)
    messages.push(message)
    const reset: readonly ModelDelta[] =
      isOpen && open.hasShown ? [{ type: 'reset', because: 'The provider began its answer anew.' }] : []
    const kept = reset.length > 0 ? messages.slice(0, -1).flatMap(showAgain) : []
    return [...reset, ...kept, ...readMessage(message, fields)]
  }

  const push = (fields: Fields): readonly ModelDelta[] => {
    if (fields.type === 'message_start') return start(readFields(fields.message))
    if (fields.type === 'error') throw toReportedFailure(fields.error ?? fields)
    const message = messages.at(-1)
    if (!message || message.isOver) return []
    const deltas = readEvent(message, fields)
    if (deltas.length > 0) message.hasShown = true
    return deltas
  }

  return {
    push: frame => {
      const data = frame.data.trim()
      return data === '' || data === '[DONE]' ? [] : push(readFrameJson(frame))
    },
    pushWhole: body => {
      const fields = readFields(body)
      if (fields.type === 'error' || fields.error) throw toReportedFailure(fields.error ?? fields)
      const deltas = start(fields)
      for (const message of messages) message.isOver = true
      return deltas
    },
    state: () => (messages.at(-1)?.isOver ? 'answered' : 'open'),
    finish: () => {
      const last = messages.at(-1)
      if (!last || (last.finish === '' && !last.isOver)) throw cutStream()
      return joinAnswers(messages.map(message => closeMessage(message, terms)))
    },
  }
}

function readEvent(message: Message, fields: Fields): readonly ModelDelta[] {
  switch (fields.type) {
    case 'content_block_start':
      return startBlock(message, fields.index, readFields(fields.content_block))
    case 'content_block_delta':
      return continueBlock(message, fields.index, readFields(fields.delta))
    case 'message_delta':
      message.finish = readText(readFields(fields.delta).stop_reason) || message.finish
      message.usage = { ...message.usage, ...presentCounts(readFields(fields.usage)) }
      return []
    case 'message_stop':
      message.isOver = true
      return []
    default:
      return []
  }
}

/** What a finished message before the one that began anew had shown. */
function showAgain({ text, reasoning }: Message): readonly ModelDelta[] {
  return [
    ...(reasoning.all() === '' ? [] : [{ type: 'reasoning' as const, text: reasoning.all() }]),
    ...(text.all() === '' ? [] : [{ type: 'text' as const, text: text.all() }]),
  ]
}

/** Several messages in one stream are one answer: all that was said and called, ended as the last one ended. */
function joinAnswers(answers: readonly ProviderAnswer[]): ProviderAnswer {
  return answers.reduce((before, next) => ({
    ...next,
    text: before.text + next.text,
    reasoning: `${before.reasoning ?? ''}${next.reasoning ?? ''}`,
    tool_calls: [...before.tool_calls, ...next.tool_calls],
    ...(before.usage && next.usage ? { usage: addUsage(before.usage, next.usage) } : {}),
  }))
}

interface Block {
  readonly id: string
  readonly name: string
  /** The input as the block began with it, for providers that send it whole. */
  readonly begun: string
  written: string
}

interface Message {
  readonly id: string
  readonly text: ReturnType<typeof createWrittenText>
  readonly reasoning: ReturnType<typeof createWrittenText>
  readonly calls: Map<string, Block>
  usage: Fields
  finish: string
  hasShown: boolean
  isOver: boolean
}

function openMessage(id = ''): Message {
  return {
    id,
    text: createWrittenText(),
    reasoning: createWrittenText(),
    calls: new Map(),
    usage: {},
    finish: '',
    hasShown: false,
    isOver: false,
  }
}

function readMessage(message: Message, fields: Fields): readonly ModelDelta[] {
  message.usage = presentCounts(readFields(fields.usage))
  message.finish = readText(fields.stop_reason)
  return readList(fields.content).flatMap((block, at) =>
    startBlock(message, `begun ${at}`, readFields(block)),
  )
}

function startBlock(message: Message, index: unknown, block: Fields): readonly ModelDelta[] {
  switch (block.type) {
    case 'text':
      return show('text', message.text, readText(block.text))
    case 'thinking':
      return show('reasoning', message.reasoning, readText(block.thinking))
    case 'tool_use': {
      const input = readFields(block.input)
      const begun = Object.keys(input).length === 0 ? '' : JSON.stringify(input)
      const call = { id: readText(block.id), name: readText(block.name), begun, written: '' }
      message.calls.set(String(index), call)
      return [{ type: 'tool_name', id: call.id, name: call.name }]
    }
    default:
      return []
  }
}

function continueBlock(message: Message, index: unknown, delta: Fields): readonly ModelDelta[] {
  switch (delta.type) {
    case 'text_delta':
      return show('text', message.text, readText(delta.text))
    case 'thinking_delta':
      return show('reasoning', message.reasoning, readText(delta.thinking))
    case 'input_json_delta': {
      const call = message.calls.get(String(index))
      if (call) call.written += readText(delta.partial_json)
      return []
    }
    default:
      return []
  }
}

function closeMessage(message: Message, { newCallId, wantsObject }: DecoderTerms): ProviderAnswer {
  message.text.end()
  message.reasoning.end()
  const all = [...message.calls.values()].map(call => ({
    ...call,
    id: call.id === '' ? newCallId() : call.id,
    input: call.written === '' ? call.begun : call.written,
  }))
  const answer = wantsObject ? all.find(call => call.name === OBJECT_TOOL) : undefined
  const calls: ModelToolCall[] = all.filter(call => call !== answer).map(toToolCall)
  const usage = readUsage(message.usage)
  const finish = FINISH[message.finish] ?? 'other'
  return {
    text: answer === undefined ? message.text.all() : answer.input,
    ...(message.reasoning.all() === '' ? {} : { reasoning: message.reasoning.all() }),
    tool_calls: withUniqueIds(calls, newCallId),
    finish:
      answer !== undefined && finish === 'tool_calls' && calls.length === 0 ? ('stop' as const) : finish,
    ...(usage === undefined ? {} : { usage }),
  }
}

/** Later reports of a count replace earlier ones; a null says nothing. */
function presentCounts(usage: Fields): Fields {
  return Object.fromEntries(
    Object.entries(usage).filter(([, value]) => value !== null && value !== undefined),
  )
}

/**
 * Anthropic counts what it read from and wrote to its cache beside the input. Where it worked in several passes
 * (`iterations`), the sums at the top leave out all but the last; passes of other models are billed apart.
 */
function readUsage(fields: Fields): ModelUsage | undefined {
  const passes = readList(fields.iterations).map(readFields)
  const isServedByOther = passes.some(pass => pass.type === 'fallback_message')
  const own = isServedByOther
    ? []
    : passes.filter(pass => pass.type === 'message' || pass.type === 'compaction')
  const sum = (part: string): number | undefined =>
    own.length > 0
      ? own.reduce((total, pass) => total + (readCount(pass[part]) ?? 0), 0)
      : readCount(fields[part])
  const input = sum('input_tokens')
  const output = sum('output_tokens')
  if (input === undefined && output === undefined) return undefined
  const cached = readCount(fields.cache_read_input_tokens)
  const written = readCount(fields.cache_creation_input_tokens)
  const reasoned = readCount(readFields(fields.output_tokens_details).thinking_tokens)
  return {
    input_tokens: (input ?? 0) + (cached ?? 0) + (written ?? 0),
    output_tokens: output ?? 0,
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
    ...(written === undefined ? {} : { cache_write_input_tokens: written }),
    ...(reasoned === undefined ? {} : { reasoning_tokens: reasoned }),
  }
}
