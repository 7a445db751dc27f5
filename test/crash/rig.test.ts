import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { runRig } from './rig/rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-rig-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CLEAN = { ungated: 0, secondEffects: 0, lostDecisions: 0, stuckRuns: 0 }

describe('processes killed under load at random moments', () => {
  it('run nothing ungated or twice, lose no decision and leave no run stuck, on SQLite', {
    timeout: 300_000,
  }, async () => {
    const tally = await runRig({ folder: mkdtempSync(join(folder, 'sqlite-')), rounds: 20, stopEvery: 0 })
    expect(tally).toMatchObject({ ...CLEAN, kills: 20 })
    expect(tally.effects).toBeGreaterThan(100)
    expect(tally.inDoubt).toBeGreaterThan(0)
  })

  it('nor on PostgreSQL, where workers are also stopped past their lease and woken again', {
    timeout: 300_000,
  }, async () => {
    const url = await createTestDatabase()
    const place = mkdtempSync(join(folder, 'postgres-'))
    const tally = await runRig({ folder: place, url, rounds: 9, stopEvery: 3 })
    expect(tally).toMatchObject({ ...CLEAN, kills: 6, stops: 3 })
    expect(tally.effects).toBeGreaterThan(50)
  })
})
