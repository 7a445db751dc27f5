import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk, type Somebody } from './desk.ts'

/** A client written against contract 1.0.0: it knows its document, approve and reject, and nothing that came later. */
let desk: Desk
let operator: Somebody
let robot: Somebody
let validate: (definition: string, value: unknown) => readonly string[]

beforeAll(async () => {
  desk = await openDesk()
  operator = await desk.person('Rita', 'reviewer')
  robot = await desk.agent('robot')
  const { json: document } = await desk.server.send('GET', '/contracts/hitl_api/v1.0.0.json')
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'v1' })
  validate = (definition, value) => {
    const check = ajv.compile({ $ref: `v1#/definitions/${definition}` })
    return check(value) ? [] : (check.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
  }
})
afterAll(() => desk.close())

const TYPES = ['prd_review', 'design_review', 'code_review', 'test_review', 'deployment_approval']
const open = async (type: string) => {
  const artifacts = [{ path: 'a.diff', type: 'diff', size_bytes: 3, preview: '+++' }]
  const body = {
    type,
    summary: type,
    session_id: 'ses-old',
    task_id: 'T1',
    artifacts,
    context: { branch: 'main' },
  }
  const answer = await robot.send('POST', '/api/gates', body)
  expect(answer.status).toBe(201)
  return String(answer.json.gate_id)
}
/** Evidence is opened before it is approved, whatever version of the contract a client speaks. */
const look = async (id: string) => {
  const { json } = await operator.send('GET', `/api/gates/${id}`)
  await operator.send('POST', `/api/gates/${id}/viewed`, { view_digest: json.view_digest })
}
const read = async (id: string) => (await operator.send('GET', `/api/gates/${id}?contract=1.0`)).json
const pending = async (query = '') =>
  (await operator.send('GET', `/api/gates/pending?contract=1.0.0${query}`)).json

describe('a client of contract 1.0', () => {
  test.each(TYPES)('lists, reads and decides a gate of type %s, by its own document', async type => {
    for (const [decision, status] of [
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ] as const) {
      const id = await open(type)
      const listed = await pending(`&type=${type}&session_id=ses-old`)
      expect(listed).toMatchObject({ total: 1, gates: [{ id, type, status: 'pending', summary: type }] })
      expect(validate('GateRequest', listed.gates[0])).toEqual([])
      const body = {
        gate_id: id,
        decision,
        decided_by: 'operator',
        reason: 'as agreed',
        feedback: 'thank you',
      }
      expect(validate('GateDecision', body)).toEqual([])
      await look(id)
      const decided = await operator.send('POST', `/api/gates/${id}/decide?contract=1.0`, body)
      expect(decided.json).toMatchObject({ success: true, event_id: expect.stringMatching(/./) })
      const gate = await read(id)
      expect(gate).toMatchObject({
        id,
        status,
        session_id: 'ses-old',
        task_id: 'T1',
        context: { branch: 'main' },
      })
      expect(validate('GateRequest', gate)).toEqual([])
    }
  })

  test('sees a status it knows, whatever newer clients and time have made of a gate', async () => {
    const outcomes: readonly (readonly [string, (id: string) => Promise<unknown>, string])[] = [
      ['code_review', id => decide(id, { decision: 'steer', steer_instructions: 'Smaller.' }), 'rejected'],
      ['design_review', id => decide(id, { decision: 'skip' }), 'approved'],
      ['prd_review', id => robot.send('POST', `/api/gates/${id}/cancel`, { because: 'moot' }), 'expired'],
    ]
    for (const [type, act, status] of outcomes) {
      const id = await open(type)
      await act(id)
      expect(await read(id)).toMatchObject({ id, status })
      expect(validate('GateRequest', await read(id))).toEqual([])
    }
  })

  const decide = async (id: string, body: object) => {
    await look(id)
    return await operator.send('POST', `/api/gates/${id}/decide`, body)
  }

  test('is shown no type that it does not know, and its own are never crowded out by them', async () => {
    const id = await open('code_review')
    for (let n = 0; n < 6; n += 1) {
      await robot.send('POST', '/api/gates', { type: 'proposal', summary: 'newer', session_id: 'ses-old' })
    }
    const first = await pending('&limit=1&session_id=ses-old')
    expect(first).toMatchObject({ total: 1, gates: [{ id }] })
    const other = await open('test_review')
    const both = await pending('&limit=1&session_id=ses-old')
    expect([both.total, both.gates.length]).toEqual([2, 1])
    const all = await operator.send('GET', '/api/gates?contract=1.0&status=pending&session_id=ses-old')
    expect(all.json.gates.map((gate: { id: string }) => gate.id)).toEqual([id, other])
    expect((await pending('&type=proposal')).gates).toEqual([])
    const { json } = await robot.send('POST', '/api/gates', { type: 'checkpoint', summary: 'newer' })
    expect((await operator.send('GET', `/api/gates/${json.gate_id}?contract=1.0`)).status).toBe(404)
  })

  test('reads workers and sessions as its document has them', async () => {
    const workers = await operator.send('GET', '/api/workers/status')
    expect(validate('WorkerPoolStatus', workers.json)).toEqual([])
    const sessions = await operator.send('GET', '/api/sessions?status=active&limit=20')
    expect(sessions.json.sessions.length).toBeGreaterThan(0)
    for (const session of sessions.json.sessions) expect(validate('SessionSummary', session)).toEqual([])
  })
})
