import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Message } from '../../contracts/message.ts'
import type { ModelMessage } from '../../contracts/model.ts'

export type CountTokens = (text: string) => number

const MIN_REMEMBERED_LENGTH = 200
const MAX_REMEMBERED = 4_000_000

/** Counts each long text once: a conversation is counted again with every step of a run. */
export function rememberCounts(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  let characters = 0
  return text => {
    if (text.length < MIN_REMEMBERED_LENGTH) return count(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const tokens = count(text)
    characters += text.length
    if (characters > MAX_REMEMBERED) {
      known.clear()
      characters = text.length
    }
    known.set(text, tokens)
    return tokens
  }
}

type Counted = Pick<Message, 'content' | 'images' | 'tool_calls' | 'reasoning'>

/** Of the frame around each message and call, and of a picture of common size where it costs most. */
export const FRAME_TOKENS = 4
const IMAGE_TOKENS = 1600

/** Estimated tokens of a whole conversation as it is sent. */
export function countModelMessages(messages: readonly ModelMessage[], count: CountTokens): number {
  return messages.reduce((sum, message) => sum + countMessage(message, count), 0)
}

/** Estimated tokens of one message as a model reads it. */
export function countMessage(message: Counted, count: CountTokens): number {
  let tokens = FRAME_TOKENS + count(message.content)
  tokens += (message.images?.length ?? 0) * IMAGE_TOKENS
  const calls = message.tool_calls ?? []
  if (calls.length > 0 && message.reasoning !== undefined) tokens += count(message.reasoning)
  for (const call of calls) {
    tokens += FRAME_TOKENS + count(call.name) + count(call.raw ?? JSON.stringify(call.arguments ?? {}))
  }
  return tokens
}

/** A text within so many tokens: its beginning and its end, and between them a mark that says how much is missing. */
export function shortenText(text: string, maxTokens: number, count: CountTokens): string {
  const tokens = count(text)
  if (tokens <= maxTokens) return text
  let kept = Math.floor(text.length * Math.min(1, maxTokens / tokens))
  for (;;) {
    const short = withMark(text, kept)
    if (count(short) <= maxTokens) return short
    if (kept === 0) return count(MARK) <= maxTokens ? MARK : ''
    kept = kept < 20 ? 0 : Math.floor(kept * 0.85)
  }
}

const MARK = '[… shortened …]'

function withMark(text: string, kept: number): string {
  const start = wholeLetters(text.slice(0, Math.ceil(kept * 0.7)))
  const end = kept < 40 ? '' : wholeLetters(text.slice(text.length - Math.floor(kept * 0.3)))
  const missing = text.length - start.length - end.length
  return `${start}\n[… ${missing} of ${text.length} characters left out here …]\n${end}`.trimEnd()
}

/** Without halves of surrogate pairs at the ends. */
function wholeLetters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
}

/**
 * A message within so many tokens: what it thought first, then its pictures, then the values of its calls, then its
 * text are left out, each with a mark. Its calls keep their ids and names, so that results still belong to them.
 */
export function shortenMessage(message: Message, maxTokens: number, count: CountTokens): Message {
  const steps = [withoutReasoning, withoutImages, withShortCalls, withShortText]
  let short = message
  for (const step of steps) {
    if (countMessage(short, count) <= maxTokens) return short
    short = step(short, maxTokens, count)
  }
  return short
}

function withoutReasoning({ reasoning: _reasoning, ...message }: Message): Message {
  return message
}

function withoutImages({ images, ...message }: Message): Message {
  if (images === undefined || images.length === 0) return message
  return { ...message, content: `${message.content}\n[${images.length} image(s) left out here]`.trim() }
}

function withShortCalls(message: Message, maxTokens: number, count: CountTokens): Message {
  const calls = message.tool_calls
  if (calls === undefined || calls.length === 0) return message
  const text = Math.min(count(message.content), Math.floor(maxTokens / 3))
  const share = Math.floor((maxTokens - FRAME_TOKENS - text) / calls.length)
  const short = calls.map(call => {
    const room = share - FRAME_TOKENS - count(call.name)
    if (call.arguments === undefined) {
      return call.raw === undefined ? call : { ...call, raw: shortenText(call.raw, room, count) }
    }
    return { ...call, arguments: shortenObject(call.arguments, room, count) }
  })
  return { ...message, tool_calls: short }
}

function withShortText(message: Message, maxTokens: number, count: CountTokens): Message {
  const frame = countMessage({ ...message, content: '' }, count)
  return { ...message, content: shortenText(message.content, Math.max(0, maxTokens - frame), count) }
}

/** Its long texts shortened until it fits; what still does not is replaced by a mark. */
function shortenObject(value: JsonObject, maxTokens: number, count: CountTokens): JsonObject {
  if (count(JSON.stringify(value)) <= maxTokens) return value
  for (const longest of [maxTokens * 2, maxTokens, 400, 100, 40]) {
    const short = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clip(item, longest)]))
    if (count(JSON.stringify(short)) <= maxTokens) return short
  }
  return { shortened: MARK }
}

function clip(value: JsonValue, longest: number): JsonValue {
  if (typeof value === 'string') {
    const missing = value.length - longest
    return missing > 0
      ? `${wholeLetters(value.slice(0, longest))}[… ${missing} characters left out …]`
      : value
  }
  if (Array.isArray(value)) return value.slice(0, longest).map(item => clip(item, longest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clip(item, longest)]))
}
