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
import { planTime } from '../plan-time/plan-time.ts'
import { planTools } from '../plan-tools.ts'
import { good, type PlanBench, planner, scheduleOf, startPlanBench } from './plan-fixture.ts'
import { readContent, readPlan } from './record.ts'
import { traceOf } from './tool-executor.ts'

/** What is planned and changed, how people answer, and what must have stood at the end at least. */
interface Story {
  readonly open: (store: Store, clock: FakeClock) => Promise<PlanBench>
  readonly goal: JsonObject
  readonly change: JsonObject
  readonly answer: (gate: Gate, before: readonly Gate[]) => DecideRequest
  readonly expected: object
}

/**
 * A plan whose outline is changed by words, that does not fit until a constraint gives way, that is approved and then
 * adapted; its first process is killed at one write. What stands in the end is what stands when nobody is killed.
 */
export const survivePlans = (reopen: Reopen | undefined): Promise<Survive> => surviveStory(reopen, SHED)

/**
 * A plan made from its brief by the real tools: events with lead and follow-up, corrected in words and by hand,
 * approved, and changed after that by another brief.
 */
export const surviveBriefs = (reopen: Reopen | undefined): Promise<Survive> => surviveStory(reopen, CONCERT)

async function surviveStory(reopen: Reopen | undefined, story: Story): Promise<Survive> {
  if (reopen === undefined) throw new Error('there is no lane to live in')
  const undisturbed = await liveThrough(reopen, { when: 'before' }, story)
  expect(undisturbed.stands).toMatchObject(story.expected)
  return async (lane, point) => {
    const { stands, ...life } = await liveThrough(lane, point, story)
    expect(stands).toEqual(undisturbed.stands)
    return life
  }
}

async function liveThrough(reopen: Reopen, point: CrashPoint, story: Story) {
  const clock = fakeClock(START_MS)
  const first = await reopen(undefined)
  const crashing = createCrashingStore(first, point)
  const life = story.open(crashing.store, clock).then(bench => liveOn(bench, { clock, story }))
  await Promise.race([life, crashing.died])
  const died = crashing.isDead()
  await rest(20)
  const second = await reopen(first)
  const bench = await story.open(second, clock)
  await bench.engine.runs.recover()
  await liveOn(bench, { clock, story })
  const stands = await whatStands(second)
  await bench.stop()
  await second.close()
  return { stands, writes: crashing.writes(), died }
}

function openShed(store: Store, clock: FakeClock): Promise<PlanBench> {
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
async function liveOn(
  { engine }: PlanBench,
  { clock, story }: { readonly clock: FakeClock; readonly story: Story },
): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    const plan = await start(engine, story.goal, 'the plan')
    if (plan.status === 'completed') {
      const plan_id = plan.run_id.replace('run_', 'plan_')
      const change = await start(engine, { plan_id, ...story.change }, 'the change')
      if (change.status === 'completed') return
    }
    const { items } = await engine.store.listGates({ sort: 'oldest' }, { limit: 20 })
    for (const gate of items.filter(({ status }) => status === 'pending')) {
      if (gate.briefing.truncated) await engine.gates.markViewed(planner, gate.gate_id, gate.view_digest)
      await engine.gates.decide(planner, gate.gate_id, story.answer(gate, items))
    }
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
  const { title, constraints, response_text, approvals, adaptations, brief } = record.body
  return withoutIds({
    runs: runs.map(({ kind, status, error }) => [kind, status, error]),
    gates: gates.map(({ type, status, subject }) => [type, status, 'stage' in subject ? subject.stage : '']),
    plan: [record.state, record.planning_status, title, constraints, response_text.split('\n')[0]],
    approvals: approvals.map(each => [each.stage, each.digest, each.decided_by, each.standing]),
    tools: steps.flatMap(step => traceOf(step, run.run_id)?.tool ?? []),
    adaptations: adaptations.map(({ action, reason }) => [action, reason]),
    brief,
    content: await readContent(store, record),
  })
}

/** Ids and the digests over them are numbered in the order in which they come. */
function withoutIds(stands: object): unknown {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(stands).replace(
    /\b(?:(?:node|plan|run|block)_[0-9a-z]{16,}|[0-9a-f]{64})\b/g,
    id => {
      const number = numbers.get(id) ?? `#${numbers.size + 1}`
      numbers.set(id, number)
      return number
    },
  )
  return JSON.parse(text)
}

const SHED: Story = {
  open: openShed,
  goal: { goal: 'Build a garden shed', constraints: { deadline: '2027-01-01' } },
  change: { feedback: 'I am away next week' },
  answer: gate => {
    if (gate.type === 'scheduling_escalation')
      return { decision: 'approve', option_id: 'relax', option_input: { constraint: 'deadline' } }
    const isFirst =
      'stage' in gate.subject && gate.subject.stage === 'outline' && gate.steered_from === undefined
    return isFirst ? { decision: 'steer', steer_instructions: 'Paint it' } : { decision: 'approve' }
  },
  expected: {
    runs: [
      ['plan', 'completed', null],
      ['plan', 'completed', null],
    ],
    gates: [
      ['plan_approval', 'steered', 'outline'],
      ['plan_approval', 'approved', 'outline'],
      ['plan_approval', 'approved', 'roadmap'],
      ['scheduling_escalation', 'approved', 'schedule'],
      ['plan_approval', 'approved', 'final'],
      ['plan_approval', 'approved', 'schedule'],
    ],
  },
}

const event = {
  id: 'e1',
  title: 'Our choir sings in Graz',
  date: '2026-06-12',
  start_time: '18:00',
  end_time: '20:00',
}
const BRIEF: JsonObject = {
  title: 'The concert',
  events: [event],
  work: [
    { id: 'w1', title: 'Print the scores', minutes: 240, before: [{ id: 'e1', days: 14 }] },
    { id: 'w2', title: 'Sew the robes', minutes: 600, done_by: '2026-05-01' },
    { id: 'w3', title: 'Thank the helpers', minutes: 60, after: [{ id: 'e1' }] },
  ],
}
const LATER: JsonObject = { ...BRIEF, events: [{ ...event, date: '2026-06-19' }] }

const CONCERT: Story = {
  open: (store, clock) => startPlanBench({ store, clock, tools: planTools, time: planTime }),
  goal: {
    goal: 'Our choir sings on 12 June 2026 from 18:00 to 20:00 in Graz. Print the scores (4 hours) two weeks before the concert, sew the robes (20 hours).',
    constraints: { deadline: '2026-07-31' },
  },
  change: { feedback: 'A week later.', brief: LATER },
  answer: (_gate, before) => {
    const steers = before.filter(({ status }) => status === 'steered').length
    if (steers === 0) return { decision: 'steer', steer_instructions: 'Sewing the robes takes 30 hours.' }
    if (steers > 1) return { decision: 'approve' }
    return { decision: 'steer', option_id: 'brief', option_input: { brief: BRIEF } }
  },
  expected: {
    gates: [
      ['plan_approval', 'steered', 'outline'],
      ['plan_approval', 'steered', 'outline'],
      ['plan_approval', 'approved', 'outline'],
      ['plan_approval', 'approved', 'roadmap'],
      ['plan_approval', 'approved', 'final'],
      ['plan_approval', 'approved', 'schedule'],
    ],
    plan: ['COMPLETE', 'complete', 'The concert', { deadline: '2026-07-31' }, expect.any(String)],
    brief: { events: [{ date: '2026-06-19' }] },
  },
}
