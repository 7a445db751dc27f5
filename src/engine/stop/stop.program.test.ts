import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { LedgerCall, Store } from '../../store/store.ts'
import { createStop, type Stop } from './stop.ts'

const START = Date.parse('2026-03-01T09:00:00.000Z')
const member: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }

let store: Store
let clock: ReturnType<typeof fakeClock>
let stop: Stop

beforeEach(async () => {
  clock = fakeClock(START)
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(START) })
  stop = createStop({ store, clock })
  await stop.ready()
})
afterEach(async () => {
  stop.close()
  await store.close()
})

const isStopped = () => store.transact(tx => stop.isStopped(tx))

/** Lets what a notice set off come to its end. */
async function told() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

function call(call_id: string, status: LedgerCall['status'], run_id?: string): LedgerCall {
  return {
    call_id,
    ...(run_id !== undefined && { run_id }),
    grant_id: 'grant_1',
    tool: `tool_of_${call_id}`,
    digest: 'digest',
    arguments: {},
    idempotency_key: 'key',
    status,
    started_at: toIso(START),
  }
}

describe('the stop', () => {
  test('counts at once in every process and in every transaction, until an admin lifts it', async () => {
    const elsewhere = createStop({ store, clock })
    await elsewhere.ready()
    expect([stop.isEngaged(), elsewhere.isEngaged(), await isStopped()]).toEqual([false, false, false])
    expect(await stop.engage(member, 'it deletes everything')).toEqual({})
    await told()
    expect([stop.isEngaged(), elsewhere.isEngaged(), await isStopped()]).toEqual([true, true, true])
    expect(await elsewhere.lift(member)).toMatchObject({ refused: true, code: 'forbidden' })
    expect(await isStopped()).toBe(true)
    expect(await elsewhere.lift(admin)).toEqual({})
    await told()
    expect([stop.isEngaged(), elsewhere.isEngaged(), await isStopped()]).toEqual([false, false, false])
  })

  test('is there after a restart', async () => {
    await stop.engage(member)
    const restarted = createStop({ store, clock })
    expect(restarted.isEngaged()).toBe(true)
    await restarted.ready()
    expect(restarted.isEngaged()).toBe(true)
  })

  test('keeps the first word, and each change is one event', async () => {
    await stop.engage(member, 'first')
    await stop.engage(admin, 'second')
    expect(await stop.state()).toEqual({
      engaged: true,
      by: 'Mona',
      at: toIso(START),
      reason: 'first',
      running_tools: [],
    })
    await stop.lift(admin)
    await stop.lift(admin)
    const events = await store.listStream('system', 0, 10)
    expect(events.map(({ type, actor, payload }) => [type, actor.id, payload])).toEqual([
      ['stop_engaged', 'person_mona', { reason: 'first' }],
      ['stop_lifted', 'person_ada', {}],
    ])
  })

  test('names the tools that were touched and have not answered', async () => {
    await store.transact(async tx => {
      await tx.putCall(call('call_2', 'started', 'run_1'))
      await tx.putCall(call('call_1', 'started'))
      await tx.putCall(call('call_3', 'succeeded', 'run_1'))
      await tx.putCall(call('call_4', 'unknown', 'run_1'))
    })
    expect((await stop.state()).running_tools).toEqual([
      { tool: 'tool_of_call_1', call_id: 'call_1' },
      { tool: 'tool_of_call_2', call_id: 'call_2', run_id: 'run_1' },
    ])
  })

  test.each(['viewer', 'agent'] as const)('a %s neither engages nor lifts it', async role => {
    expect(await stop.engage({ ...member, role })).toMatchObject({ code: 'forbidden' })
    await stop.engage(member)
    expect(await stop.lift({ ...member, role })).toMatchObject({ code: 'forbidden' })
    expect(await isStopped()).toBe(true)
  })
})

describe('when the word is not known', () => {
  test('everything is stopped before the store has answered and while it cannot be read', async () => {
    const state = { broken: false }
    const broken = new Proxy(store, {
      get: (target, name, receiver) =>
        state.broken && name === 'getDocument'
          ? () => Promise.reject(new Error('unreachable'))
          : Reflect.get(target, name, receiver),
    })
    const other = createStop({ store: broken, clock })
    expect(other.isEngaged()).toBe(true)
    await other.ready()
    expect(other.isEngaged()).toBe(false)
    state.broken = true
    clock.advance(1000)
    other.isEngaged()
    await told()
    expect(other.isEngaged()).toBe(true)
    state.broken = false
    await told()
    other.isEngaged()
    await told()
    expect(other.isEngaged()).toBe(false)
  })

  test('a stored word that makes no sense is a stop', async () => {
    await store.transact(tx =>
      tx.putDocument({ kind: 'stop', id: 'state', body: 'lifted', at: toIso(START) }),
    )
    await told()
    expect([stop.isEngaged(), await isStopped()]).toEqual([true, true])
    await stop.lift(admin)
    expect(await isStopped()).toBe(false)
  })
})
