import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk, type Somebody } from './desk.ts'

let desk: Desk
let rita: Somebody
let sven: Somebody
let ada: Somebody
let robot: Somebody

beforeAll(async () => {
  desk = await openDesk()
  rita = await desk.person('Rita', 'reviewer')
  sven = await desk.person('Sven', 'reviewer')
  ada = await desk.person('Ada', 'admin')
  robot = await desk.agent('robot', rita)
})
afterAll(() => desk.close())

const open = async (by: Somebody, more: object = {}) => {
  const answer = await by.send('POST', '/api/gates', { type: 'code_review', summary: 'look at it', ...more })
  expect(answer.status).toBe(201)
  return answer.json
}
const decide = async (by: Somebody, gateId: string, body: object = { decision: 'approve' }) => {
  const { status, json } = await by.send('POST', `/api/gates/${gateId}/decide`, body)
  return [status, json.code ?? json.gate?.status]
}

describe('who counts as another approver', () => {
  test('the owner of an agent’s key is not separate from it; another person is', async () => {
    const gate = await open(robot, { separate_approver: true })
    expect(gate).toMatchObject({ requested_by: 'agent:robot', on_behalf_of: rita.id })
    expect(await decide(rita, gate.gate_id)).toEqual([403, 'self_approval'])
    const again = await desk.otherToken(rita, 'reviewer')
    expect(await decide(again, gate.gate_id)).toEqual([403, 'self_approval'])
    expect(await decide(sven, gate.gate_id)).toEqual([200, 'approved'])
  })

  test('without that demand a person decides what their own agents ask', async () => {
    const gate = await open(robot)
    expect(await decide(rita, gate.gate_id)).toEqual([200, 'approved'])
  })

  test('the demand of a guideline holds for calls of the key, and for its confidence', async () => {
    const rule = await ada.send('POST', '/api/guardrails', {
      name: 'four eyes',
      category: 'hitl_gate',
      condition: { agents: ['robot'], tools: ['pay'] },
      action: { type: 'hitl_gate', gate_type: 'tool_approval', separate_approver: true },
    })
    expect(rule.status).toBe(201)
    const held = await robot.send('POST', '/api/calls', { tool: 'pay', arguments: { amount: 3 } })
    expect(held.json).toMatchObject({
      outcome: 'held',
      gate: { separate_approver: true, on_behalf_of: rita.id },
    })
    const { gate_id, view_digest } = held.json.gate
    const approval = { decision: 'approve', view_digest, confirm: 'pay' }
    expect(await decide(rita, gate_id, approval)).toEqual([403, 'self_approval'])
    expect(await decide(ada, gate_id, approval)).toEqual([200, 'approved'])
    const report = await robot.send('POST', '/api/confidence', { task_id: 't', agent: 'robot', score: 10 })
    const { json } = await rita.send('GET', `/api/gates/${report.json.gate_id}`)
    expect(json.on_behalf_of).toBe(rita.id)
  })

  test('runs of the key stand behind the same person', async () => {
    const started = await robot.send('POST', '/api/runs', {
      kind: 'reasoning',
      input: { goal: 'list the files' },
    })
    expect(started.json).toMatchObject({ requested_by: 'agent:robot', on_behalf_of: rita.id })
  })

  test('two tokens of one person are one vote of a quorum; two people are two', async () => {
    const quorum = { approvals_required: 2, roles: [], veto: true }
    const gate = await open(robot, { quorum })
    const again = await desk.otherToken(sven, 'reviewer')
    expect(await decide(sven, gate.gate_id)).toEqual([200, 'pending'])
    const second = await again.send('POST', `/api/gates/${gate.gate_id}/decide`, { decision: 'approve' })
    expect(second.json).toMatchObject({
      repeated: true,
      gate: { status: 'pending', approvals: { have: 1, need: 2 } },
    })
    expect(await decide(ada, gate.gate_id)).toEqual([200, 'approved'])
  })

  test('one rejection is a veto; without one it takes as many to reject as to approve', async () => {
    const vetoed = await open(robot, { quorum: { approvals_required: 2, roles: [], veto: true } })
    await decide(sven, vetoed.gate_id)
    expect(await decide(ada, vetoed.gate_id, { decision: 'reject' })).toEqual([200, 'rejected'])
    const counted = await open(robot, { quorum: { approvals_required: 2, roles: [], veto: false } })
    expect(await decide(ada, counted.gate_id, { decision: 'reject' })).toEqual([200, 'pending'])
    expect(await decide(rita, counted.gate_id)).toEqual([200, 'pending'])
    expect(await decide(sven, counted.gate_id, { decision: 'reject' })).toEqual([200, 'rejected'])
  })

  test('the vote of whoever is disabled or demoted since does not count, and the gate says so', async () => {
    const [tess, udo] = [await desk.person('Tess', 'reviewer'), await desk.person('Udo', 'reviewer')]
    const gate = await open(robot, { quorum: { approvals_required: 2, roles: [], veto: true } })
    const read = async () => (await rita.send('GET', `/api/gates/${gate.gate_id}`)).json
    const change = (id: string, body: object) => ada.send('PATCH', `/api/people/${id}`, body)
    expect(await decide(tess, gate.gate_id)).toEqual([200, 'pending'])
    expect((await read()).approvals).toEqual({ have: 1, need: 2 })
    expect((await change(tess.id, { disabled: true })).status).toBe(200)
    expect((await read()).approvals).toEqual({
      ...{ have: 0, need: 2 },
      void: [{ decided_by: tess.id, because: expect.stringMatching(/^Tess was disabled at/) }],
    })
    expect(await decide(udo, gate.gate_id)).toEqual([200, 'pending'])
    expect((await change(udo.id, { role: 'member' })).status).toBe(200)
    const listed = (await rita.send('GET', '/api/gates/pending')).json.gates
    const { approvals } = listed.find((one: { gate_id: string }) => one.gate_id === gate.gate_id)
    expect([approvals.have, approvals.void.length]).toEqual([0, 2])
    expect(await decide(sven, gate.gate_id)).toEqual([200, 'pending'])
    expect(await decide(rita, gate.gate_id)).toEqual([200, 'approved'])
  })

  test('a quorum that nobody can fill any more says so on the card', async () => {
    const wanda = await desk.person('Wanda', 'reviewer')
    const { people } = (await ada.send('GET', '/api/people')).json
    const quorum = people.filter(
      (one: { role: string; disabled_at?: string }) =>
        ['reviewer', 'admin'].includes(one.role) && one.disabled_at === undefined,
    ).length
    const rule = await ada.send('POST', '/api/guardrails', {
      ...{ name: 'all eyes', category: 'hitl_gate', condition: { agents: ['robot'], tools: ['launch'] } },
      action: { type: 'hitl_gate', gate_type: 'tool_approval', quorum },
    })
    expect(rule.status).toBe(201)
    const held = await robot.send('POST', '/api/calls', { tool: 'launch', arguments: {} })
    const approvals = async () =>
      (await rita.send('GET', `/api/gates/${held.json.gate.gate_id}`)).json.approvals
    expect(await approvals()).toEqual({ have: 0, need: quorum })
    await ada.send('PATCH', `/api/people/${wanda.id}`, { disabled: true })
    expect((await approvals()).unfillable).toMatch(`needs ${quorum} approvals, but only ${quorum - 1}`)
  })

  test('what somebody decided in an undo window does not take effect once they are disabled', async () => {
    const vera = await desk.person('Vera', 'reviewer')
    const gate = await open(robot)
    await decide(vera, gate.gate_id, { decision: 'approve', effective_in_ms: 1500 })
    await ada.send('PATCH', `/api/people/${vera.id}`, { disabled: true })
    const waited = await rita.send('GET', `/api/gates/${gate.gate_id}/wait?timeout_seconds=4`)
    expect([waited.json.status, waited.json.deciding]).toEqual(['pending', undefined])
    expect(await decide(rita, gate.gate_id)).toEqual([200, 'approved'])
  })

  test('nobody approves what they asked themselves, and an agent approves nothing', async () => {
    const own = await open(sven)
    expect(await decide(sven, own.gate_id)).toEqual([403, 'self_approval'])
    expect(await decide(robot, own.gate_id)).toEqual([403, 'forbidden'])
    expect(await decide(rita, own.gate_id)).toEqual([200, 'approved'])
  })
})
