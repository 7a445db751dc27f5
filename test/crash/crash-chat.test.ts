import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { toIso } from '../../src/base/clock.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { START_MS } from '../engine/engine-fixture.ts'
import { crashEverywhere, type Reopen } from './survive.ts'
import { surviveChat } from './survive-chat.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a chat reads the same, and counts each model call and tool call once, whichever write its process died behind', {
  timeout: 300_000,
}, async () => {
  let lives = 0
  const lane = (): Reopen => {
    let path = ''
    return async old => {
      await old?.close()
      if (!old) lives += 1
      path = old ? path : join(folder, `life-${lives}.db`)
      return openSqliteStore({ path, now: () => toIso(START_MS) })
    }
  }
  const writes = await crashEverywhere([lane(), lane(), lane()], surviveChat({}), ['after'])
  expect(writes).toBeGreaterThan(30)
})
