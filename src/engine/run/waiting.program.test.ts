import { afterEach, describe, expect, it } from 'vitest'
import { rule } from '../../../test/engine/desk-fixture.ts'
import {
  agent,
  deleteTool,
  member,
  memoryStore,
  moveTool,
  reviewer,
  settled,
  startEngine,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import {
  agentOf,
  answerOnly,
  decide,
  openGates,
  proposeMoves,
  question,
  rest,
} from '../../../test/engine/run-desk.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { compileGuidelines } from '../guardrails/guardrails.ts'
import type { AgentDefinition } from './run.ts'

const engines: TestEngine[] = []
async function engineWith(agents: readonly AgentDefinition[], options = {}): Promise<TestEngine> {
  const engine = await startEngine({ agents, ...options })
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const threeGates = agentOf(async context => {
  const ask = async (name: string) => (await context.gate(name, question(name))).gate.status
  return Promise.all(['one', 'two', 'three'].map(ask))
})

describe('a run that waits', () => {
  it('has its gates answered alone and in any order', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const engine = await engineWith([threeGates])
      const run = await startRun(engine)
      const waiting = await settled(engine, run.run_id)
      expect(waiting.waiting_gate_ids).toHaveLength(3)
      const gates = await openGates(engine, run.run_id)
      for (const index of order) {
        await decide(engine, gates[index]?.gate_id ?? '', { decision: index === 1 ? 'skip' : 'approve' })
        await rest()
      }
      const ended = await settled(engine, run.run_id)
      expect(ended.output).toEqual(['approved', 'skipped', 'approved'])
    }
  })

  it('is freed again when one of several gates was answered', async () => {
    const engine = await engineWith([threeGates])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [first] = await openGates(engine, run.run_id)
    await decide(engine, first?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect(await engine.store.getRun(run.run_id)).toMatchObject({ status: 'waiting_input' })
    expect(engine.runs.active()).toBe(0)
  })

  it('goes on when its time has come although a gate beside is still open', async () => {
    const agent = agentOf(async context => {
      const nap = context.sleep('nap', 10_000).then(() => context.step('awake', () => 'awake'))
      const gate = context.gate('go on', question('go on'))
      return [await nap, (await gate).gate.status]
    })
    const engine = await engineWith([agent])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.clock.advance(11_000)
    await rest(200)
    const steps = await engine.store.listSteps(run.run_id)
    expect(steps.map(step => [step.name, step.status])).toContainEqual(['awake', 'succeeded'])
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toEqual(['awake', 'approved'])
  })

  it('sleeps until its time by the clock, also when the clock went back meanwhile', async () => {
    const engine = await engineWith([
      agentOf(async context => context.sleep('nap', 60_000).then(() => 'awake')),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.clock.advance(59_000)
    engine.clock.set(engine.clock.now() - 3_600_000)
    engine.clock.advance(5_000)
    await rest(200)
    expect((await settled(engine, run.run_id)).status).toBe('waiting_input')
    engine.clock.advance(3_600_000)
    await rest(200)
    engine.clock.advance(61_000)
    await rest(200)
    expect((await settled(engine, run.run_id)).output).toBe('awake')
  })

  it('stays waiting at an expired gate, keeps a late answer as late, and goes on once it is reopened', async () => {
    const engine = await engineWith([
      agentOf(async context => (await context.gate('go', question('go'))).gate.status),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    const gateId = gate?.gate_id ?? ''
    for (let part = 0; part < 5; part += 1) {
      engine.clock.advance(900_000)
      await rest()
    }
    expect(await settled(engine, run.run_id)).toMatchObject({
      status: 'waiting_input',
      waiting_reason: 'gate_expired',
    })
    const late = await engine.gates.decide(reviewer, gateId, { decision: 'approve' })
    expect(isRefusal(late) && late.code).toBe('gate_expired')
    await rest()
    expect((await settled(engine, run.run_id)).status).toBe('waiting_input')
    const reopened = await engine.gates.reopen(reviewer, gateId)
    expect(isRefusal(reopened)).toBe(false)
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toBe('approved')
  })

  it('leaves no open gate behind when the agent stops waiting for it', async () => {
    const engine = await engineWith([
      agentOf(async context =>
        Promise.race([
          context.gate('go on', question('go on')).then(() => 'answered'),
          context.sleep('patience', 5_000).then(() => 'time'),
        ]),
      ),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.clock.advance(6_000)
    await rest(200)
    expect((await settled(engine, run.run_id)).output).toBe('time')
    expect(await openGates(engine, run.run_id)).toEqual([])
  })
})

describe('child runs', () => {
  const parent = agentOf(async context => {
    const [child, gate] = await Promise.all([
      context.child('errand', 'chat', { path: 'a.log' }),
      context.gate('go on', question('go on')),
    ])
    return { child: child.output ?? null, status: child.status, gate: gate.gate.status }
  }, 'plan')
  const child = agentOf(async (context, input) => {
    const outcome = await proposeMoves(context, [(input as { path: string }).path])
    return outcome.outcome
  }, 'chat')

  async function startParent(engine: TestEngine) {
    const started = await engine.runs.start({ who: member, kind: 'plan', input: {}, trigger_source: 'api' })
    if (isRefusal(started)) throw new Error(started.detail)
    await settled(engine, started.run.run_id)
    await rest()
    const { items } = await engine.store.listRuns({ parent_run_id: started.run.run_id }, { limit: 10 })
    const [errand] = items
    if (!errand) throw new Error('no child was started')
    return { run: started.run, errand }
  }

  it('ask at gates of their own while the parent asks at its own', async () => {
    const engine = await engineWith([parent, child])
    const { run, errand } = await startParent(engine)
    await answerOnly(engine, errand.run_id, { decision: 'approve' })
    await rest()
    expect((await settled(engine, run.run_id)).status).toBe('waiting_input')
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toEqual({ child: 'ran', status: 'completed', gate: 'approved' })
    expect(engine.world.effects).toHaveLength(1)
  })

  it('end with their parent', async () => {
    const engine = await engineWith([parent, child])
    const { run, errand } = await startParent(engine)
    await engine.runs.cancel(member, run.run_id, 'not needed any more')
    await rest()
    expect(await engine.store.getRun(errand.run_id)).toMatchObject({ status: 'cancelled' })
    expect(await openGates(engine, errand.run_id)).toEqual([])
    expect(await openGates(engine, run.run_id)).toEqual([])
  })

  it.each([
    [
      'only gets suggestions',
      (engine: TestEngine) => {
        const rollback = { ...engine.settings.rollback, suggest_only: ['agent:builder'] }
        engine.settings = { ...engine.settings, rollback }
      },
      'suggested',
    ],
    [
      'is denied the tool',
      (engine: TestEngine) => {
        const denied = rule(
          'rule_denied',
          { agents: ['builder'] },
          { type: 'tool_restriction', tools_denied: ['move_thing'] },
        )
        engine.guidelines = compileGuidelines([
          ...engine.guidelines.ranked.map(({ guideline }) => guideline),
          denied,
        ])
      },
      'denied',
    ],
  ])('give a key that %s no more than its own run would', async (_, restrict, outcome) => {
    const grandparent = agentOf(
      async context => (await context.child('down', 'plan', {})).output ?? null,
      'iteration',
    )
    const between = agentOf(async context => (await context.child('on', 'chat', {})).output ?? null, 'plan')
    const last = agentOf(async context => (await proposeMoves(context, ['a.log'], 0.95)).outcome, 'chat')
    const engine = await engineWith([grandparent, between, last])
    const outcomeFor = async (who: typeof agent, kind: 'iteration' | 'chat') => {
      const started = await engine.runs.start({ who, kind, input: {}, trigger_source: 'api' })
      if (isRefusal(started)) throw new Error(started.detail)
      for (let turn = 0; turn < 200; turn += 1) {
        const run = await settled(engine, started.run.run_id)
        if (run.status === 'completed') return run.output
        await rest()
      }
      throw new Error('it did not end')
    }
    expect(await outcomeFor(agent, 'iteration')).toBe('ran')
    restrict(engine)
    expect(await outcomeFor(agent, 'chat')).toBe(outcome)
    expect(await outcomeFor(agent, 'iteration')).toBe(outcome)
    expect(await outcomeFor(member, 'iteration')).toBe('ran')
    expect(engine.world.effects).toHaveLength(2)
  })

  it('inherit the conditions that people attached to their parent', async () => {
    const engine = await engineWith([
      agentOf(async context => {
        await context.gate('go on', question('go on'))
        return (await context.child('errand', 'chat', {})).status
      }, 'plan'),
      agentOf(async context => (await proposeMoves(context, ['a.log'], 0.95)).outcome, 'chat'),
    ])
    const started = await engine.runs.start({ who: member, kind: 'plan', input: {}, trigger_source: 'api' })
    if (isRefusal(started)) throw new Error(started.detail)
    await settled(engine, started.run.run_id)
    await answerOnly(engine, started.run.run_id, {
      decision: 'approve',
      conditions: ['touch nothing critical'],
    })
    await rest()
    const { items } = await engine.store.listRuns({ parent_run_id: started.run.run_id }, { limit: 10 })
    const [gate] = await openGates(engine, items[0]?.run_id ?? '')
    expect(gate?.why_held.map(why => why.text).join()).toContain('touch nothing critical')
    expect(engine.world.effects).toEqual([])
  })
})

describe('what people attach to an approval', () => {
  it('holds each later call of the run, votes included', async () => {
    const engine = await engineWith([
      agentOf(async context => {
        const first = await proposeMoves(context, ['a.log'], 0.7)
        const second = await proposeMoves(context, ['b.log'], 0.95)
        return [first.outcome, second.outcome]
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, { decision: 'approve', conditions: ['but ask before b'] })
    const [gate] = await openGates(engine, run.run_id)
    expect(gate?.why_held.map(why => why.source)).toContain('condition')
    expect(engine.world.effects).toHaveLength(1)
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toEqual(['ran', 'ran'])
  })
})

describe('a steer', () => {
  it('withdraws the open siblings of the run and runs nothing', async () => {
    const engine = await engineWith([
      agentOf(async context => {
        const outcomes = await Promise.all([proposeMoves(context, ['a']), proposeMoves(context, ['b'])])
        return outcomes.map(outcome => outcome.outcome)
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [first, second] = await openGates(engine, run.run_id)
    await decide(engine, first?.gate_id ?? '', { decision: 'steer', steer_instructions: 'copy it instead' })
    await rest()
    const ended = await settled(engine, run.run_id)
    expect(ended.output).toEqual(['steered', 'rejected'])
    expect(await engine.store.getGate(second?.gate_id ?? '')).toMatchObject({
      status: 'cancelled',
      cancelled_because: 'withdrawn_by_steer',
    })
    expect(engine.world.effects).toEqual([])
  })
})

describe('where nothing may run', () => {
  const confident = agentOf(async context => {
    const outcome = await proposeMoves(context, ['a.log'], 0.95)
    return { outcome: outcome.outcome, statuses: outcome.results.map(result => result.status) }
  })
  const nothing = { outcome: 'suggested', statuses: ['not_run'] }

  it('autonomy 1, gates off and a session outside the rollout only suggest', async () => {
    for (const change of [
      { autonomy_level: 1 },
      { rollout_percent: 0 },
      { flags: { approval_gates_enabled: false } },
    ]) {
      const engine = await engineWith([confident])
      const { flags } = engine.settings
      engine.settings = { ...engine.settings, ...change, flags: { ...flags, ...change.flags } }
      const run = await startRun(engine)
      expect((await settled(engine, run.run_id)).output).toEqual(nothing)
      expect(engine.world.effects).toEqual([])
    }
  })

  it('an approval given after autonomy dropped lets nothing run, and the run ends as a suggestion', async () => {
    for (const drop of ['autonomy', 'stop'] as const) {
      const engine = await engineWith([
        agentOf(async context => (await proposeMoves(context, ['a.log'])).outcome),
      ])
      const run = await startRun(engine)
      await settled(engine, run.run_id)
      if (drop === 'stop') engine.stopped = true
      else engine.settings = { ...engine.settings, autonomy_level: 1 }
      const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
      expect(ended.output).toBe('suggested')
      expect(engine.world.effects).toEqual([])
      const grants = await engine.store.listGrants({ run_id: run.run_id })
      expect(grants.map(grant => grant.status)).toEqual(['revoked'])
    }
  })

  it('a tool that was changed since its approval does not run', async () => {
    const store = await memoryStore()
    const agents = [
      agentOf(async context => (await proposeMoves(context, ['a.log'])).results[0]?.status ?? ''),
    ]
    const before = await engineWith(agents, { store })
    const run = await startRun(before)
    await settled(before, run.run_id)
    await before.stop()
    const world = { effects: [] }
    const tool = moveTool(world)
    const changed = { ...tool, definition: { ...tool.definition, description: 'Moves it to the bin' } }
    const engine = await engineWith(agents, { store, tools: [changed, deleteTool(world)] })
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toBe('failed')
    expect(world.effects).toEqual([])
  })
})
