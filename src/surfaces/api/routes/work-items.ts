import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import { PageQuery } from '../../../contracts/requests/query.ts'
import {
  CloseWorkItemRequest,
  ReportRequest,
  StartWorkItemRequest,
} from '../../../contracts/requests/work-items.ts'
import { WorkItem, WorkItemVersion } from '../../../contracts/work-item.ts'
import type { Refusal } from '../../../soulgate.ts'
import { present } from '../present.ts'
import {
  idempotencyKey,
  json,
  pathValue,
  preferredWaitMs,
  type Route,
  type RouteCall,
  route,
} from '../route.ts'

/** Things to be made: started, followed through their eleven steps, reported on, ended. */
export const workItemRoutes: readonly Route[] = [
  route({
    id: 'startWorkItem',
    tag: 'work items',
    method: 'POST',
    path: '/api/work-items',
    action: 'workitem.start',
    limit: 'start',
    summary: 'start a work item',
    body: StartWorkItemRequest,
    answers: { status: 201, schema: WorkItem },
    handle: async call => {
      const { soulgate, who, body, headers } = call
      return answer(call, await soulgate.workItems.start(who, present(body), idempotencyKey(headers)), 201)
    },
  }),
  route({
    id: 'listWorkItems',
    tag: 'work items',
    method: 'GET',
    path: '/api/work-items',
    action: 'workitem.read',
    summary: 'list work items, newest first',
    query: PageQuery,
    answers: {
      status: 200,
      schema: z.object({ work_items: z.array(WorkItem), next_cursor: z.string().optional() }),
    },
    handle: async ({ soulgate, who, query }) => {
      const { items, ...rest } = await soulgate.workItems.list(who, present(query))
      return json({ work_items: items, ...rest })
    },
  }),
  route({
    id: 'getWorkItem',
    tag: 'work items',
    method: 'GET',
    path: '/api/work-items/{item_id}',
    action: 'workitem.read',
    summary: 'read a work item',
    answers: { status: 200, schema: WorkItem },
    handle: async call => {
      const item = await call.soulgate.workItems.get(call.who, pathValue(call, 'item_id'))
      return isRefusal(item) ? item : json(item)
    },
  }),
  route({
    id: 'listWorkItemVersions',
    tag: 'work items',
    method: 'GET',
    path: '/api/work-items/{item_id}/versions',
    action: 'workitem.read',
    summary: 'list the kept versions of its documents, the rejected ones included',
    answers: { status: 200, schema: z.object({ versions: z.array(WorkItemVersion) }) },
    handle: async call => {
      const kept = await call.soulgate.workItems.versions(call.who, pathValue(call, 'item_id'))
      return isRefusal(kept) ? kept : json({ versions: kept.versions })
    },
  }),
  route({
    id: 'reportOnWorkItem',
    tag: 'work items',
    method: 'POST',
    path: '/api/work-items/{item_id}/reports',
    action: 'workitem.report',
    limit: 'write',
    summary: 'say what happened to it; 409 naming the gate before its intent is approved',
    body: ReportRequest,
    answers: { status: 202, schema: WorkItem },
    handle: async call => {
      const { soulgate, who, body } = call
      return answer(call, await soulgate.workItems.report(who, pathValue(call, 'item_id'), body.report), 202)
    },
  }),
  route({
    id: 'closeWorkItem',
    tag: 'work items',
    method: 'POST',
    path: '/api/work-items/{item_id}/close',
    action: 'workitem.close',
    summary: 'end it for good and free its paths',
    body: CloseWorkItemRequest,
    answers: { status: 200, schema: WorkItem },
    handle: async call => {
      const { soulgate, who, body } = call
      return answer(call, await soulgate.workItems.close(who, pathValue(call, 'item_id'), body.because), 200)
    },
  }),
]

/** With `Prefer: wait=N` the item as it stands when it waits again. */
async function answer(
  { soulgate, headers }: RouteCall<unknown, unknown>,
  outcome: { readonly refused?: false; readonly item: WorkItem } | Refusal,
  status: number,
): Promise<Response | Refusal> {
  if (isRefusal(outcome)) return outcome
  const waitMs = preferredWaitMs(headers)
  const settled = waitMs > 0 ? await soulgate.workItems.settled(outcome.item.item_id, waitMs) : undefined
  return json(settled ?? outcome.item, status)
}
