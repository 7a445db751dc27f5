import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventType } from '../../src/contracts/event.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { assembleProgram } from '../../src/soulgate/assemble-program.ts'
import { openStorage } from '../../src/soulgate/storage.ts'
import type { Soulgate, SoulgateOptions } from '../../src/soulgate.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { openTrustDesk, type TrustDesk } from '../soulgate/autonomy-fixture.ts'
import { admin, builder, found, granted, reviewer } from '../soulgate/program-fixture.ts'
import { requireStandingPolicy } from '../soulgate/standing-policy.ts'
import { type CrashPoint, createCrashingStore } from './crashing-store.ts'

const EASY = { target: 0.9, max_per_hour: 1_000, max_per_day: 1_000 }
const CALL = { tool: 'update_ticket', arguments: { status: 'closed' } }

/** A database as one process left it, and when that was. */
interface Left {
  readonly nowMs: number
  /** A copy of it that nobody else uses. */
  copy(): Promise<Pick<SoulgateOptions, 'home' | 'databaseUrl'>>
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soulgate-crash-autonomy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A contract one approval short of opening, or one that is open with a call that was let run and did not begin. */
const contract = (isOpen: boolean) => async (desk: TrustDesk) => {
  await desk.prove(isOpen ? 40 : 20)
  await desk.grant(EASY)
  if (!isOpen) for (let nth = 0; nth < 20; nth += 1) await desk.decide('approve')
  if (isOpen) for (let nth = 0; nth < 100 && (await desk.propose()).outcome !== 'released'; nth += 1);
  if (!isOpen) desk.pass(8 * 86_400_000)
}

const PAY = {
  ...{ name: 'set_credit', description: 'Sets a credit.', prerequisites: [], produces: [] },
  input_schema: { type: 'object', properties: { amount: { type: 'number', 'x-soulgate': 'amount' } } },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  reversibility: 'reversible' as const,
}

/** A canary is due to the reviewer; the one that showed it is taken away again. */
async function canary({ soulgate, pass }: TrustDesk): Promise<void> {
  await granted(soulgate.tools.declare(admin, PAY))
  const { version } = await granted(soulgate.settings.get(admin))
  await granted(soulgate.settings.update(admin, { version, flags: { canaries_enabled: true } }))
  for (let nth = 0; nth < 80; nth += 1) {
    const call = { tool: PAY.name, arguments: { amount: 42 } }
    const { gate_id, view_digest } = found((await granted(soulgate.calls.propose(builder, call))).gate)
    pass(60_000)
    await granted(soulgate.gates.decide(reviewer, gate_id, { decision: 'approve', view_digest }))
    if ((await granted(soulgate.canaries.offer(reviewer))).gate !== undefined) return
  }
  throw new TypeError('no canary came')
}

async function leave(
  database: 'SQLite' | 'PostgreSQL',
  prepare: (desk: TrustDesk) => Promise<void>,
): Promise<Left> {
  const databaseUrl = database === 'PostgreSQL' ? await createTestDatabase() : undefined
  const desk = await openTrustDesk(databaseUrl === undefined ? {} : { databaseUrl })
  await prepare(desk)
  const nowMs = desk.now()
  await desk.soulgate.close()
  const { store, dispatch } = await openStorage({
    ...{ home: desk.place.home, workspace: folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
  })
  await store.transact(tx => tx.deleteDocument('canary', reviewer.id))
  await dispatch.stop()
  await store.close()
  const home = () => mkdtemp(join(folder, 'home-'))
  if (databaseUrl === undefined) {
    const file = join(await home(), 'left.db')
    await copyFile(join(desk.place.home, 'soulgate.db'), file)
    await desk.close()
    const copy = async () => {
      const own = await home()
      await copyFile(file, join(own, 'soulgate.db'))
      return { home: own }
    }
    return { nowMs, copy }
  }
  await desk.close()
  return { nowMs, copy: async () => ({ home: await home(), databaseUrl: await copyDatabase(databaseUrl) }) }
}

async function copyDatabase(url: string): Promise<string> {
  const at = (name: string) => new URL(`/${name}`, url).href
  const name = `copy_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: at('postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`)
  } finally {
    await client.end()
  }
  return at(name)
}

type Act = (soulgate: Soulgate) => Promise<unknown>

/**
 * A process does something and is killed around its write of this number; the next one on the same database does it again
 * and looks. Answers whether it was killed at all.
 */
async function live(
  left: Left,
  { write, when }: { readonly write: number; readonly when: CrashPoint['when'] },
  { act, look }: { readonly act: Act; readonly look: Act },
): Promise<boolean> {
  const options = { ...(await left.copy()), workspace: folder, clock: { now: () => left.nowMs } }
  const storage = await openStorage(options)
  const point: { write?: number; readonly when: CrashPoint['when'] } = { when }
  const crashing = createCrashingStore(storage.store, point)
  const first = await assembleProgram(options, { ...storage, store: crashing.store })
  point.write = crashing.writes() + write
  await Promise.race([act(first), crashing.died])
  await storage.dispatch.stop()
  await storage.store.close()
  const next = await assembleProgram(options, await openStorage(options))
  await act(next)
  await look(next)
  await next.close()
  await requireStandingPolicy(options)
  return crashing.isDead()
}

/** Around every write of it, before and after. */
async function everywhere(left: Left, about: { readonly act: Act; readonly look: Act }): Promise<number> {
  let lives = 0
  for (const when of ['before', 'after'] as const)
    for (let write = 1; await live(left, { write, when }, about); write += 1) lives += 1
  return lives
}

async function theContract(soulgate: Soulgate) {
  const { contracts } = await granted(soulgate.autonomy.contracts(reviewer))
  return found(contracts[0])
}

async function countEvents(soulgate: Soulgate, type: EventType): Promise<number> {
  const page = await soulgate.audit.search(admin, { types: [type] }, { limit: 100 })
  return page.items.length
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', database => {
  let shut: Left
  let open: Left
  let due: Left
  beforeAll(async () => {
    shut = await leave(database, contract(false))
    open = await leave(database, contract(true))
    due = await leave(database, canary)
  }, 240_000)

  it('a contract opens once, whichever write its process died at', { timeout: 480_000 }, async () => {
    const lives = await everywhere(shut, {
      act: soulgate => soulgate.autonomy.pass(),
      look: async soulgate => {
        expect((await theContract(soulgate)).status).toBe('open')
        expect(await countEvents(soulgate, 'autonomy_opened')).toBe(1)
      },
    })
    expect(lives).toBeGreaterThan(1)
  })

  it('a contract is taken back once and whole, whichever write its process died at', {
    timeout: 480_000,
  }, async () => {
    const lives = await everywhere(open, {
      act: async soulgate => {
        const { contract_id: id, status } = await theContract(soulgate)
        if (status !== 'suspended')
          await granted(soulgate.autonomy.change(reviewer, id, { change: 'suspend' }))
      },
      look: async soulgate => {
        expect((await theContract(soulgate)).status).toBe('suspended')
        expect(await countEvents(soulgate, 'autonomy_suspended')).toBe(1)
        expect((await soulgate.calls.propose(builder, CALL)) as object).toMatchObject({ outcome: 'held' })
      },
    })
    expect(lives).toBeGreaterThan(1)
  })

  it('a canary is told once and lets nothing run, whichever write its process died at', {
    timeout: 480_000,
  }, async () => {
    let id = ''
    let grants = -1
    const lives = await everywhere(due, {
      act: async soulgate => {
        grants = grants < 0 ? await countEvents(soulgate, 'grant_issued') : grants
        if ((await countEvents(soulgate, 'canary_answered')) > 0) return
        id = found((await granted(soulgate.canaries.offer(reviewer))).gate).gate_id
        await granted(soulgate.canaries.answer(reviewer, id, { decision: 'approve' }))
      },
      look: async soulgate => {
        expect(await countEvents(soulgate, 'canary_answered')).toBe(1)
        expect(await countEvents(soulgate, 'grant_issued')).toBe(grants)
        for (const answer of [
          await soulgate.gates.get(reviewer, id),
          await soulgate.gates.decide(reviewer, id, { decision: 'approve' }),
          await soulgate.canaries.answer(reviewer, id, { decision: 'approve' }),
        ])
          expect(answer).toMatchObject({ refused: true, code: 'not_found' })
      },
    })
    expect(lives).toBeGreaterThan(3)
  })

  it('a spot check counts once, whichever write its process died at', { timeout: 480_000 }, async () => {
    const lives = await everywhere(open, {
      act: async soulgate => {
        const { items } = await soulgate.gates.list(
          reviewer,
          { status: 'pending', type: 'tool_approval' },
          { limit: 100 },
        )
        const gate = items[0] ?? (await spotCheck(soulgate))
        const { gate_id, view_digest } = gate
        const answer = await soulgate.gates.decide(reviewer, gate_id, { decision: 'reject', view_digest })
        if (isRefusal(answer) && answer.code !== 'gate_closed') throw new Error(answer.detail)
      },
      look: async soulgate => {
        const { evidence } = await theContract(soulgate)
        expect(evidence.spot_checks).toBe(await countEvents(soulgate, 'autonomy_spot_check'))
        expect(evidence.spot_checks).toBeGreaterThan(0)
      },
    })
    expect(lives).toBeGreaterThan(1)
  })
})

async function spotCheck(soulgate: Soulgate) {
  for (let nth = 0; nth < 400; nth += 1) {
    const answer = await granted(soulgate.calls.propose(builder, CALL))
    if (answer.gate !== undefined) return answer.gate
  }
  throw new TypeError('no call was held')
}
