import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresLanes, sqliteLanes } from './lanes.ts'
import { crashEverywhere } from './survive.ts'
import { surviveChat } from './survive-chat.ts'

/**
 * `SOULGATE_CRASH=everywhere vitest run test/crash/crash-chat.proof.test.ts` kills before and after each write on both
 * databases; without it the process dies at each write once somewhere, and at a part of them everywhere.
 */
const isEverywhere = process.env.SOULGATE_CRASH === 'everywhere'
const timeout = isEverywhere ? 1_800_000 : 300_000

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a chat reads the same, and counts each model call and tool call once, where its process died', () => {
  it('behind any write on SQLite', { timeout }, async () => {
    const lives = await crashEverywhere(sqliteLanes(folder, 3), surviveChat({}), { whens: ['after'] })
    expect(lives).toBeGreaterThan(30)
  })

  it('before a write on SQLite', { timeout }, async () => {
    const every = isEverywhere ? 1 : 9
    const lives = await crashEverywhere(sqliteLanes(folder, 3), surviveChat({}), { whens: ['before'], every })
    expect(lives).toBeGreaterThan(isEverywhere ? 30 : 3)
  })

  it('before or behind a write on PostgreSQL', { timeout }, async () => {
    const { lanes, close } = await postgresLanes(4)
    const lives = await crashEverywhere(lanes, surviveChat({}), { every: isEverywhere ? 1 : 19 })
    await close()
    expect(lives).toBeGreaterThan(isEverywhere ? 60 : 6)
  })
})
