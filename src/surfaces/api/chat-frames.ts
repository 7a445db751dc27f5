import type { OrchestratorResponse } from '../../contracts/chat.ts'
import type { Event } from '../../contracts/event.ts'
import type { ChatFrame } from '../../soulgate.ts'

/** A message longer than this is sent in pieces before it is sent whole. */
const MAX_WHOLE_LENGTH = 32
const KEEP_ALIVE_MS = 15_000
/** How long a client may leave what was sent unread before it is dropped. */
const PATIENCE_MS = 60_000

/** The stream of a chat: only `data: <json>` frames, events and responses as they come, `[DONE]` at the end. */
export function chatStreamResponse(frames: AsyncIterable<ChatFrame>, stop: AbortController): Response {
  return new Response(createStream(frames, stop), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** One frame as its lines. */
function frameToText(frame: ChatFrame): string {
  switch (frame.kind) {
    case 'event':
      return toData(toEnvelope(frame.event))
    case 'delta':
      return toData({ delta: frame.text })
    case 'reset':
      return toData({ type: 'delta_reset', because: frame.because })
    case 'response':
      return responseToText(frame.response, frame.isStreamed)
  }
}

function responseToText(response: OrchestratorResponse, isStreamed: boolean): string {
  const { message } = response
  const isPieced = !isStreamed && message.length > MAX_WHOLE_LENGTH
  const pieces = isPieced ? (message.match(PIECES) ?? []) : []
  return [...pieces.map(piece => toData({ delta: piece })), toData(response)].join('')
}

/** By code points, so that no character is parted. */
const PIECES = new RegExp(`[\\s\\S]{1,${MAX_WHOLE_LENGTH}}`, 'gu')

function toData(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** What stands beside `payload` at the top of the events that clients know by these fields. */
const TOP_FIELDS: Readonly<Partial<Record<Event['type'], readonly string[]>>> = {
  tool_call: ['tool_name', 'tool_input'],
  tool_result: ['tool_name', 'success', 'tool_output', 'error'],
  interview_question: ['batch_id', 'message', 'questions'],
  interview_answer: ['batch_id', 'action', 'answers'],
  product_doc_updated: ['doc_id', 'change_summary'],
  done: ['summary', 'token_usage'],
}

function toEnvelope(event: Event): Readonly<Record<string, unknown>> {
  const payload = event.payload ?? {}
  const fields = TOP_FIELDS[event.type] ?? []
  const top = fields.flatMap(field =>
    payload[field] === undefined ? [] : [[field, payload[field]] as const],
  )
  const agent = event.type.startsWith('tool_') ? { agent_id: event.run_id, agent_type: 'chat' } : {}
  return {
    ...Object.fromEntries(top),
    ...agent,
    type: event.type,
    timestamp: event.at,
    session_id: event.session_id,
    seq: event.seq,
    source: 'session',
    run_id: event.run_id,
    event_id: event.hash.slice(0, 32),
    ...(event.gate_id === undefined ? {} : { gate_id: event.gate_id }),
    payload,
  }
}

function createStream(frames: AsyncIterable<ChatFrame>, stop: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = frames[Symbol.asyncIterator]()
  let coming: Promise<IteratorResult<ChatFrame>> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(patience)
        coming ??= iterator.next()
        const next = await orSilence(coming)
        if (next === 'silence') {
          controller.enqueue(encoder.encode(': still here\n\n'))
        } else if (next.done) {
          controller.enqueue(encoder.encode('data: [DONE]\n\n'))
          controller.close()
          return
        } else {
          coming = undefined
          controller.enqueue(encoder.encode(frameToText(next.value)))
        }
        patience = setTimeout(() => {
          stop.abort()
          controller.error(new Error('The client took nothing for too long.'))
        }, PATIENCE_MS)
        patience.unref()
      },
      async cancel() {
        clearTimeout(patience)
        stop.abort()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

async function orSilence(
  coming: Promise<IteratorResult<ChatFrame>>,
): Promise<IteratorResult<ChatFrame> | 'silence'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<'silence'>(resolve => {
    timer = setTimeout(() => resolve('silence'), KEEP_ALIVE_MS)
    timer.unref()
  })
  try {
    return await Promise.race([coming, silence])
  } finally {
    clearTimeout(timer)
  }
}
