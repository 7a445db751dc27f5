import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresLanes, sqliteLanes } from './lanes.ts'
import { crashEverywhere } from './survive.ts'
import { surviveIterations } from './survive-iterations.ts'

/**
 * `SOULGATE_CRASH=everywhere vitest run test/crash/crash-iterations.proof.test.ts` kills before and after each write on both
 * databases; without it the process dies at a part of its writes.
 */
const isEverywhere = process.env.SOULGATE_CRASH === 'everywhere'
const timeout = isEverywhere ? 1_800_000 : 120_000

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a plan in iterations goes on where its process died, with no iteration repeated and no answer lost', () => {
  it('around a write on SQLite', { timeout }, async () => {
    const every = isEverywhere ? 1 : 9
    const lives = await crashEverywhere(sqliteLanes(folder, 3), surviveIterations, { every })
    expect(lives).toBeGreaterThan(isEverywhere ? 60 : 6)
  })

  it.runIf(isEverywhere)('around a write on PostgreSQL', { timeout }, async () => {
    const { lanes, close } = await postgresLanes(4)
    const lives = await crashEverywhere(lanes, surviveIterations)
    await close()
    expect(lives).toBeGreaterThan(60)
  })
})
