import { expect } from 'vitest'
import { type CrashPoint, createCrashingStore } from '../../../../test/crash/crashing-store.ts'
import { checkChain, type Reopen, type Survive } from '../../../../test/crash/survive.ts'
import { START_MS } from '../../../../test/engine/engine-fixture.ts'
import { rest } from '../../../../test/engine/run-desk.ts'
import { type FakeClock, fakeClock } from '../../../base/clock.ts'
import type { DecideRequest } from '../../../contracts/decision.ts'
import type { Gate } from '../../../contracts/gate.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { Store } from '../../../store/store.ts'
import { good, type PlanBench, planner, scheduleOf, startPlanBench } from './plan-fixture.ts'
import { readContent, readPlan } from './record.ts'
import { traceOf } from './tool-executor.ts'

const GOAL: JsonObject = { goal: 'Build a garden shed', constraints: { deadline: '2027-01-01' } }
const WORDS = 'Paint it'
const FEEDBACK = 'I am away next week'

/**
 * A plan whose outline is changed by words, that does not fit until a constraint gives way, that is approved and then
 * adapted; its first process is killed at one write. What stands in the end is what stands when nobody is killed.
 */
export async function survivePlans(reopen: Reopen | undefined): Promise<Survive> {
  if (reopen === undefined) throw new Error('there is no lane to live in')
  const undisturbed = await liveThrough(reopen, { when: 'before' })
  expect(undisturbed.stands).toMatchObject(EXPECTED)
  return async (lane, point) => {
    const { stands, ...life } = await liveThrough(lane, point)
    expect(stands).toEqual(undisturbed.stands)
    return life
  }
}

const EXPECTED = {
  runs: [
    ['plan', 'completed', undefined],
    ['plan', 'completed', undefined],
  ],
  gates: [
    ['plan_approval', 'steered', 'outline'],
    ['plan_approval', 'approved', 'outline'],
    ['plan_approval', 'approved', 'roadmap'],
    ['scheduling_escalation', 'approved', 'schedule'],
    ['plan_approval', 'approved', 'final'],
    ['plan_approval', 'approved', 'schedule'],
  ],
}

async function liveThrough(reopen: Reopen, point: CrashPoint) {
  const clock = fakeClock(START_MS)
  const first = await reopen(undefined)
  const crashing = createCrashingStore(first, point)
  await Promise.race([openBench(crashing.store, clock).then(bench => liveOn(bench, clock)), crashing.died])
  const died = crashing.isDead()
  await rest(20)
  const second = await reopen(first)
  const bench = await openBench(second, clock)
  await bench.engine.runs.recover()
  await liveOn(bench, clock)
  const stands = await whatStands(second)
  await bench.stop()
  await second.close()
  return { stands, writes: crashing.writes(), died }
}

function openBench(store: Store, clock: FakeClock): Promise<PlanBench> {
  return startPlanBench({
    store,
    clock,
    script: {
      schedule_generator: ({ roadmap, situation }) =>
        situation.constraints.deadline === undefined
          ? good({ schedule: scheduleOf(roadmap), notes: [] })
          : good({
              notes: [],
              conflict: {
                minimal: true,
                message: 'It does not fit.',
                constraints: [
                  {
                    constraint_id: 'deadline',
                    kind: 'deadline',
                    message: 'the deadline',
                    node_ids: [],
                    can_relax: true,
                  },
                ],
              },
            }),
    },
    time: {
      relax: ({ constraints: { deadline: _gone, ...constraints }, calendar }) => ({
        ...{ constraints, calendar, text: 'no deadline' },
      }),
      adapt: async ({ nodes, schedule }) => ({
        ...{
          nodes,
          draft: { schedule: laterBy(schedule), notes: [] },
          entries: [],
          changes: ['All a week later.'],
        },
      }),
    },
  })
}

type Schedule = ReturnType<typeof scheduleOf>

function laterBy(schedule: Schedule): Schedule {
  const later = (at: string): string => at.replace('2026-03', '2026-04')
  return {
    ...schedule,
    blocks: schedule.blocks.map(block => ({ ...block, start: later(block.start), end: later(block.end) })),
  }
}

/** Plans the goal, then adapts the plan, and answers what people are asked, until nothing is left to do. */
async function liveOn({ engine }: PlanBench, clock: FakeClock): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    const plan = await start(engine, GOAL, 'the plan')
    if (plan.status === 'completed') {
      const plan_id = plan.run_id.replace('run_', 'plan_')
      const change = await start(engine, { plan_id, feedback: FEEDBACK }, 'the change')
      if (change.status === 'completed') return
    }
    const { items } = await engine.store.listGates({ status: 'pending' }, { limit: 10 })
    for (const gate of items) await engine.gates.decide(planner, gate.gate_id, decisionOn(gate))
    clock.advance(1_000)
    await rest(10)
  }
  throw new Error('the plan did not end')
}

async function start({ runs, store }: PlanBench['engine'], input: JsonObject, key: string) {
  const started = await runs.start({
    ...{ who: planner, kind: 'plan', input, trigger_source: 'api', idempotency_key: key },
  })
  if (isRefusal(started)) throw new Error(started.detail)
  return (await store.getRun(started.run.run_id)) ?? started.run
}

function decisionOn(gate: Gate): DecideRequest {
  if (gate.type === 'scheduling_escalation')
    return { decision: 'approve', option_id: 'relax', option_input: { constraint: 'deadline' } }
  const isFirst =
    'stage' in gate.subject && gate.subject.stage === 'outline' && gate.steered_from === undefined
  return isFirst ? { decision: 'steer', steer_instructions: WORDS } : { decision: 'approve' }
}

/** All of a plan that people or programs could tell apart, without ids and times. */
async function whatStands(store: Store): Promise<unknown> {
  const runs = (await store.listRuns({}, { limit: 10 })).items.toReversed()
  const [run] = runs
  if (run === undefined) throw new Error('there is no run')
  const record = await readPlan(store, run.run_id.replace('run_', 'plan_'))
  if (record === undefined) throw new Error('there is no plan')
  for (const each of runs) await checkChain(store, `run:${each.run_id}`)
  const gates = (await store.listGates({ sort: 'oldest' }, { limit: 20 })).items
  const steps = await store.listSteps(run.run_id)
  const { title, constraints, response_text, approvals, adaptations } = record.body
  return {
    runs: runs.map(({ kind, status, error }) => [kind, status, error]),
    gates: gates.map(({ type, status, subject }) => [type, status, 'stage' in subject ? subject.stage : '']),
    plan: [record.state, record.planning_status, title, constraints, response_text.split('\n')[0]],
    approvals: approvals.map(each => [each.stage, each.digest, each.decided_by, each.standing]),
    tools: steps.flatMap(step => traceOf(step, run.run_id)?.tool ?? []),
    adaptations: adaptations.map(({ action, reason }) => [action, reason]),
    content: await readContent(store, record),
  }
}
