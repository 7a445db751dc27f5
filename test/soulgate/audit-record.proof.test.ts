import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalize } from '../../src/base/canonical-json.ts'
import { fakeClock } from '../../src/base/clock.ts'
import type { Event } from '../../src/contracts/event.ts'
import { acceptHomeHistory, createAuditKeyFiles } from '../../src/soulgate/audit/key-files.ts'
import { openStorage } from '../../src/soulgate/storage.ts'
import { backUp, restore, type Soulgate } from '../../src/soulgate.ts'
import { eventHash, payloadDigest } from '../../src/store/store.ts'
import { openAudit, START_MS, type TestAudit } from '../engine/audit-fixture.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { admin, granted, makePlace, type Place, viewer } from './program-fixture.ts'

type Where = { readonly storePath: string } | { readonly databaseUrl: string }

let place: Place
let opened: (() => Promise<void>)[]
beforeEach(async () => {
  place = await makePlace()
  opened = []
})
afterEach(async () => {
  await closeHomes()
  await place.leave()
})

const STORES: readonly (readonly [string, () => Promise<Where>])[] = [
  ['SQLite', async () => ({ storePath: join(place.home, 'other.db') })],
  ['PostgreSQL', async () => ({ databaseUrl: await createTestDatabase() })],
]

/** The sealing of a home over a store that stays open, as a running server does it. */
async function openHome(where: Where): Promise<TestAudit> {
  const { store, dispatch } = await openStorage({ home: place.home, workspace: place.workspace, ...where })
  const keys = createAuditKeyFiles(join(place.home, 'keys'))
  const chain = openAudit(store, keys, fakeClock(START_MS))
  opened.push(async () => {
    chain.audit.close()
    await dispatch.stop()
    await store.close()
  })
  return chain
}

/** An embedded database belongs to one process at a time. */
async function closeHomes(): Promise<void> {
  for (const close of opened.splice(0)) await close()
}

async function sealed(where: Where): Promise<TestAudit> {
  const chain = await openHome(where)
  for (const stream of ['run:a', 'system', 'run:a']) {
    await chain.append(stream)
    await chain.audit.checkpoint({ force: true })
  }
  return chain
}

/** Whoever can write the database, beside the server that has it open. */
async function asIntruder(where: Where, statements: readonly string[]): Promise<void> {
  if ('storePath' in where) {
    const database = new DatabaseSync(where.storePath)
    for (const statement of statements) database.exec(statement)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: where.databaseUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const UNSEAL = [
  'delete from checkpoints',
  "delete from documents where kind in ('audit_key', 'audit_seal')",
  'update streams set sealed_seq = 0',
]

/** The last event of a stream with another actor, and the hashes that fit it. */
function forge(event: Event): readonly string[] {
  const actor = { kind: 'person', id: 'person_forged' } as const
  const hash = eventHash({ ...event, actor, payload_digest: payloadDigest(event.payload ?? {}) })
  const place = `stream = '${event.stream}' and seq = ${event.seq}`
  return [
    `update events set actor_kind = 'person', actor_id = 'person_forged', hash = '${hash}' where ${place}`,
    `update streams set hash = '${hash}' where stream = '${event.stream}'`,
  ]
}

const differs = { code: 'audit_history_differs' }

describe.each(STORES)('a history on %s that was unsealed behind the back of its home', (_, locate) => {
  it('is found while the server runs, with the first checkpoint that is gone, and nothing is sealed over it', async () => {
    const where = await locate()
    const chain = await sealed(where)
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, checkpoints: 3 })
    await asIntruder(where, UNSEAL)
    await chain.append('run:a')
    await expect(chain.audit.checkpoint({ force: true })).rejects.toMatchObject(differs)
    expect(await chain.store.getLastCheckpoint()).toBeUndefined()
    const report = await chain.audit.verifyStore()
    expect(report).toMatchObject({
      ok: false,
      vouched: false,
      first_bad: {
        stream: 'checkpoint:cp_000000000001',
        reason: expect.stringContaining('this home sealed 3 events'),
      },
    })
    await expect(chain.audit.rotateKey(admin)).rejects.toMatchObject(differs)
    await expect(chain.lines()).rejects.toMatchObject(differs)
  })

  it('is found although its events fit each other again', async () => {
    const where = await locate()
    const chain = await sealed(where)
    const [last] = (await chain.audit.search({ stream: 'run:a' }, { limit: 1 })).items
    await asIntruder(where, [...UNSEAL, ...(last === undefined ? [] : forge(last))])
    expect((await chain.audit.search({ actor: 'person_forged' }, { limit: 1 })).items).toHaveLength(1)
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: false })
    await expect(chain.audit.checkpoint({ force: true })).rejects.toMatchObject(differs)
  })

  it('is found when only its last checkpoints are gone', async () => {
    const where = await locate()
    const chain = await sealed(where)
    await asIntruder(where, [
      "delete from checkpoints where checkpoint_id > 'cp_000000000001'",
      UNSEAL[2] ?? '',
    ])
    expect((await chain.audit.verifyStore()).first_bad?.stream).toBe('checkpoint:cp_000000000002')
    await chain.append('run:b')
    await expect(chain.audit.checkpoint({ force: true })).rejects.toMatchObject(differs)
  })

  it('is said by a server that starts on it, and goes on once somebody at the home took it as right', async () => {
    const where = await locate()
    await sealed(where)
    await closeHomes()
    await asIntruder(where, UNSEAL)
    const told: unknown[] = []
    const soulgate: Soulgate = await place.open({ ...where, works: false, report: error => told.push(error) })
    expect(told).toMatchObject([differs])
    const { ready, checks } = await soulgate.health.ready()
    expect(ready).toBe(true)
    expect(checks.history).toMatchObject({ ok: false, detail: expect.stringContaining('cp_000000000001') })
    expect(await granted(soulgate.audit.verify(viewer))).toMatchObject({ ok: false })
    await acceptHomeHistory(place.home, '2026-03-02T09:00:00.000Z')
    expect((await soulgate.health.ready()).checks.history).toMatchObject({ ok: true })
    await soulgate.close()
    const chain = await openHome(where)
    await chain.append('run:b')
    expect(await chain.audit.checkpoint({ force: true })).toHaveLength(1)
    const { items } = await chain.audit.search({ types: ['audit_history_accepted'] }, { limit: 9 })
    expect(items).toMatchObject([{ payload: { checkpoint_id: 'cp_000000000003', event_count: 3 } }])
    await chain.audit.checkpoint({ force: true })
    expect(
      (await chain.audit.search({ types: ['audit_history_accepted'] }, { limit: 9 })).items,
    ).toHaveLength(1)
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, unsealed: 0 })
  })

  it('is no alarm where another home sealed later, or nothing was sealed since the key was rotated', async () => {
    const where = await locate()
    const one = await sealed(where)
    const home = join(place.home, '..', 'second-home')
    await cp(join(place.home, 'keys'), join(home, 'keys'), { recursive: true })
    const two = openAudit(one.store, createAuditKeyFiles(join(home, 'keys')), one.clock)
    one.clock.advance(200_000)
    await two.append('run:b')
    expect(await two.audit.checkpoint({ force: true })).toHaveLength(1)
    expect(await one.audit.verifyStore()).toMatchObject({ ok: true, checkpoints: 4 })
    await one.audit.rotateKey(admin)
    expect(await one.audit.verifyStore()).toMatchObject({ ok: true })
    expect(await two.audit.verifyStore()).toMatchObject({ ok: true })
    one.clock.advance(200_000)
    expect(await one.audit.checkpoint({ force: true })).toHaveLength(1)
    expect(await one.audit.verifyStore()).toMatchObject({ ok: true, vouched: true })
  })
})

describe('the record of a home', () => {
  const path = () => join(place.home, 'keys', 'audit.sealed')
  const where = () => ({ storePath: join(place.home, 'other.db') })

  it('is for its owner alone, leaves nothing beside it, and names the last seal', async () => {
    const chain = await sealed(where())
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect((await readdir(join(place.home, 'keys'))).toSorted()).toEqual(['audit.sealed', 'audit.seed'])
    const last = await chain.store.getLastCheckpoint()
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({
      checkpoint_id: last?.checkpoint_id,
      event_count: 3,
      key_id: last?.key_id,
    })
  })

  it('holds only as its home signed it, and one that cannot be read stops the sealing', async () => {
    const chain = await sealed(where())
    const record = JSON.parse(await readFile(path(), 'utf8'))
    await writeFile(path(), canonicalize({ ...record, event_count: 2 }))
    expect((await chain.audit.verifyStore()).first_bad?.reason).toContain('not signed by a key of this home')
    await writeFile(path(), '{"checkpoint_id":')
    await chain.append('run:a')
    await expect(chain.audit.checkpoint({ force: true })).rejects.toMatchObject({
      code: 'audit_record_unreadable',
    })
  })

  it('is begun anew by a restore, which says in the chain what the home had sealed', async () => {
    const soulgate = await place.open()
    await expect.poll(() => readFile(path(), 'utf8').catch(() => '')).toContain('cp_000000000001')
    const file = join(place.home, '..', 'backup.jsonl.gz')
    await backUp({ home: place.home }, file)
    await soulgate.close()
    const chain = await openHome({ storePath: join(place.home, 'soulgate.db') })
    await chain.append('run:a')
    await chain.audit.checkpoint({ force: true })
    const target = { storePath: join(place.home, '..', 'restored.db') }
    expect((await restore({ home: place.home, ...target }, file)).audit).toMatchObject({ ok: true })
    const restored = await openHome(target)
    const { items } = await restored.audit.search({ types: ['backup_restored'] }, { limit: 1 })
    expect(items).toMatchObject([{ payload: { replaced_record: { checkpoint_id: 'cp_000000000002' } } }])
    restored.clock.set(Date.now() + 600_000)
    expect(await restored.audit.checkpoint({ force: true })).toHaveLength(1)
    expect(await restored.audit.verifyStore()).toMatchObject({ ok: true })
  })
})
