import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeClock, fakeClock, toIso } from '../../base/clock.ts'
import type { Gate } from '../../contracts/gate.ts'
import { createSettingsService, type SettingsService } from '../../engine/settings/settings.ts'
import { createLocalSoul, type Soul } from '../../engine/soul/soul.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { sampleGate } from '../../store/store-samples.ts'
import { checkPolicy } from '../health/degraded-modes.ts'
import { createRollbackPass } from './rollback.ts'

const clock: FakeClock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
let store: Store
let gates = 0
let settings: SettingsService
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
  settings = createSettingsService({ store, clock })
})
afterEach(() => store.close())

const parts = (soul: Soul = createLocalSoul({ store })) => ({ store, clock, settings, soul })

const MANY = ['agent:one', 'agent:two', 'person_ada']

interface Ended {
  readonly requesters?: readonly string[]
  readonly lifeSeconds?: number
  readonly type?: Gate['type']
}

/** Approvals of each of several requesters that were answered, and others that nobody answered. */
async function approvals(answered: number, expired: number, ended: Ended = {}): Promise<void> {
  const { requesters = MANY, type = 'tool_approval' } = ended
  const lifeSeconds = ended.lifeSeconds ?? (await settings.get()).approval_time_limit_seconds
  const at = toIso(clock.now())
  const expires_at = toIso(clock.now() + lifeSeconds * 1000)
  await store.transact(async tx => {
    for (const requested_by of requesters) {
      for (let count = 0; count < answered + expired; count += 1) {
        gates += 1
        const gate_id = `gate_${gates}`
        await tx.insertGate(sampleGate(gate_id, { type, requested_by, created_at: at, expires_at }))
        const event = count < answered ? 'gate_decided' : 'gate_expired'
        const actor = { kind: 'system', id: 'system:engine' } as const
        await tx.appendEvents([
          { stream: 'system', type: event, at, actor, gate_id, payload: { gate_type: type } },
        ])
      }
    }
  })
}

test('timeouts first raise the limit, are not counted twice, and then switch gates off', async () => {
  const pass = createRollbackPass(parts())
  await approvals(20, 5)
  expect(await pass()).toMatchObject([{ action: 'raise_time_limit' }])
  expect((await settings.get()).approval_time_limit_seconds).toBe(600)
  clock.advance(60_000)
  expect(await pass()).toEqual([])
  expect(await createRollbackPass(parts())()).toEqual([])
  await approvals(20, 5)
  expect(await pass()).toMatchObject([{ action: 'gates_off' }])
  expect((await settings.get()).flags.approval_gates_enabled).toBe(false)
  const { ok, detail } = await checkPolicy(parts())
  expect(ok).toBe(false)
  expect(detail).toContain('a rollback rule stepped back at 2026-03-01T09:01:00.000Z: 15 of 75 approvals')
  expect(detail).toContain('`soulgate settings set flags.approval_gates_enabled=true` lifts it')
})

test('what it does stands in the audit chain as done by the system', async () => {
  await approvals(20, 5)
  await createRollbackPass(parts())()
  const { items } = await store.searchEvents({ stream: 'system', actor: 'system:rollback' }, { limit: 10 })
  expect(items.map(event => event.type).toSorted()).toEqual(['rollback_applied', 'settings_changed'])
  const [applied] = items.filter(event => event.type === 'rollback_applied')
  expect(applied?.payload).toMatchObject({ rule: 'approval_timeouts', action: 'raise_time_limit' })
})

test('a change whose reason cannot be written down is not made', async () => {
  await approvals(20, 5)
  const refusing: Store = {
    ...store,
    transact: work =>
      store.transact(tx =>
        work({
          ...tx,
          appendEvents: async drafts => {
            if (drafts.some(draft => draft.type === 'rollback_applied')) throw new Error('the disk is full')
            return tx.appendEvents(drafts)
          },
        }),
      ),
  }
  const failing = createSettingsService({ store: refusing, clock })
  await expect(createRollbackPass({ ...parts(), store: refusing, settings: failing })()).rejects.toThrow(
    'full',
  )
  expect((await settings.get()).approval_time_limit_seconds).toBe(300)
})

test('what happened before the window does not count, nor do gates of other kinds', async () => {
  await approvals(20, 20)
  clock.advance(3_601_000)
  await approvals(0, 50, { type: 'clarification' })
  expect(await createRollbackPass(parts())()).toEqual([])
})

test('one key that asks for what nobody answers restricts itself, and the health says how that is lifted', async () => {
  await approvals(0, 40, { requesters: ['agent:flood'] })
  const pass = createRollbackPass(parts())
  expect(await pass()).toMatchObject([{ action: 'suggest_only', requester: 'agent:flood' }])
  expect(await pass()).toEqual([])
  const standing = await settings.get()
  expect(standing.rollback.suggest_only).toEqual(['agent:flood'])
  expect([standing.approval_time_limit_seconds, standing.flags.approval_gates_enabled]).toEqual([300, true])
  const { items } = await store.searchEvents({ types: ['rollback_applied'] }, { limit: 1 })
  expect(items[0]?.payload).toMatchObject({ action: 'suggest_only', requester: 'agent:flood' })
  const { ok, detail } = await checkPolicy(parts())
  expect([ok, detail]).toEqual([false, expect.stringContaining('agent:flood only gets suggestions since')])
  expect(detail).toContain('`soulgate settings set rollback.suggest_only=[]` lifts it')
})

test('limits that the asker chose count for nothing', async () => {
  for (const lifeSeconds of [1, 299, 301, 86_399]) await approvals(0, 40, { lifeSeconds })
  expect(await createRollbackPass(parts())()).toEqual([])
  await approvals(0, 40, { lifeSeconds: 86_400 })
  expect(await createRollbackPass(parts())()).toMatchObject([{ action: 'raise_time_limit' }])
})

test('a slow Soul is cached once, and it is announced', async () => {
  const asked: boolean[] = []
  const slow: Soul = {
    ...createLocalSoul({ store }),
    health: () => ({ ok: true, detail: '', answers: 100, p95_ms: 450 }),
    setCaching: isOn => void asked.push(isOn),
  }
  const pass = createRollbackPass(parts(slow))
  expect(await pass()).toMatchObject([{ action: 'soul_caching' }])
  expect(await pass()).toEqual([])
  expect(asked).toEqual([true])
})
