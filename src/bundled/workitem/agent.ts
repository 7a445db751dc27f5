import { defineAgent } from '../../agents/public.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { WorkItemInput } from '../../contracts/work-item.ts'
import { buildItem } from './building.ts'
import { closeItem, commitWork, operate, reviewWork } from './finishing.ts'
import { type Flow, openFlow, update } from './flow.ts'
import { planItem } from './planning.ts'
import type { WorkItemParts } from './ports.ts'

/**
 * The agent that follows one work item through its eleven steps: workplan, planning, diagrams, design review and
 * re-plan by itself; build, testing, review, orchestration and operation by the reports of those who do the work.
 * Nothing is built before people have approved the intent.
 */
export function createWorkItemAgent(parts: WorkItemParts) {
  return defineAgent({
    name: 'work-items',
    version: '1',
    input: WorkItemInput,
    run: async context => followItem(await openFlow(parts, context)),
  })
}

async function followItem(flow: Flow): Promise<JsonObject> {
  if ((await planItem(flow)) === 'aborted') return abort(flow)
  if ((await buildItem(flow)) === 'aborted') return abort(flow)
  await reviewWork(flow)
  await commitWork(flow)
  await operate(flow)
  await closeItem(flow)
  return summarize(flow)
}

async function abort(flow: Flow): Promise<JsonObject> {
  await update(flow, { status: 'aborted', awaits: [], outcome: 'Aborted by a person.' })
  return summarize(flow)
}

function summarize({ context, record }: Flow): JsonObject {
  const { item_id, status, step, outcome = '' } = record
  context.emit('work_item_ended', { item_id, status, step })
  return { item_id, status, step, outcome }
}
