import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoulServer } from '../../examples/soul-server/soul-server.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'

const SECRET = Buffer.from('thirty-two characters of a secret').toString('base64')
const mona: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
const rita: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }

const folder = mkdtempSync(join(tmpdir(), 'soulgate-soul-'))
const server = createSoulServer({
  secret: SECRET,
  rule: ({ goal }) => (/payroll/i.test(goal) ? 'payroll is handled by people only' : undefined),
})
let soulgate: Soulgate
let url: string

beforeAll(async () => {
  mkdirSync(join(folder, 'workspace'))
  for (const name of ['payroll.csv', 'old.csv', 'other.csv'])
    writeFileSync(join(folder, 'workspace', name), 'a,b')
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  soulgate = await createSoulgate({
    home: join(folder, 'home'),
    workspace: join(folder, 'workspace'),
    storePath: ':memory:',
    soulUrl: url,
    soulSecret: SECRET,
  })
  await soulgate.startWorker()
})

afterAll(async () => {
  await soulgate.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (goal: string) =>
  soulgate.reasoning.execute(mona, { goal, session_id: 'ses_soul', approval_required: true })

test('the reference Soul validates, refuses and remembers', async () => {
  const refused = await ask('Delete payroll.csv')
  expect(refused).toMatchObject({ state: 'approval_denied', execution_path: 'rejected' })
  expect(refused.result.message).toContain('payroll is handled by people only')

  const waiting = await ask('Delete old.csv')
  expect(waiting.state).toBe('awaiting_approval')
  const gateId = waiting.soul_request_id ?? ''
  const decided = await soulgate.gates.decide(rita, gateId, { decision: 'reject', reason: 'keep it' })
  expect(isRefusal(decided)).toBe(false)
  expect(await soulgate.reasoning.response(rita, gateId, 5_000)).toMatchObject({ approval_state: 'denied' })

  const factor = (await ask('Delete other.csv')).result.confidence_factors.find(
    item => item.factor === 'context_richness',
  )
  expect(factor?.evidence.join(' ')).toMatch(/prior goal/)
  expect((await soulgate.health.ready()).checks.soul).toMatchObject({ ok: true })
})

test('a request with another signature is refused by it, and Soulgate then runs nothing and says so', async () => {
  const stranger = await createSoulgate({
    home: join(folder, 'stranger'),
    workspace: join(folder, 'workspace'),
    storePath: ':memory:',
    soulUrl: url,
    soulSecret: Buffer.from('another secret of some length').toString('base64'),
  })
  await stranger.startWorker()
  const response = await stranger.reasoning.execute(mona, { goal: 'List the files', approval_required: true })
  expect(response).toMatchObject({ success: false, state: 'awaiting_approval', tool_results: [] })
  const { checks } = await stranger.health.ready()
  expect(checks.soul?.ok).toBe(false)
  expect(await stranger.health.metrics()).toContain('soulgate_soul_up 0')
  expect(checks.soul?.detail).toContain('401')
  await stranger.close()
})

test('a Soul without a secret stops the start', async () => {
  const opening = createSoulgate({
    home: join(folder, 'none'),
    workspace: join(folder, 'workspace'),
    storePath: ':memory:',
    soulUrl: url,
  })
  await expect(opening).rejects.toThrow('SOUL_SECRET')
})
