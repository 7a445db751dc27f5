import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../contracts/json-value.ts'
import { nodeFileSystem } from './file-system.ts'
import { createFixture, type Fixture } from './workspace-fixture.ts'

const text = (fixture: Fixture, path: string) => readFileSync(join(fixture.root, path), 'utf8')
const has = (fixture: Fixture, path: string) => existsSync(join(fixture.root, path))

/** Runs a call that must succeed and returns how to take it back. */
async function run(fixture: Fixture, tool: string, args: JsonObject) {
  const { result, undo, effect } = await fixture.call(tool, args)
  expect(result).toMatchObject({ success: true })
  expect(effect).toBe('done')
  return () => fixture.undo(tool, undo === undefined ? undefined : JSON.parse(JSON.stringify(undo)))
}

describe('write_file', () => {
  test('makes a file with its folders, and undo removes all of them', async () => {
    const fixture = createFixture()
    const undo = await run(fixture, 'write_file', { path: 'a/b/c.txt', content: 'héllo' })
    expect(text(fixture, 'a/b/c.txt')).toBe('héllo')
    expect(await undo()).toMatchObject({ status: 'undone', restored: ['a/b/c.txt'] })
    expect(readdirSync(fixture.root)).toEqual([])
  })

  test('keeps the content and mode it replaces, and undo brings both back', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'run.sh'), Buffer.from([0, 255, 1]))
    chmodSync(join(fixture.root, 'run.sh'), 0o750)
    const undo = await run(fixture, 'write_file', { path: 'run.sh', content: 'new' })
    expect(statSync(join(fixture.root, 'run.sh')).mode & 0o777).toBe(0o750)
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(readFileSync(join(fixture.root, 'run.sh'))).toEqual(Buffer.from([0, 255, 1]))
    expect(statSync(join(fixture.root, 'run.sh')).mode & 0o777).toBe(0o750)
  })

  test('changes nothing more when it is repeated, also with create_only', async () => {
    const fixture = createFixture()
    await run(fixture, 'write_file', { path: 'a.txt', content: 'x', create_only: true })
    const before = statSync(join(fixture.root, 'a.txt'))
    const again = await fixture.call('write_file', { path: 'a.txt', content: 'x', create_only: true })
    expect(again).toMatchObject({ result: { success: true, output: { unchanged: true } }, effect: 'none' })
    expect(again.undo).toBeUndefined()
    expect(statSync(join(fixture.root, 'a.txt'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  })

  test('with create_only leaves other content alone', async () => {
    const fixture = createFixture()
    await run(fixture, 'write_file', { path: 'a.txt', content: 'x' })
    expect(await fixture.error('write_file', { path: 'a.txt', content: 'y', create_only: true })).toMatch(
      /already there/,
    )
    expect(text(fixture, 'a.txt')).toBe('x')
  })

  test('does nothing when it was cancelled, when a folder is in the way, or a file is where a folder is needed', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'folder'))
    writeFileSync(join(fixture.root, 'file'), 'x')
    const cancelled = await fixture.call('write_file', { path: 'a', content: 'x' }, AbortSignal.abort())
    expect(cancelled).toMatchObject({ result: { success: false }, effect: 'none' })
    await fixture.error('write_file', { path: 'folder', content: 'x' })
    await fixture.error('write_file', { path: 'file/x', content: 'x' })
    expect(readdirSync(fixture.root)).toEqual(['file', 'folder'])
  })

  test('refuses arguments that its schema does not have', async () => {
    const fixture = createFixture()
    await fixture.error('write_file', { path: 'a', content: 'x', mode: 'rwx' })
    await fixture.error('write_file', { path: 'a' })
    await fixture.error('write_file', { path: 'a', content: '\ud800' })
    expect(readdirSync(fixture.root)).toEqual([])
  })

  test('leaves the old content whole and nothing half-written when the disk fails before the end', async () => {
    const failing = {
      ...nodeFileSystem,
      rename: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    }
    const fixture = createFixture({ fileSystem: failing })
    writeFileSync(join(fixture.root, 'a.txt'), 'old')
    expect(await fixture.error('write_file', { path: 'a.txt', content: 'new' })).toMatch(/disk is full/)
    expect(readdirSync(fixture.root)).toEqual(['a.txt'])
    expect(text(fixture, 'a.txt')).toBe('old')
  })

  test('does not write when the old content cannot be kept', async () => {
    const undoStore = { put: async () => Promise.reject(new Error('store down')), get: async () => undefined }
    const fixture = createFixture({ undoStore })
    writeFileSync(join(fixture.root, 'a.txt'), 'old')
    await fixture.error('write_file', { path: 'a.txt', content: 'new' })
    await fixture.error('write_file', { path: 'deep/b.txt', content: 'new' })
    expect(text(fixture, 'a.txt')).toBe('old')
    expect(readdirSync(fixture.root)).toEqual(['a.txt'])
  })

  test('does not overwrite what somebody else changed or made while it ran', async () => {
    let meddle = () => {}
    const meddled = {
      ...nodeFileSystem,
      open: (...args: Parameters<typeof nodeFileSystem.open>) => {
        if (String(args[0]).includes('.soulgate-unfinished-')) meddle()
        return nodeFileSystem.open(...args)
      },
    }
    const fixture = createFixture({ fileSystem: meddled })
    writeFileSync(join(fixture.root, 'a.txt'), 'old')
    meddle = () => {
      writeFileSync(join(fixture.root, 'a.txt'), 'theirs, longer')
      writeFileSync(join(fixture.root, 'b.txt'), 'theirs')
    }
    expect(await fixture.error('write_file', { path: 'a.txt', content: 'new' })).toMatch(/changed while/)
    expect(await fixture.error('write_file', { path: 'b.txt', content: 'new' })).toMatch(
      /theirs|changed|already there/,
    )
    expect(readdirSync(fixture.root)).toEqual(['a.txt', 'b.txt'])
    expect(text(fixture, 'a.txt') + text(fixture, 'b.txt')).toBe('theirs, longertheirs')
  })

  test('says that the outcome is unknown when the disk fails after the change', async () => {
    let syncs = 0
    const fixture = createFixture({
      fileSystem: {
        ...nodeFileSystem,
        open: async (...args: Parameters<typeof nodeFileSystem.open>) => {
          const handle = await nodeFileSystem.open(...args)
          const isFolder = (await handle.stat()).isDirectory()
          if (isFolder) {
            handle.sync = async () => {
              syncs += 1
              throw Object.assign(new Error('io'), { code: 'EIO' })
            }
          }
          return handle
        },
      },
    })
    const outcome = await fixture.call('write_file', { path: 'a.txt', content: 'x' })
    expect(syncs).toBe(1)
    expect(outcome).toMatchObject({ result: { success: false }, effect: 'unknown' })
  })
})

describe('append_file', () => {
  test('adds at the end each time, and undo takes back one call', async () => {
    const fixture = createFixture()
    await run(fixture, 'append_file', { path: 'log/a.txt', content: 'one\n' })
    const undo = await run(fixture, 'append_file', { path: 'log/a.txt', content: 'two\n' })
    expect(text(fixture, 'log/a.txt')).toBe('one\ntwo\n')
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(text(fixture, 'log/a.txt')).toBe('one\n')
  })

  test('loses nothing when many run at once', async () => {
    const fixture = createFixture()
    await Promise.all(
      Array.from({ length: 20 }, () => fixture.output('append_file', { path: 'a', content: 'x' })),
    )
    expect(text(fixture, 'a')).toBe('x'.repeat(20))
  })
})

describe('copy_file', () => {
  test('copies bytes and mode with folders, and undo removes the copy', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.bin'), Buffer.from([1, 0, 2]), { mode: 0o700 })
    const undo = await run(fixture, 'copy_file', { from: 'a.bin', to: 'x/b.bin' })
    expect(readFileSync(join(fixture.root, 'x/b.bin'))).toEqual(Buffer.from([1, 0, 2]))
    expect(statSync(join(fixture.root, 'x/b.bin')).mode & 0o777).toBe(0o700)
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(readdirSync(fixture.root)).toEqual(['a.bin'])
  })

  test('replaces a file only with overwrite, and undo brings it back', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a'), 'a')
    writeFileSync(join(fixture.root, 'b'), 'b')
    expect(await fixture.error('copy_file', { from: 'a', to: 'b' })).toMatch(/overwrite/)
    const undo = await run(fixture, 'copy_file', { from: 'a', to: 'b', overwrite: true })
    expect(text(fixture, 'b')).toBe('a')
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(text(fixture, 'a') + text(fixture, 'b')).toBe('ab')
  })

  test('refuses what is not there and what is a folder, and leaves no folders behind', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'folder'))
    await fixture.error('copy_file', { from: 'nothing', to: 'x/y/z' })
    await fixture.error('copy_file', { from: 'folder', to: 'x/y/z' })
    await fixture.error('move_file', { from: 'nothing', to: 'x/y/z' })
    expect(readdirSync(fixture.root)).toEqual(['folder'])
  })
})

describe('move_file', () => {
  test('moves with folders, and undo moves back and removes them', async () => {
    const fixture = createFixture()
    await run(fixture, 'write_file', { path: 'in/a.txt', content: 'a' })
    const undo = await run(fixture, 'move_file', { from: 'in/a.txt', to: 'out/deep/b.txt' })
    expect(has(fixture, 'in/a.txt')).toBe(false)
    expect(text(fixture, 'out/deep/b.txt')).toBe('a')
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(text(fixture, 'in/a.txt')).toBe('a')
    expect(readdirSync(fixture.root)).toEqual(['in'])
  })

  test('replaces a file only with overwrite, and undo restores both', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a'), 'a')
    writeFileSync(join(fixture.root, 'b'), 'b')
    expect(await fixture.error('move_file', { from: 'a', to: 'b' })).toMatch(/overwrite/)
    expect(await fixture.error('move_file', { from: 'a', to: './a', overwrite: true })).toMatch(/same file/)
    const undo = await run(fixture, 'move_file', { from: 'a', to: 'b', overwrite: true })
    expect(readdirSync(fixture.root)).toEqual(['b'])
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(text(fixture, 'a') + text(fixture, 'b')).toBe('ab')
  })

  test('is not taken back when something new stands where it came from', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a'), 'a')
    const undo = await run(fixture, 'move_file', { from: 'a', to: 'b' })
    writeFileSync(join(fixture.root, 'a'), 'new')
    expect(await undo()).toMatchObject({
      status: 'refused',
      because: 'target_changed',
      changes: [{ target: 'a', expected: null }],
    })
    expect(text(fixture, 'a') + text(fixture, 'b')).toBe('newa')
  })

  test('is not taken back when the moved file changed or went away', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a'), 'a')
    const undo = await run(fixture, 'move_file', { from: 'a', to: 'x/b' })
    writeFileSync(join(fixture.root, 'x/b'), 'changed')
    expect(await undo()).toMatchObject({ status: 'refused', changes: [{ target: 'x/b' }] })
    await fixture.output('delete_file', { path: 'x', recursive: true })
    expect(await undo()).toMatchObject({ status: 'refused' })
    expect(readdirSync(fixture.root)).toEqual([])
  })
})

describe('undo', () => {
  test('is refused with the difference when the file changed since', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), 'old\n')
    const undo = await run(fixture, 'write_file', { path: 'a.txt', content: 'one\ntwo\n' })
    writeFileSync(join(fixture.root, 'a.txt'), 'one\nthree\n')
    const outcome = await undo()
    expect(outcome).toMatchObject({ status: 'refused', because: 'target_changed' })
    expect(JSON.stringify(outcome)).toContain('-two\\n+three')
    expect(text(fixture, 'a.txt')).toBe('one\nthree\n')
  })

  test('is refused when the file or its folder is gone', async () => {
    const fixture = createFixture()
    const undo = await run(fixture, 'write_file', { path: 'x/a.txt', content: 'one' })
    await fixture.output('delete_file', { path: 'x/a.txt' })
    expect(await undo()).toMatchObject({
      status: 'refused',
      because: 'target_changed',
      changes: [{ found: null }],
    })
    await fixture.output('delete_file', { path: 'x', recursive: true })
    expect(await undo()).toMatchObject({
      status: 'refused',
      because: 'target_changed',
      changes: [{ found: null }],
    })
  })

  test('happens once: a second time is refused', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), 'old')
    const undo = await run(fixture, 'write_file', { path: 'a.txt', content: 'new' })
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(await undo()).toMatchObject({ status: 'refused', because: 'target_changed' })
    expect(text(fixture, 'a.txt')).toBe('old')
  })

  test('keeps a folder that the call made when it is in use by now', async () => {
    const fixture = createFixture()
    const undo = await run(fixture, 'write_file', { path: 'x/y/a.txt', content: 'one' })
    writeFileSync(join(fixture.root, 'x/theirs'), '')
    expect(await undo()).toMatchObject({ status: 'undone' })
    expect(readdirSync(join(fixture.root, 'x'))).toEqual(['theirs'])
  })

  test('is refused when the previous content is gone or is not what was kept', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), 'old')
    const undo = await run(fixture, 'write_file', { path: 'a.txt', content: 'new' })
    for (const digest of fixture.undoStore.kept.keys())
      fixture.undoStore.kept.set(digest, Buffer.from('forged'))
    expect(await undo()).toMatchObject({ status: 'refused', because: 'previous_content_missing' })
    fixture.undoStore.kept.clear()
    expect(await undo()).toMatchObject({ status: 'refused', because: 'previous_content_missing' })
    expect(text(fixture, 'a.txt')).toBe('new')
  })

  test('does not follow a record that is forged or leads outside', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.base, 'outside.txt'), 'x')
    expect(await fixture.undo('write_file', { kind: 'anything' })).toMatchObject({
      because: 'record_unreadable',
    })
    const record = {
      kind: 'file_changed',
      path: '../outside.txt',
      before: { exists: false },
      after_sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
      after_kept: null,
      created_folders: ['../x'],
    }
    expect(await fixture.undo('write_file', record)).toMatchObject({ status: 'refused', because: 'failed' })
    expect(existsSync(join(fixture.base, 'outside.txt'))).toBe(true)
  })
})

describe('delete_file', () => {
  test('deletes a file for good, and a folder only with recursive', async () => {
    const fixture = createFixture()
    await run(fixture, 'write_file', { path: 'x/y/a.txt', content: 'a' })
    await run(fixture, 'write_file', { path: 'b.txt', content: 'b' })
    expect(await fixture.output('delete_file', { path: 'b.txt' })).toMatchObject({ deleted: true })
    expect(await fixture.error('delete_file', { path: 'b.txt' })).toMatch(/There is no/)
    expect(await fixture.error('delete_file', { path: 'x' })).toMatch(/recursive/)
    expect(has(fixture, 'x/y/a.txt')).toBe(true)
    expect(await fixture.output('delete_file', { path: 'x', recursive: true })).toMatchObject({
      files: 1,
      folders: 2,
    })
    expect(readdirSync(fixture.root)).toEqual([])
  })

  test('has no undo', async () => {
    await expect(createFixture().undo('delete_file', null)).rejects.toThrow('no undo')
  })

  test('says that the outcome is unknown when a folder was deleted in part', async () => {
    let unlinks = 0
    const failing = {
      ...nodeFileSystem,
      unlink: async (path: Parameters<typeof nodeFileSystem.unlink>[0]) => {
        unlinks += 1
        if (unlinks > 1) throw Object.assign(new Error('io'), { code: 'EIO' })
        return nodeFileSystem.unlink(path)
      },
    }
    const fixture = createFixture({ fileSystem: failing })
    mkdirSync(join(fixture.root, 'x'))
    writeFileSync(join(fixture.root, 'x/a'), '')
    writeFileSync(join(fixture.root, 'x/b'), '')
    expect(await fixture.call('delete_file', { path: 'x', recursive: true })).toMatchObject({
      effect: 'unknown',
    })
  })
})
