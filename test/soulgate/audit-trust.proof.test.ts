import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SoulgateOptions } from '../../src/soulgate/program.ts'
import { openStorage } from '../../src/soulgate/storage.ts'
import { memoryKeys, openAudit } from '../engine/audit-fixture.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { admin, granted, makePlace, type Place, viewer } from './program-fixture.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

type Where = Pick<SoulgateOptions, 'storePath' | 'databaseUrl'>
const STORES: readonly (readonly [string, () => Promise<Where>])[] = [
  ['SQLite', async () => ({ storePath: join(place.home, 'other.db') })],
  ['PostgreSQL', async () => ({ databaseUrl: await createTestDatabase() })],
]

/** What somebody seals who can write the database and has no key of the home. */
async function sealAsStranger(where: Where): Promise<void> {
  const { store, dispatch } = await openStorage({ home: place.home, workspace: place.workspace, ...where })
  const stranger = openAudit(store, memoryKeys(5))
  for (const stream of ['run:a', 'system']) await stranger.append(stream)
  await stranger.audit.checkpoint({ force: true })
  await dispatch.stop()
  await store.close()
}

describe.each(STORES)('the audit chain on %s', (_, locate) => {
  it('that was sealed with another key, and its key rows replaced, is broken for its home', async () => {
    const where = await locate()
    const first = await place.open({ works: false })
    const own = await granted(first.audit.key(viewer))
    await first.close()
    await sealAsStranger(where)
    const soulgate = await place.open({ ...where, works: false })
    const report = await granted(soulgate.audit.verify(viewer))
    expect(report).toMatchObject({ ok: false, vouched: false })
    expect(report.first_bad).toMatchObject({
      stream: 'checkpoint:cp_000000000001',
      reason: expect.stringContaining('neither trusted nor endorsed'),
    })
    expect(report.keys.map(key => [key.own, key.trusted])).toEqual([[false, false]])
    expect((await granted(soulgate.audit.key(viewer))).key_id).toBe(own.key_id)
  })
})

describe('several processes on PostgreSQL', () => {
  it('go on under one key when it is rotated in one of them', async () => {
    const where = { databaseUrl: await createTestDatabase() }
    const [one, two] = [
      await place.open({ ...where, works: false }),
      await place.open({ ...where, works: false }),
    ]
    const before = await granted(one.audit.key(admin))
    const racing = await Promise.all([one, two, one].map(each => granted(each.audit.rotateKey(admin))))
    expect(new Set(racing.map(each => each.key_id)).size).toBe(3)
    const now = await granted(two.audit.key(admin))
    expect(await granted(one.audit.key(admin))).toEqual(now)
    for (const each of [one, two]) {
      const report = await granted(each.audit.verify(admin))
      expect(report).toMatchObject({ ok: true, vouched: true })
      expect(report.keys.map(key => [key.trusted, key.own])).toEqual([
        ...[0, 1, 2].map(() => [true, false]),
        [true, true],
      ])
      expect(report.keys[0]?.key_id).toBe(before.key_id)
      expect(report.keys.at(-1)?.key_id).toBe(now.key_id)
    }
  }, 30_000)

  it('trust each other where the keys of a home are copied, also after one has rotated', async () => {
    const where = { databaseUrl: await createTestDatabase() }
    const one = await place.open({ ...where, works: false })
    const home = join(place.home, '..', 'second-home')
    await cp(join(place.home, 'keys'), join(home, 'keys'), { recursive: true })
    const two = await place.open({ ...where, works: false, home })
    await granted(one.audit.rotateKey(admin))
    expect(await granted(two.audit.verify(admin))).toMatchObject({ ok: true, vouched: true })
    await expect(two.audit.export(admin)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'audit_key_superseded',
    })
  })
})
