import { afterEach, describe, expect, it } from 'vitest'
import {
  member,
  memoryStore,
  mover,
  reviewer,
  settled,
  startEngine,
  startRun,
  type TestEngine,
  type TestEngineOptions,
} from '../../../test/engine/engine-fixture.ts'
import { agentOf, openGates, proposeMoves, question, rest } from '../../../test/engine/run-desk.ts'
import type { GuidelineAction } from '../../contracts/guideline.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Dispatch } from '../../dispatch/dispatch.ts'
import { compileGuidelines, defaultGuidelines } from '../guardrails/guardrails.ts'
import { registerAgent } from './registered-agents.ts'

const engines: TestEngine[] = []
async function engineWith(options: TestEngineOptions): Promise<TestEngine> {
  const engine = await startEngine(options)
  engines.push(engine)
  return engine
}
afterEach(() => {
  engines.splice(0)
})

const chatter = agentOf(async context => (await context.gate('go', question('go'))).gate.status, 'chat')

describe('starting', () => {
  const request = {
    who: member,
    kind: 'reasoning',
    input: {},
    trigger_source: 'api',
    idempotency_key: 'k',
  } as const

  it('answers the same run for the same key, also when asked sixteen times at once', async () => {
    const engine = await engineWith({ agents: [mover] })
    const started = await Promise.all(Array.from({ length: 16 }, () => engine.runs.start(request)))
    const ids = new Set(started.map(answer => (isRefusal(answer) ? answer.code : answer.run.run_id)))
    expect(ids.size).toBe(1)
    expect((await engine.store.listRuns({}, { limit: 100 })).items).toHaveLength(1)
  })

  it('refuses the key with another body, and forgets it after a day', async () => {
    const engine = await engineWith({ agents: [mover] })
    await engine.runs.start(request)
    const other = await engine.runs.start({ ...request, input: { paths: ['b'] } })
    expect(other).toMatchObject({ refused: true, code: 'idempotency_conflict' })
    engine.clock.set(engine.clock.now() + 86_400_001)
    expect(isRefusal(await engine.runs.start(request))).toBe(false)
    expect((await engine.store.listRuns({}, { limit: 100 })).items).toHaveLength(2)
  })

  it('refuses a second chat run while one runs or is about to', async () => {
    const engine = await engineWith({ agents: [chatter], capacity: 0 })
    const chat = {
      who: member,
      kind: 'chat',
      input: {},
      trigger_source: 'chat',
      session_id: 'ses_one',
    } as const
    const both = await Promise.all([engine.runs.start(chat), engine.runs.start(chat)])
    expect(both.filter(isRefusal).map(refusal => refusal.code)).toEqual(['session_busy'])
  })

  it('refuses a session that was idle for 30 days, but not one whose run still waits', async () => {
    for (const expected of ['session_expired', undefined]) {
      const engine = await engineWith({ agents: [chatter, mover] })
      const kind = expected === undefined ? 'chat' : 'reasoning'
      const body = { who: member, kind, trigger_source: 'api', session_id: 'ses_one' } as const
      const first = await engine.runs.start({ ...body, input: { confidence: 0.95 } })
      if (!isRefusal(first)) await settled(engine, first.run.run_id)
      engine.clock.set(engine.clock.now() + 31 * 86_400_000)
      const second = await engine.runs.start({ ...body, input: {} })
      expect(isRefusal(second) ? second.code : undefined).toBe(expected)
    }
  })
})

describe('a worker that lost its run', () => {
  it('writes nothing and touches nothing any more', async () => {
    const store = await memoryStore()
    const world = { effects: [] }
    const go = Promise.withResolvers<void>()
    const woken: string[] = []
    const slow = agentOf(async context => {
      await context.step('look', async () => {
        await go.promise
        return 1
      })
      woken.push('woke')
      return (await proposeMoves(context, ['a.log'], 0.95)).outcome
    })
    const quick = agentOf(async context => {
      await context.step('look', () => 1)
      return (await proposeMoves(context, ['a.log'], 0.95)).outcome
    })
    const options = { store, world, living: () => ['worker_two'] }
    const zombie = await engineWith({ ...options, agents: [slow], workerId: 'worker_one' })
    const run = await startRun(zombie)
    await rest()
    const engine = await engineWith({ ...options, agents: [quick], workerId: 'worker_two' })
    expect(await engine.runs.recover()).toBe(1)
    const ended = await settled(engine, run.run_id)
    expect(ended.output).toBe('ran')
    const before = await store.listStream(`run:${run.run_id}`, 0, 1000)
    go.resolve()
    await rest(300)
    expect(woken).toEqual(['woke'])
    expect(world.effects).toHaveLength(1)
    expect(await store.listStream(`run:${run.run_id}`, 0, 1000)).toEqual(before)
  })
})

it('a run is taken at once by a process that carries its agent, when another one was handed it', async () => {
  const store = await memoryStore()
  const desk = { name: 'desk', version: '1', input_schema: {} }
  await store.transact(tx => registerAgent(tx, desk, '2026-03-01T09:00:00.000Z'))
  const handsOutNothing: Dispatch = {
    ...{ kind: 'in_process', enqueue: async () => {}, cancel: async () => {}, start: async () => {} },
    ...{ stop: async () => {}, active: () => 0 },
  }
  const agent = { ...agentOf(async () => 'done', 'agent'), agent: 'desk' }
  await engineWith({ store, agents: [agent], dispatch: handsOutNothing, workerId: 'worker_carrying' })
  const other = await engineWith({ store, agents: [], workerId: 'worker_other' })
  const started = await other.runs.start({
    ...{ who: member, kind: 'agent', agent: 'desk', input: {}, trigger_source: 'api' },
  })
  if (isRefusal(started)) throw new Error(started.detail)
  await other.runs.execute({ queue: 'run', key: started.run.run_id, due_at: 0, payload: {} })
  expect(await settled(other, started.run.run_id)).toMatchObject({ status: 'completed', output: 'done' })
})

describe('a grant', () => {
  it('is consumed once, however often its run is executed', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    const job = { queue: 'run', key: run.run_id, due_at: 0, payload: {} } as const
    const executing = Array.from({ length: 16 }, () => engine.runs.execute(job))
    await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
    await Promise.all([...executing, ...Array.from({ length: 16 }, () => engine.runs.execute(job))])
    expect((await settled(engine, run.run_id)).status).toBe('completed')
    expect(engine.world.effects).toHaveLength(1)
  })
})

describe('guardrails at the moment of consumption', () => {
  const rule = (action: Partial<GuidelineAction> & Pick<GuidelineAction, 'type'>) => {
    const [sample] = defaultGuidelines('2026-03-01T09:00:00.000Z')
    if (!sample) throw new Error('there are no default guidelines')
    return compileGuidelines([
      ...defaultGuidelines('2026-03-01T09:00:00.000Z'),
      {
        ...sample,
        id: 'fresh',
        name: 'Fresh',
        enabled: true,
        category: 'custom',
        condition: { ...emptyCondition, tools: ['move_thing'] },
        action: { ...action },
      },
    ])
  }
  const emptyCondition = {
    agents: [],
    domains: [],
    actions: [],
    events: [],
    gate_types: [],
    paths: [],
    tools: [],
  }

  it('void the grant when they now deny the call', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    engine.guidelines = rule({ type: 'tool_restriction', tools_denied: ['move_thing'] })
    await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect((await settled(engine, run.run_id)).output).toEqual({ outcome: 'ran', statuses: ['failed'] })
    expect(engine.world.effects).toEqual([])
  })

  it('ask once more when they now hold the call for a reason nobody has seen', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    engine.guidelines = rule({
      type: 'hitl_gate',
      gate_type: 'protected_path_commit',
      gate_threshold: 'mandatory',
    })
    await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect(engine.world.effects).toEqual([])
    const [again] = await openGates(engine, run.run_id)
    expect(again).toMatchObject({ type: 'protected_path_commit' })
    await engine.gates.decide(reviewer, again?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect((await settled(engine, run.run_id)).output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    expect(engine.world.effects).toHaveLength(1)
  })
})

it('a run that executes outside is taken over by no worker, also when somebody queues it', async () => {
  const engine = await engineWith({ agents: [mover] })
  const request = { who: member, kind: 'external', input: {}, trigger_source: 'api' } as const
  const started = await engine.runs.start(request)
  if (isRefusal(started)) throw new Error(started.detail)
  const { run_id } = started.run
  expect(await engine.runs.recover()).toBe(0)
  await engine.runs.execute({ queue: 'run', key: run_id, payload: {}, due_at: 0 })
  expect(await engine.store.getRun(run_id)).toMatchObject({ status: 'running', lease_token: 1 })
})
