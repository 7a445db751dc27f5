import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { MemoryEntityName } from '../../contracts/iteration.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const clock = fakeClock(Date.parse('2026-03-02T09:00:00.000Z'))
const GOAL =
  'Market-entry plan for our oat drink in Portugal. Budget 80,000 EUR, launch by May 2027. Two people work on it and nobody speaks Portuguese. The market leader dominates supermarkets. We worry about labelling rules. Success means 300 cafés in the first year.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, timers: clock.timers })
}, 30_000)
afterAll(() => server.close())

type Body = Readonly<Record<string, unknown>>
const DAY_MS = 86_400_000
const waiting = { prefer: 'wait=30' }

async function plan(body: Body = {}) {
  const asked = await server.send('POST', '/api/plan', { role: 'member', body: { goal: GOAL, ...body } })
  expect(asked.status).toBe(200)
  return asked.json
}

function approve(body: Body, headers: Readonly<Record<string, string>> = waiting) {
  return server.send('POST', '/api/approve', { role: 'member', body, headers })
}

async function answer(approvalId: string, status: string, more: Body = {}) {
  const answered = await approve({ approval_id: approvalId, approval_status: status, ...more })
  expect([answered.status, answered.json.detail]).toEqual([200, undefined])
  return answered.json
}

const stateOf = async (sessionId: string) =>
  (await server.send('GET', `/api/plan/${sessionId}`, { role: 'member' })).json
const recordOf = async (sessionId: string) =>
  (await server.send('GET', `/api/plan/${sessionId}/record`, { role: 'member' })).json

/** What everybody who follows the run is told, as a browser reads it. */
async function followed(
  runId: string,
): Promise<readonly { readonly type: string; readonly payload: Body }[]> {
  const answered = await fetch(`${server.served.url}/api/runs/${runId}/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.tokenOf('member')}` },
  })
  const frames = (await answered.text()).split('\n').filter(line => line.startsWith('data: {'))
  return frames.map(line => JSON.parse(line.slice('data: '.length)))
}

describe('a plan in six iterations with a checkpoint after three', () => {
  test('is proposed, approved, followed live, looked at half way, completed, remembered and exported', async () => {
    const proposed = await plan({ max_iterations: 6, checkpoint_interval: 3, unknown_field: 1 })
    expect(proposed).toMatchObject({
      status: 'awaiting_approval',
      approval_type: 'proposal',
      goal: GOAL,
      estimated_iterations: 6,
      checkpoint_interval: 3,
      estimated_minutes: 1,
      estimated_cost_usd: 0,
      next_action: 'POST to /api/approve with ApprovalResponse',
    })
    expect(proposed.proposal).toContain('by May 2027')
    const { session_id, run_id, plan_id } = proposed
    const gate = (await server.send('GET', `/api/gates/${proposed.approval_id}`, { role: 'member' })).json
    expect(gate).toMatchObject({ type: 'proposal', status: 'pending', subject: { stage: 'proposal' } })

    const begun = await approve({ approval_id: proposed.approval_id, approval_status: 'approved' }, {})
    expect(begun.json).toMatchObject({
      status: 'planning_in_progress',
      session_id,
      current_iteration: 1,
      total_iterations: 6,
      message: 'Iteration 1 of 6 planning...',
    })
    await server.send('POST', '/api/approve', {
      role: 'member',
      headers: waiting,
      body: { approval_id: proposed.approval_id, approval_status: 'approved' },
    })
    const half = await rested(session_id)
    expect(half).toMatchObject({
      status: 'awaiting_approval',
      approval_type: 'checkpoint',
      iteration: 3,
      total_iterations: 6,
      reason: 'interval',
      metrics: { iterations_completed: 3, max_iterations: 6, checkpoints_passed: 0 },
      session_id,
    })
    expect(half.insights.length).toBeGreaterThan(0)
    expect(half.insights.length).toBeLessThanOrEqual(5)
    expect(half.chart.map((point: { iteration: number }) => point.iteration)).toEqual([1, 2, 3])
    expect(half.checkpoint_summary).toContain('Iteration 3 of 6')
    expect(half.frameworks_evolved).toBe(half.metrics.unique_frameworks)
    expect(half.data_points_collected).toBe(half.metrics.total_data_points)

    const done = await answer(half.approval_id, 'approved')
    expect(done).toMatchObject({
      status: 'complete',
      session_id,
      plan_id,
      iterations_completed: 6,
      total_iterations: 6,
      stopped_early: false,
      plan_saved_to_memory: true,
      memory_entities: MemoryEntityName.options,
    })
    expect(done.final_plan).toContain('labelling rules')

    const events = await followed(run_id)
    const told = events
      .map(({ type }) => type)
      .filter(type => /planning|proposal|iteration_(?:st|c)|checkpoint|final/.test(type))
    expect(told).toEqual([
      'planning_started',
      'proposal_drafted',
      ...Array.from({ length: 3 }, () => ['iteration_started', 'iteration_completed']).flat(),
      'checkpoint_reached',
      ...Array.from({ length: 3 }, () => ['iteration_started', 'iteration_completed']).flat(),
      'final_plan',
    ])
    expect(events.find(({ type }) => type === 'iteration_started')?.payload).toMatchObject({
      iteration: 1,
      total_iterations: 6,
      message: 'Iteration 1 of 6',
    })
    const passes = events
      .filter(({ type }) => type === 'iteration_progress')
      .map(({ payload }) => payload.pass)
    expect(passes.slice(0, 4)).toEqual(['planner', 'verifier', 'executor', 'generator'])

    const listed = await server.send('GET', `/api/memory/entities?plan_id=${plan_id}`, { role: 'viewer' })
    expect(listed.json.entities.map((entity: { name: string }) => entity.name)).toEqual(
      MemoryEntityName.options,
    )
    const risks = await server.send('GET', '/api/memory/entities/risk_assessment_and_mitigation_strategy', {
      role: 'member',
    })
    expect(risks.json).toMatchObject({ plan_id, version: 1, written_by: 'verifier' })

    for (const [format, type, sign] of [
      ['md', 'text/markdown', '# Plan: Market-entry plan'],
      ['html', 'text/html', '<h1>Plan: Market-entry plan'],
      ['json', 'application/json', '"plan_id"'],
    ] as const) {
      const file = await server.send('GET', `/api/plan/${session_id}/export?format=${format}`, {
        role: 'member',
      })
      expect([format, file.status, file.headers.get('content-type')]).toEqual([
        format,
        200,
        `${type}; charset=utf-8`,
      ])
      expect(file.text).toContain(sign)
    }
  })

  test('adds something new in each iteration, and every data point has words behind it', async () => {
    const proposed = await plan({ max_iterations: 12, checkpoint_interval: 12 })
    await answer(proposed.approval_id, 'approved')
    const { iterations } = await recordOf(proposed.session_id)
    expect(iterations).toHaveLength(12)
    expect(new Set(iterations.map((report: { dimension: string }) => report.dimension)).size).toBe(12)
    const insights = iterations.flatMap((report: { key_insights: string[] }) => report.key_insights)
    expect(new Set(insights).size).toBe(insights.length)
    for (const report of iterations) {
      expect(report.is_new).toBe(true)
      for (const { source } of report.data_points) expect(GOAL).toContain(source.quote)
    }
    const figures = JSON.stringify(iterations.map((report: Body) => [report.key_insights, report.frameworks]))
    const known: readonly string[] = GOAL.match(/\d[\d,]*/g) ?? []
    const used = figures.replaceAll(/phase \d/gi, '').match(/\d[\d,]*\d|\d/g) ?? []
    expect(used.filter(figure => !known.includes(figure))).toEqual([])
  })
})

test('a file that the goal names is read through the release rule, and what it says has it as its source', async () => {
  writeFileSync(
    join(server.workspace, 'notes.md'),
    'Rent is 1,450 EUR a month. Two suppliers compete for us.',
  )
  const goal =
    'Open a bakery by May 2027. The figures are in notes.md; ../secret.md and gone.txt are not there.'
  const proposed = await plan({ goal, max_iterations: 6, checkpoint_interval: 6 })
  await answer(proposed.approval_id, 'approved')
  const record = await recordOf(proposed.session_id)
  const points = record.iterations.flatMap((report: { data_points: object[] }) => report.data_points)
  expect(points).toContainEqual({
    text: 'Rent is 1,450 EUR a month',
    source: { kind: 'tool', reference: 'read_file notes.md', quote: 'Rent is 1,450 EUR a month' },
  })
  const { steps } = (await server.send('GET', `/api/runs/${proposed.run_id}/steps`, { role: 'member' })).json
  const tools = steps.filter((step: { kind: string }) => step.kind === 'tool')
  expect(tools.map((step: { status: string }) => step.status).toSorted()).toEqual(['failed', 'succeeded'])
})

describe('a proposal', () => {
  test('that is rejected cancels the planning', async () => {
    const { approval_id, session_id } = await plan({ max_iterations: 2 })
    const rejected = await answer(approval_id, 'rejected')
    const expected = { status: 'cancelled', reason: 'user_rejected_proposal', session_id }
    expect(rejected).toMatchObject(expected)
    expect(await rested(session_id)).toMatchObject(expected)
    expect(await answer(approval_id, 'rejected')).toMatchObject(expected)
    const conflict = await approve({ approval_id, approval_status: 'approved' })
    expect([conflict.status, conflict.json.error]).toEqual([409, 'gate_closed'])
    expect(conflict.json.message).toBe(conflict.json.detail)
  })

  test('that is adjusted becomes another with a new id; the old id is told which one stands now', async () => {
    const first = await plan({ max_iterations: 3, checkpoint_interval: 3 })
    const feedback = 'Begin with the risks. We also have a partner bakery in Porto.'
    const second = await answer(first.approval_id, 'adjust_requested', { feedback })
    expect(second).toMatchObject({ approval_type: 'proposal', adjusted_from: first.approval_id })
    expect(second.approval_id).not.toBe(first.approval_id)
    expect(second.proposal).toContain(feedback)
    const own = `${second.proposal}\n\nWe keep 10,000 EUR back for the second year.`
    const third = await answer(second.approval_id, 'adjust_requested', { adjusted_proposal: own })
    expect(third.proposal).toBe(own)

    const stale = await approve({ approval_id: first.approval_id, approval_status: 'approved' })
    expect([stale.status, stale.json.error]).toEqual([409, 'gate_superseded'])
    expect(stale.json).toMatchObject({
      superseded_by: second.approval_id,
      latest_approval_id: third.approval_id,
      latest_status: 'pending',
      session_id: first.session_id,
    })
    const gate = (await server.send('GET', `/api/gates/${first.approval_id}`, { role: 'member' })).json
    expect(gate).toMatchObject({ status: 'steered', superseded_by: second.approval_id })
    const repeated = await answer(first.approval_id, 'adjust_requested', { feedback })
    expect(repeated.approval_id).toBe(third.approval_id)

    const done = await answer(third.approval_id, 'approved')
    expect(done.status).toBe('complete')
    const record = await recordOf(first.session_id)
    expect(record.iterations[0].dimension).toBe('risk')
    expect(record.proposals.map((version: Body) => [version.number, version.written_by])).toEqual([
      [1, 'offline'],
      [2, 'offline'],
      [3, 'person'],
    ])
    expect(done.final_plan).toContain('10,000 EUR')
  })

  test('takes its control values from what was proposed, and nothing else from the client', async () => {
    const { approval_id, session_id } = await plan({ max_iterations: 2, checkpoint_interval: 5 })
    const done = await answer(approval_id, 'approved', { max_iterations: 50, checkpoint_interval: 1 })
    expect(done).toMatchObject({ status: 'complete', iterations_completed: 2, session_id })
  })

  test('is answered by people of this run alone, with a status that fits', async () => {
    const { approval_id } = await plan({ max_iterations: 2 })
    for (const status of ['paused', 'adjust_strategy']) {
      const unfit = await approve({ approval_id, approval_status: status })
      expect([unfit.status, unfit.json.errors[0].field]).toEqual([400, 'approval_status'])
    }
    const empty = await approve({ approval_id, approval_status: 'adjust_requested' })
    expect([empty.status, empty.json.errors[0].field]).toEqual([400, 'feedback'])
    const unknown = await approve({ approval_id: 'gate_0', approval_status: 'approved' })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not_found'])
    const shapeless = await approve({ approval_id })
    expect([shapeless.status, shapeless.json.error, shapeless.json.errors[0].field]).toEqual([
      400,
      'invalid',
      'approval_status',
    ])
    for (const role of ['viewer', 'agent', 'cli'] as const) {
      const body = { approval_id, approval_status: 'approved' }
      expect([role, (await server.send('POST', '/api/approve', { role, body })).status]).toEqual([role, 403])
    }
    for (const body of [
      { goal: ' ' },
      { goal: 'x', max_iterations: 51 },
      { goal: 'x', checkpoint_interval: 0 },
    ]) {
      const refused = await server.send('POST', '/api/plan', { role: 'member', body })
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid'])
    }
  })
})

test('of one iteration is one run of the planning agent, which the session answers', async () => {
  const goal =
    'Launch our online shop by 30 June 2027: choose a supplier (4 hours), write the texts (6 hours), test payments (3 hours)'
  const single = await plan({ goal, max_iterations: 1 })
  expect(single).toMatchObject({ status: 'planning_agent', plan_id: expect.stringMatching(/^plan_/) })
  expect(single.response_text.length).toBeGreaterThan(20)
  expect(single.next_action).toContain(single.plan_id)
  expect(single.plan).toMatchObject({
    plan_id: single.plan_id,
    goal,
    waiting_gate_ids: single.waiting_gate_ids,
  })
  const titles = single.outline.nodes.map((node: { title: string }) => node.title.toLowerCase())
  expect(titles).toContain('test payments')
  expect(await stateOf(single.session_id)).toMatchObject({
    status: 'planning_agent',
    plan_id: single.plan_id,
  })
  const run = (await server.send('GET', `/api/runs/${single.run_id}`, { role: 'member' })).json
  expect(run.kind).toBe('plan')
})

describe('a checkpoint', () => {
  test('at which somebody stops leads to a synthesis of what exists', async () => {
    const proposed = await plan({ max_iterations: 6, checkpoint_interval: 2 })
    const half = await answer(proposed.approval_id, 'approved')
    const stopped = await approve({ approval_id: half.approval_id, approval_status: 'paused' }, {})
    expect(stopped.json).toMatchObject({
      status: 'paused',
      reason: 'user_requested_pause',
      iteration: 2,
      total_iterations: 6,
      session_id: proposed.session_id,
      next_action: expect.stringContaining('synthesized'),
    })
    expect(await rested(proposed.session_id)).toMatchObject({
      status: 'complete',
      iterations_completed: 2,
      stopped_early: true,
      plan_saved_to_memory: true,
    })
  })

  test('redirects the coming iterations', async () => {
    const proposed = await plan({ max_iterations: 4, checkpoint_interval: 1 })
    const first = await answer(proposed.approval_id, 'approved')
    const unfit = await approve({ approval_id: first.approval_id, approval_status: 'rejected' })
    expect([unfit.status, unfit.json.errors[0].field]).toEqual([400, 'approval_status'])
    const strategy = 'Work on money and who pays, next.'
    const second = await answer(first.approval_id, 'adjust_strategy', { adjusted_strategy: strategy })
    expect(second).toMatchObject({ approval_type: 'checkpoint', iteration: 2 })
    const record = await recordOf(proposed.session_id)
    expect(record.iterations.map((report: Body) => report.dimension)).toEqual(['audience', 'money'])
    expect(record.checkpoints).toMatchObject([{ iteration: 1, answer: 'adjust', guidance: strategy }])
    expect(record.iterations[1].guidance).toContain(strategy)
  })
})

describe('silence', () => {
  test('is neither yes nor no: the approval expires, is asked again, and then counts', async () => {
    const proposed = await plan({ max_iterations: 2 })
    clock.advance(DAY_MS + 1000)
    const late = await approve({ approval_id: proposed.approval_id, approval_status: 'approved' })
    expect([late.status, late.json.error]).toEqual([409, 'gate_expired'])
    const standing = await stateOf(proposed.session_id)
    expect(standing).toMatchObject({ status: 'awaiting_approval', expired: true })
    expect(standing.next_action).toContain(`/api/gates/${proposed.approval_id}/reopen`)
    const opened = await server.send('POST', `/api/gates/${proposed.approval_id}/reopen`, {
      role: 'member',
      body: {},
    })
    expect(opened.status).toBe(201)
    const again = await stateOf(proposed.session_id)
    expect(again.approval_id).not.toBe(proposed.approval_id)
    expect(again.expired).toBeUndefined()
    expect(await answer(again.approval_id, 'approved')).toMatchObject({ status: 'complete' })
  })

  test('of thirty days ends the session, unless an approval is still open', async () => {
    const idle = await plan({ max_iterations: 2 })
    const { session_id, approval_id } = idle
    jump(DAY_MS + 1000)
    await approve({ approval_id, approval_status: 'approved' })
    jump(28 * DAY_MS)
    expect((await stateOf(session_id)).status).toBe('awaiting_approval')
    jump(2 * DAY_MS)
    const expected = { error: 'session_expired', approval_id, session_id, status: 410 }
    const refused = await approve({ approval_id, approval_status: 'approved' })
    expect(refused.json).toMatchObject({
      ...expected,
      message: expect.stringContaining('start planning again'),
    })
    expect(await stateOf(session_id)).toMatchObject(expected)

    const open = await plan({ max_iterations: 2 })
    const extended = await server.send('POST', `/api/gates/${open.approval_id}/extend`, {
      role: 'reviewer',
      body: { seconds: 28 * 86_400 },
    })
    expect(extended.status).toBe(200)
    jump(28 * DAY_MS)
    expect((await stateOf(open.session_id)).status).toBe('awaiting_approval')
  })
})

describe('what plans leave in memory', () => {
  test('is versioned: a later plan of the session never writes over an earlier one', async () => {
    const session_id = 'twice'
    for (const version of [1, 2]) {
      const proposed = await plan({ session_id, max_iterations: 2, goal: `${GOAL} Round ${version}.` })
      await answer(proposed.approval_id, 'approved')
    }
    const { json } = await server.send('GET', '/api/memory/entities/executive_summary_report', {
      role: 'member',
    })
    expect([json.version, json.versions.map((each: Body) => each.version)]).toEqual([2, [1, 2]])
    const [earlier] = json.versions
    const old = await server.send(
      'GET',
      `/api/memory/entities/executive_summary_report?plan_id=${earlier.plan_id}`,
      {
        role: 'member',
      },
    )
    expect([old.json.version, old.json.goal]).toEqual([1, `${GOAL} Round 1.`])
    const unknown = await server.send('GET', '/api/memory/entities/anything', { role: 'member' })
    expect(unknown.status).toBe(404)
    const foreign = await server.send('GET', '/api/memory/entities', { role: 'agent' })
    expect(foreign.json.entities).toEqual([])
  })
})

/** The wall clock goes on, as it does while the program is off. */
function jump(ms: number): void {
  clock.set(clock.now() + ms)
}

/** The state once the plan waits or has ended. */
async function rested(sessionId: string) {
  for (;;) {
    const state = await stateOf(sessionId)
    if (!['planning_in_progress', 'paused'].includes(state.status)) return state
    await new Promise(resolve => setImmediate(resolve))
  }
}
