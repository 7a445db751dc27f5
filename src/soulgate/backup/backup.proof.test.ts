import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
} from '../../../test/soulgate/program-fixture.ts'
import {
  type BackupSummary,
  backUp,
  checkBackupFile,
  liveTokensOf,
  restore,
  type Soulgate,
} from '../../soulgate.ts'

const GOAL = 'Move every .log file older than 7 days into archive/ and write a summary'

let place: Place
let folder: string
let file: string
beforeEach(async () => {
  place = await makePlace()
  folder = await mkdtemp(join(tmpdir(), 'soulgate-backup-'))
  file = join(folder, 'backup.jsonl.gz')
  await place.write('old.log', 'first', 30)
})
afterEach(async () => {
  await place.leave()
  await rm(folder, { recursive: true, force: true })
})

interface Before {
  readonly soulgate: Soulgate
  readonly gateId: string
  readonly grantId: string
  readonly digest: string
  readonly summary: BackupSummary
}

/** A program at work: one run waits at its gate, one outside call has its right to run, and a backup is taken. */
async function atWork(): Promise<Before> {
  const soulgate = await place.open()
  const asked = await soulgate.reasoning.execute(member, { goal: GOAL, approval_required: true })
  const tool = {
    name: 'outside_note',
    description: 'Writes a note elsewhere',
    input_schema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible' as const,
    prerequisites: [],
    produces: [],
  }
  await granted(soulgate.tools.declare(admin, tool))
  const held = await granted(
    soulgate.calls.propose(builder, { tool: 'outside_note', arguments: { text: 'x' } }),
  )
  const gate = found(held.gate)
  await granted(
    soulgate.gates.decide(reviewer, gate.gate_id, {
      decision: 'approve',
      view_digest: gate.view_digest,
      ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    }),
  )
  const [grant] = (await granted(soulgate.gates.get(builder, gate.gate_id))).grants ?? []
  const { grant_id, digest } = found(grant)
  const summary = await backUp({ home: place.home }, file)
  return { soulgate, gateId: found(asked.soul_request_id), grantId: grant_id, digest, summary }
}

async function expectCautious(restored: Soulgate, before: Before): Promise<void> {
  expect((await restored.stop.state()).engaged).toBe(true)
  expect((await restored.stop.state()).reason).toContain('Restored from the backup')
  expect(await codeOf(restored.grants.consume(builder, before.grantId, before.digest))).not.toBe('granted')
  expect(await place.files()).toEqual(['old.log'])
  await granted(restored.stop.lift(admin))
  expect(await codeOf(restored.grants.consume(builder, before.grantId, before.digest))).toBe('grant_revoked')
  const gate = await granted(restored.gates.get(reviewer, before.gateId))
  expect(gate.status).toBe('pending')
  const approval = {
    decision: 'approve' as const,
    view_digest: gate.view_digest,
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  }
  await granted(restored.gates.decide(reviewer, before.gateId, approval))
  const ended = await granted(restored.reasoning.response(member, before.gateId, 10_000))
  expect(ended).toMatchObject({ success: true, approval_state: 'approved' })
  expect(await place.files()).toEqual(expect.arrayContaining(['archive/old.log']))
  expect(await granted(restored.audit.verify(admin))).toMatchObject({ ok: true })
}

describe('a backup', () => {
  it('is taken while the program works, and a restored database goes on, stopped until an admin lifts it', async () => {
    const before = await atWork()
    await before.soulgate.close()
    const home = join(folder, 'other-home')
    await restore({ home: place.home, storePath: join(folder, 'restored.db') }, file)
    const restored = await place.open({ home, storePath: join(folder, 'restored.db') })
    await expectCautious(restored, before)
  })

  it('moves a program from the embedded database to PostgreSQL and back', async () => {
    const before = await atWork()
    await before.soulgate.close()
    const databaseUrl = await createTestDatabase()
    const moved = await restore({ home: place.home, databaseUrl }, file)
    expect(moved.rows).toBe(before.summary.rows)
    expect(moved).toMatchObject({ revoked_grants: 1, woken: { runs: 1, gates: 1 }, audit: { ok: true } })
    const second = join(folder, 'second.jsonl.gz')
    await backUp({ home: place.home, databaseUrl }, second)
    await restore({ home: place.home, storePath: join(folder, 'back.db') }, second)
    const restored = await place.open({ databaseUrl, home: join(folder, 'pg-home') })
    await expectCautious(restored, before)
  }, 60_000)

  it('holds the same rows however often it is taken', async () => {
    const { soulgate, summary } = await atWork()
    await soulgate.close()
    const again = await backUp({ home: place.home, clock: { now: () => Date.parse(summary.at) } }, file)
    const once = await backUp({ home: place.home, clock: { now: () => Date.parse(summary.at) } }, file)
    expect(once).toMatchObject({ rows: again.rows, sha256: again.sha256 })
  })

  it('leaves nothing under its name when it fails, and replaces a file only when it is whole', async () => {
    await expect(backUp({ home: join(folder, 'nothing') }, file)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('the tokens of a backup', () => {
  const signsIn = async (soulgate: Soulgate, token: string) =>
    (await soulgate.access.authenticate({ kind: 'bearer', token })) !== undefined

  it.each([
    ['SQLite', async () => ({ storePath: join(folder, 'restored.db') })],
    ['PostgreSQL', async () => ({ databaseUrl: await createTestDatabase() })],
  ])(
    'are named and revoked on %s, and live again only where that is said',
    async (_, locate) => {
      const before = await place.open()
      const person = await granted(before.access.createPerson(admin, { name: 'Rita', role: 'reviewer' }))
      const { person_id } = person.person
      const make = (name: string, role: 'agent' | 'reviewer') =>
        granted(before.access.createToken(admin, { name, role, person_id }))
      const [robot, made, gone] = [
        await make('robot', 'agent'),
        await make('ci', 'reviewer'),
        await make('gone', 'agent'),
      ]
      await granted(before.access.revokeToken(admin, gone.entry.token_id))
      await backUp({ home: place.home }, file)
      await granted(before.access.revokeToken(admin, made.entry.token_id))
      await before.close()
      const names = [
        { name: 'robot', role: 'agent', person: 'Rita' },
        { name: 'ci', role: 'reviewer', person: 'Rita' },
      ]
      expect(await liveTokensOf(file)).toMatchObject(names)
      const where = await locate()
      const summary = await restore({ home: place.home, ...where }, file)
      expect(summary.revoked_tokens).toMatchObject(names)
      expect(summary.kept_tokens).toEqual([])
      const restored = await place.open({ ...where, works: false })
      for (const token of [robot.token, made.token, gone.token])
        expect(await signsIn(restored, token)).toBe(false)
      const { items } = await restored.audit.search(admin, { types: ['token_revoked'] }, { limit: 9 })
      expect(items.filter(event => event.actor.id === 'system:restore')).toHaveLength(2)
      await restored.close()
      const kept = await locate()
      const again = 'storePath' in kept ? { storePath: join(folder, 'kept.db') } : kept
      const lenient = await restore({ home: place.home, ...again }, file, { keepTokens: true })
      expect(lenient.kept_tokens).toMatchObject(names)
      const reopened = await place.open({ ...again, works: false })
      expect(
        await Promise.all([robot.token, made.token, gone.token].map(each => signsIn(reopened, each))),
      ).toEqual([true, true, false])
    },
    60_000,
  )
})

describe('a damaged backup', () => {
  it.each([
    ['a byte changed', (text: string) => text.replace('"status":"pending"', '"status":"approved"')],
    ['a line missing', (text: string) => text.replace(/\n[^\n]*"table":"gates"[^\n]*/, '')],
    ['its end cut off', (text: string) => text.slice(0, -100)],
    ['a line after its end', (text: string) => `${text}{"table":"gates","row":{}}\n`],
  ])('with %s is named before anything is written', async (_, damage) => {
    const { soulgate } = await atWork()
    await soulgate.close()
    const text = gunzipSync(await readFile(file)).toString('utf8')
    const damaged = damage(text)
    expect(damaged).not.toBe(text)
    await writeFile(file, gzipSync(damaged))
    await expect(checkBackupFile(file)).rejects.toMatchObject({ code: 'backup_unreadable' })
    const storePath = join(folder, 'restored.db')
    await expect(restore({ home: place.home, storePath }, file)).rejects.toMatchObject({
      code: 'backup_unreadable',
    })
    expect(await readdir(folder)).toEqual(['backup.jsonl.gz'])
  })

  it('never overwrites a database that holds something', async () => {
    const { soulgate } = await atWork()
    await soulgate.close()
    await expect(restore({ home: place.home }, file)).rejects.toMatchObject({ code: 'store_not_empty' })
  })
})
