import type { ChatRequest, ChatResponse, KeptMessage, OrchestratorResponse } from '../contracts/chat.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Refused } from './problem.ts'
import { chunksOf } from './stream.ts'
import { createFrameReader } from './stream-frames.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** What is said in a session; everything may be left out that the server has a default for. */
export type ChatMessage = { readonly [Field in keyof ChatRequest]?: ChatRequest[Field] | undefined }

/** What a chat stream tells. Its text is the model's and nobody's markup. */
export type ChatFrame =
  | { readonly kind: 'text'; readonly text: string }
  /** What was streamed of this answer is void; it begins anew. */
  | { readonly kind: 'reset'; readonly because: string }
  | {
      readonly kind: 'event'
      readonly type: string
      readonly run_id?: string
      readonly session_id?: string
      readonly payload: JsonObject
    }
  | { readonly kind: 'response'; readonly response: OrchestratorResponse }

type SendOptions = Pick<RequestOptions, 'signal' | 'idempotencyKey'>

/** Conversations with the chat agent. `kept: true` is a message that met a waiting run: its text is safe. */
export interface ChatClient {
  /** Answers when the run waits or has ended. */
  send(
    message: ChatMessage,
    options?: SendOptions,
  ): Promise<(ChatResponse & { readonly refused?: false }) | Kept | Refused>
  /**
   * Says something and tells what comes of it until the run waits or has ended; then resolves with nothing. A message
   * that was kept or refused is told at once. `resume: {follow: run_id}` says nothing and only listens.
   */
  stream(
    message: ChatMessage,
    options: SendOptions & { readonly onFrame: (frame: ChatFrame) => void },
  ): Promise<Kept | Refused | undefined>
}

/** A message that was kept because the session's run waits, with what can become of it. */
export type Kept = KeptMessage & { readonly refused?: false }

/** Chat over HTTP, as part of a client. */
export function createChatClient(transport: Transport): ChatClient {
  return {
    send: (message, options) => transport.command('POST', '/api/chat', { body: message, ...options }),
    stream: async (message, { onFrame, ...options }) => {
      const headers = { accept: 'text/event-stream' }
      const request = { body: message, headers, ...options }
      const response = await transport.open('POST', '/api/chat/stream', request)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (!isStream || !response.body) return await transport.answerOf<Kept>(response)
      await readFrames(response.body, onFrame)
      return undefined
    },
  }
}

async function readFrames(
  body: ReadableStream<Uint8Array>,
  onFrame: (frame: ChatFrame) => void,
): Promise<void> {
  const read = createFrameReader()
  const decoder = new TextDecoder()
  for await (const piece of chunksOf(body)) {
    for (const { data } of read(decoder.decode(piece, { stream: true }))) {
      if (data === '[DONE]') return
      const frame = frameFrom(data)
      if (frame) onFrame(frame)
    }
  }
}

function frameFrom(data: string): ChatFrame | undefined {
  const value = parse(data)
  if (!isRecord(value)) return undefined
  if (typeof value.delta === 'string') return { kind: 'text', text: value.delta }
  if (value.type === 'delta_reset') return { kind: 'reset', because: String(value.because ?? '') }
  if (typeof value.type === 'string') return eventFrom(value.type, value)
  return isResponse(value) ? { kind: 'response', response: value } : undefined
}

function eventFrom(type: string, value: Readonly<Record<string, unknown>>): ChatFrame {
  const { run_id: runId, session_id: sessionId, payload } = value
  return {
    ...{ kind: 'event', type, payload: isJsonObject(payload) ? payload : {} },
    ...(typeof runId === 'string' ? { run_id: runId } : {}),
    ...(typeof sessionId === 'string' ? { session_id: sessionId } : {}),
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Everything that came out of `JSON.parse` and is a record is one. */
function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value)
}

function isResponse(value: object): value is OrchestratorResponse {
  return 'phase' in value && 'is_complete' in value && 'message' in value
}
