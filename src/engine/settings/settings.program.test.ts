import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createSettingsService, type SettingsService } from './settings.ts'

const START = Date.parse('2026-03-01T09:00:00.000Z')
const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }
const closed = { ...DEFAULT_SETTINGS, autonomy_level: 1 }

let store: Store
let clock: ReturnType<typeof fakeClock>
let settings: SettingsService

beforeEach(async () => {
  clock = fakeClock(START)
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(START) })
  settings = createSettingsService({ store, clock })
})
afterEach(async () => {
  settings.close()
  await store.close()
})

async function update(patch: JsonObject, who = admin) {
  const answer = await settings.update(who, patch)
  if (isRefusal(answer)) throw new Error(answer.detail)
  return answer.settings
}

async function errorsOf(patch: JsonObject) {
  const answer = await settings.update(admin, { version: 0, ...patch })
  return isRefusal(answer) ? { code: answer.code, fields: answer.errors?.map(error => error.field) } : answer
}

/** A store whose reads of documents can be made to fail, as when the disk or the network is gone. */
function breakable(inner: Store) {
  const state = { broken: false }
  const broken = new Proxy(inner, {
    get: (target, name, receiver) =>
      name === 'getDocument' && state.broken
        ? () => Promise.reject(new Error('unreachable'))
        : Reflect.get(target, name, receiver),
  })
  return { state, store: broken }
}

describe('reading', () => {
  test('defaults stand at version 0 until something is stored', async () => {
    expect(await settings.get()).toEqual(DEFAULT_SETTINGS)
  })

  test('a change by another process is seen as soon as its commit is told', async () => {
    await settings.get()
    const other = createSettingsService({ store, clock })
    await other.update(admin, { version: 0, rollout_percent: 5 })
    expect((await settings.get()).rollout_percent).toBe(5)
  })

  test('nothing older than a second is answered, even when no commit was told', async () => {
    let documentReads = 0
    const deaf = new Proxy(store, {
      get: (target, name, receiver) => {
        if (name === 'subscribe') return () => () => {}
        if (name === 'getDocument') documentReads += 1
        return Reflect.get(target, name, receiver)
      },
    })
    const reader = createSettingsService({ store: deaf, clock })
    await reader.get()
    await update({ version: 0, autonomy_level: 1 })
    clock.advance(999)
    expect((await reader.get()).autonomy_level).toBe(2)
    expect(documentReads).toBe(1)
    clock.advance(1)
    expect((await reader.get()).autonomy_level).toBe(1)
    clock.set(START - 86_400_000)
    await reader.get()
    expect(documentReads).toBe(3)
  })

  test('a store that was never readable means suggest only', async () => {
    const { state, store: broken } = breakable(store)
    state.broken = true
    const reader = createSettingsService({ store: broken, clock })
    expect(await reader.get()).toEqual(closed)
    state.broken = false
    expect(await reader.get()).toEqual(DEFAULT_SETTINGS)
  })

  test('a store that cannot be read any more leaves the last settings in force', async () => {
    const { state, store: broken } = breakable(store)
    const reader = createSettingsService({ store: broken, clock })
    await reader.update(admin, { version: 0, rollout_percent: 7 })
    await reader.get()
    state.broken = true
    clock.advance(5000)
    expect((await reader.get()).rollout_percent).toBe(7)
  })

  test.each([
    [1000, 30],
    [7, 7],
  ])('of before chats read them, %i turns are %i', async (stored, read) => {
    const { compact_messages: _later, ...limits } = DEFAULT_SETTINGS.limits
    const body = { ...DEFAULT_SETTINGS, limits: { ...limits, max_steps: stored } }
    await store.transact(tx =>
      tx.putDocument({ kind: 'settings', id: 'current', body, at: toIso(START), expectedVersion: 0 }),
    )
    expect((await settings.get()).limits).toMatchObject({ max_steps: read, compact_messages: 20 })
    const { limits: updated } = await update({ version: 1, limits: { max_steps: 1000 } })
    expect(updated.max_steps).toBe(1000)
    expect((await settings.get()).limits.max_steps).toBe(1000)
  })

  test('stored settings that make no sense mean suggest only, and an admin can mend them', async () => {
    const body = { ...DEFAULT_SETTINGS, autonomy_level: 3 }
    await store.transact(tx => tx.putDocument({ kind: 'settings', id: 'current', body, at: toIso(START) }))
    expect((await settings.get()).autonomy_level).toBe(1)
    expect((await update({ version: 1, autonomy_level: 2 })).version).toBe(2)
    expect((await settings.get()).autonomy_level).toBe(2)
  })
})

describe('the first start', () => {
  test('stores the seed once, and stored settings win over a later seed', async () => {
    const first = createSettingsService({ store, clock, seed: { rollout_percent: 20 } })
    expect(await first.start()).toMatchObject({ version: 1, rollout_percent: 20 })
    const second = createSettingsService({ store, clock, seed: { rollout_percent: 80 } })
    expect(await second.start()).toMatchObject({ version: 1, rollout_percent: 20 })
    const events = await store.listStream('system', 0, 10)
    expect(events.map(event => [event.type, event.actor.id])).toEqual([
      ['settings_changed', 'system:settings'],
    ])
  })

  test('two processes starting together store one version', async () => {
    const starts = await Promise.all([settings.start(), createSettingsService({ store, clock }).start()])
    expect(starts.map(each => each.version)).toEqual([1, 1])
  })

  test('a seed out of range stops it', () => {
    expect(() => createSettingsService({ store, clock, seed: { autonomy_level: 3 } })).toThrow(
      /autonomy_level/,
    )
    expect(() => createSettingsService({ store, clock, seed: { autonomy: 1 } })).toThrow(/autonomy is not/)
  })
})

describe('changing', () => {
  test('lays nested fields over the standing ones and counts the version', async () => {
    const changed = await update({ version: 0, thresholds: { high: 0.9 }, rollback: { window_seconds: 60 } })
    expect(changed).toEqual({
      ...DEFAULT_SETTINGS,
      version: 1,
      thresholds: { high: 0.9, medium: 0.55 },
      rollback: { ...DEFAULT_SETTINGS.rollback, window_seconds: 60 },
    })
    expect(await settings.get()).toEqual(changed)
  })

  test('records what changed, and each flag apart, in the same transaction', async () => {
    await update({
      version: 0,
      rollout_percent: 5,
      flags: { approval_gates_enabled: false, clarification_enabled: true },
    })
    const events = await store.listStream('system', 0, 10)
    expect(events.map(({ type, actor, payload }) => ({ type, actor, payload }))).toEqual([
      {
        type: 'settings_changed',
        actor: { kind: 'person', id: 'person_ada' },
        payload: {
          version: 1,
          changes: [
            { field: 'flags.approval_gates_enabled', old_value: true, new_value: false },
            { field: 'rollout_percent', old_value: 100, new_value: 5 },
          ],
        },
      },
      {
        type: 'flag_changed',
        actor: { kind: 'person', id: 'person_ada' },
        payload: { flag: 'approval_gates_enabled', old_value: true, new_value: false, version: 1 },
      },
    ])
  })

  test('a patch that changes nothing leaves version and audit as they are', async () => {
    expect((await update({ version: 0, rollout_percent: 100 })).version).toBe(0)
    expect(await store.countEvents()).toBe(0)
  })

  test.each<[JsonObject, string]>([
    [{ weights: { goal_understanding: 0.5 } }, 'weights'],
    [{ thresholds: { high: 0.4 } }, 'thresholds'],
    [{ thresholds: { hihg: 0.9 } }, 'thresholds.hihg'],
    [{ flags: { free_execution: true } }, 'flags.free_execution'],
    [{ flags: { approval_gates_enabled: 'no' } }, 'flags.approval_gates_enabled'],
    [{ flags: null }, 'flags'],
    [{ autonomy_level: 3 }, 'autonomy_level'],
    [{ http_allow_list: [''] }, 'http_allow_list.0'],
    [{ colour: 'red' }, 'colour'],
    [JSON.parse('{"__proto__": {"autonomy_level": 2}}'), '__proto__'],
    [{ version: 'latest' }, 'version'],
  ])('%j is refused naming the field, and the old settings stay', async (patch, field) => {
    expect(await errorsOf(patch)).toEqual({ code: 'invalid', fields: [field] })
    expect(await settings.get()).toEqual(DEFAULT_SETTINGS)
    expect(await store.countEvents()).toBe(0)
  })

  test('another version is refused with the standing one', async () => {
    await update({ version: 0, rollout_percent: 5 })
    expect(await settings.update(admin, { version: 0, rollout_percent: 6 })).toMatchObject({
      code: 'version_conflict',
      data: { version: 1 },
    })
  })

  test('of sixteen racing changes on one version one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => settings.update(admin, { version: 0, rollout_percent: n })),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(1)
    expect((await settings.get()).version).toBe(1)
  })

  test.each(['reviewer', 'member', 'viewer', 'agent'] as const)('a %s may not', async role => {
    expect(await settings.update({ ...admin, role }, { version: 0 })).toMatchObject({ code: 'forbidden' })
  })
})
