import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

const MOST = 3
const limits = { open_gates_per_key: MOST, starts_per_second: 10_000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settingsSeed: { limits } })
})
afterAll(() => server.close())

const send = (path: string, body: object, role: Sender = 'agent') => server.send('POST', path, { role, body })
const question = { type: 'clarification', summary: 'Which one?', subject: { document: { a: 1 } } }
const pay = { tool: 'pay_outside', arguments: { to: 'c_1' } }
const read = { tool: 'list_files', arguments: {} }
const remove = { goal: 'Delete old.log' }
const report = (task_id: string) => ({ task_id, agent: 'a-agent', score: 10, reasons: ['unsure'] })

async function withdrawAll(role: Sender): Promise<void> {
  const { json } = await server.send('GET', '/api/gates?status=pending&limit=100', { role })
  for (const { gate_id } of json.gates) {
    expect((await send(`/api/gates/${gate_id}/cancel`, {}, role)).status).toBe(200)
  }
}

describe('an agent’s key with as many open questions as are allowed', () => {
  beforeAll(async () => {
    for (let count = 0; count < MOST; count += 1) {
      expect((await send('/api/gates', { ...question, summary: `Which ${count}?` })).status).toBe(201)
    }
  })
  afterAll(() => withdrawAll('agent'))

  it.each([
    ['/api/gates', question],
    ['/api/calls', pay],
    ['/reasoning/execute', remove],
    ['/api/runs', { kind: 'reasoning', input: remove }],
    ['/api/confidence', report('task_1')],
  ])('asks nothing more by %s, and is told which setting says so and what to do', async (path, body) => {
    const answer = await send(path, body)
    expect([answer.status, answer.json.code]).toEqual([429, 'too_many_open_gates'])
    expect(answer.json.detail).toMatch(
      /limits\.open_gates_per_key.*Wait until some are answered, or withdraw/,
    )
  })

  it('goes on with calls that nobody is asked about', async () => {
    expect((await send('/api/calls', read)).json.outcome).toBe('released')
  })

  it('holds up nobody else: people ask as they like, also with the token of the command line', async () => {
    for (let count = 0; count <= MOST; count += 1) {
      expect((await send('/reasoning/execute', remove, 'member')).status).toBe(200)
      expect((await send('/api/calls', pay, 'member')).status).toBe(201)
    }
    expect((await send('/api/calls', pay, 'cli')).status).toBe(201)
  })
})

it('the saved token of the command line has a measure of its own, which the person who is signed in has not', async () => {
  for (let count = 0; count < MOST; count += 1) await send('/api/calls', pay, 'cli')
  expect((await send('/api/calls', pay, 'cli')).status).toBe(429)
  expect((await send('/reasoning/execute', remove, 'cli')).status).toBe(429)
  expect((await send('/api/calls', pay, 'admin')).status).toBe(201)
})

describe('a quorum that nobody could fill', () => {
  const people = { reviewer: 1, admin: 1 }
  it.each([
    ['of agents', { quorum: { approvals_required: 1, roles: ['agent'], veto: true } }, 'quorum.roles'],
    ['of workers', { quorum: { approvals_required: 1, roles: ['worker'], veto: true } }, 'quorum.roles'],
    [
      'of viewers',
      { quorum: { approvals_required: 1, roles: ['admin', 'viewer'], veto: true } },
      'quorum.roles',
    ],
    [
      'of more people than there are',
      { quorum: { approvals_required: people.reviewer + people.admin + 1, roles: [], veto: true } },
      'quorum.approvals_required',
    ],
  ])('%s is refused when it is asked for, with the reason', async (_kind, demand, field) => {
    const answer = await send('/api/gates', { ...question, type: 'code_review', ...demand })
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, field])
    expect(answer.json.detail).toMatch(/Nobody could ever decide this gate/)
  })

  it('is judged without whoever asks, where the approver must be another', async () => {
    const quorum = { approvals_required: people.reviewer + people.admin, roles: [], veto: true }
    const body = { ...question, type: 'code_review', quorum, separate_approver: true }
    expect((await send('/api/gates', body)).status).toBe(201)
    const answer = await send('/api/gates', body, 'admin')
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'separate_approver'])
  })
})
