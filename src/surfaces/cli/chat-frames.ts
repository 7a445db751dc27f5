import { OrchestratorResponse } from '../../contracts/chat.ts'
import { type CommandContext, failureOf, fetchRoute } from './context.ts'

/** What a chat stream tells, as far as a terminal shows it. */
export type TerminalFrame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'event'; readonly type: string; readonly event: Readonly<Record<string, unknown>> }
  | { readonly kind: 'response'; readonly response: OrchestratorResponse }
  | { readonly kind: 'kept'; readonly body: Readonly<Record<string, unknown>> }

/** Sends a message and answers what comes back, piece by piece. */
export async function* openChat(
  context: CommandContext,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<TerminalFrame> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal }
  const response = await fetchRoute(context, '/api/chat/stream', init)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    const answer = Object(await response.json().catch(() => ({})))
    if (response.status !== 202) throw failureOf({ ...answer, status: response.status })
    yield { kind: 'kept', body: answer }
    return
  }
  yield* readFrames(response.body)
}

async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<TerminalFrame> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const frame = readFrame(block)
      if (frame) yield frame
    }
  }
}

function readFrame(block: string): TerminalFrame | undefined {
  if (!block.startsWith('data: ') || block === 'data: [DONE]') return undefined
  const data: unknown = JSON.parse(block.slice('data: '.length))
  const fields: Readonly<Record<string, unknown>> = Object(data)
  if (typeof fields.delta === 'string') return { kind: 'text', text: fields.delta }
  if (fields.type === 'delta_reset') return { kind: 'reset' }
  if (typeof fields.type === 'string') return { kind: 'event', type: fields.type, event: fields }
  const response = OrchestratorResponse.safeParse(data)
  return response.success ? { kind: 'response', response: response.data } : undefined
}
