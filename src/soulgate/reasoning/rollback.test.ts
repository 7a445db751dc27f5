import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeClock, fakeClock, toIso } from '../../base/clock.ts'
import type { EventType } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { createSettingsService, type SettingsService } from '../../engine/settings/settings.ts'
import { createLocalSoul, type Soul } from '../../engine/soul/soul.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { checkPolicy } from '../health/stepped-back.ts'
import { createRollbackPass } from './rollback.ts'

const clock: FakeClock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
let store: Store
let settings: SettingsService
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
  settings = createSettingsService({ store, clock })
})
afterEach(() => store.close())

const parts = (soul: Soul = createLocalSoul({ store })) => ({ store, clock, settings, soul })

async function happened(type: EventType, times: number, payload: JsonObject): Promise<void> {
  const draft = {
    stream: 'system',
    type,
    at: toIso(clock.now()),
    actor: { kind: 'system', id: 'system:engine' } as const,
    payload,
  }
  await store.transact(tx => tx.appendEvents(Array.from({ length: times }, () => draft)))
}

const approvals = async (answered: number, expired: number): Promise<void> => {
  await happened('gate_decided', answered, { gate_type: 'tool_approval' })
  await happened('gate_expired', expired, { gate_type: 'tool_approval' })
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
  expect(detail).toContain('a rollback rule stepped back at 2026-03-01T09:01:00.000Z: 5 of 25 approvals')
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
  await happened('gate_expired', 50, { gate_type: 'clarification' })
  expect(await createRollbackPass(parts())()).toEqual([])
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
