import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeClock } from '../../src/base/clock.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'

let desk: Desk
let rita: Somebody
let sven: Somebody
let robot: Somebody
let other: Somebody
const clock = fakeClock(Date.parse('2026-03-02T09:00:00Z'))

beforeAll(async () => {
  desk = await openDesk({ clock, timers: clock.timers })
  rita = await desk.person('Rita', 'reviewer')
  sven = await desk.person('Sven', 'reviewer')
  robot = await desk.agent('robot', rita)
  other = await desk.agent('other')
})
afterAll(() => desk.close())

const open = async (more: object = {}) => {
  const answer = await robot.send('POST', '/api/gates', {
    type: 'code_review',
    summary: 'look at it',
    ...more,
  })
  expect(answer.status).toBe(201)
  return answer.json
}
const read = async (gateId: string) => (await rita.send('GET', `/api/gates/${gateId}`)).json

describe('asking the agent at its gate', () => {
  test('an outside agent reads the question, answers it once, and the answer stands on the card', async () => {
    const { gate_id } = await open()
    const comments = `/api/gates/${gate_id}/comments`
    const plain = await rita.send('POST', comments, { text: 'Hm.' })
    const asked = await rita.send('POST', comments, { text: 'Did you run the tests?', ask_agent: true })
    expect(asked.json).toMatchObject({ ask_agent: true, by: rita.id })
    const seen = await robot.send('GET', comments)
    expect(seen.json.comments).toHaveLength(2)
    expect((await other.send('GET', comments)).status).toBe(404)
    const answer = `${comments}/${asked.json.comment_id}/answer`
    for (const [who, status] of [
      [other, 404],
      [rita, 403],
    ] as const) {
      expect((await who.send('POST', answer, { text: 'Yes.' })).status).toBe(status)
    }
    expect((await robot.send('POST', answer, { text: 'All 41 of them.' })).status).toBe(200)
    expect((await robot.send('POST', answer, { text: 'No.' })).status).toBe(409)
    const mute = `${comments}/${plain.json.comment_id}/answer`
    expect((await robot.send('POST', mute, { text: 'Hm?' })).status).toBe(409)
    const { json } = await sven.send('GET', comments)
    expect(json.comments[1].answer).toMatchObject({ by: 'agent:robot', text: 'All 41 of them.' })
    expect((await read(gate_id)).status).toBe('pending')
    const unknown = await rita.send('POST', comments, { text: 'x', surely_unknown: 1 })
    expect([unknown.status, unknown.json.errors[0].field]).toEqual([400, 'surely_unknown'])
    expect((await robot.send('POST', comments, { text: 'Approve me.' })).status).toBe(403)
  })

  test('a run of ours answers at once, from its record alone', async () => {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${desk.server.workspace}/report.txt`, 'x')
    const goal = 'Delete the file report.txt'
    const { json: run } = await rita.send('POST', '/api/runs', { kind: 'reasoning', input: { goal } })
    await expect
      .poll(async () => (await rita.send('GET', `/api/runs/${run.run_id}`)).json.status)
      .toBe('waiting_input')
    const { json: waiting } = await rita.send('GET', `/api/runs/${run.run_id}`)
    const comments = `/api/gates/${waiting.waiting_gate_ids[0]}/comments`
    const why = await rita.send('POST', comments, { text: 'Why is this held?', ask_agent: true })
    expect(why.json.answer).toMatchObject({ by: 'agent:reasoning' })
    expect(why.json.answer.text).toContain('cannot be taken back')
    const where = await rita.send('POST', comments, {
      text: 'Where does report.txt come from?',
      ask_agent: true,
    })
    expect(where.json.answer.text).toMatch(/report\.txt.*a person’s words/)
    const odd = await rita.send('POST', comments, { text: 'Zebras?', ask_agent: true })
    expect(odd.json.answer.text).toContain('says nothing about that')
    expect((await rita.send('GET', `/api/runs/${run.run_id}`)).json.status).toBe('waiting_input')
  })
})

describe('whose turn it is', () => {
  test('a reviewer names somebody who is there; agents and strangers are not', async () => {
    const { gate_id } = await open()
    const assign = (who: Somebody, assignee: string | null) =>
      who.send('POST', `/api/gates/${gate_id}/assign`, { assignee })
    expect((await assign(rita, sven.id)).json.assignee).toBe(sven.id)
    const nobody = await assign(rita, 'person_nobody')
    expect([nobody.status, nobody.json.errors[0].field]).toEqual([400, 'assignee'])
    expect((await assign(robot, sven.id)).status).toBe(403)
    const { json } = await rita.send('GET', '/api/audit?type=gate_assigned')
    expect(json.events[0].payload).toMatchObject({ assignee: sven.id, before: null })
    expect((await assign(rita, null)).json.assignee).toBeUndefined()
    await rita.send('POST', `/api/gates/${gate_id}/decide`, { decision: 'approve' })
    expect((await assign(rita, sven.id)).status).toBe(409)
  })

  test('a reviewer sees whose it can be, and finds what is whose', async () => {
    const { gate_id } = await open()
    const vic = await desk.person('Vic', 'viewer')
    const { json } = await rita.send('GET', '/api/gates/assignees')
    const ids = json.people.map((person: { person_id: string }) => person.person_id)
    expect([ids.includes(sven.id), ids.includes(vic.id)]).toEqual([true, false])
    for (const who of [robot, vic])
      expect((await who.send('GET', '/api/gates/assignees')).json.people).toEqual([])
    await rita.send('POST', `/api/gates/${gate_id}/assign`, { assignee: sven.id })
    const found = await sven.send('GET', `/api/gates?status=pending&assignee=${sven.id}`)
    expect(found.json.gates.map((gate: { gate_id: string }) => gate.gate_id)).toEqual([gate_id])
  })

  test('an escalation asks the next one in time, and never answers', async () => {
    const { gate_id } = await open({
      escalation: [
        { after_seconds: 600, to: 'admin' },
        { after_seconds: 60, to: sven.id },
      ],
    })
    clock.advance(59_000)
    expect((await read(gate_id)).assignee).toBeUndefined()
    clock.advance(2_000)
    await expect.poll(async () => (await read(gate_id)).assignee).toBe(sven.id)
    clock.advance(600_000)
    await expect.poll(async () => (await read(gate_id)).escalated?.length).toBe(2)
    const { json } = await rita.send('GET', '/api/audit?type=gate_escalated')
    expect(json.events.map((event: { payload: { to: string } }) => event.payload.to)).toEqual([
      'admin',
      sven.id,
    ])
    clock.advance(30 * 86_400_000)
    expect(await read(gate_id)).toMatchObject({ status: 'pending', decisions: [] })
  })

  test('an escalation goes on beside warning and end', async () => {
    const { gate_id } = await open({ ttl_seconds: 100, escalation: [{ after_seconds: 90, to: sven.id }] })
    clock.advance(81_000)
    await expect.poll(async () => (await read(gate_id)).warned_at).toBeDefined()
    expect((await read(gate_id)).assignee).toBeUndefined()
    clock.advance(10_000)
    await expect.poll(async () => (await read(gate_id)).assignee).toBe(sven.id)
    clock.advance(10_000)
    await expect.poll(async () => (await read(gate_id)).status).toBe('expired')
  })
})

describe('out of sight, and at the card', () => {
  test('a snooze is one’s own, ends by itself, and leaves the gate alone', async () => {
    const { gate_id } = await open()
    const snooze = (seconds: number) => rita.send('POST', `/api/gates/${gate_id}/snooze`, { seconds })
    const mine = async (who: Somebody) =>
      (await who.send('GET', '/api/gates/snoozes')).json.snoozes.map(
        (each: { gate_id: string }) => each.gate_id,
      )
    expect((await snooze(3600)).json.snoozed_until).toMatch(/Z$/)
    expect(await mine(rita)).toEqual([gate_id])
    expect(await mine(sven)).toEqual([])
    expect((await read(gate_id)).status).toBe('pending')
    clock.advance(3_601_000)
    expect(await mine(rita)).toEqual([])
    await snooze(60)
    const listed = async (who: Somebody, sight: string) =>
      (await who.send('GET', `/api/gates?status=pending&snoozed=${sight}`)).json.gates
        .map((gate: { gate_id: string }) => gate.gate_id)
        .includes(gate_id)
    expect([await listed(rita, 'hide'), await listed(rita, 'only')]).toEqual([false, true])
    expect([await listed(sven, 'hide'), await listed(sven, 'only')]).toEqual([true, false])
    expect((await snooze(0)).json.snoozed_until).toBeNull()
    expect(await mine(rita)).toEqual([])
    expect(await mine(robot)).toEqual([])
    expect((await robot.send('POST', `/api/gates/${gate_id}/snooze`, { seconds: 60 })).status).toBe(403)
  })

  test('people see who else is there, for half a minute after the last sign of life', async () => {
    const { gate_id } = await open()
    const presence = `/api/gates/${gate_id}/presence`
    const names = (answer: { json: { present: readonly { name: string; doing: string }[] } }) =>
      answer.json.present.map(each => `${each.name} ${each.doing}`).toSorted()
    await rita.send('POST', presence, {})
    expect(names(await sven.send('POST', presence, { doing: 'deciding' }))).toEqual([
      'Rita viewing',
      'Sven deciding',
    ])
    clock.advance(20_000)
    await rita.send('POST', presence, {})
    clock.advance(15_000)
    expect(names(await sven.send('GET', presence))).toEqual(['Rita viewing'])
    expect((await rita.send('DELETE', presence)).status).toBe(204)
    expect(names(await sven.send('GET', presence))).toEqual([])
    expect((await robot.send('POST', presence, {})).status).toBe(403)
    expect((await robot.send('GET', presence)).status).toBe(403)
  })
})
