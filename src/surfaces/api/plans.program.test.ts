import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemTimers } from '../../base/clock.ts'
import { type Plan, type PlanBlock, PlanOnGate, type PlanSchedule } from '../../contracts/plan.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { startTestServer, type TestServer } from './test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const wait = { prefer: 'wait=20' }
const TRAINING = 'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays'
const EVENINGS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({
  ...{ day, start: '18:00', end: '22:00' },
}))
const BERLIN = { timezone: 'Europe/Berlin', weekly: [], exceptions: [] }

type Body = Readonly<Record<string, unknown>>

/** A member who plans: starts, looks, and decides what waits. */
function planner(server: () => TestServer) {
  const get = async (planId: string, part = '') =>
    (await server().send('GET', `/api/plans/${planId}${part}`, { role: 'member' })).json
  const settled = async (planId: string): Promise<Plan> => {
    const { run_id } = await get(planId)
    await server().soulgate.runs.settled(run_id, 20_000)
    return get(planId)
  }
  const start = async (body: Body): Promise<Plan> => {
    const answer = await server().send('POST', '/api/plans', { role: 'member', headers: wait, body })
    expect([answer.status, answer.json.detail]).toEqual([201, undefined])
    return settled(answer.json.plan_id)
  }
  const gateOf = async (plan: Plan) => {
    const [gateId] = plan.waiting_gate_ids
    return (await server().send('GET', `/api/gates/${gateId}`, { role: 'member' })).json
  }
  const decide = async (plan: Plan, body: Body): Promise<Plan> => {
    const gate = await gateOf(plan)
    if (gate.briefing.truncated)
      await server().send('POST', `/api/gates/${gate.gate_id}/viewed`, {
        role: 'member',
        body: { view_digest: gate.view_digest },
      })
    const path = `/api/gates/${gate.gate_id}/decide`
    const decided = await server().send('POST', path, { role: 'member', body })
    expect([decided.status, decided.json.detail]).toEqual([200, undefined])
    return settled(plan.plan_id)
  }
  /** Approves whatever is asked; questions are left open. */
  const approveAll = async (first: Plan) => {
    const asked: string[] = []
    let plan = first
    for (let more = 0; plan.waiting_gate_ids.length > 0 && more < 12; more += 1) {
      const gate = await gateOf(plan)
      asked.push(gate.type === 'plan_approval' ? gate.subject.stage : gate.type)
      plan = await decide(plan, { decision: gate.type === 'clarification' ? 'skip' : 'approve' })
    }
    return { plan, asked }
  }
  return { get, settled, start, gateOf, decide, approveAll }
}

/** What another program reads from the calendar file, in the order of time. */
function instantsIn(ics: string): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const found: string[] = []
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component)
    if (!event.isRecurring()) found.push(event.startDate.toJSDate().toISOString())
    else {
      const dates = event.iterator()
      for (let at = dates.next(); at; at = dates.next()) found.push(at.toJSDate().toISOString())
    }
  }
  return found.toSorted()
}

const weekdayOf = (block: PlanBlock) => new Date(`${block.start.slice(0, 10)}T00:00:00Z`).getUTCDay()

describe('a plan over HTTP, with the offline model', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  const { get, start, gateOf, decide, approveAll } = planner(() => server)

  test('half marathon: approved outline, roadmap and schedule that keep to the words, and a calendar file', async () => {
    const first = await start({ goal: TRAINING, calendar: BERLIN })
    expect(first).toMatchObject({ planning_status: 'needs_clarification', state: 'APPROVE_OUTLINE' })
    const { plan, asked } = await approveAll(first)
    expect(asked).toEqual(['outline', 'roadmap', 'final'])
    expect(plan).toMatchObject({ planning_status: 'complete', schedule_approved: true, waiting_gate_ids: [] })
    expect(plan.confidence.every(({ self }) => self > 0 && self < 1)).toBe(true)
    const roadmap = await get(plan.plan_id, '/roadmap')
    expect(roadmap.options_tried.length).toBeGreaterThanOrEqual(2)
    expect(roadmap.options_tried.filter((option: { chosen: boolean }) => option.chosen)).toHaveLength(1)
    const schedule: PlanSchedule = await get(plan.plan_id, '/schedule')
    expect(schedule.blocks.length).toBeGreaterThan(20)
    expect(schedule.blocks.every(block => weekdayOf(block) !== 3)).toBe(true)
    expect(schedule.blocks.every(block => block.start.slice(11, 16) >= '17:00')).toBe(true)
    expect(
      schedule.blocks.every(block => block.start.slice(5, 10) <= '05-15' || block.start > plan.created_at),
    ).toBe(true)
    expect(String(schedule.finish).slice(5, 10) <= '05-15').toBe(true)
    const ics = await server.send('GET', `/api/plans/${plan.plan_id}/schedule.ics`, { role: 'viewer' })
    expect(ics.headers.get('content-type')).toContain('text/calendar')
    const expected = [
      ...schedule.blocks.map(block => block.start),
      ...schedule.milestones.map(({ at }) => at),
    ]
    expect(instantsIn(ics.text)).toEqual(expected.map(at => new Date(at).toISOString()).toSorted())
    const { steps } = await get(plan.plan_id, '/trace')
    expect(new Set(steps.map((step: { tool: string }) => step.tool)).size).toBeGreaterThanOrEqual(10)
    const chart = await get('chart')
    expect(chart.transitions).toHaveLength(chart.states.length * chart.outcomes.length)
  })

  test('recurring_cycle as a protocol routine comes to a schedule', async () => {
    const pattern = { pattern_type: 'recurring_cycle', subtype: 'protocol_routine' }
    const first = await start({
      goal: 'A morning health protocol every weekday: stretch, walk and write down how I slept',
      pattern,
      constraints: { deadline: '2027-06-30' },
    })
    const { plan, asked } = await approveAll(first)
    expect(asked.filter(what => what !== 'pattern_rfc' && what !== 'clarification')).toEqual([
      'outline',
      'roadmap',
      'final',
    ])
    expect(plan).toMatchObject({ planning_status: 'complete', selected_pattern: pattern })
    expect((await get(plan.plan_id, '/schedule')).blocks.length).toBeGreaterThan(5)
    const found = await server.send('GET', '/api/plans?pattern_subtype=protocol_routine', { role: 'viewer' })
    expect(found.json.plans.map((item: Plan) => item.plan_id)).toContain(plan.plan_id)
  })

  test('a milestone project records the ways it tried, with phases that run beside each other among them', async () => {
    const first = await start({
      goal: 'Launch our online shop by 30 June 2027: design, build and marketing side by side',
      interaction_policy: { approval_policy: 'single_final' },
      pattern: { pattern_type: 'milestone_project' },
    })
    const { plan, asked } = await approveAll(first)
    expect(asked.at(-1)).toBe('final')
    expect(plan.planning_status).toBe('complete')
    const { options_tried, nodes } = await get(plan.plan_id, '/roadmap')
    expect(options_tried.length).toBeGreaterThanOrEqual(2)
    const overlaps = options_tried.map(
      (option: { measures: Record<string, number> }) => option.measures.overlaps ?? 0,
    )
    expect(Math.max(...overlaps)).toBeGreaterThan(0)
    expect(nodes.filter((node: { node_type: string }) => node.node_type === 'phase').length).toBeGreaterThan(
      1,
    )
  })

  test('a proposed subtype waits for a person, and completes once it is approved', async () => {
    const first = await start({
      goal: 'A daily health protocol: sleep, light, food and movement, checked every evening until 31 March 2027',
      // Another plan of this person fills whole days.
      calendar: { timezone: 'UTC', weekly: EVENINGS, exceptions: [] },
      pattern: {
        pattern_type: 'recurring_cycle',
        subtype: 'proposed:daily_health_protocol_v2',
        rfc: 'The routine has four strands that are checked together.',
      },
    })
    expect(first).toMatchObject({ planning_status: 'needs_clarification', pattern_rfc_required: true })
    expect(first.pattern_rfc_text).toContain('four strands')
    expect(first.escalate_reason).toContain('four strands')
    const { plan, asked } = await approveAll(first)
    expect(asked[0]).toBe('pattern_rfc')
    expect(plan).toMatchObject({ planning_status: 'complete', pattern_rfc_required: false })
    expect(plan.escalate_reason).toBeUndefined()
    expect(plan.selected_pattern?.subtype).toContain('daily_health_protocol_v2')
  })

  test('concise with high autonomy says less and offers less than conversational with ideas', async () => {
    const goal = 'Learn to play the guitar well enough for three songs by August 2027'
    const short = await start({
      goal,
      interaction_policy: {
        conversation_style: 'concise',
        talkativeness: 0,
        autonomy: 'high',
        brainstorming_preference: 'on_demand',
        probing_depth: 0,
      },
    })
    const long = await start({
      goal,
      interaction_policy: {
        conversation_style: 'conversational',
        talkativeness: 1,
        autonomy: 'low',
        brainstorming_preference: 'always_offer',
        probing_depth: 0,
      },
    })
    expect(short.response_text.length).toBeLessThan(long.response_text.length)
    const [few, many] = [await gateOf(short), await gateOf(long)]
    expect(few.alternatives.length).toBeLessThan(many.alternatives.length)
    expect(few.type).toBe(many.type)
  })

  test('what cannot fit is said with what conflicts; relaxing one constraint lets it go on', async () => {
    const first = await start({
      goal: 'Write a thesis of 80 pages',
      interaction_policy: { approval_policy: 'single_final', probing_depth: 0 },
      constraints: {
        deadline: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
        minutes_per_week: 1_200,
      },
    })
    expect(first.planning_status).toBe('needs_scheduling_escalation')
    const gate = await gateOf(first)
    expect(gate.type).toBe('scheduling_escalation')
    const { conflict, lines } = PlanOnGate.parse(gate.subject.plan)
    expect(lines).toEqual(conflict?.constraints.map(({ message }) => message))
    const way = conflict?.constraints.find(constraint => constraint.can_relax)
    const option_input = { constraint: way?.constraint_id }
    const relaxed = await decide(first, { decision: 'approve', option_id: 'relax', option_input })
    const approval = await gateOf(relaxed)
    expect([approval.type, approval.subject.stage]).toEqual(['plan_approval', 'final'])
    expect(PlanOnGate.parse(approval.subject.plan).digest).toMatch(/\w/)
    const ended = await decide(relaxed, { decision: 'reject', option_id: 'abort' })
    expect(ended.planning_status).toBe('aborted')
  })

  test('people live with it: tick off, move a block, be told what a move breaks, and change it by feedback', async () => {
    const { plan } = await approveAll(
      await start({
        goal: 'Tidy the garage by 30 June 2027, on Saturdays',
        calendar: {
          timezone: 'Europe/Berlin',
          weekly: [{ day: 'saturday', start: '09:00', end: '17:00' }],
          exceptions: [],
        },
        interaction_policy: { approval_policy: 'single_final', probing_depth: 0 },
      }),
    )
    expect(plan.planning_status).toBe('complete')
    const schedule: PlanSchedule = await get(plan.plan_id, '/schedule')
    const [first] = schedule.blocks
    const last = schedule.blocks.at(-1)
    const patch = (path: string, body: Body, role: 'member' | 'agent' | 'cli' = 'member') =>
      server.send('PATCH', `/api/plans/${plan.plan_id}${path}`, { role, body })
    const blockPath = (block: PlanBlock | undefined) => `/schedule/blocks/${block?.block_id}`
    const done = await patch(`/nodes/${first?.plan_node_id}`, { status: 'done' })
    expect([done.status, done.json.node.progress]).toEqual([200, 1])
    expect(done.json.plan.progress).toBeGreaterThan(0)
    const blocksOfFirst = async () => {
      const { blocks }: PlanSchedule = await get(plan.plan_id, '/schedule')
      return blocks.filter(block => block.plan_node_id === first?.plan_node_id).map(({ status }) => status)
    }
    expect(await blocksOfFirst()).toContain('cancelled')
    await patch(`/nodes/${first?.plan_node_id}`, { status: 'pending', progress: 0 })
    expect(await blocksOfFirst()).not.toContain('cancelled')
    await patch(`/nodes/${first?.plan_node_id}`, { status: 'done' })
    expect((await patch(`/nodes/${first?.plan_node_id}`, { progress: 0.5 }, 'agent')).status).toBe(403)
    const broken = await patch(blockPath(last), { start: `${last?.start.slice(0, 10)}T22:00` })
    expect([broken.status, broken.json.code]).toEqual([409, 'constraint_broken'])
    expect(broken.json.errors.length).toBeGreaterThan(0)
    const later = new Date(Date.parse(`${last?.start.slice(0, 10)}T00:00:00Z`) + 7 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const moved = await patch(blockPath(last), { start: `${later}T10:00` })
    expect([moved.status, moved.json.detail]).toEqual([200, undefined])
    expect(moved.json.block.start.slice(0, 16)).toBe(`${later}T10:00`)
    expect(moved.json.plan.approvals.at(-1)).toMatchObject({ stage: 'schedule', standing: true })
    const before: PlanSchedule = await get(plan.plan_id, '/schedule')
    const said = await server.send('POST', `/api/plans/${plan.plan_id}/feedback`, {
      role: 'member',
      headers: wait,
      body: { text: `I am away on ${later}` },
    })
    expect([said.status, said.json.detail]).toEqual([202, undefined])
    const standing: Plan = await get(plan.plan_id)
    expect((await get(plan.plan_id, '/schedule')).blocks).toEqual(before.blocks)
    if (standing.waiting_gate_ids.length > 0) {
      const gate = await gateOf(standing)
      expect([gate.type, gate.subject.stage]).toEqual(['plan_approval', 'schedule'])
      const again = await server.send('POST', `/api/plans/${plan.plan_id}/feedback`, {
        role: 'member',
        body: { text: 'no' },
      })
      expect([again.status, again.json.code]).toEqual([409, 'plan_busy'])
      const after = await decide(standing, { decision: 'approve' })
      expect(after.planning_status).toBe('complete')
      const blocks: readonly PlanBlock[] = (await get(plan.plan_id, '/schedule')).blocks
      expect(blocks.some(block => block.start.startsWith(later) && block.status === 'scheduled')).toBe(false)
      expect((await get(plan.plan_id, '/adaptations')).adaptations.length).toBeGreaterThan(1)
    } else expect.fail('the feedback changed nothing')
  })

  test('a second plan of the same person is placed around the first', async () => {
    const body = {
      calendar: {
        timezone: 'Europe/Berlin',
        weekly: [{ day: 'sunday', start: '09:00', end: '12:00' }],
        exceptions: [],
      },
      interaction_policy: { approval_policy: 'single_final', probing_depth: 0 },
    }
    const one = (await approveAll(await start({ goal: 'Sort all photos by 31 May 2027', ...body }))).plan
    const two = (await approveAll(await start({ goal: 'Paint the fence by 30 June 2027', ...body }))).plan
    expect([one.planning_status, two.planning_status]).toEqual(['complete', 'complete'])
    const [first, second]: PlanSchedule[] = [
      await get(one.plan_id, '/schedule'),
      await get(two.plan_id, '/schedule'),
    ]
    for (const block of second?.blocks ?? []) {
      const clash = first?.blocks.find(
        other =>
          Date.parse(other.start) < Date.parse(block.end) && Date.parse(block.start) < Date.parse(other.end),
      )
      expect(clash).toBeUndefined()
    }
  })

  test('bad input is refused by field, unknown ids are 404, others’ plans are not an agent’s', async () => {
    const post = (body: Body, role: 'member' | 'viewer' = 'member') =>
      server.send('POST', '/api/plans', { role, body })
    const goal = 'Write a book'
    const refused: [Body, string][] = [
      [{ goal, constraints: { deadline: '2020-01-01' } }, 'constraints.deadline'],
      [{ goal: '' }, 'goal'],
      [{ goal, pattern: { pattern_type: 'spiral' } }, 'pattern.pattern_type'],
      [{ goal, interaction_policy: { probing_depth: 4 } }, 'interaction_policy.probing_depth'],
      [{ goal, calendar: { timezone: 'Mars/Olympus', weekly: [] } }, 'calendar.timezone'],
      [{ goal, surprise: 1 }, 'surprise'],
    ]
    for (const [body, field] of refused) {
      const { status, json } = await post(body)
      expect([status, JSON.stringify(json.errors ?? json)]).toEqual([400, expect.stringContaining(field)])
    }
    expect((await post({ goal }, 'viewer')).status).toBe(403)
    for (const part of ['', '/outline', '/roadmap', '/schedule', '/schedule.ics', '/trace', '/adaptations'])
      expect((await server.send('GET', `/api/plans/plan_no${part}`, { role: 'member' })).status).toBe(404)
    const { plan_id } = await start({ goal, interaction_policy: { probing_depth: 0 } })
    expect((await server.send('GET', `/api/plans/${plan_id}`, { role: 'agent' })).status).toBe(404)
    expect((await server.send('GET', `/api/plans/${plan_id}/schedule`, { role: 'member' })).status).toBe(404)
    const unfinished = await server.send('PATCH', `/api/plans/${plan_id}/nodes/x`, {
      role: 'member',
      body: { status: 'done' },
    })
    expect([unfinished.status, unfinished.json.code]).toEqual([409, 'plan_not_complete'])
  })

  test('a person’s sliders are kept, and what a request says holds for its session', async () => {
    const me = (await server.send('GET', '/api/auth/me', { role: 'member' })).json.person.id
    const path = `/api/people/${me}/interaction-policy`
    const put = await server.send('PUT', path, {
      role: 'member',
      body: { approval_policy: 'single_final', probing_depth: 0 },
    })
    expect([put.status, put.json.approval_policy]).toEqual([200, 'single_final'])
    const plain = await start({ goal: 'Read ten books by 31 December 2027' })
    expect(['SEEK_APPROVAL', 'NEEDS_SCHED_ESCALATION']).toContain(plain.state)
    const strict = { goal: 'Read ten books by 31 December 2027', session_id: 'ses_strict' }
    const first = await start({ ...strict, interaction_policy: { approval_policy: 'strict_every_step' } })
    expect((await gateOf(first)).subject.stage).toBe('pattern')
    expect((await gateOf(await start(strict))).subject.stage).toBe('pattern')
    expect((await server.send('PUT', path, { role: 'reviewer', body: { tone: 'neutral' } })).status).toBe(404)
    expect((await server.send('PUT', path, { role: 'agent', body: { tone: 'neutral' } })).status).toBe(403)
  })
})

describe('a plan over HTTP, with a language model by script', () => {
  const outline = (cyclic: boolean) => ({
    self_score: 0.85,
    assumptions: [],
    nodes: [
      { key: 'g', node_type: 'goal', title: 'Launch the shop' },
      { key: 'a', parent_key: 'g', node_type: cyclic ? 'cycle' : 'phase', title: 'Build' },
      {
        key: 'b',
        parent_key: 'g',
        node_type: cyclic ? 'cycle' : 'phase',
        title: 'Marketing',
        stream: 'marketing',
      },
      { key: 't1', parent_key: 'a', node_type: 'task', title: 'Design the shop', estimated_minutes: 240 },
      {
        ...{ key: 't2', parent_key: 'a', node_type: 'task', title: 'Build the shop', estimated_minutes: 600 },
        depends_on: [{ key: 't1' }],
      },
      {
        ...{
          key: 't3',
          parent_key: 'b',
          node_type: 'task',
          title: 'Write to first customers',
          estimated_minutes: 120,
        },
        ...(cyclic ? { frequency: 'weekly', times: 2 } : {}),
      },
      { key: 't4', parent_key: 'b', node_type: 'task', title: 'Post about the shop', estimated_minutes: 60 },
    ],
  })
  let server: TestServer
  // A program for each: a plan that lives on takes days from the next one, and which ones hangs on what day it is.
  beforeEach(async () => {
    const provider = createScriptedProvider({
      timers: systemTimers,
      script: request => {
        const object = outline(JSON.stringify(request.messages).includes('recurring_cycle'))
        return { answer: { text: JSON.stringify(object), object } }
      },
    })
    server = await startTestServer({ models: { providers: [provider] } })
  })
  afterEach(() => server.close())
  const { get, start, approveAll } = planner(() => server)

  test.each([
    ['recurring_cycle', 'protocol_routine'],
    ['milestone_project', undefined],
    ['recurring_cycle', 'proposed:daily_health_protocol_v2'],
  ] as const)('%s %s: its outline is the model’s, and everything else holds as without it', async (pattern_type, subtype) => {
    const first = await start({
      goal: 'Launch the shop by 30 June 2027',
      interaction_policy: { probing_depth: 0 },
      pattern: { pattern_type, ...(subtype === undefined ? {} : { subtype }), rfc: 'Because.' },
    })
    const { plan, asked } = await approveAll(first)
    expect(plan).toMatchObject({ planning_status: 'complete', model: 'scripted/model' })
    expect(asked).toEqual([
      ...(subtype?.startsWith('proposed') ? ['pattern_rfc'] : []),
      'outline',
      'roadmap',
      'final',
    ])
    const { nodes } = await get(plan.plan_id, '/outline')
    expect(nodes.map((node: { title: string }) => node.title)).toContain('Post about the shop')
    expect((await get(plan.plan_id, '/roadmap')).options_tried.length).toBeGreaterThanOrEqual(2)
    expect((await get(plan.plan_id, '/schedule')).blocks.length).toBeGreaterThanOrEqual(4)
    const { steps } = await get(plan.plan_id, '/trace')
    expect(steps.some((step: { tokens: number }) => step.tokens > 0)).toBe(true)
  })
})
