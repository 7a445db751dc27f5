import { describe, expect, it } from 'vitest'
import {
  memoryStore,
  moveTool,
  reviewer,
  START_MS,
  settled,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { engineWith, toolStep } from '../../../test/engine/own-engine.ts'
import { openGates, rest } from '../../../test/engine/run-desk.ts'
import { toIso } from '../../base/clock.ts'
import type { GuidelineAction } from '../../contracts/guideline.ts'
import type { Store } from '../../store/store.ts'
import { compileGuidelines, defaultGuidelines } from '../guardrails/guardrails.ts'

const CONFIDENT = { confidence: 0.95 }

async function approveOnly(engine: TestEngine, runId: string) {
  const [gate] = await openGates(engine, runId)
  await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
  await rest()
  return settled(engine, runId)
}

async function typesOf(engine: TestEngine, runId: string) {
  return (await engine.store.listStream(`run:${runId}`, 0, 1000)).map(({ type }) => type)
}

/** The default guidelines and one more about `move_thing`. */
function guidelinesWith(
  action: Partial<GuidelineAction> & Pick<GuidelineAction, 'type'>,
  ids: readonly string[] = ['fresh'],
) {
  const defaults = defaultGuidelines(toIso(START_MS))
  const [sample] = defaults
  if (sample === undefined) throw new Error('there are no default guidelines')
  const nothing = { agents: [], domains: [], actions: [], events: [], gate_types: [], paths: [] }
  return compileGuidelines([
    ...defaults,
    ...ids.map(id => ({
      ...sample,
      ...{ id, name: id, enabled: true, category: 'custom' as const },
      condition: { ...nothing, tools: ['move_thing'] },
      action,
    })),
  ])
}

const HOLDS = { type: 'hitl_gate', gate_type: 'protected_path_commit', gate_threshold: 'mandatory' } as const

describe('an approved call while everything is stopped', () => {
  it('does not run where this process knows of the stop', async () => {
    const engine = await engineWith()
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.stopped = true
    await approveOnly(engine, run.run_id)
    expect(engine.world.effects).toEqual([])
    expect((await toolStep(engine, run.run_id))?.output).toMatchObject({
      status: 'not_run',
      suggested: expect.stringContaining('everything is stopped'),
    })
  })

  it('does not run either where only the database knows, and its grant is not used up', async () => {
    const engine = await engineWith()
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.stoppedInStore = true
    await approveOnly(engine, run.run_id)
    expect(engine.world.effects).toEqual([])
    expect((await toolStep(engine, run.run_id))?.output).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Everything is stopped'),
    })
    expect(await engine.store.listCalls(run.run_id)).toEqual([])
    expect(await typesOf(engine, run.run_id)).not.toContain('grant_consumed')
    expect(await typesOf(engine, run.run_id)).not.toContain('tool_call')
  })
})

describe('what a call leaves before its tool is touched', () => {
  it('is the grant of the people, its consumption and the call itself', async () => {
    const engine = await engineWith()
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    await approveOnly(engine, run.run_id)
    const events = await engine.store.listStream(`run:${run.run_id}`, 0, 1000)
    const [row] = await engine.store.listCalls(run.run_id)
    const consumed = events.filter(({ type }) => type === 'grant_consumed')
    expect(consumed).toMatchObject([{ payload: { grant_id: row?.grant_id, digest: row?.digest } }])
    expect(events.filter(({ type }) => type === 'grant_issued')).toHaveLength(1)
    expect(events.find(({ type }) => type === 'tool_call')?.payload).toEqual({
      context_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      call_id: row?.call_id,
      tool_name: 'move_thing',
      tool_input: { path: 'a.log' },
      digest: row?.digest,
      grant_id: row?.grant_id,
    })
  })

  it('is a grant by policy where nobody had to be asked, issued and consumed at once', async () => {
    const engine = await engineWith()
    const run = await startRun(engine, CONFIDENT)
    await settled(engine, run.run_id)
    const types = await typesOf(engine, run.run_id)
    expect(types.filter(type => type.startsWith('grant_'))).toEqual(['grant_issued', 'grant_consumed'])
    const [row] = await engine.store.listCalls(run.run_id)
    expect(await engine.store.getGrant(row?.grant_id ?? '')).toMatchObject({
      status: 'consumed',
      issued_by: expect.stringMatching(/^policy:/),
    })
  })

  it('is a key that no other call of the run or of another run has', async () => {
    const engine = await engineWith()
    for (const paths of [['a.log', 'b.log'], ['a.log']]) {
      const run = await startRun(engine, { ...CONFIDENT, paths })
      await settled(engine, run.run_id)
      const rows = await engine.store.listCalls(run.run_id)
      expect(rows.map(({ idempotency_key }) => idempotency_key).sort()).toEqual(
        engine.world.effects
          .slice(-paths.length)
          .map(({ key }) => key)
          .sort(),
      )
    }
    const keys = engine.world.effects.map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(keys.every(key => key.length >= 32)).toBe(true)
  })
})

describe('a worker that stood still while it recorded the intent', () => {
  /** Its clock moves by so much in the moment of the consumption, and another worker may take the run. */
  async function standingStill(elapsedMs: number, isTaken: boolean) {
    const world = { effects: [] }
    const base = await memoryStore()
    const holder: { engine?: TestEngine; runId?: string } = {}
    const looks: string[] = []
    const store: Store = new Proxy(base, {
      get: (target, name, receiver) => {
        if (name !== 'transact') return Reflect.get(target, name, receiver)
        return async (work: Parameters<Store['transact']>[0]) => {
          const answer = await base.transact(work)
          const rows = holder.runId === undefined ? [] : await base.listCalls(holder.runId)
          if (holder.engine === undefined || rows[0]?.status !== 'started') return answer
          const { engine, runId = '' } = holder
          looks.push('written')
          if (looks.length > 1) return answer
          engine.clock.set(engine.clock.now() + elapsedMs)
          if (isTaken) {
            await base.transact(async tx => {
              const run = await tx.lockRun(runId)
              if (run)
                await tx.updateRun(run, { lease_token: run.lease_token + 1, lease_owner: 'worker_other' })
            })
          }
          return answer
        }
      },
    })
    const engine = await engineWith({ store, world, tools: [moveTool(world)] })
    holder.engine = engine
    const run = await startRun(engine)
    holder.runId = run.run_id
    await settled(engine, run.run_id)
    const [gate] = await openGates(engine, run.run_id)
    await engine.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
    await rest(300)
    return { effects: world.effects.length, looks: looks.length }
  }

  it.each([2_000, 1_000, -5_000])('by %i ms touches nothing when its run is another’s by then', async ms => {
    expect((await standingStill(ms, true)).effects).toBe(0)
  })

  it('looks at its lease again, and goes on when it still has it', async () => {
    const quick = await standingStill(999, false)
    const slow = await standingStill(1_000, false)
    expect([quick.effects, slow.effects]).toEqual([1, 1])
    expect(slow.looks).toBe(quick.looks + 1)
  })
})

describe('the last look at a call', () => {
  it('asks nothing again of what people saw when they approved', async () => {
    const engine = await engineWith()
    engine.guidelines = guidelinesWith(HOLDS)
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const ended = await approveOnly(engine, run.run_id)
    expect(ended).toMatchObject({ status: 'completed', output: { statuses: ['succeeded'] } })
  })

  it('asks again when one of several rules is new', async () => {
    const engine = await engineWith()
    engine.guidelines = guidelinesWith(HOLDS)
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    engine.guidelines = guidelinesWith(HOLDS, ['fresh', 'fresher'])
    await approveOnly(engine, run.run_id)
    expect(await openGates(engine, run.run_id)).toHaveLength(1)
    expect(engine.world.effects).toEqual([])
  })

  /** Two moves that a rule of people releases; the first is over when the given thing happens to the engine. */
  async function releasedByRule(between: (engine: TestEngine) => void) {
    const holder: { engine?: TestEngine } = {}
    const world = { effects: [] }
    const tool = moveTool(world)
    const moving = {
      ...tool,
      execute: async (...call: Parameters<typeof tool.execute>) => {
        const outcome = await tool.execute(...call)
        if (holder.engine !== undefined) between(holder.engine)
        return outcome
      },
    }
    const engine = await engineWith({ world, tools: [moving] })
    holder.engine = engine
    engine.guidelines = guidelinesWith({ type: 'release', expires_at: toIso(START_MS + 86_400_000) })
    const run = await startRun(engine, { paths: ['a.log', 'b.log'] })
    const rested = await settled(engine, run.run_id)
    return { rested, effects: world.effects.length, gates: await openGates(engine, run.run_id) }
  }

  it('asks nobody while the rule of people that released the call stands', async () => {
    const { rested, effects } = await releasedByRule(() => {})
    expect([rested.status, effects]).toEqual(['completed', 2])
  })

  it('asks people when that rule was taken back in the meantime', async () => {
    const { rested, effects, gates } = await releasedByRule(engine => {
      engine.guidelines = compileGuidelines(defaultGuidelines(toIso(START_MS)))
    })
    expect([rested.status, effects, gates.length]).toEqual(['waiting_input', 1, 1])
  })
})
