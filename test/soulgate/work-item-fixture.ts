import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { WorkItem, WorkItemReport } from '../../src/contracts/work-item.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { builder, found, granted, member, reviewer } from './program-fixture.ts'

export const BRIEF = {
  title: 'Name search',
  description: [
    'Find a customer by part of a name.',
    '- Show the ten best matches',
    '- Remember the last search, if there is time',
    '- Do not log what was typed',
  ].join('\n'),
  paths: ['src/search'],
  caps: {},
}

export async function startItem(soulgate: Soulgate, more: object = {}): Promise<WorkItem> {
  const { item } = await granted(soulgate.workItems.start(member, { ...BRIEF, ...more }))
  return rested(soulgate, item.item_id)
}

export async function rested(soulgate: Soulgate, itemId: string): Promise<WorkItem> {
  return found(await soulgate.workItems.settled(itemId, 20_000))
}

/** The gate the item waits at. */
export async function gateOf(soulgate: Soulgate, item: WorkItem): Promise<Gate> {
  return granted(soulgate.gates.get(reviewer, found(item.waiting_gate_ids[0])))
}

/** Decides the gate the item waits at, as a reviewer who has opened its documents. */
export async function decide(soulgate: Soulgate, item: WorkItem, request: DecideRequest): Promise<WorkItem> {
  const { gate_id, view_digest } = await gateOf(soulgate, item)
  await granted(soulgate.gates.viewed(reviewer, gate_id, view_digest))
  await granted(soulgate.gates.decide(reviewer, gate_id, request))
  return rested(soulgate, item.item_id)
}

/** Reports as a builder. */
export async function report(soulgate: Soulgate, item: WorkItem, sent: WorkItemReport): Promise<WorkItem> {
  await granted(soulgate.workItems.report(builder, item.item_id, sent))
  return rested(soulgate, item.item_id)
}

/** An item whose intent is approved and whose building has begun. */
export async function approvedItem(soulgate: Soulgate, more: object = {}): Promise<WorkItem> {
  const item = await decide(soulgate, await startItem(soulgate, more), { decision: 'approve' })
  if (item.step !== 'build') throw new Error(`the item is at ${item.step}`)
  return item
}

/** Builds every task, then says that testing is done. */
export async function buildAll(soulgate: Soulgate, from: WorkItem, files: string[] = []): Promise<WorkItem> {
  let item = from
  for (const { task_id: task } of from.tasks) {
    item = await report(soulgate, item, { kind: 'task_done', task, files })
  }
  return report(soulgate, item, { kind: 'tests_done' })
}
