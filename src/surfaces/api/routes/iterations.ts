import { z } from 'zod'
import { issuesToErrors } from '../../../contracts/issues.ts'
import {
  IterationApprovalRequest,
  IterationExportQuery,
  IterationQuery,
  IterationRecord,
  IterationState,
  MemoryEntitiesQuery,
  MemoryEntity,
  MemoryEntityQuery,
  MemoryEntitySummary,
  StartIterationsRequest,
} from '../../../contracts/iteration.ts'
import { isRefusal, type Refusal, refuse } from '../../../contracts/refusal.ts'
import { present } from '../present.ts'
import { idempotencyKey, json, pathValue, preferredWaitMs, type Route, route, UnfitInput } from '../route.ts'

const iterations = { tag: 'iterations' } as const
const frozen = { ...iterations, frozen: true } as const

/** Planning in iterations (source E): proposal, checkpoints, final plan, and what it leaves in memory. */
export const iterationRoutes: readonly Route[] = [
  route({
    ...frozen,
    id: 'startIterations',
    method: 'POST',
    path: '/api/plan',
    action: 'run.start',
    limit: 'start',
    summary: 'propose a plan in iterations; answers when the proposal waits',
    body: StartIterationsRequest,
    answers: { status: 200, schema: IterationState },
    handle: async ({ soulgate, who, body, headers }) =>
      answer(await soulgate.iterations.start(who, present(body), idempotencyKey(headers))),
  }),
  route({
    ...frozen,
    id: 'approveIterations',
    method: 'POST',
    path: '/api/approve',
    action: 'gate.respond',
    summary: 'answer a proposal or a checkpoint; with `Prefer: wait=N` answers the next rest',
    body: IterationApprovalRequest,
    answers: { status: 200, schema: IterationState },
    handle: async ({ soulgate, who, body, headers }) =>
      answer(await soulgate.iterations.approve(who, present(body), preferredWaitMs(headers))),
  }),
  route({
    ...iterations,
    id: 'getIterations',
    method: 'GET',
    path: '/api/plan/{session_id}',
    action: 'run.read',
    summary: 'read where planning in iterations stands',
    query: IterationQuery,
    answers: { status: 200, schema: IterationState },
    handle: async call => {
      const { soulgate, who, query } = call
      return answer(await soulgate.iterations.state(who, pathValue(call, 'session_id'), query.run_id))
    },
  }),
  route({
    ...iterations,
    id: 'getIterationRecord',
    method: 'GET',
    path: '/api/plan/{session_id}/record',
    action: 'run.read',
    summary: 'read everything of a plan in iterations: proposals, reports, checkpoints, chart',
    query: IterationQuery,
    answers: { status: 200, schema: IterationRecord },
    handle: async call => {
      const { soulgate, who, query } = call
      return answer(await soulgate.iterations.record(who, pathValue(call, 'session_id'), query.run_id))
    },
  }),
  route({
    ...iterations,
    id: 'exportIterations',
    method: 'GET',
    path: '/api/plan/{session_id}/export',
    action: 'run.read',
    summary: 'export a plan in iterations as Markdown, as a page for printing, or as JSON',
    query: IterationExportQuery,
    answers: { status: 200, contentType: 'text/markdown' },
    handle: async call => {
      const { soulgate, who, query } = call
      const file = await soulgate.iterations.export(who, pathValue(call, 'session_id'), present(query))
      if (isRefusal(file)) return file
      return new Response(file.text, {
        headers: {
          'content-type': file.content_type,
          'content-disposition': `attachment; filename="${file.filename}"`,
          'cache-control': 'no-store',
        },
      })
    },
  }),
  route({
    ...iterations,
    id: 'listMemoryEntities',
    method: 'GET',
    path: '/api/memory/entities',
    action: 'run.read',
    summary: 'list what plans left in memory, newest plan first',
    query: MemoryEntitiesQuery,
    answers: { status: 200, schema: z.object({ entities: z.array(MemoryEntitySummary) }) },
    handle: async ({ soulgate, who, query }) =>
      json({ entities: await soulgate.iterations.entities(who, present(query)) }),
  }),
  route({
    ...iterations,
    id: 'getMemoryEntity',
    method: 'GET',
    path: '/api/memory/entities/{name}',
    action: 'run.read',
    summary: 'read a memory entity of a plan, or of the newest plan that has it',
    query: MemoryEntityQuery,
    answers: {
      status: 200,
      schema: MemoryEntity.extend({
        versions: z.array(MemoryEntity.pick({ plan_id: true, version: true, created_at: true })),
      }),
    },
    handle: async call => {
      const { soulgate, who, query } = call
      return answer(await soulgate.iterations.entity(who, pathValue(call, 'name'), query.plan_id))
    },
  }),
].map(inWordsOfE)

function answer(outcome: object | Refusal): Response | Refusal {
  return isRefusal(outcome) ? outcome : json(outcome)
}

/** Source E's clients read `error` and `message`; a body that does not fit has them too. */
function inWordsOfE(inner: Route): Route {
  return {
    ...inner,
    handle: async call => {
      try {
        return await inner.handle(call)
      } catch (error) {
        if (!(error instanceof UnfitInput)) throw error
        const errors = issuesToErrors(error.issues)
        const said = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
        const detail = `The ${error.part} is not valid: ${said}`
        return refuse('invalid', detail, { errors, data: { error: 'invalid', message: detail } })
      }
    },
  }
}
