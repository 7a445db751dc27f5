import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestPostgres } from '../postgres/postgres.ts'
import { runRig } from './rig/rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-rig-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CLEAN = { ungated: 0, secondEffects: 0, lostDecisions: 0, stuckRuns: 0 }

describe('processes killed under load at random moments', () => {
  it('run nothing ungated or twice, lose no decision and leave no run stuck, on SQLite', {
    timeout: 900_000,
  }, async () => {
    const tally = await runRig({
      folder: mkdtempSync(join(folder, 'sqlite-')),
      faults: Array(12).fill('kill'),
    })
    expect(tally).toMatchObject({ ...CLEAN, kills: 12 })
    expect(tally.effects).toBeGreaterThan(100)
    expect(tally.inDoubt).toBeGreaterThan(0)
  })

  it('nor on PostgreSQL, where workers are also stopped past their lease, cut off from the database, and lose it', {
    timeout: 900_000,
  }, async () => {
    const server = await startTestPostgres()
    const database = { url: await server.createDatabase(), crash: server.crash, restart: server.restart }
    const place = mkdtempSync(join(folder, 'postgres-'))
    const faults = ['kill', 'stop', 'cut-network', 'crash-database', 'restart-database'] as const
    try {
      const tally = await runRig({ folder: place, database, faults })
      expect(tally).toMatchObject({
        ...CLEAN,
        kills: 1,
        stops: 1,
        cuts: 1,
        databaseCrashes: 1,
        databaseRestarts: 1,
      })
      expect(tally.effects).toBeGreaterThan(50)
    } finally {
      await server.stop()
    }
  })
})
