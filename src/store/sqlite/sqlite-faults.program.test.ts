import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../migrations/migrations.ts'
import { expectChain } from '../store-events-conformance.ts'
import { codeOf } from '../store-nouns-conformance.ts'
import { AT, sampleDraft, sampleRun } from '../store-samples.ts'
import { openConnection } from './connection.ts'
import { createGroupCommit } from './group-commit.ts'
import { openSqliteStore } from './sqlite.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'soulgate-sqlite-'))
const open = (path: string) => openSqliteStore({ path, now: () => AT })
const child = fileURLToPath(new URL('./crash-child.ts', import.meta.url))

describe('a SQLite store whose process is killed', () => {
  it('still holds everything that was acknowledged, whole chains included', async () => {
    for (const acknowledgements of [1, 40, 400]) {
      const path = join(newFolder(), 'store.db')
      const acknowledged = await writeUntilKilled(path, acknowledgements)
      expect(acknowledged.size).toBeGreaterThanOrEqual(acknowledgements)
      const store = await open(path)
      for (const id of acknowledged) expect(await store.getRun(id), id).toBeDefined()
      expectChain(await store.listStream('system', 0, 1_000_000), await store.countEvents())
      expect(await store.countRuns()).toEqual({ queued: await store.countEvents() })
      await store.close()
    }
  }, 30_000)

  it('opens from copies of its files taken in the middle of writing', async () => {
    const folder = newFolder()
    const path = join(folder, 'store.db')
    const store = await open(path)
    const acknowledged: string[] = []
    for (let n = 0; n < 50; n += 1) {
      const id = `run_${n}`
      await store.transact(async tx => {
        await tx.insertRun(sampleRun(id))
        await tx.appendEvents([sampleDraft('system')])
      })
      acknowledged.push(id)
    }
    const copy = join(folder, 'copy.db')
    const halfway = store.transact(async tx => {
      await tx.insertRun(sampleRun('run_halfway'))
      for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
    })
    await halfway
    await store.close()
    const revived = await open(copy)
    for (const id of acknowledged) expect(await revived.getRun(id)).toBeDefined()
    expect(await revived.getRun('run_halfway')).toBeUndefined()
    expectChain(await revived.listStream('system', 0, 100), 50)
    await revived.close()
  })
})

describe('a SQLite store and its file', () => {
  it('refuses a second opener while the first lives, and lets it in afterwards', async () => {
    const path = join(newFolder(), 'store.db')
    const first = await open(path)
    expect(await codeOf(open(path))).toBe('store_in_use')
    await first.close()
    const second = await open(path)
    await second.ping()
    await second.close()
    expect(await codeOf(second.ping())).toBe('store_unavailable')
  })

  it('refuses a second process, and lets it in when the first was killed', async () => {
    const path = join(newFolder(), 'store.db')
    const codes: string[] = []
    await writeUntilKilled(path, 5, async () => {
      codes.push(await codeOf(open(path)))
    })
    expect(codes).toEqual(['store_in_use'])
    await (await open(path)).close()
  })

  it('makes its folder for the owner alone', async () => {
    const folder = join(newFolder(), 'home')
    await (await open(join(folder, 'store.db'))).close()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('refuses a schema that a newer version made, and leaves it as it is', async () => {
    const path = join(newFolder(), 'store.db')
    await (await open(path)).close()
    const newer = new DatabaseSync(path)
    newer.exec(`insert into schema_versions values (${SCHEMA_VERSION + 1}, 'from the future', '${AT}')`)
    newer.close()
    expect(await codeOf(open(path))).toBe('schema_too_new')
    expect(await codeOf(open(path))).toBe('schema_too_new')
  })

  it('says what is wrong with a path that is a folder or no database', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'a-folder.db'))
    expect(await codeOf(open(join(folder, 'a-folder.db')))).toBe('store_unavailable')
    copyFileSync(child, join(folder, 'text.db'))
    expect(await codeOf(open(join(folder, 'text.db')))).toBe('store_unavailable')
  })
})

describe('a SQLite store that cannot write', () => {
  it('tells every work of a batch that the disk is full, keeps nothing of them, and goes on when there is room', async () => {
    const path = join(newFolder(), 'store.db')
    await (await open(path)).close()
    const database = new DatabaseSync(path)
    const commits = createGroupCommit(openConnection(database), () => {})
    database.exec('pragma max_page_count = 1')
    const big = 'x'.repeat(300_000)
    const write = (id: string) =>
      commits.transact(tx => tx.putDocument({ kind: 'd', id, body: big, at: AT, expectedVersion: 0 }))
    expect(await codeOf(write('alone'))).toBe('store_unavailable')
    const batch = await Promise.all(['a', 'b', 'c'].map(id => codeOf(write(id))))
    expect(batch).toEqual(['store_unavailable', 'store_unavailable', 'store_unavailable'])
    database.exec('pragma max_page_count = 1000000')
    await write('later')
    await commits.transact(async tx => {
      expect((await tx.listDocuments('d')).map(item => item.id)).toEqual(['later'])
    })
    await commits.close()
    database.close()
  })

  it('tells that the database is locked by another program, and goes on when it is free', async () => {
    const path = join(newFolder(), 'store.db')
    await (await open(path)).close()
    const database = new DatabaseSync(path)
    database.exec('pragma busy_timeout = 10')
    const commits = createGroupCommit(openConnection(database), () => {})
    const intruder = new DatabaseSync(path)
    intruder.exec('begin immediate')
    const write = () => commits.transact(tx => tx.insertRun(sampleRun('run_locked')))
    expect(await codeOf(write())).toBe('store_unavailable')
    intruder.exec('rollback')
    await write()
    await commits.close()
    intruder.close()
    database.close()
  })
})

/** Lets a child write until it has acknowledged so many runs, kills it with SIGKILL, answers what it acknowledged. */
async function writeUntilKilled(
  path: string,
  acknowledgements: number,
  before: () => Promise<void> = async () => {},
): Promise<ReadonlySet<string>> {
  const writer = spawn(process.execPath, [child, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  let killed = false
  writer.stdout.setEncoding('utf8')
  writer.stdout.on('data', (part: string) => {
    text += part
    if (killed || text.split('\n').length <= acknowledgements) return
    killed = true
    void before().then(() => writer.kill('SIGKILL'))
  })
  await new Promise(resolve => writer.once('close', resolve))
  expect(killed).toBe(true)
  return new Set(text.slice(0, text.lastIndexOf('\n')).split('\n'))
}
