import { expect, it } from 'vitest'
import { PlanBlock, PlanNode } from '../contracts/plan.ts'
import type { Store, StoredPlan } from './store.ts'
import { codeOf } from './store-nouns-conformance.ts'
import { AT } from './store-samples.ts'

type Current = () => Store

/** The part of the contract about plans; run by `describeStoreConformance`. */
export function describePlanConformance(store: Current): void {
  describePlans(store)
  describeNodesAndBlocks(store)
}

function describePlans(store: Current): void {
  it('keeps a plan under its id and its run, and counts its revisions', async () => {
    const plan = samplePlan('plan_a', {
      pattern_type: 'recurring_cycle',
      pattern_subtype: 'protocol_routine',
    })
    await store().transact(tx => tx.putPlan(plan))
    expect(await store().getPlan('plan_a')).toStrictEqual(plan)
    const { pattern_subtype: _gone, ...rest } = plan
    const next: StoredPlan = { ...rest, run_id: 'run_b', revision: 1, state: 'COMPLETE', body: { a: 'ż🦔' } }
    await store().transact(tx => tx.putPlan(next))
    expect(await store().findPlanOfRun('run_b')).toStrictEqual(next)
    expect(await store().findPlanOfRun('run_plan_a')).toBeUndefined()
  })

  it('refuses a second beginning and a write over another revision', async () => {
    const plan = samplePlan('plan_r')
    await store().transact(tx => tx.putPlan(plan))
    const put = (revision: number) => store().transact(tx => tx.putPlan({ ...plan, revision }))
    expect(await codeOf(put(0))).toBe('version_conflict')
    expect(await codeOf(put(2))).toBe('version_conflict')
    await put(1)
    expect(await codeOf(put(1))).toBe('version_conflict')
  })

  it('finds plans by the columns of their pattern, newest first, in pages', async () => {
    const variant = { pattern_variant: 'sample_variant' }
    const ids = ['plan_p1', 'plan_p2', 'plan_p3']
    for (const id of ids) await store().transact(tx => tx.putPlan(samplePlan(id, variant)))
    await store().transact(tx => tx.putPlan(samplePlan('plan_p4', { ...variant, owner: 'person:else' })))
    const filter = { ...variant, owner: 'person:grace' }
    const first = await store().listPlans(filter, { limit: 2 })
    expect(first.items.map(plan => plan.plan_id)).toEqual(['plan_p3', 'plan_p2'])
    const rest = await store().listPlans(filter, { limit: 2, cursor: String(first.next_cursor) })
    expect(rest.items.map(plan => plan.plan_id)).toEqual(['plan_p1'])
    expect(rest.next_cursor).toBeUndefined()
    expect((await store().listPlans({ pattern_type: 'milestone_project' }, { limit: 9 })).items).toEqual([])
  })
}

function describeNodesAndBlocks(store: Current): void {
  it('keeps the nodes of each stage in their order, many at once, and changes one', async () => {
    const nodes = Array.from({ length: 250 }, (_, n) => sampleNode(`node ${n}`))
    await store().transact(async tx => {
      await tx.replacePlanNodes('plan_n', 'outline', nodes)
      await tx.replacePlanNodes('plan_n', 'roadmap', nodes.slice(0, 3))
    })
    expect(await store().listPlanNodes('plan_n', 'outline')).toStrictEqual(nodes)
    const done: PlanNode = { ...sampleNode('node 1'), status: 'done', progress: 1 }
    await store().transact(tx => tx.updatePlanNode('plan_n', 'roadmap', done))
    expect((await store().listPlanNodes('plan_n', 'roadmap'))[1]).toStrictEqual(done)
    await store().transact(tx => tx.replacePlanNodes('plan_n', 'outline', nodes.slice(7, 9)))
    expect(await store().listPlanNodes('plan_n', 'outline')).toStrictEqual(nodes.slice(7, 9))
    expect(await store().listPlanNodes('plan_else', 'outline')).toEqual([])
  })

  it('finds the blocks of a person that are still to come, whatever the offset of their times', async () => {
    const [one, two] = [
      samplePlan('plan_b1', { owner: 'person:b' }),
      samplePlan('plan_b2', { owner: 'person:b' }),
    ]
    const blocks = [
      sampleBlock('b1', '2026-03-01T10:00:00+02:00', '2026-03-01T11:00:00+02:00'),
      sampleBlock('b2', '2026-03-01T08:30:00Z', '2026-03-01T09:30:00Z'),
      { ...sampleBlock('b3', '2026-03-02T08:30:00Z', '2026-03-02T09:30:00Z'), status: 'cancelled' as const },
    ]
    await store().transact(async tx => {
      await tx.replacePlanBlocks(one, blocks)
      await tx.replacePlanBlocks(two, [sampleBlock('b1', '2026-03-01T08:00:00Z', '2026-03-01T09:00:01Z')])
    })
    const coming = await store().listBlocksOfOwner('person:b', '2026-03-01T09:00:00.000Z')
    expect(coming.map(block => [block.plan_id, block.block_id])).toEqual([
      ['plan_b2', 'b1'],
      ['plan_b1', 'b2'],
    ])
    const moved: PlanBlock = { ...sampleBlock('b1', '2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z') }
    await store().transact(tx => tx.updatePlanBlock('plan_b1', moved))
    const standing = await store().listPlanBlocks('plan_b1')
    expect(standing.map(block => block.block_id)).toEqual(['b2', 'b3', 'b1'])
    expect(standing[2]).toStrictEqual({ ...moved, plan_id: 'plan_b1', owner: 'person:b' })
  })

  it('takes every plan of a session away with its nodes and blocks', async () => {
    const plan = samplePlan('plan_gone', { session_id: 'ses_gone' })
    await store().transact(async tx => {
      await tx.putPlan(plan)
      await tx.replacePlanNodes('plan_gone', 'outline', [sampleNode('node')])
      await tx.replacePlanBlocks(plan, [sampleBlock('b', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z')])
    })
    expect(await store().transact(tx => tx.deletePlans('ses_gone'))).toBe(3)
    expect(await store().getPlan('plan_gone')).toBeUndefined()
    expect(await store().listPlanNodes('plan_gone', 'outline')).toEqual([])
    expect(await store().listPlanBlocks('plan_gone')).toEqual([])
  })
}

export function samplePlan(plan_id: string, changes: Partial<StoredPlan> = {}): StoredPlan {
  return {
    plan_id,
    run_id: `run_${plan_id}`,
    session_id: 'ses_1',
    owner: 'person:grace',
    state: 'COLLECT_CONTEXT',
    planning_status: null,
    revision: 0,
    body: { goal: 'walk' },
    created_at: AT,
    updated_at: AT,
    ...changes,
  }
}

function sampleNode(id: string): PlanNode {
  return PlanNode.parse({ id, node_type: 'task', level: 4, title: 'Walk', parent_id: 'root' })
}

function sampleBlock(block_id: string, start: string, end: string): PlanBlock {
  return PlanBlock.parse({
    block_id,
    plan_node_id: 'node',
    title: 'Walk',
    start,
    end,
    status: 'scheduled',
    tags: [],
  })
}
