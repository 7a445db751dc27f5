import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { createSoulgate } from '../../soulgate.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-auto-'))
const options = { home: join(folder, 'home'), workspace: join(folder, 'workspace'), storePath: ':memory:' }
const person: Principal = { kind: 'person', id: 'person_1', name: 'Mona', role: 'member' }
const agent: Principal = { kind: 'agent', id: 'agent:builder', name: 'builder', role: 'agent' }
mkdirSync(options.workspace)
const soulgate = await createSoulgate({ ...options, autoApproveIterations: true })
await soulgate.startWorker()
afterAll(() => soulgate.close())

function granted<Value>(value: Value): Exclude<Value, { readonly refused: true }> {
  if (isRefusal(value)) throw new Error(value.detail)
  return value as Exclude<Value, { readonly refused: true }>
}

test('each proposal and checkpoint is opened and visibly approved by the system, whenever it comes', async () => {
  const plan = { goal: 'Open a second shop', max_iterations: 4, checkpoint_interval: 1 }
  const { session_id } = granted(await soulgate.iterations.start(person, plan))
  const statusOf = async () => granted(await soulgate.iterations.state(person, session_id)).status
  await expect.poll(statusOf, { interval: 5 }).toBe('complete')
  const record = granted(await soulgate.iterations.record(person, session_id))
  expect(record.checkpoints.map(({ decided_by }) => decided_by)).toEqual(Array(3).fill('system:auto-approve'))
  const { items } = await soulgate.gates.list(person, { session_id }, { limit: 10 })
  expect(items).toHaveLength(4)
  for (const gate of items)
    expect([gate.status, gate.decisions[0]?.decided_by, gate.decisions[0]?.reason]).toEqual([
      'approved',
      'system:auto-approve',
      'APPROVAL_GATES=false: approved without a person, for tests.',
    ])
})

test('nothing else is approved: no proposal of an agent, no call', async () => {
  writeFileSync(join(options.workspace, 'old.log'), 'old')
  const proposal = { type: 'proposal' as const, summary: 'May I?' }
  const opened = granted(await soulgate.gates.open(agent, proposal))
  const tool = { tool: 'delete_file', arguments: { path: 'a.txt' } }
  const call = granted(await soulgate.calls.propose(agent, tool))
  const goal = 'Move old.log into archive/'
  const asked = await soulgate.reasoning.execute(person, { goal, approval_required: true })
  for (let turn = 0; turn < 50; turn += 1) await new Promise(resolve => setImmediate(resolve))
  expect(asked.approval_state).toBe('awaiting_approval')
  expect(granted(await soulgate.gates.get(person, asked.soul_request_id ?? '')).status).toBe('pending')
  expect(granted(await soulgate.gates.get(person, opened.gate.gate_id)).status).toBe('pending')
  expect(call.outcome).toBe('held')
  expect(granted(await soulgate.gates.get(person, call.gate?.gate_id ?? '')).status).toBe('pending')
})

test('it is refused on a database that may be shared', async () => {
  const shared = { ...options, autoApproveIterations: true, databaseUrl: 'postgres://127.0.0.1:1/none' }
  await expect(createSoulgate(shared)).rejects.toThrow('in tests only')
})
