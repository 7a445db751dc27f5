import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['s.txt', 'b1.txt']) writeFileSync(join(server.workspace, name), 'here')
}, 30_000)
afterAll(() => server.close())

const read = async (gateId: string) =>
  (await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })).json
const decide = async (gateId: string, body: object) => {
  const answer = await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })
  expect([answer.status, answer.json.detail]).toEqual([200, undefined])
  const settled = await server.send('GET', `/approval/${gateId}`, {
    ...{ role: 'member' as const, headers: { prefer: 'wait=20' } },
  })
  return settled.json
}

/** The gate that a steer of a goal's gate leads to. */
async function steered(goal: string, steer_instructions: string) {
  const asked = await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
  const first = asked.json.soul_request_id
  await decide(first, { decision: 'steer', steer_instructions })
  const superseded = await vi.waitFor(
    async () => {
      const { superseded_by } = await read(first)
      expect(superseded_by).toBeDefined()
      return superseded_by
    },
    { timeout: 20_000 },
  )
  const next = await read(superseded)
  expect(next.steered_from).toBe(first)
  return next
}
const callsOf = (gate: { subject: { tool_calls?: { tool: string; arguments: object }[] } }) =>
  gate.subject.tool_calls?.map(({ tool, arguments: args }) => [tool, args])

describe('a steer keeps the goal that it corrects', () => {
  test.each([
    ['better.txt', { path: 'better.txt', content: 'x' }],
    ['use better.txt', { path: 'better.txt', content: 'x' }],
    ['write it to better.txt', { path: 'better.txt', content: 'x' }],
    ['write "y" instead', { path: 's.txt', content: 'y' }],
  ])('%s changes one value of it', async (words, args) => {
    expect(callsOf(await steered('Write "x" to s.txt', words))).toEqual([['write_file', args]])
  })

  test.each([
    'no, call it better.txt',
    'not that one, delete b1.txt',
    'use the folder drafts instead',
    'do nothing',
    'leave it',
  ])('%s is asked about, with the values of the proposal to choose from', async words => {
    const gate = await steered('Write "x" to s.txt', words)
    expect(gate.type).toBe('clarification')
    const [question] = gate.subject.questions
    expect(question.question).toBe(`What of the proposal does “${words}” change?`)
    expect(question.options.at(-1).label).toMatch(/^Nothing/)
    expect(question.options[0].label).toMatch(/^path of write_file: “s.txt”/)
  })

  test('the answer changes that value, or ends it', async () => {
    const asked = await steered('Write "x" to s.txt', 'no, call it better.txt')
    const chosen = asked.subject.questions[0].options[0].id
    const after = await decide(asked.gate_id, {
      decision: 'answer',
      answers: [{ question_index: 0, value: chosen }],
    })
    expect(callsOf(await read(after.soul_request_id))).toEqual([
      ['write_file', { path: 'better.txt', content: 'x' }],
    ])
    const open = await steered('Delete s.txt', 'leave it')
    const nothing = open.subject.questions[0].options.at(-1).id
    const ended = await decide(open.gate_id, {
      decision: 'answer',
      answers: [{ question_index: 0, value: nothing }],
    })
    expect(ended).toMatchObject({ success: false, approval_state: 'denied' })
  })

  test('an order that says all of it is the goal from now on', async () => {
    expect(callsOf(await steered('Write "x" to s.txt', 'delete b1.txt'))).toEqual([
      ['delete_file', { path: 'b1.txt' }],
    ])
  })
})
