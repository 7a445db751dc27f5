import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresLanes, sqliteLanes } from '../../../../test/crash/lanes.ts'
import { crashEverywhere } from '../../../../test/crash/survive.ts'
import { surviveBriefs, survivePlans } from './survive-plans-fixture.ts'

/**
 * `SOULGATE_CRASH=everywhere vitest run src/engine/planning/controller/crash-plans.proof.test.ts` kills before and after each write on both
 * databases; without it the process dies at a part of its writes.
 */
const isEverywhere = process.env.SOULGATE_CRASH === 'everywhere'
const timeout = isEverywhere ? 1_800_000 : 120_000

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a plan whose process was killed ends as if it never had been, its change too', () => {
  it('around a write on SQLite', { timeout }, async () => {
    const lanes = sqliteLanes(folder, 3)
    const every = isEverywhere ? 1 : 40
    const lives = await crashEverywhere(lanes, await survivePlans(lanes[0]), { every })
    expect(lives).toBeGreaterThan(isEverywhere ? 60 : 1)
  })

  it('around a write on SQLite, with events and corrections of its brief', { timeout }, async () => {
    const lanes = sqliteLanes(folder, 3)
    const every = isEverywhere ? 1 : 40
    const lives = await crashEverywhere(lanes, await surviveBriefs(lanes[0]), { every })
    expect(lives).toBeGreaterThan(isEverywhere ? 60 : 1)
  })

  it.runIf(isEverywhere)('around a write on PostgreSQL', { timeout }, async () => {
    const { lanes, close } = await postgresLanes(4)
    const lives = await crashEverywhere(lanes, await survivePlans(lanes[0]))
    await close()
    expect(lives).toBeGreaterThan(60)
  })
})
