import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Plan, type PlanBlock, PlanOnGate } from '../../../contracts/plan.ts'
import { startTestServer, type TestServer } from '../../../surfaces/api/test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const wait = { prefer: 'wait=20' }
const GOAL =
  'Our choir sings on 12 June 2028 from 18:00 to 20:00 in Graz. Print the scores (4 hours) two weeks before the concert, sew the robes (20 hours). My aunt knows the mayor.'
const VIENNA = { timezone: 'Europe/Vienna', weekly: [], exceptions: [] }

describe('a plan made from its brief', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const get = async (path: string) => (await server.send('GET', path, { role: 'member' })).json
  const settled = async (planId: string): Promise<Plan> => {
    const { run_id } = await get(`/api/plans/${planId}`)
    await server.soulgate.runs.settled(run_id, 20_000)
    return get(`/api/plans/${planId}`)
  }
  const start = async (body: object): Promise<Plan> => {
    const answer = await server.send('POST', '/api/plans', {
      role: 'member',
      headers: wait,
      body: { calendar: VIENNA, ...body },
    })
    expect([answer.status, answer.json.detail]).toEqual([201, undefined])
    return settled(answer.json.plan_id)
  }
  const linesOf = async (plan: Plan): Promise<readonly string[]> => {
    const gate = await get(`/api/gates/${plan.waiting_gate_ids[0]}`)
    return PlanOnGate.parse(gate.subject.plan).lines
  }
  const decide = async (plan: Plan, body: object): Promise<Plan> => {
    const path = `/api/gates/${plan.waiting_gate_ids[0]}/decide`
    const answer = await server.send('POST', path, { role: 'member', body })
    expect([answer.status, answer.json.detail]).toEqual([200, undefined])
    return settled(plan.plan_id)
  }
  const blocksOf = async (plan: Plan): Promise<readonly PlanBlock[]> =>
    (await get(`/api/plans/${plan.plan_id}/schedule`)).blocks

  test('the event stands whole at its time, work has its hours before it, and nothing else is in the plan', async () => {
    let plan = await start({ goal: GOAL })
    expect(plan.brief?.events).toHaveLength(1)
    const lines = await linesOf(plan)
    expect(lines).toContain('- Monday 12 June 2028, 18:00–20:00: Our choir sings in Graz')
    expect(lines).toContain('- “My aunt knows the mayor.”')
    for (let more = 0; plan.waiting_gate_ids.length > 0 && more < 4; more += 1)
      plan = await decide(plan, { decision: 'approve' })
    expect(plan.planning_status).toBe('complete')
    const blocks = await blocksOf(plan)
    const of = (title: string) => blocks.filter(block => block.title === title)
    expect(of('Our choir sings in Graz').map(({ start, end }) => [start, end])).toEqual([
      ['2028-06-12T18:00:00+02:00', '2028-06-12T20:00:00+02:00'],
    ])
    const minutes = (title: string): number =>
      of(title).reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / 60_000, 0)
    expect([minutes('Print the scores'), minutes('Sew the robes')]).toEqual([240, 1_200])
    for (const { end } of of('Print the scores'))
      expect(Date.parse(end)).toBeLessThanOrEqual(Date.parse('2028-05-29T18:00:00+02:00'))
    expect(new Set(blocks.map(({ title }) => title)).size).toBe(3)
  })

  test('a correction is an edit of the brief that the next card names; what is not understood is given back', async () => {
    const first = await start({ goal: GOAL })
    const second = await decide(first, {
      decision: 'steer',
      steer_instructions: 'Sewing the robes takes 30 hours. Make it nicer.',
    })
    expect(second.brief?.work.map(({ minutes }) => minutes)).toEqual([240, 1_800])
    const lines = (await linesOf(second)).join('\n')
    expect(lines).toContain('“Sew the robes” takes 1800 min')
    expect(lines).toContain('“Make it nicer”')
    expect(lines).toContain('events (date, time, place)')
  })

  test('a brief that a person fills in at the gate takes the place of the one before, and costs no turn', async () => {
    const first = await start({ goal: GOAL })
    const brief = first.brief ?? expect.fail('there is no brief')
    const work = brief.work.map(item => ({ ...item, minutes: 300, splittable: false }))
    const corrected = {
      ...brief,
      work: [...work, { id: 'own', title: 'Ask the mayor', minutes: 30, before: [], after: [] }],
      not_placed: [],
    }
    const second = await decide(first, {
      decision: 'steer',
      option_id: 'brief',
      option_input: { brief: corrected },
    })
    expect(second.brief).toEqual(corrected)
    expect(second.caps.turns - second.used.turns).toBeGreaterThanOrEqual(first.caps.turns - first.used.turns)
    const lines = (await linesOf(second)).join('\n')
    expect(lines).toContain('now Ask the mayor: 30 min')
    expect(lines).toContain('no longer “My aunt knows the mayor.”')
  })

  test('what is no brief changes nothing', async () => {
    const first = await start({ goal: GOAL })
    const second = await decide(first, {
      ...{ decision: 'steer', option_id: 'brief', steer_instructions: 'Sewing the robes takes 30 hours.' },
      option_input: { brief: { title: '' } },
    })
    expect(second.brief?.work.map(({ minutes }) => minutes)).toEqual([240, 1_800])
  })

  test('a plan that stands follows a brief that was filled in, once a person approves the change', async () => {
    let plan = await start({ goal: GOAL, interaction_policy: { approval_policy: 'single_final' } })
    for (let more = 0; plan.waiting_gate_ids.length > 0 && more < 4; more += 1)
      plan = await decide(plan, { decision: 'approve' })
    const before = await blocksOf(plan)
    const brief = plan.brief ?? expect.fail('there is no brief')
    const [event] = brief.events
    const corrected = { ...brief, events: [{ ...event, start_time: '16:00', end_time: '18:00' }] }
    const said = await server.send('POST', `/api/plans/${plan.plan_id}/feedback`, {
      ...{ role: 'member', headers: wait, body: { text: 'An earlier hour.', brief: corrected } },
    })
    expect([said.status, said.json.detail]).toEqual([202, undefined])
    const waiting = await settled(plan.plan_id)
    expect(await blocksOf(waiting)).toEqual(before)
    const done = await decide(waiting, { decision: 'approve' })
    expect(done.brief?.events[0]?.start_time).toBe('16:00')
    const sung = (await blocksOf(done)).filter(({ title }) => title === 'Our choir sings in Graz')
    expect(sung.map(({ start }) => start)).toEqual(['2028-06-12T16:00:00+02:00'])
  })

  test('a brief that is given stands, whatever the words say', async () => {
    const brief = { title: 'Sing', work: [{ id: 'a', title: 'Print the scores', minutes: 90 }] }
    const plan = await start({ goal: GOAL, brief })
    expect(plan).toMatchObject({
      title: 'Sing',
      brief: { events: [], work: [{ title: 'Print the scores', minutes: 90 }] },
    })
    const outline = await get(`/api/plans/${plan.plan_id}/outline`)
    expect(outline.nodes.map(({ title }: { title: string }) => title)).toEqual([
      'Sing',
      'Work',
      'Print the scores',
    ])
  })
})
