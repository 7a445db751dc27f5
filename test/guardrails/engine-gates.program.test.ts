import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { connectMcp } from './mcp-agent.ts'
import { killOwnProcesses, type OwnProcess, startOwnProcess, until } from './own-process.ts'

afterAll(killOwnProcesses)

const makeRoot = () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-gates-'))
  mkdirSync(join(root, 'workspace'))
  return root
}

/** A run of the agent’s key that waits at the gate of a deletion. */
async function waitAtDeletion(server: OwnProcess) {
  const input = { goal: 'Delete the file old.log' }
  const { json: run } = await server.send('agent', '/api/runs', { kind: 'reasoning', input })
  return { runId: String(run.run_id), gate: await openGate(server, run.run_id) }
}
async function openGate(server: OwnProcess, runId: string, type = 'tool_approval') {
  const find = async () => {
    const { json } = await server.send('reviewer', `/api/gates?run_id=${runId}&status=pending&type=${type}`)
    return json.gates[0]
  }
  return until(find)
}
const approve = (server: OwnProcess, gate: { gate_id: string; view_digest: string }) =>
  server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
    ...{ decision: 'approve', view_digest: gate.view_digest, confirm: 'delete_file' },
  })
const statusOf = async (server: OwnProcess, runId: string) =>
  (await server.send('reviewer', `/api/runs/${runId}`)).json.status

/** Kills the program in the middle of a deletion it was allowed; starts it again and finds the question. */
async function dieInTheMiddle() {
  const root = makeRoot()
  const file = join(root, 'workspace', 'old.log')
  writeFileSync(file, 'old')
  const first = await startOwnProcess(root, { hangs_after_unlink: true })
  const { runId, gate } = await waitAtDeletion(first)
  expect((await approve(first, gate)).status).toBe(200)
  await until(() => !existsSync(file))
  await first.kill()
  const server = await startOwnProcess(root)
  return { server, file, runId, gate: await openGate(server, runId, 'unknown_outcome') }
}

describe.concurrent('unknown_outcome: the process died in the middle of a tool that is not idempotent', () => {
  test('it happened: its result is recorded and the run goes on; the agent hears it over MCP', async () => {
    const { server, runId, gate } = await dieInTheMiddle()
    const decided = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'answer', option_id: 'happened', option_input: { result: { deleted: true } } },
    })
    expect(decided.json.gate.status).toBe('answered')
    await until(async () => (await statusOf(server, runId)) === 'completed')
    const calls = await server.send('reviewer', `/api/runs/${runId}`)
    expect(calls.json.output.tool_results).toMatchObject([{ status: 'succeeded', output: { deleted: true } }])
    // Any key of that name speaks for the agent that asked.
    const agent = await connectMcp(server.url, server.tokenOf('agent'))
    expect(await agent.call('gate_status', { gate_id: gate.gate_id })).toMatchObject({
      ...{ type: 'unknown_outcome', status: 'answered', decision: { option_id: 'happened' } },
    })
    await agent.close()
  }, 300_000)

  test('run it again: one new grant, one more attempt', async () => {
    const { server, file, runId, gate } = await dieInTheMiddle()
    writeFileSync(file, 'it is back')
    const decided = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{
        decision: 'approve',
        option_id: 'run_again',
        view_digest: gate.view_digest,
        confirm: 'delete_file',
      },
    })
    expect(decided.json.gate).toMatchObject({ status: 'approved', grants: [{}] })
    await until(async () => (await statusOf(server, runId)) === 'completed')
    expect(existsSync(file)).toBe(false)
  }, 300_000)

  test('people are asked, with three ways out; abort: nothing runs, and the call stays in doubt in the record', async () => {
    const { server, file, runId, gate } = await dieInTheMiddle()
    expect(gate).toMatchObject({
      ...{ type: 'unknown_outcome', threshold: 'mandatory', confirm_word: 'delete_file' },
      options: [
        { id: 'happened', decision: 'answer' },
        { id: 'run_again', decision: 'approve' },
        { id: 'abort', decision: 'reject' },
      ],
      why_held: [{ source: 'in_doubt' }],
    })
    expect(gate.expires_at).toBeUndefined()
    expect(gate.briefing.details).toContain('does not know the outcome')
    const bare = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, { decision: 'approve' })
    expect([bare.status, bare.json.errors[0].field]).toEqual([400, 'option_id'])
    const own = await server.send('agent', `/api/gates/${gate.gate_id}/decide`, { decision: 'answer' })
    expect(own.status).toBe(403)
    writeFileSync(file, 'it is back')
    const decided = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'reject', option_id: 'abort' },
    })
    expect(decided.json.gate.status).toBe('rejected')
    await until(async () => (await statusOf(server, runId)) === 'completed')
    expect(existsSync(file)).toBe(true)
    const { json } = await server.send('reviewer', `/api/runs/${runId}`)
    expect(json.output.tool_results).toMatchObject([{ success: false, status: 'unknown' }])
  }, 300_000)
})

/** A run that waits while the program is replaced by its next release, whose agent has other steps. */
async function meetNextRelease() {
  const root = makeRoot()
  const file = join(root, 'workspace', 'old.log')
  writeFileSync(file, 'old')
  const first = await startOwnProcess(root)
  const { runId, gate: asked } = await waitAtDeletion(first)
  await first.kill()
  const server = await startOwnProcess(root, { new_definition: true })
  expect((await approve(server, asked)).status).toBe(200)
  return { server, file, runId, gate: await openGate(server, runId, 'run_definition_changed') }
}

describe.concurrent('run_definition_changed: the agent is another one than when the run began', () => {
  test('the operator is asked; what people approved of the old one is not run on a guess', async () => {
    const { server, file, runId, gate } = await meetNextRelease()
    expect(gate).toMatchObject({
      ...{ type: 'run_definition_changed', threshold: 'mandatory' },
      options: [
        { id: 'continue', decision: 'approve' },
        { id: 'abort', decision: 'reject' },
      ],
    })
    expect(existsSync(file)).toBe(true)
    const misfit = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'approve', option_id: 'continue', option_input: { step: 'no such step' } },
    })
    expect([misfit.status, misfit.json.errors[0].field]).toEqual([400, 'option_input.step'])
    const aborted = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'reject', option_id: 'abort' },
    })
    expect(aborted.json.gate.status).toBe('rejected')
    await until(async () => (await statusOf(server, runId)) === 'cancelled')
    expect(existsSync(file)).toBe(true)
  }, 300_000)

  test('going on from a step asks again before anything runs; the agent follows it over MCP', async () => {
    const { server, file, runId, gate } = await meetNextRelease()
    const agent = await connectMcp(server.url, server.tokenOf('agent'))
    const told = await agent.call('gate_status', { gate_id: gate.gate_id })
    expect(told).toMatchObject({ status: 'pending', options: [{ id: 'continue' }, { id: 'abort' }] })
    const steps = gate.options[0].input_schema.properties.step.enum
    const decided = await server.send('reviewer', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'approve', option_id: 'continue', option_input: { step: steps[0] } },
    })
    expect(decided.json.gate.status).toBe('approved')
    const again = await openGate(server, runId)
    expect(existsSync(file)).toBe(true)
    await approve(server, again)
    await until(async () => (await statusOf(server, runId)) === 'completed')
    expect(existsSync(file)).toBe(false)
    await agent.close()
  }, 300_000)
})
