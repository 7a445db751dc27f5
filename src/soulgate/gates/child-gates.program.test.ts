import { afterEach, expect, it } from 'vitest'
import {
  member,
  mover,
  settled,
  startEngine,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import { withChildGates } from '../runs.ts'

let engine: TestEngine | undefined
afterEach(async () => engine?.stop())

const parent: AgentDefinition = {
  kind: 'plan',
  version: '1',
  run: async context => ({ ended: (await context.child('move', 'reasoning', {})).status }),
}

it('the open gate of a child shows on the run that waits for the child', async () => {
  engine = await startEngine({ agents: [mover, parent] })
  const started = await engine.runs.start({ who: member, kind: 'plan', input: {}, trigger_source: 'api' })
  if (isRefusal(started)) throw new Error(started.detail)
  await settled(engine, started.run.run_id)
  const children = await engine.store.listRuns({ parent_run_id: started.run.run_id }, { limit: 10 })
  const child = await settled(engine, children.items[0]?.run_id ?? '')
  const waiting = await settled(engine, started.run.run_id)
  expect(waiting.waiting_gate_ids).toEqual([])
  expect((await withChildGates(engine.store, waiting)).waiting_gate_ids).toEqual(child.waiting_gate_ids)
  expect(child.waiting_gate_ids).toHaveLength(1)
})

it('a run without children keeps its own gates', async () => {
  engine = await startEngine({ agents: [mover] })
  const run = await settled(engine, (await startRun(engine)).run_id)
  expect(await withChildGates(engine.store, run)).toEqual(run)
})
