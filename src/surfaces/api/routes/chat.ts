import { ChatRequest, ChatResponse } from '../../../contracts/chat.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { Refusal } from '../../../soulgate.ts'
import { chatStreamResponse } from '../chat-frames.ts'
import { idempotencyKey, json, type Route, type RouteCall, route } from '../route.ts'

/** A chat is answered when its run waits or has ended; one that takes longer answers 202 with its run. */
const MAX_ANSWER_MS = 300_000

const chat = {
  tag: 'chat',
  method: 'POST',
  action: 'run.start',
  limit: 'start',
  frozen: true,
  body: ChatRequest,
} as const

/** Conversations. Both routes change state, so neither answers GET. */
export const chatRoutes: readonly Route[] = [
  route({
    ...chat,
    id: 'chat',
    path: '/api/chat',
    summary: 'say something in a session; answers when the run waits or has ended, or streams',
    answers: { status: 200, schema: ChatResponse },
    handle: call => (call.headers.get('accept')?.includes('text/event-stream') ? stream(call) : answer(call)),
  }),
  route({
    ...chat,
    id: 'streamChat',
    path: '/api/chat/stream',
    summary: 'say something in a session and follow what comes of it as server-sent events',
    answers: { status: 200, contentType: 'text/event-stream' },
    handle: call => stream(call),
  }),
]

type ChatCall = RouteCall<ChatRequest, unknown>

function send({ soulgate, who, signedIn, body, headers }: ChatCall) {
  const key = idempotencyKey(headers)
  const sender = { decides: signedIn.decides, ...(key === undefined ? {} : { idempotencyKey: key }) }
  return soulgate.chat.send(who, body, sender)
}

async function answer(call: ChatCall): Promise<Response | Refusal> {
  const sent = await send(call)
  if (isRefusal(sent)) return sent
  if ('kept' in sent) return json(sent, 202)
  const { run_id: runId } = sent.run
  const response = await call.soulgate.chat.response(call.who, runId, MAX_ANSWER_MS)
  return isRefusal(response) ? response : json(response)
}

async function stream(call: ChatCall): Promise<Response | Refusal> {
  const sent = await send(call)
  if (isRefusal(sent)) return sent
  if ('kept' in sent) return json(sent, 202)
  const stop = new AbortController()
  call.services.closing.addEventListener('abort', () => stop.abort(), { signal: stop.signal })
  const frames = await call.soulgate.chat.follow(call.who, sent.run.run_id, {
    since: sent.since,
    signal: stop.signal,
  })
  return isRefusal(frames) ? frames : chatStreamResponse(frames, stop)
}
