import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sqliteLanes } from './lanes.ts'
import { crashEverywhere } from './survive.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a run ends as if never killed, whichever write on SQLite its process died at', {
  timeout: 300_000,
}, async () => {
  expect(await crashEverywhere(sqliteLanes(folder, 3))).toBeGreaterThan(30)
})
