import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 30_000)
afterAll(() => server.close())

type Body = Readonly<Record<string, unknown>>
const wait = { prefer: 'wait=20' }

/** Sends the same answer twice: only the second time it is a repetition. */
async function twice(path: string, body: Body, role: 'member' | 'reviewer' = 'reviewer') {
  const first = await server.send('POST', path, { role, body, headers: wait })
  const second = await server.send('POST', path, { role, body, headers: wait })
  expect([path, first.status, first.json.detail, second.status, second.json.detail]).toEqual([
    ...[path, 200, undefined, 200, undefined],
  ])
  return [first.json, second.json]
}

const isRepeated = (answer: Body | undefined): boolean => answer?.repeated === true

async function execute(goal: string) {
  return (await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal } })).json
}

async function review() {
  const body = { type: 'code_review', summary: 'look' }
  return (await server.send('POST', '/api/gates', { role: 'agent', body })).json
}

describe('the same answer by the same person again is said to be a repetition', () => {
  test('on a gate, over the contract of reasoning, and of its questions', async () => {
    const { gate_id } = await review()
    expect((await twice(`/api/gates/${gate_id}/decide`, { decision: 'approve' })).map(isRepeated)).toEqual([
      false,
      true,
    ])
    const held = await execute('delete the file old.log')
    const respond = { request_id: held.soul_request_id, approved: false, feedback: 'no' }
    const denied = await twice(`/approval/respond/${held.soul_request_id}`, respond)
    expect(denied.map(isRepeated)).toEqual([false, true])
    const asked = await execute('Clean up')
    const answers = asked.clarification.questions.map((_: unknown, question_index: number) => ({
      ...{ question_index, answer: 'read notes.txt' },
    }))
    const id = asked.soul_request_id
    const clarified = await twice(`/clarification/respond/${id}`, { request_id: id, answers })
    expect(clarified.map(isRepeated)).toEqual([false, true])
  })

  test('in a batch, item by item', async () => {
    const [old, fresh] = [await review(), await review()]
    await server.send('POST', `/api/gates/${old.gate_id}/decide`, {
      role: 'reviewer',
      body: { decision: 'reject' },
    })
    const items = [old, fresh].map(({ gate_id, view_digest }) => ({
      ...{ gate_id, view_digest, decision: 'reject' },
    }))
    const answer = await server.send('POST', '/api/gates/batch-decide', { role: 'reviewer', body: { items } })
    expect(answer.json.results.map(isRepeated)).toEqual([true, false])
  })

  test('of a proposal in iterations, of a stage of a plan, and of a run that goes on', async () => {
    const goal = 'Market entry for our oat drink in Portugal, budget 80,000 EUR, launch by May 2027'
    const proposed = await server.send('POST', '/api/plan', { role: 'member', body: { goal } })
    const approval = { approval_id: proposed.json.approval_id, approval_status: 'approved' }
    expect((await twice('/api/approve', approval, 'member')).map(isRepeated)).toEqual([false, true])
    const once = await server.send('POST', '/api/plan', {
      role: 'member',
      body: { goal: 'Learn to juggle, 30 minutes a day for two weeks', max_iterations: 1 },
    })
    const [gateId] = once.json.waiting_gate_ids
    const gate = (await server.send('GET', `/api/gates/${gateId}`, { role: 'member' })).json
    const decision =
      gate.type === 'clarification' ? { decision: 'skip' } : { decision: 'reject', reason: 'no' }
    const path = `/api/runs/${gate.run_id}/resume`
    const resumed = await twice(path, { resume_payload: { gate_id: gateId, ...decision } }, 'member')
    expect(resumed.map(isRepeated)).toEqual([false, true])
    const other = await server.send('POST', path, {
      role: 'member',
      body: { resume_payload: { gate_id: gateId, decision: 'approve' } },
    })
    expect(other.status).toBeGreaterThanOrEqual(400)
  })
})
