import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/surfaces/api/test-server.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'
import { ENGINE_TYPES, GATE_TABLE, type TypeRow } from './gate-table.ts'
import { connectMcp, type McpAgent } from './mcp-agent.ts'

let desk: Desk
let rita: Somebody
let robot: Somebody
let mcp: McpAgent

beforeAll(async () => {
  desk = await openDesk()
  rita = await desk.person('Rita', 'reviewer')
  robot = await desk.agent('robot')
  mcp = await connectMcp(desk.server.served.url, robot.token)
}, 180_000)
afterAll(async () => {
  await mcp.close()
  await desk.close()
})

const decide = (gateId: string, body: object): Promise<Answer> =>
  rita.send('POST', `/api/gates/${gateId}/decide`, body)
const openHttp = async ({ type, asked, briefed }: TypeRow) => {
  const context = briefed === undefined ? {} : { context: briefed.context }
  const body = { type, summary: `a ${type} gate`, ...asked, ...context }
  const answer = await robot.send('POST', '/api/gates', body)
  expect([type, answer.status]).toEqual([type, 201])
  return answer.json
}
const openMcp = async ({ type, asked }: TypeRow) => {
  const { subject = {} } = (asked ?? {}) as { subject?: Record<string, unknown> }
  const { questions, plan } = subject
  const about = { ...(questions === undefined ? {} : { questions }), ...(plan ? { document: plan } : {}) }
  const answer = await mcp.call('gate_request', { type, summary: `a ${type} gate`, ...about })
  expect(answer).toMatchObject({ success: true, type, status: 'pending' })
  return answer
}
const lifeOf = (gate: { created_at: string; expires_at?: string }) =>
  gate.expires_at === undefined ? null : (Date.parse(gate.expires_at) - Date.parse(gate.created_at)) / 1000

describe.each(GATE_TABLE)('$type', row => {
  test('over HTTP it shows its options, threshold, deadline and briefing', async () => {
    const gate = await openHttp(row)
    expect(gate).toMatchObject({ type: row.type, threshold: row.threshold, status: 'pending' })
    expect(
      gate.options.map((option: { id: string; decision: string }) => [option.id, option.decision]),
    ).toEqual(row.options.map(([id, decision]) => [id, decision]))
    expect(lifeOf(gate)).toBe(row.ttl)
    expect(gate.briefing).toMatchObject({
      gate_type: row.type,
      summary: `a ${row.type} gate`,
      agent: 'robot',
    })
    for (const line of row.briefed?.says ?? []) expect(gate.briefing.details).toContain(line)
    const refusals = [
      await robot.send('POST', `/api/gates/${gate.gate_id}/decide`, { decision: row.options[0]?.[1] }),
      await decide(gate.gate_id, { decision: row.options[0]?.[1], option_id: 'no_such_option' }),
      await decide(gate.gate_id, { decision: 'approve', view_digest: 'of something else' }),
    ].map(answer => answer.status)
    expect(refusals.slice(0, 2)).toEqual([403, 400])
    expect([400, 412]).toContain(refusals[2])
  })

  test.each(row.options)('over HTTP %s is a %s: the gate is %s', async (id, decision, status, more) => {
    const { gate_id } = await openHttp(row)
    const body = { decision, option_id: id, ...Object(more) }
    const decided = await decide(gate_id, body)
    expect([decided.status, decided.json.gate?.status]).toEqual([200, status])
    expect(decided.json.decision).toMatchObject({ decision, option_id: id, decided_by: rita.id })
    expect((await decide(gate_id, body)).json).toMatchObject({ repeated: true })
    const other = row.options.find(([otherId]) => otherId !== id)
    const second = await decide(gate_id, { decision: other?.[1], option_id: other?.[0], ...other?.[3] })
    expect([second.status, second.json.code]).toEqual([409, 'gate_closed'])
    expect(second.json.standing_decision.option_id).toBe(id)
    const audit = await rita.send('GET', `/api/audit?type=gate_decided`)
    expect(audit.json.events[0]).toMatchObject({ gate_id, payload: { decision, option_id: id, status } })
  })

  test.each(row.options)('over MCP %s is heard as a %s', async (id, decision, status, more) => {
    const asked = await openMcp(row)
    expect(asked.options.map((option: { id: string }) => option.id)).toEqual(
      row.options.map(([each]) => each),
    )
    const waiting = mcp.call('gate_status', { gate_id: asked.gate_id, wait_seconds: 20 })
    expect((await decide(asked.gate_id, { decision, option_id: id, ...Object(more) })).status).toBe(200)
    const heard = await waiting
    expect(heard).toMatchObject({ success: true, status, decision: { decision, option_id: id } })
    if (decision === 'steer') expect(heard.decision.steer_instructions.length).toBeGreaterThan(10)
  })

  test('a bare approve and a bare reject of an older client mean what goes on and what stops', async () => {
    for (const [decision, meant] of [
      ['approve', row.bare[0]],
      ['reject', row.bare[1]],
    ] as const) {
      const { gate_id } = await openHttp(row)
      const answer = await decide(gate_id, { decision })
      expect([decision, answer.status === 200 ? answer.json.gate.status : answer.status]).toEqual([
        decision,
        meant,
      ])
    }
  })
})

describe('all types together', () => {
  test('every type there is stands in the table, or only the engine opens it', async () => {
    const { json } = await desk.server.send('GET', '/contracts/hitl_api/v1.1.0.json')
    const known = [...GATE_TABLE.map(row => row.type), ...ENGINE_TYPES]
    expect(json.definitions.GateType.enum.toSorted()).toEqual(known.toSorted())
    for (const type of ENGINE_TYPES) {
      const answer = await robot.send('POST', '/api/gates', { type, summary: 'believe me' })
      expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'type'])
      // An argument that does not fit the tool is answered in plain words, not as JSON.
      await expect(mcp.call('gate_request', { type, summary: 'believe me' })).rejects.toThrow('Input vali')
    }
  })

  test('the documented contract of opening a gate lists exactly what may be asked', async () => {
    const { json } = await desk.server.send('GET', '/openapi.json')
    const { schema } = json.paths['/api/gates'].post.requestBody.content['application/json']
    const askable = GATE_TABLE.map(row => row.type)
    expect(schema.properties.type.enum.toSorted()).toEqual([...askable, 'test_review'].toSorted())
  })

  test('an expired gate stays expired, keeps the late answer, and is opened again over HTTP and seen over MCP', async () => {
    const asked = await mcp.call('gate_request', { type: 'code_review', summary: 'look', ttl_seconds: 1 })
    const expired = await mcp.call('gate_status', { gate_id: asked.gate_id, wait_seconds: 20 })
    expect(expired).toMatchObject({ status: 'expired' })
    const late = await decide(asked.gate_id, { decision: 'approve' })
    expect([late.status, late.json.code]).toEqual([409, 'gate_expired'])
    expect(late.json.gate.decisions).toMatchObject([{ decision: 'approve', late: true }])
    const { status, json: fresh } = await rita.send('POST', `/api/gates/${asked.gate_id}/reopen`, {})
    expect([status, fresh.status, fresh.reopened_from]).toEqual([201, 'pending', asked.gate_id])
    expect(await mcp.call('gate_status', { gate_id: asked.gate_id })).toMatchObject({
      ...{ status: 'expired', superseded_by: fresh.gate_id },
    })
    expect((await rita.send('POST', `/api/gates/${asked.gate_id}/reopen`, {})).status).toBe(409)
    await decide(fresh.gate_id, { decision: 'approve' })
    expect(await mcp.call('gate_status', { gate_id: fresh.gate_id })).toMatchObject({ status: 'approved' })
  }, 120_000)

  test('a quorum is told to the agent as it fills; a veto ends it; self approval is refused', async () => {
    const sven = await desk.person('Sven', 'reviewer')
    const body = {
      type: 'code_review',
      summary: 'look',
      quorum: { approvals_required: 2, roles: [], veto: true },
    }
    const { json: gate } = await robot.send('POST', '/api/gates', body)
    await decide(gate.gate_id, { decision: 'approve' })
    expect(await mcp.call('gate_status', { gate_id: gate.gate_id })).toMatchObject({
      ...{ status: 'pending', approvals: { have: 1, need: 2 } },
    })
    await sven.send('POST', `/api/gates/${gate.gate_id}/decide`, { decision: 'reject', reason: 'not yet' })
    expect(await mcp.call('gate_status', { gate_id: gate.gate_id })).toMatchObject({
      ...{ status: 'rejected', decision: { reason: 'not yet' } },
    })
    const { json: own } = await rita.send('POST', '/api/gates', { type: 'code_review', summary: 'mine' })
    const self = await decide(own.gate_id, { decision: 'approve' })
    expect([self.status, self.json.code]).toEqual([403, 'self_approval'])
  })

  test('a question asked at a gate is read and answered over MCP', async () => {
    const asked = await mcp.call('gate_request', { type: 'code_review', summary: 'look' })
    const comments = `/api/gates/${asked.gate_id}/comments`
    await rita.send('POST', comments, { text: 'Is it tested?', ask_agent: true })
    const { questions } = await mcp.call('gate_status', { gate_id: asked.gate_id })
    expect(questions).toMatchObject([{ text: 'Is it tested?', by: 'Rita' }])
    const answer = { gate_id: asked.gate_id, question_id: questions[0].question_id, text: 'Twice.' }
    expect(await mcp.call('gate_answer', answer)).toMatchObject({ success: true, answered: 'Twice.' })
    expect(await mcp.call('gate_answer', answer)).toMatchObject({ success: false, code: 'not_waiting' })
    expect((await mcp.call('gate_status', { gate_id: asked.gate_id })).questions).toBeUndefined()
    expect((await rita.send('GET', comments)).json.comments[0].answer.text).toBe('Twice.')
  })
})
