import { afterEach, describe, expect, it } from 'vitest'
import {
  deleteTool,
  member,
  memoryStore,
  mover,
  moveTool,
  reviewer,
  settled,
  startEngine,
  startRun,
  type TestEngine,
  type TestEngineOptions,
} from '../../../test/engine/engine-fixture.ts'
import {
  agentOf,
  answerOnly,
  decide,
  failing,
  hanging,
  openGates,
  proposeMoves,
  rest,
} from '../../../test/engine/run-desk.ts'
import type { Store } from '../../store/store.ts'

const engines: TestEngine[] = []
async function engineWith(options: TestEngineOptions): Promise<TestEngine> {
  const engine = await startEngine(options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  // What hangs on purpose would never be drained.
  engines.splice(0)
})

describe('cancelling', () => {
  it('ends a queued run before it did anything', async () => {
    const engine = await engineWith({ agents: [mover], capacity: 0, living: () => [] })
    const run = await startRun(engine)
    expect(await engine.runs.cancel(member, run.run_id, 'changed my mind')).toMatchObject({ accepted: true })
    await rest()
    const ended = await settled(engine, run.run_id)
    expect(ended).toMatchObject({ status: 'cancelled', cancelled_because: 'changed my mind' })
    expect(await engine.store.listSteps(run.run_id)).toEqual([])
  })

  it('ends a waiting run with its gates, and a late approval of them runs nothing', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    await engine.runs.cancel(member, run.run_id, 'changed my mind')
    const answer = await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
    expect(answer).toMatchObject({ refused: true, code: 'gate_closed' })
    await rest()
    expect(engine.world.effects).toEqual([])
    expect(await engine.runs.cancel(member, run.run_id, 'again')).toMatchObject({ accepted: false })
  })

  it('reaches a running run at its next operation, and keeps the result of what was under way', async () => {
    const engine = await engineWith({
      agents: [
        agentOf(async context => {
          await proposeMoves(context, ['a.log'], 0.95)
          const cancelled = await engine.runs.cancel(member, context.run_id, 'changed my mind')
          expect(cancelled).toMatchObject({ accepted: true })
          await context.step('never', () => 1)
          return null
        }),
      ],
    })
    const run = await startRun(engine)
    const ended = await settled(engine, run.run_id)
    expect(ended).toMatchObject({ status: 'cancelled', cancelled_because: 'changed my mind' })
    const steps = await engine.store.listSteps(run.run_id)
    expect(steps.map(step => step.name)).not.toContain('never')
    const [call] = await engine.store.listCalls(run.run_id)
    expect(call?.status).toBe('succeeded')
  })

  it('reaches a run whose worker died before it is taken up again, and no tool is called for it', async () => {
    const world = { effects: [] }
    const store = await memoryStore()
    const tool = moveTool(world)
    const annotations = { ...tool.definition.annotations, idempotent: true }
    const idempotent = { ...tool, definition: { ...tool.definition, annotations } }
    const before = await startEngine({ agents: [mover], tools: [hanging(idempotent)], store, world })
    const run = await startRun(before, { confidence: 0.95 })
    await rest()
    await store.transact(async tx => {
      const standing = await tx.lockRun(run.run_id)
      if (standing) await tx.updateRun(standing, { cancel_requested: true, cancelled_because: 'too late' })
    })
    const engine = await engineWith({ agents: [mover], tools: [idempotent], store, world })
    await engine.runs.recover()
    await rest()
    expect(await settled(engine, run.run_id)).toMatchObject({
      status: 'cancelled',
      cancelled_because: 'too late',
    })
    expect(world.effects).toHaveLength(1)
    expect((await store.listCalls(run.run_id)).map(call => call.status)).toEqual(['unknown'])
  })

  it('calls what was still under way unknown', async () => {
    const world = { effects: [] }
    const engine = await engineWith({
      agents: [agentOf(async context => (await proposeMoves(context, ['a.log'], 0.95)).outcome)],
      tools: [hanging(moveTool(world))],
      world,
    })
    const run = await startRun(engine)
    await rest()
    await engine.runs.cancel(member, run.run_id, 'takes too long')
    const ended = await settled(engine, run.run_id)
    expect(ended.status).toBe('cancelled')
    expect((await engine.store.listCalls(run.run_id)).map(call => call.status)).toEqual(['unknown'])
  })
})

describe('a proposal of several calls', () => {
  it('stops at the first failure, and the grants of the rest are taken back', async () => {
    const world = { effects: [] as never[] }
    const engine = await engineWith({ agents: [mover], tools: [failing(moveTool(world), 'b.log')], world })
    const run = await startRun(engine, { paths: ['a.log', 'b.log', 'c.log'] })
    await settled(engine, run.run_id)
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve' })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded', 'failed', 'not_run'] })
    expect(world.effects).toHaveLength(1)
    const grants = await engine.store.listGrants({ run_id: run.run_id })
    expect(grants.map(grant => grant.status).sort()).toEqual(['consumed', 'consumed', 'revoked'])
  })

  it('leaves the grants of another proposal of the run alone', async () => {
    const world = { effects: [] as never[] }
    const other = Promise.withResolvers<void>()
    const move = failing(moveTool(world), 'b.log')
    const tool: typeof move = {
      ...move,
      execute: async call => {
        if (call.arguments.path === 'slow.log') await other.promise
        return move.execute(call)
      },
    }
    const engine = await engineWith({
      agents: [
        agentOf(async context => {
          const slow = proposeMoves(context, ['slow.log', 'x.log'])
          const failed = await proposeMoves(context, ['b.log', 'c.log'])
          other.resolve()
          const grants = await engine.store.listGrants({ run_id: context.run_id })
          const taken = grants.filter(grant => grant.status === 'revoked').map(grant => grant.arguments.path)
          return [failed.results[1]?.status ?? '', (await slow).results[1]?.status ?? '', taken as string[]]
        }),
      ],
      tools: [tool],
      world,
    })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    for (const gate of await openGates(engine, run.run_id)) {
      await decide(engine, gate.gate_id, { decision: 'approve' })
      await rest()
    }
    expect((await settled(engine, run.run_id)).output).toEqual(['not_run', 'succeeded', ['c.log']])
  })

  it('runs only the approved calls, with the arguments as people edited them', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine, { paths: ['a.log', 'b.log'] })
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    const calls = gate && 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
    const [a, b] = calls.map(call => call.call_id)
    await decide(engine, gate?.gate_id ?? '', {
      decision: 'approve',
      calls: [a ?? ''],
      edited_arguments: { [a ?? '']: { path: 'archive/a.log' } },
    })
    expect((await settled(engine, run.run_id)).status).toBe('waiting_input')
    const ended = await answerOnly(engine, run.run_id, { decision: 'reject', calls: [b ?? ''] })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded', 'not_run'] })
    expect(engine.world.effects.map(effect => effect.arguments)).toEqual([{ path: 'archive/a.log' }])
  })
})

/** A run whose process dies in the middle of its tool, on the next process. */
async function leaveInDoubt(tool: ReturnType<typeof moveTool>, store: Store, world: TestEngine['world']) {
  const before = await startEngine({ agents: [mover], tools: [hanging(tool)], store, world })
  const run = await startRun(before, { confidence: 0.95 })
  await rest()
  const engine = await engineWith({ agents: [mover], tools: [tool], store, world })
  await engine.runs.recover()
  await rest()
  return { engine, run, waiting: await settled(engine, run.run_id) }
}

describe('a call whose process died between start and result', () => {
  async function inDoubt() {
    const world = { effects: [] }
    return leaveInDoubt(moveTool(world), await memoryStore(), world)
  }

  it('waits for a person, and nothing is run again on a guess', async () => {
    const { engine, run, waiting } = await inDoubt()
    expect(waiting.status).toBe('waiting_input')
    const [gate] = await openGates(engine, run.run_id)
    expect(gate?.type).toBe('unknown_outcome')
    expect(engine.world.effects).toHaveLength(1)
  })

  it('is done when a person says that it happened', async () => {
    const { engine, run } = await inDoubt()
    const option_input = { result: { moved: true } }
    const ended = await answerOnly(engine, run.run_id, {
      decision: 'answer',
      option_id: 'happened',
      option_input,
    })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    expect(engine.world.effects).toHaveLength(1)
    expect((await engine.store.listCalls(run.run_id))[0]).toMatchObject({ status: 'succeeded' })
  })

  it('runs again under a new grant and the same key when a person says so', async () => {
    const { engine, run } = await inDoubt()
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve', option_id: 'run_again' })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    expect(new Set(engine.world.effects.map(effect => effect.key)).size).toBe(1)
    expect(engine.world.effects).toHaveLength(2)
    const grants = await engine.store.listGrants({ run_id: run.run_id })
    expect(grants.map(grant => grant.status)).toEqual(['consumed', 'consumed'])
  })

  it('is unknown, and stops the rest, when a person aborts', async () => {
    const { engine, run } = await inDoubt()
    const ended = await answerOnly(engine, run.run_id, { decision: 'reject', option_id: 'abort' })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['unknown'] })
    expect((await engine.store.listCalls(run.run_id))[0]).toMatchObject({ status: 'unknown' })
  })

  it('is asked about again when the second attempt is cut off as well', async () => {
    const world = { effects: [] }
    const store = await memoryStore()
    const { engine, run } = await leaveInDoubt(hanging(moveTool(world)), store, world)
    await decide(engine, (await openGates(engine, run.run_id))[0]?.gate_id ?? '', {
      decision: 'approve',
      option_id: 'run_again',
    })
    await rest()
    expect(world.effects).toHaveLength(2)
    const third = await engineWith({ agents: [mover], tools: [moveTool(world)], store, world })
    await third.runs.recover()
    await rest()
    const [gate] = await openGates(third, run.run_id)
    expect(gate?.type).toBe('unknown_outcome')
    expect(world.effects).toHaveLength(2)
    const ended = await answerOnly(third, run.run_id, { decision: 'answer', option_id: 'happened' })
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
  })

  it('is simply called again under the same key when its tool is idempotent', async () => {
    const world = { effects: [] }
    const tool = moveTool(world)
    const { definition } = tool
    const idempotent = {
      ...tool,
      definition: { ...definition, annotations: { ...definition.annotations, idempotent: true } },
    }
    const { engine, waiting } = await leaveInDoubt(idempotent, await memoryStore(), world)
    expect(waiting.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    expect(new Set(engine.world.effects.map(effect => effect.key)).size).toBe(1)
  })

  it('does not move the places of the branches beside it', async () => {
    const world = { effects: [] }
    const agents = [
      agentOf(async context => {
        const call = proposeMoves(context, ['a.log'], 0.95)
        const branch = async () => {
          const values: number[] = []
          for (let round = 0; round < 5; round += 1)
            values.push(await context.step(`look ${round}`, () => round))
          return values
        }
        const [outcome, values] = await Promise.all([call, branch()])
        return [outcome.results[0]?.status ?? '', values]
      }),
    ]
    const store = await memoryStore()
    const before = await startEngine({ agents, tools: [hanging(moveTool(world))], store, world })
    const run = await startRun(before)
    await rest()
    const engine = await engineWith({ agents, tools: [moveTool(world)], store, world })
    await engine.runs.recover()
    await rest()
    const ended = await answerOnly(engine, run.run_id, { decision: 'answer', option_id: 'happened' })
    expect(ended.output).toEqual(['succeeded', [0, 1, 2, 3, 4]])
  })
})

describe('a tool that throws or cannot say what happened', () => {
  it('is put before a person at once', async () => {
    const world = { effects: [] }
    const tool = { ...moveTool(world), execute: () => Promise.reject(new Error('the line went dead')) }
    const engine = await engineWith({ agents: [mover], tools: [tool, deleteTool(world)], world })
    const run = await startRun(engine, { confidence: 0.95 })
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate?.type).toBe('unknown_outcome')
    expect(gate?.briefing.details).toContain('the line went dead')
  })
})
