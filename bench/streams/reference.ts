/**
 * What a recorded stream says, read straight off its chunks once all of them are there: the yardstick that our
 * decoders are held against. It shares no code with them and knows nothing of bytes, frames or order of arrival.
 */
export interface Expected {
  readonly text: string
  readonly reasoning: string
  readonly tool_calls: readonly ExpectedCall[]
  readonly finish: string
  readonly usage: Readonly<Record<string, number>> | null
}

export interface ExpectedCall {
  readonly id: string
  readonly name: string
  /** The object that the pieces spell; the text itself where they spell none. */
  readonly input: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: recorded chunks of many providers, read as they come
type Chunk = any

export type Protocol = 'openai' | 'anthropic'

/** Which protocol a recording is of, by its chunks. */
export function protocolOf(chunks: readonly Chunk[]): Protocol | undefined {
  if (chunks.some(chunk => chunk?.type === 'message_start')) return 'anthropic'
  return chunks.some(chunk => Array.isArray(chunk?.choices)) ? 'openai' : undefined
}

export function readExpected(protocol: Protocol, chunks: readonly Chunk[]): Expected {
  return protocol === 'anthropic' ? readMessages(chunks) : readCompletions(chunks)
}

function readCompletions(chunks: readonly Chunk[]): Expected {
  const choices = chunks.flatMap(chunk => chunk.choices ?? []).filter(choice => (choice.index ?? 0) === 0)
  const deltas = choices.map(choice => choice.delta ?? {})
  const parts = deltas.flatMap(delta =>
    Array.isArray(delta.content) ? delta.content : [{ type: 'text', text: delta.content ?? '' }],
  )
  const finish = choices.map(choice => choice.finish_reason).findLast(reason => typeof reason === 'string')
  const refused = deltas.some(delta => typeof delta.refusal === 'string' && delta.refusal !== '')
  const said = parts.filter(part => part.type === 'text').map(part => part.text)
  const thought = parts
    .filter(part => part.type === 'thinking')
    .flatMap(part => part.thinking)
    .map(part => part.text)
  const besides = deltas.map(delta => delta.reasoning_content || delta.reasoning || '')
  return {
    text: [...said, ...deltas.map(delta => delta.refusal ?? '')].join(''),
    reasoning: [...besides, ...thought].join(''),
    tool_calls: readCompletionCalls(deltas.flatMap(delta => delta.tool_calls ?? [])),
    finish: refused && finish === 'stop' ? 'content_filter' : (COMPLETION_ENDS[finish ?? ''] ?? 'other'),
    usage: readCompletionUsage(chunks.map(chunk => chunk.usage ?? chunk.x_groq?.usage).findLast(Boolean)),
  }
}

const COMPLETION_ENDS: Readonly<Record<string, string>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

/** A piece with an id that was not seen and a name begins a call; what follows under the same number belongs to it. */
function readCompletionCalls(pieces: readonly Chunk[]): readonly ExpectedCall[] {
  const calls: { id: string; index: number | undefined; name: string; input: string }[] = []
  for (const piece of pieces) {
    const isNew = piece.id && piece.function?.name && !calls.some(call => call.id === piece.id)
    if (isNew) calls.push({ id: piece.id, index: piece.index, name: piece.function.name, input: '' })
    const call =
      calls.findLast(one => piece.id && one.id === piece.id) ??
      calls.findLast(one => one.index === piece.index) ??
      calls.at(-1)
    if (call) call.input += piece.function?.arguments ?? ''
  }
  return calls.map(({ id, name, input }) => ({ id, name, input: readInput(input) }))
}

/** Where the reasoning is counted beside the completion, the total is larger than both parts. */
function readCompletionUsage(usage: Chunk): Expected['usage'] {
  if (!usage) return null
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens
  const reasoned = usage.completion_tokens_details?.reasoning_tokens
  const missing = usage.total_tokens - usage.prompt_tokens - usage.completion_tokens
  return {
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens + (missing === reasoned ? missing : 0),
    ...(typeof cached === 'number' ? { cached_input_tokens: cached } : {}),
    ...(typeof reasoned === 'number' ? { reasoning_tokens: reasoned } : {}),
  }
}

/**
 * A message that begins while another is open, under another id, replaces it. Only `tool_use` blocks are calls for
 * us: what the provider ran itself, and blocks we know nothing of, are not part of the answer.
 */
function readMessages(chunks: readonly Chunk[]): Expected {
  const starts = chunks.filter(chunk => chunk.type === 'message_start')
  const last = starts.at(-1)?.message ?? {}
  const first = chunks.findIndex(chunk => chunk.type === 'message_start' && chunk.message.id === last.id)
  const events = chunks.slice(first)
  const deltas = events.filter(chunk => chunk.type === 'content_block_delta')
  const blocks = [
    ...(last.content ?? []).map((block: Chunk) => ({ block, pieces: [] })),
    ...events
      .filter(chunk => chunk.type === 'content_block_start')
      .map(({ index, content_block }) => ({
        block: content_block,
        pieces: deltas.filter(one => one.index === index).map(one => one.delta),
      })),
  ]
  const joined = (type: string, field: string): string =>
    blocks
      .filter(({ block }) => block.type === type)
      .map(
        ({ block, pieces }) =>
          (block[field] ?? '') + pieces.map((piece: Chunk) => piece[field] ?? '').join(''),
      )
      .join('')
  const calls = blocks.filter(({ block }) => block.type === 'tool_use')
  const end = events.findLast(chunk => chunk.type === 'message_delta')
  return {
    text: joined('text', 'text'),
    reasoning: joined('thinking', 'thinking'),
    tool_calls: calls.map(({ block, pieces }) => ({
      id: block.id,
      name: block.name,
      input: readInput(
        pieces.map((piece: Chunk) => piece.partial_json ?? '').join('') || JSON.stringify(block.input),
      ),
    })),
    finish: MESSAGE_ENDS[end?.delta.stop_reason ?? last.stop_reason] ?? 'other',
    usage: readMessageUsage({ ...last.usage, ...end?.usage }),
  }
}

const MESSAGE_ENDS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

/** Cached input is counted beside the input; where the model worked in passes, its own passes are what it used. */
function readMessageUsage(usage: Chunk): Expected['usage'] {
  if (usage.input_tokens === undefined && usage.output_tokens === undefined) return null
  const passes: readonly Chunk[] = usage.iterations ?? []
  const isPassedOn = passes.some(pass => pass.type === 'fallback_message')
  const own = passes.filter(pass => !isPassedOn && ['message', 'compaction'].includes(pass.type))
  const counted = own.length > 0 ? own : [usage]
  const sum = (field: string): number => counted.reduce((total, pass) => total + (pass[field] ?? 0), 0)
  const read = usage.cache_read_input_tokens
  const written = usage.cache_creation_input_tokens
  const reasoned = usage.output_tokens_details?.thinking_tokens
  return {
    input_tokens: sum('input_tokens') + (read ?? 0) + (written ?? 0),
    output_tokens: sum('output_tokens'),
    ...(typeof read === 'number' ? { cached_input_tokens: read } : {}),
    ...(typeof written === 'number' ? { cache_write_input_tokens: written } : {}),
    ...(typeof reasoned === 'number' ? { reasoning_tokens: reasoned } : {}),
  }
}

function readInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
