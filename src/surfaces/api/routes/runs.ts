import { z } from 'zod'
import { EventPage } from '../../../contracts/event.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { EventsQuery, FeedQuery } from '../../../contracts/requests/query.ts'
import {
  CancelRunRequest,
  EndRunRequest,
  ResumeRunRequest,
  RevealedRun,
  RunListQuery,
  SendMessageRequest,
  SessionListQuery,
  StartRunRequest,
} from '../../../contracts/requests/runs.ts'
import { RegisteredAgent, Run } from '../../../contracts/run.ts'
import { SessionSummary } from '../../../contracts/session.ts'
import { Step } from '../../../contracts/step.ts'
import type { Refusal } from '../../../soulgate.ts'
import { eventStreamResponse, type StreamSource, sinceOf } from '../event-stream.ts'
import { present } from '../present.ts'
import {
  idempotencyKey,
  json,
  jsonOrRefusal,
  pathValue,
  preferredWaitMs,
  type Route,
  type RouteCall,
  route,
} from '../route.ts'

const Undone = z.object({ undone: z.array(z.string()), message: z.string() })
const runs = { tag: 'runs', frozen: true } as const
const ended: readonly Run['status'][] = ['completed', 'failed', 'cancelled']

/** Durable runs, their journals, their events, and the sessions they belong to. */
export const runRoutes: readonly Route[] = [
  route({
    ...runs,
    id: 'startRun',
    method: 'POST',
    path: '/api/runs',
    action: 'run.start',
    limit: 'start',
    summary: 'start a run',
    body: StartRunRequest,
    answers: { status: 201, schema: Run },
    handle: async ({ soulgate, who, body, headers }) => {
      const answer = await soulgate.runs.start(who, present(body), idempotencyKey(headers))
      if (isRefusal(answer)) return answer
      const waitMs = preferredWaitMs(headers)
      const settled = waitMs > 0 ? await soulgate.runs.settled(answer.run.run_id, waitMs) : undefined
      return json(settled ?? answer.run, 201)
    },
  }),
  route({
    ...runs,
    id: 'listRuns',
    method: 'GET',
    path: '/api/runs',
    action: 'run.read',
    summary: 'list runs',
    query: RunListQuery,
    answers: { status: 200, schema: z.object({ runs: z.array(Run), next_cursor: z.string().optional() }) },
    handle: async ({ soulgate, who, query }) => {
      const { limit, cursor, ...filter } = query
      const { items, ...rest } = await soulgate.runs.list(who, present(filter), present({ limit, cursor }))
      return json({ runs: items, ...rest })
    },
  }),
  route({
    ...runs,
    id: 'getRun',
    method: 'GET',
    path: '/api/runs/{run_id}',
    action: 'run.read',
    summary: 'read a run',
    answers: { status: 200, schema: Run },
    handle: async call => jsonOrRefusal(await call.soulgate.runs.get(call.who, pathValue(call, 'run_id'))),
  }),
  route({
    ...runs,
    id: 'listSteps',
    method: 'GET',
    path: '/api/runs/{run_id}/steps',
    action: 'run.read',
    summary: 'read the journal of a run',
    answers: { status: 200, schema: z.object({ steps: z.array(Step) }) },
    handle: async call => {
      const answer = await call.soulgate.runs.steps(call.who, pathValue(call, 'run_id'))
      return isRefusal(answer) ? answer : json({ steps: answer.steps })
    },
  }),
  route({
    tag: 'runs',
    id: 'revealRunSecrets',
    method: 'POST',
    path: '/api/runs/{run_id}/reveal',
    action: 'run.reveal',
    limit: 'write',
    summary:
      'read a run and its journal with what looks like a secret in them; that one did stands in the audit trail',
    body: z.strictObject({}),
    answers: { status: 200, schema: RevealedRun },
    handle: async call => {
      const answer = await call.soulgate.runs.reveal(call.who, pathValue(call, 'run_id'))
      return isRefusal(answer) ? answer : json({ run: answer.run, steps: answer.steps })
    },
  }),
  route({
    ...runs,
    id: 'resumeRun',
    method: 'POST',
    path: '/api/runs/{run_id}/resume',
    action: 'run.resume',
    summary: 'answer the open gate of a run',
    body: ResumeRunRequest,
    answers: { status: 200, schema: Run.extend({ repeated: z.literal(true).optional() }) },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.runs.resume(who, pathValue(call, 'run_id'), body.resume_payload)
      if (isRefusal(answer)) return answer
      return json(answer.repeated ? { ...answer.run, repeated: true } : answer.run)
    },
  }),
  route({
    ...runs,
    id: 'cancelRun',
    method: 'POST',
    path: '/api/runs/{run_id}/cancel',
    action: 'run.cancel',
    limit: 'start',
    summary: 'cancel a run, or what runs outside under a name of one’s own; 200 when it had ended already',
    body: CancelRunRequest,
    answers: { status: 202, schema: Run },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.runs.cancel(who, pathValue(call, 'run_id'), body.because)
      return isRefusal(answer) ? answer : json(answer.run, answer.accepted ? 202 : 200)
    },
  }),
  route({
    tag: 'runs',
    id: 'endRun',
    method: 'POST',
    path: '/api/runs/{run_id}/end',
    action: 'run.cancel',
    limit: 'start',
    summary: 'end a run that executes outside; its unused grants are void. 200 when it had ended already',
    body: EndRunRequest,
    answers: { status: 202, schema: Run },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.runs.end(who, pathValue(call, 'run_id'), present(body))
      return isRefusal(answer) ? answer : json(answer.run, answer.accepted ? 202 : 200)
    },
  }),
  route({
    tag: 'runs',
    id: 'sendMessage',
    method: 'POST',
    path: '/api/runs/{run_id}/messages',
    action: 'run.resume',
    limit: 'start',
    summary:
      'leave a message for an agent of one’s own, under one’s own sign-in; it is data, and vouches for nothing',
    body: SendMessageRequest,
    answers: { status: 202, schema: z.object({}) },
    handle: async call => {
      const answer = await call.soulgate.runs.send(call.who, pathValue(call, 'run_id'), call.body)
      return isRefusal(answer) ? answer : json({}, 202)
    },
  }),
  route({
    tag: 'runs',
    id: 'listAgents',
    method: 'GET',
    path: '/api/agents',
    action: 'run.read',
    summary: 'list agents of one’s own, with what they are started with',
    answers: { status: 200, schema: z.object({ agents: z.array(RegisteredAgent) }) },
    handle: async ({ soulgate }) => json({ agents: await soulgate.runs.agents() }),
  }),
  route({
    ...runs,
    id: 'undoRun',
    method: 'POST',
    path: '/api/runs/{run_id}/undo',
    action: 'call.undo',
    summary: 'take the reversible calls of a run back, last one first',
    body: z.object({}),
    answers: { status: 200, schema: Undone },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.calls.undoRun(call.who, pathValue(call, 'run_id'))),
  }),
  route({
    ...runs,
    id: 'listRunEvents',
    method: 'GET',
    path: '/api/runs/{run_id}/events',
    action: 'run.read',
    summary: 'follow the events of a run, as JSON or as server-sent events',
    query: EventsQuery,
    answers: { status: 200, schema: EventPage },
    handle: async call => {
      const { soulgate, who } = call
      const runId = pathValue(call, 'run_id')
      return events(call, {
        isMine: topic => topic === `stream:run:${runId}` || topic === `run:${runId}`,
        read: (since, limit) => soulgate.runs.events(who, runId, since, limit),
        hasEnded: async () => {
          const run = await soulgate.runs.get(who, runId)
          return isRefusal(run) || ended.includes(run.status)
        },
      })
    },
  }),
  route({
    id: 'listSessions',
    tag: 'sessions',
    method: 'GET',
    path: '/api/sessions',
    action: 'session.read',
    summary: 'list sessions',
    query: SessionListQuery,
    answers: {
      status: 200,
      schema: z.object({ sessions: z.array(SessionSummary), next_cursor: z.string().optional() }),
    },
    handle: async ({ soulgate, who, query }) => {
      const { limit, cursor, status } = query
      const filter = status === undefined || status === 'all' ? {} : { status }
      const { items, ...rest } = await soulgate.sessions.list(who, filter, present({ limit, cursor }))
      return json({ sessions: items, ...rest })
    },
  }),
  route({
    id: 'getSession',
    tag: 'sessions',
    method: 'GET',
    path: '/api/sessions/{session_id}',
    action: 'session.read',
    summary: 'read a session',
    answers: { status: 200, schema: SessionSummary },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.sessions.get(call.who, pathValue(call, 'session_id'))),
  }),
  route({
    id: 'listSessionEvents',
    tag: 'sessions',
    method: 'GET',
    path: '/api/sessions/{session_id}/events',
    action: 'session.read',
    summary: 'follow the events of a session, as JSON or as server-sent events',
    query: FeedQuery,
    answers: { status: 200, schema: EventPage },
    handle: async call => {
      const sessionId = pathValue(call, 'session_id')
      const since = await feedStart(call, sessionId)
      if (typeof since !== 'number') return since
      return events(
        { ...call, query: { ...call.query, since_seq: since } },
        {
          isMine: topic => topic.startsWith('stream:') || topic === `session:${sessionId}`,
          read: (from, limit) => call.soulgate.events.session(call.who, sessionId, from, limit),
          hasEnded: async () => false,
        },
      )
    },
  }),
  route({
    id: 'listEvents',
    tag: 'events',
    method: 'GET',
    path: '/api/events',
    action: 'event.read',
    summary: 'follow the events of everything, as JSON or as server-sent events',
    query: FeedQuery,
    answers: { status: 200, schema: EventPage },
    handle: async call => {
      const since = await feedStart(call)
      if (typeof since !== 'number') return since
      return events(
        { ...call, query: { ...call.query, since_seq: since } },
        {
          isMine: topic => topic.startsWith('stream:') || topic === 'events',
          read: (from, limit) => call.soulgate.events.all(call.who, from, limit),
          hasEnded: async () => false,
        },
      )
    },
  }),
]

async function feedStart(
  { soulgate, who, query }: RouteCall<unknown, FeedQuery>,
  sessionId?: string,
): Promise<number | Refusal> {
  return query.since_seq === 'latest' ? soulgate.events.latest(who, sessionId) : query.since_seq
}

/** One page as JSON, or the stream where the caller accepts one. The first read also checks rights and the id. */
async function events(
  call: RouteCall<unknown, EventsQuery>,
  source: Omit<StreamSource, 'soulgate'>,
): Promise<Response | Refusal> {
  const { headers, query, services, soulgate } = call
  if (!headers.get('accept')?.includes('text/event-stream')) {
    return jsonOrRefusal(await source.read(query.since_seq, query.limit))
  }
  const since = sinceOf(headers, query.since_seq)
  const first = await source.read(since, 1)
  if (isRefusal(first)) return first
  return eventStreamResponse({ ...source, soulgate }, { since, closing: services.closing })
}
