import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  type MemoryKeys,
  memoryKeys,
  memoryStore,
  openAudit,
  START_MS,
  type TestAudit,
} from '../../../test/engine/audit-fixture.ts'
import { fakeClock, toIso } from '../../base/clock.ts'
import type { EventDraft, Store } from '../../store/store.ts'
import { sampleGate, sampleRun } from '../../store/store-samples.ts'
import { merkleRoot } from './merkle.ts'

let store: Store
let chain: TestAudit
let keys: MemoryKeys

beforeEach(async () => {
  store = await memoryStore()
  keys = memoryKeys()
  chain = openAudit(store, keys)
})
afterEach(async () => {
  chain.audit.close()
  await store.close()
})

const sealed = async () => (await chain.audit.checkpoint()).map(checkpoint => checkpoint.checkpoint_id)

function drafts(count: number, streamOf: (n: number) => string): EventDraft[] {
  const event = {
    type: 'tool_call',
    at: toIso(START_MS),
    actor: { kind: 'system', id: 'system:test' },
    payload: {},
  } as const
  return Array.from({ length: count }, (_, n) => ({ stream: streamOf(n), ...event }))
}

describe('a checkpoint', () => {
  it('is made when a minute has passed since the last one, and only when something moved', async () => {
    expect(await sealed()).toEqual([])
    await chain.append('run:a')
    chain.clock.advance(60_000)
    expect(await sealed()).toEqual(['cp_000000000001'])
    await chain.append('run:a')
    chain.clock.advance(59_999)
    expect(await sealed()).toEqual([])
    chain.clock.advance(1)
    expect(await sealed()).toEqual(['cp_000000000002'])
    chain.clock.advance(60_000)
    expect(await sealed()).toEqual([])
  })

  it('is made after a thousand events without waiting for the minute', async () => {
    await chain.append('run:a')
    await chain.audit.checkpoint({ force: true })
    for (let n = 0; n < 1000; n += 1) {
      if (n === 999) expect(await sealed()).toEqual([])
      await chain.append('run:a')
    }
    expect(await sealed()).toEqual(['cp_000000000002'])
  })

  it('holds only the heads that moved, and counts what it seals', async () => {
    for (const stream of ['run:a', 'run:b', 'run:a']) await chain.append(stream)
    await chain.audit.checkpoint({ force: true })
    await chain.append('run:b')
    const [second] = await chain.audit.checkpoint({ force: true })
    expect(second?.heads.map(({ stream, seq }) => [stream, seq])).toEqual([['run:b', 2]])
    expect(second?.event_count).toBe(4)
  })

  it('of many streams is made in parts that each hold a thousand heads', async () => {
    await store.transact(tx => tx.appendEvents(drafts(2500, n => `run:${n}`)))
    const made = await chain.audit.checkpoint({ force: true })
    expect(made.map(checkpoint => checkpoint.heads.length)).toEqual([1000, 1000, 500])
    expect(await chain.audit.verifyStore()).toMatchObject({
      ok: true,
      events: 2500,
      checkpoints: 3,
      unsealed: 0,
    })
  })

  it('is made although the clock went back', async () => {
    await chain.append('run:a')
    await chain.audit.checkpoint({ force: true })
    await chain.append('run:a')
    chain.clock.set(START_MS - 86_400_000)
    expect(await sealed()).toEqual(['cp_000000000002'])
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, unsealed: 0 })
  })
})

describe('several processes', () => {
  it('racing for one checkpoint make one chain of them', async () => {
    const others = [2, 3, 4].map(n => openAudit(store, memoryKeys(n), chain.clock))
    for (let round = 0; round < 5; round += 1) {
      await chain.append('run:a')
      await Promise.all([chain, ...others].map(each => each.audit.checkpoint({ force: true })))
    }
    const report = await chain.audit.verifyStore()
    expect(report).toMatchObject({ ok: true, checkpoints: 5, unsealed: 0 })
    expect(report.keys).toHaveLength(1)
  })

  it('leave it to the one that sealed last, until that one is silent', async () => {
    const other = openAudit(store, memoryKeys(2), chain.clock)
    await chain.append('run:a')
    await chain.audit.checkpoint({ force: true })
    await chain.append('run:a')
    chain.clock.advance(149_999)
    expect(await other.audit.checkpoint({ force: true })).toEqual([])
    chain.clock.advance(1)
    expect(await other.audit.checkpoint()).toHaveLength(1)
    expect(await chain.audit.checkpoint({ force: true })).toEqual([])
    const unknown = await chain.audit.verifyStore()
    expect(unknown.first_bad?.reason).toContain('neither trusted nor endorsed')
    await keys.trust([(await other.audit.key()).key_id])
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, vouched: true, keys: { length: 2 } })
    expect(await other.audit.verifyStore()).toMatchObject({ ok: true, vouched: true, keys: { length: 2 } })
  })
})

describe('the key', () => {
  it('is made once and used again after a restart', async () => {
    const keys = memoryKeys()
    for (let start = 0; start < 3; start += 1) {
      const process = openAudit(store, keys, fakeClock(START_MS + start * 300_000))
      await process.append('run:a')
      expect(await process.audit.checkpoint({ force: true })).toHaveLength(1)
      process.audit.close()
    }
    expect(keys.saved).toHaveLength(1)
    expect((await chain.audit.verifyStore()).keys).toHaveLength(1)
  })

  it('that cannot be read makes no checkpoint, and one is made when it can be again', async () => {
    const state = { broken: true }
    const keys = memoryKeys()
    const load = () => (state.broken ? Promise.reject(new Error('no disk')) : keys.load())
    const process = openAudit(store, { ...keys, load }, chain.clock)
    await process.append('run:a')
    await expect(process.audit.checkpoint({ force: true })).rejects.toThrow('no disk')
    expect(await store.getLastCheckpoint()).toBeUndefined()
    state.broken = false
    expect(await process.audit.checkpoint({ force: true })).toHaveLength(1)
  })
})

describe('erasing a session', () => {
  const at = toIso(START_MS)
  const session = {
    session_id: 'ses_1',
    status: 'active',
    owner: 'person_ada',
    created_at: at,
    last_active_at: at,
  } as const

  it('is for admins, of sessions that exist and that nothing is going on in', async () => {
    const refusedWith = async (who = admin) =>
      (await chain.audit.eraseSession(who, 'ses_1')) as { code?: string }
    expect(await refusedWith({ ...admin, role: 'reviewer' })).toMatchObject({ code: 'forbidden' })
    expect(await refusedWith()).toMatchObject({ code: 'not_found' })
    await store.transact(async tx => {
      await tx.putSession(session)
      await tx.insertRun(sampleRun('run_1', { status: 'waiting_input' }))
      await tx.appendEvents([{ ...(drafts(1, () => 'run:run_1')[0] as EventDraft), session_id: 'ses_1' }])
    })
    expect(await refusedWith()).toMatchObject({ code: 'session_busy' })
    expect((await store.listStream('run:run_1', 0, 9))[0]?.payload).toEqual({})
  })

  it('is refused while a gate of it is open', async () => {
    await store.transact(async tx => {
      await tx.putSession(session)
      await tx.insertGate(sampleGate('gate_1', { session_id: 'ses_1' }))
    })
    expect(await chain.audit.eraseSession(admin, 'ses_1')).toMatchObject({ code: 'session_busy' })
  })

  it('a second time still stands recorded as the first', async () => {
    await store.transact(tx => tx.putSession(session))
    await chain.append('session:ses_1', { session_id: 'ses_1', payload: { secret: 'x' } })
    await chain.audit.eraseSession(admin, 'ses_1')
    await chain.audit.eraseSession(admin, 'ses_1')
    expect((await chain.lines()).join('')).not.toContain('secret')
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, erased: 1, events: 3 })
    const records = await chain.audit.search({ types: ['erased'] }, { limit: 9 })
    expect(records.items.map(event => [event.actor.id, event.payload?.session_id])).toEqual([
      ['person_ada', 'ses_1'],
      ['person_ada', 'ses_1'],
    ])
  })
})

describe('a Merkle root', () => {
  it('is that of RFC 6962', () => {
    // The test vectors of Certificate Transparency, for their leaves that are text.
    expect(merkleRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(merkleRoot([''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(merkleRoot(['', '\0'])).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
    expect(merkleRoot(['', '\0', '\u0010'])).toBe(
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    )
  })
})
