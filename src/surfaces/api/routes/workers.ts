import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  ConfirmWorkerDefinitionRequest,
  ConnectedWorker,
  ExchangeAnswer,
  ExchangeRequest,
  OpenWorkerSessionRequest,
  WorkerDefinition,
  WorkerSession,
} from '../../../contracts/worker-protocol.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'

const workers = { tag: 'workers' } as const

/** Workers beside the server: their protocol, who is connected, and what waits for a person. */
export const workerRoutes: readonly Route[] = [
  route({
    ...workers,
    id: 'openWorkerSession',
    method: 'POST',
    path: '/api/worker/sessions',
    action: 'worker.carry',
    summary: 'connect as a worker, with the agents and tools that it carries',
    body: OpenWorkerSessionRequest,
    answers: { status: 201, schema: WorkerSession },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.workers.open(who, body)
      return isRefusal(answer) ? answer : json(answer.session, 201)
    },
  }),
  route({
    ...workers,
    id: 'exchangeWorkerMessages',
    method: 'POST',
    path: '/api/worker/sessions/{session_id}/exchange',
    action: 'worker.carry',
    summary: 'hand over what a worker has to say, and take what it is told',
    body: ExchangeRequest,
    answers: { status: 200, schema: ExchangeAnswer },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.workers.exchange(who, pathValue(call, 'session_id'), body)
      return isRefusal(answer) ? answer : json(answer.exchange)
    },
  }),
  route({
    ...workers,
    id: 'closeWorkerSession',
    method: 'DELETE',
    path: '/api/worker/sessions/{session_id}',
    action: 'worker.carry',
    summary: 'disconnect; what was leased goes on elsewhere',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.workers.leave(call.who, pathValue(call, 'session_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    ...workers,
    id: 'listWorkers',
    method: 'GET',
    path: '/api/workers',
    action: 'insight.read',
    summary: 'see which workers are connected, what they carry, and which definitions wait for a person',
    answers: {
      status: 200,
      schema: z.object({ workers: z.array(ConnectedWorker), definitions: z.array(WorkerDefinition) }),
    },
    handle: async ({ soulgate }) => json(await soulgate.workers.list()),
  }),
  route({
    ...workers,
    id: 'confirmWorkerDefinition',
    method: 'POST',
    path: '/api/workers/definitions/confirm',
    action: 'worker.confirm',
    summary: 'confirm a definition that a worker changed',
    body: ConfirmWorkerDefinitionRequest,
    answers: { status: 200, schema: WorkerDefinition },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.workers.confirm(who, body)
      return isRefusal(answer) ? answer : json(answer.definition)
    },
  }),
]
