import { afterEach, describe, expect, it } from 'vitest'
import {
  memoryStore,
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
import type { Store } from '../../store/store.ts'
import type { AgentDefinition, RunContext } from './run.ts'

const engines: TestEngine[] = []
async function engineWith(agents: readonly AgentDefinition[], store?: Store): Promise<TestEngine> {
  const engine = await startEngine({ agents, ...(store ? { store } : {}) })
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

describe('a replay', () => {
  it('does no step again and hands out the same values', async () => {
    const worked: string[] = []
    const engine = await engineWith([
      agentOf(async context => {
        const step = (name: string) => context.step(name, () => worked.push(name) && name.length)
        const first = await step('first')
        const before = [await context.now(), context.random(), context.id('thing')]
        await context.gate('go on', question('go on'))
        const after = [await context.now(), context.random(), context.id('thing')]
        return { first, second: await step('second'), before, after }
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(worked).toEqual(['first', 'second'])
    expect(ended.output).toMatchObject({ first: 5, second: 6 })
    const output = ended.output as { before: unknown[]; after: unknown[] }
    expect(output.before).not.toEqual(output.after)
  })

  it('repeats the order of branches, however deep their continuations are', async () => {
    const orders: string[][] = []
    const engine = await engineWith([
      agentOf(async context => {
        const order: string[] = []
        orders.push(order)
        const branch = async (name: string, ticks: number) => {
          for (let round = 0; round < 4; round += 1) {
            await context.step(`${name} ${round}`, () => round)
            for (let tick = 0; tick < ticks; tick += 1) await null
            order.push(`${name} ${round}`)
          }
          await context.gate(name, question(name))
        }
        await Promise.all([branch('deep', 9), branch('flat', 0), branch('middle', 3)])
        return order
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    for (const gate of await openGates(engine, run.run_id)) {
      await decide(engine, gate.gate_id, { decision: 'approve' })
      await settled(engine, run.run_id)
    }
    const ended = await settled(engine, run.run_id)
    expect(ended.error).toBeUndefined()
    expect(ended.status).toBe('completed')
    expect(orders.length).toBeGreaterThan(1)
    for (const order of orders) expect(order).toEqual(ended.output)
  })

  it('throws a recorded failure again, as the same error', async () => {
    const seen: string[] = []
    const engine = await engineWith([
      agentOf(async context => {
        const failed = await context
          .step('fail', () => {
            throw new TypeError('no such thing')
          })
          .catch((error: Error & { code: string }) => `${error.name} ${error.code} ${error.message}`)
        seen.push(String(failed))
        await context.gate('go on', question('go on'))
        return failed
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(seen).toEqual([
      'SoulgateError step_failed no such thing',
      'SoulgateError step_failed no such thing',
    ])
  })

  it('hands out what a step answered, not what the agent made of it', async () => {
    const engine = await engineWith([
      agentOf(async context => {
        const list = await context.step<string[]>('list', () => ['a'])
        list.push('b')
        await context.gate('go on', question('go on'))
        return list
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toEqual(['a', 'b'])
    const [step] = await engine.store.listSteps(run.run_id)
    expect(step?.output).toEqual(['a'])
  })

  it('tells each event once', async () => {
    const engine = await engineWith([
      agentOf(async context => {
        context.emit('agent_progress', { at: 'start' })
        await context.gate('go on', question('go on'))
        context.emit('agent_progress', { at: 'end' })
        return null
      }),
    ])
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, { decision: 'approve' })
    const events = await engine.store.listStream(`run:${run.run_id}`, 0, 100)
    const told = events.filter(event => event.type === 'agent_progress').map(event => event.payload)
    expect(told).toEqual([{ at: 'start' }, { at: 'end' }])
  })
})

describe('an agent that changed under a waiting run', () => {
  const old = agentOf(async context => {
    await context.step('read', () => 'old')
    await context.step('think', () => 'old')
    await context.gate('go on', question('go on'))
    return 'old'
  })

  async function waitUnder(changed: AgentDefinition) {
    const store = await memoryStore()
    const before = await engineWith([old], store)
    const run = await startRun(before)
    await settled(before, run.run_id)
    const [gate] = await openGates(before, run.run_id)
    await before.stop()
    const engine = await engineWith([changed], store)
    await decide(engine, gate?.gate_id ?? '', { decision: 'approve' })
    const waiting = await settled(engine, run.run_id)
    const [asked] = await openGates(engine, run.run_id)
    return { engine, run, waiting, asked }
  }

  const changed = agentOf(
    async context => {
      const read = await context.step('read', () => 'new')
      const thought = await context.step('think twice', () => 'new')
      return { read, thought }
    },
    'reasoning',
    '2',
  )

  it('waits at a gate for an operator instead of guessing', async () => {
    const { waiting, asked } = await waitUnder(changed)
    expect(waiting.waiting_reason).toBe('run_definition_changed')
    expect(asked?.type).toBe('run_definition_changed')
    expect(asked?.briefing.details).toContain('“think”')
    expect(asked?.briefing.details).toContain('“think twice”')
  })

  it('goes on with the new definition from the named step, keeping what came before', async () => {
    const { engine, run } = await waitUnder(changed)
    const ended = await answerOnly(engine, run.run_id, {
      decision: 'approve',
      option_input: { step: 'think' },
    })
    expect(ended.status).toBe('completed')
    expect(ended.output).toEqual({ read: 'old', thought: 'new' })
    expect(ended.definition_version).toBe('2')
  })

  it('takes only steps that it has', async () => {
    const { engine, asked } = await waitUnder(changed)
    const answer = await engine.gates.decide(
      { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' },
      asked?.gate_id ?? '',
      { decision: 'approve', option_input: { step: 'dream' } },
    )
    expect(answer).toMatchObject({ refused: true, code: 'invalid' })
  })

  it('is aborted when the operator says so', async () => {
    const { engine, run } = await waitUnder(changed)
    const ended = await answerOnly(engine, run.run_id, { decision: 'reject' })
    expect(ended).toMatchObject({ status: 'cancelled', cancelled_because: 'run_definition_changed' })
  })

  it('is also noticed when the new one ends before the journal does, or asks for less', async () => {
    const shorter = agentOf(async context => context.step('read', () => 'new'), 'reasoning', '2')
    expect((await waitUnder(shorter)).waiting.waiting_reason).toBe('run_definition_changed')
    const elsewhere = agentOf(
      async context => {
        await context.sleep('nap', 60_000)
        return 'new'
      },
      'reasoning',
      '2',
    )
    expect((await waitUnder(elsewhere)).waiting.waiting_reason).toBe('run_definition_changed')
  })

  it('is noticed as well when it waits for something else than its next recorded result', async () => {
    const branches = (more: boolean) =>
      agentOf(async context => {
        const looking = async () => {
          await context.step('one', () => 1)
          if (more) await context.step('two', () => 2)
        }
        await Promise.all([looking(), context.gate('go on', question('go on'))])
        return null
      })
    const store = await memoryStore()
    const before = await engineWith([branches(true)], store)
    const run = await startRun(before)
    await settled(before, run.run_id)
    const [gate] = await openGates(before, run.run_id)
    await before.stop()
    const engine = await engineWith([branches(false)], store)
    await decide(engine, gate?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect((await settled(engine, run.run_id)).waiting_reason).toBe('run_definition_changed')
  })

  it('never offers to forget an effect', async () => {
    const store = await memoryStore()
    const act = async (context: RunContext) => {
      await proposeMoves(context, ['a.log'], 0.95)
      await context.step('tidy', () => 1)
      await context.gate('go on', question('go on'))
      return null
    }
    const before = await engineWith([agentOf(act)], store)
    const run = await startRun(before)
    await settled(before, run.run_id)
    const [gate] = await openGates(before, run.run_id)
    await before.stop()
    const other = agentOf(async context => context.step('other', () => 1), 'reasoning', '2')
    const engine = await engineWith([other], store)
    await decide(engine, gate?.gate_id ?? '', { decision: 'approve' })
    await settled(engine, run.run_id)
    const [asked] = await openGates(engine, run.run_id)
    const schema = asked?.options.find(option => option.id === 'continue')?.input_schema
    expect(JSON.stringify(schema)).toContain('tidy')
    expect(JSON.stringify(schema)).not.toContain('propose')
    await rest()
    expect(before.world.effects).toHaveLength(1)
  })
})
