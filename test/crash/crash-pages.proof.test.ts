import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresLanes, sqliteLanes } from './lanes.ts'
import { crashEverywhere } from './survive.ts'
import { survivePages } from './survive-pages.ts'

/** `SOULGATE_CRASH=everywhere` kills at each write; without it at a part of them. */
const isEverywhere = process.env.SOULGATE_CRASH === 'everywhere'
const timeout = isEverywhere ? 1_800_000 : 300_000

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('pages are written once and none is lost where the process that builds them died', () => {
  it('before or behind a write on SQLite', { timeout }, async () => {
    const every = isEverywhere ? 1 : 29
    const lives = await crashEverywhere(sqliteLanes(folder, 2), survivePages, { every })
    expect(lives).toBeGreaterThan(isEverywhere ? 30 : 2)
  })

  it('before or behind a write on PostgreSQL', { timeout }, async () => {
    const { lanes, close } = await postgresLanes(2)
    const every = isEverywhere ? 1 : 41
    const lives = await crashEverywhere(lanes, survivePages, { every })
    await close()
    expect(lives).toBeGreaterThan(isEverywhere ? 30 : 1)
  })
})
