import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const send = (path: string, body: object = {}, role: Sender = 'agent') =>
  server.send('POST', path, { role, body })

const propose = (run_id: string, tool = 'list_files', role: Sender = 'agent') =>
  send('/api/calls', { tool, arguments: tool === 'list_files' ? {} : { to: 'c_1' }, run_id }, role)

async function consume({ grant_id, digest }: { grant_id: string; digest: string }) {
  const { status, json } = await send(`/api/grants/${grant_id}/consume`, { digest })
  return [status, json.code]
}

/** A released call, one that waits for people, and one that people approved, all under one run. */
async function openUnder(runId: string) {
  const released = (await propose(runId)).json.grant
  const waiting = (await propose(runId, 'wait_outside')).json.gate
  const asked = (await propose(runId, 'pay_outside')).json
  const decision = { decision: 'approve', confirm: 'pay_outside', view_digest: asked.gate.view_digest }
  const decided = await send(`/api/gates/${asked.gate.gate_id}/decide`, decision, 'reviewer')
  expect(decided.status).toBe(200)
  const { json: gate } = await server.send('GET', `/api/gates/${asked.gate.gate_id}`, { role: 'reviewer' })
  return { released, approved: gate.grants[0], waiting }
}

async function expectDead(
  runId: string,
  { released, approved, waiting }: Awaited<ReturnType<typeof openUnder>>,
) {
  expect(await consume(released)).toEqual([409, 'grant_revoked'])
  expect(await consume(approved)).toEqual([409, 'grant_revoked'])
  const { json: gate } = await server.send('GET', `/api/gates/${waiting.gate_id}`, { role: 'reviewer' })
  expect(gate.status).toBe('cancelled')
  const again = await propose(runId)
  expect([again.status, again.json.code]).toEqual([409, 'run_ended'])
}

describe('a run that executes outside', () => {
  it.each([
    'cancel',
    'end',
  ])('is started, and by %s takes everything with it that was not used', async verb => {
    const started = await send('/api/runs', { kind: 'external', input: { order: 7 } })
    expect([started.status, started.json.kind, started.json.status]).toEqual([201, 'external', 'running'])
    const { run_id } = started.json
    const open = await openUnder(run_id)
    const used = (await propose(run_id)).json.grant
    expect(await consume(used)).toEqual([200, undefined])
    const ended = await send(`/api/runs/${run_id}/${verb}`)
    expect([ended.status, ended.json.status]).toEqual([202, verb === 'cancel' ? 'cancelled' : 'completed'])
    await expectDead(run_id, open)
    expect((await send(`/api/runs/${run_id}/${verb}`)).status).toBe(200)
  })

  it('of a person takes with it what that person has proposed under it', async () => {
    const { json: run } = await send('/api/runs', { kind: 'external', input: {} }, 'reviewer')
    const { gate } = (await propose(run.run_id, 'wait_outside', 'reviewer')).json
    expect((await send(`/api/runs/${run.run_id}/end`, {}, 'reviewer')).status).toBe(202)
    const { json: ended } = await server.send('GET', `/api/gates/${gate.gate_id}`, { role: 'reviewer' })
    expect(ended.status).toBe('cancelled')
  })

  it('of an agent is ended by that agent and by reviewers, and by nobody else', async () => {
    const { json: run } = await send('/api/runs', { kind: 'external', input: {} })
    expect((await send(`/api/runs/${run.run_id}/end`, {}, 'member')).status).toBe(403)
    expect((await send(`/api/runs/${run.run_id}/cancel`, {}, 'reviewer')).status).toBe(202)
  })
})

describe('a name that calls carry as their run', () => {
  it.each(['cancel', 'end'])('is ended by %s with everything under it, and stays ended', async verb => {
    const name = `order-${verb}`
    const open = await openUnder(name)
    const ended = await send(`/api/runs/${name}/${verb}`)
    expect([ended.status, ended.json.kind]).toEqual([202, 'external'])
    await expectDead(name, open)
    const { json: run } = await server.send('GET', `/api/runs/${name}`, { role: 'agent' })
    expect([run.run_id, run.input]).toEqual([ended.json.run_id, { name }])
    expect((await send(`/api/runs/${name}/${verb}`)).status).toBe(200)
  })

  it('is the requester’s own: the same name of another one goes on', async () => {
    await send('/api/runs/order-own/cancel')
    expect((await propose('order-own', 'list_files', 'member')).json.outcome).toBe('released')
    expect((await send('/api/runs/order-own/cancel', {}, 'member')).status).toBe(404)
  })

  it('is no mistyped id', async () => {
    expect((await send('/api/runs/run_mistyped/cancel')).status).toBe(404)
  })
})

describe('a run of ours that an agent names', () => {
  it('takes with it, when it is cancelled, what was let through under its name', async () => {
    const { json: asked } = await send('/reasoning/execute', { goal: 'help me' })
    const open = await openUnder(asked.run_id)
    expect((await send(`/api/runs/${asked.run_id}/cancel`)).status).toBe(202)
    await expectDead(asked.run_id, open)
  })

  it('of somebody else takes with it all the same what was let through under its name', async () => {
    const { json: asked } = await send('/reasoning/execute', { goal: 'help me' }, 'reviewer')
    const { grant } = (await propose(asked.run_id)).json
    expect((await send(`/api/runs/${asked.run_id}/cancel`, {}, 'reviewer')).status).toBe(202)
    expect(await consume(grant)).toEqual([409, 'grant_revoked'])
    const again = await propose(asked.run_id)
    expect([again.status, again.json.code]).toEqual([409, 'run_ended'])
    expect(again.text).not.toMatch(/cancelled|\d{4}-\d{2}/)
  })

  it('lets nothing through once it is over', async () => {
    const { json: done } = await send('/reasoning/execute', { goal: 'What is 2 + 2?' })
    expect((await propose(done.run_id)).json.code).toBe('run_ended')
  })
})

it('only a run that executes outside is ended by saying so', async () => {
  const { json: asked } = await send('/reasoning/execute', { goal: 'help me' })
  const answer = await send(`/api/runs/${asked.run_id}/end`)
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid'])
})
