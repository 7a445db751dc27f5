import { afterEach, describe, expect, test } from 'vitest'
import {
  builder,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
} from '../../test/soulgate/program-fixture.ts'
import type { DecideRequest } from '../contracts/decision.ts'
import type { WorkItem, WorkItemReport } from '../contracts/work-item.ts'
import type { Soulgate } from '../soulgate.ts'

const places: Place[] = []
async function place(): Promise<Place> {
  const made = await makePlace()
  places.push(made)
  return made
}
afterEach(async () => {
  for (const made of places.splice(0)) await made.leave()
})

const BRIEF = {
  title: 'Faster search',
  description:
    'Find a customer by part of a name.\n- Show the ten best matches\n- Remember the last search (optional)\n- Do not log what was typed',
  paths: ['src/search'],
  caps: {},
}

async function start(soulgate: Soulgate, more = {}): Promise<WorkItem> {
  const { item } = await granted(soulgate.workItems.start(member, { ...BRIEF, ...more }))
  return settled(soulgate, item.item_id)
}

async function settled(soulgate: Soulgate, itemId: string): Promise<WorkItem> {
  return found(await soulgate.workItems.settled(itemId, 10_000))
}

async function decide(soulgate: Soulgate, item: WorkItem, request: DecideRequest): Promise<WorkItem> {
  const [gateId] = item.waiting_gate_ids
  await granted(soulgate.gates.decide(reviewer, found(gateId), request))
  return settled(soulgate, item.item_id)
}

async function report(soulgate: Soulgate, item: WorkItem, sent: WorkItemReport): Promise<WorkItem> {
  await granted(soulgate.workItems.report(builder, item.item_id, sent))
  return settled(soulgate, item.item_id)
}

describe('a work item', () => {
  test('goes through its eleven steps', async () => {
    const here = await place()
    const soulgate = await here.open()
    let item = await start(soulgate)
    item = await decide(soulgate, item, { decision: 'approve' })
    for (const task of item.tasks)
      item = await report(soulgate, item, {
        kind: 'task_done',
        task: task.task_id,
        files: ['src/search/a.ts'],
        hours: 1,
      })
    item = await report(soulgate, item, { kind: 'tests_done' })
    item = await report(soulgate, item, { kind: 'review_done' })
    item = await report(soulgate, item, { kind: 'commit', paths: ['src/search/a.ts'] })
    item = await report(soulgate, item, { kind: 'committed', commit: 'abc' })
    item = await report(soulgate, item, { kind: 'no_devops' })
    expect(item.status).toBe('completed')
  })
})
