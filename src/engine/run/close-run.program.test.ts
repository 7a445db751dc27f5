import { afterEach, describe, expect, it } from 'vitest'
import {
  member,
  mover,
  moveTool,
  settled,
  startEngine,
  startRun,
  type TestEngine,
  type TestEngineOptions,
} from '../../../test/engine/engine-fixture.ts'
import { agentOf, decide, hanging, openGates, question, rest } from '../../../test/engine/run-desk.ts'
import { isRefusal } from '../../contracts/refusal.ts'

async function engineWith(options: TestEngineOptions): Promise<TestEngine> {
  const engine = await startEngine(options)
  engines.push(engine)
  return engine
}
const engines: TestEngine[] = []
afterEach(() => {
  // What hangs on purpose would never be drained.
  engines.splice(0)
})

const eventsOf = ({ store }: TestEngine, runId: string) => store.listStream(`run:${runId}`, 0, 1000)

describe('a run that ends', () => {
  it('waits for nobody any more', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    expect((await settled(engine, run.run_id)).waiting_gate_ids).toHaveLength(1)
    await engine.runs.cancel(member, run.run_id, 'changed my mind')
    const ended = await settled(engine, run.run_id)
    expect([ended.status, ended.waiting_gate_ids, ended.waiting_reason]).toEqual(['cancelled', [], undefined])
  })

  it('takes its unused grants back and says why, and leaves those of other runs', async () => {
    const world = { effects: [] }
    const engine = await engineWith({
      agents: [mover],
      tools: [hanging(moveTool(world))],
      world,
    })
    const approved = async () => {
      const run = await startRun(engine, { paths: ['a.log', 'b.log'] })
      await settled(engine, run.run_id)
      const [gate] = await openGates(engine, run.run_id)
      await decide(engine, gate?.gate_id ?? '', { decision: 'approve' })
      await rest()
      return run
    }
    const [first, second] = [await approved(), await approved()]
    const statuses = async (runId: string) =>
      (await engine.store.listGrants({ run_id: runId })).map(({ status }) => status).sort()
    expect(await statuses(first.run_id)).toEqual(['consumed', 'issued'])
    await engine.runs.cancel(member, first.run_id, 'takes too long')
    await settled(engine, first.run_id)
    expect(await statuses(first.run_id)).toEqual(['consumed', 'revoked'])
    expect(await statuses(second.run_id)).toEqual(['consumed', 'issued'])
    const events = await eventsOf(engine, first.run_id)
    const at = new Date(engine.clock.now()).toISOString()
    expect(events.filter(({ type }) => type === 'grant_revoked')).toMatchObject([
      { at, actor: { kind: 'system' }, payload: { because: 'run_cancelled' } },
    ])
    expect(events.filter(({ type }) => type === 'tool_result')).toMatchObject([
      { payload: { tool_name: 'move_thing', success: false, status: 'unknown' } },
    ])
  })

  it('ends its children for the reason for which it was cancelled itself', async () => {
    const parent = agentOf(async context => (await context.child('errand', 'chat', {})).status, 'plan')
    const child = agentOf(async context => (await context.gate('go', question('go'))).gate.status, 'chat')
    const engine = await engineWith({ agents: [parent, child] })
    const started = await engine.runs.start({ who: member, kind: 'plan', input: {}, trigger_source: 'api' })
    if (isRefusal(started)) throw new Error(started.detail)
    await settled(engine, started.run.run_id)
    await rest()
    await engine.runs.cancel(member, started.run.run_id, 'not needed any more')
    await rest()
    const { items } = await engine.store.listRuns({ parent_run_id: started.run.run_id }, { limit: 10 })
    expect(items).toMatchObject([{ status: 'cancelled', cancelled_because: 'not needed any more' }])
  })
})
