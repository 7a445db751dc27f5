import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '../base/digest.ts'
import { createFolderFiles, createLocator, type FolderFiles } from './workspace.ts'

let top: string
let root: string
let files: FolderFiles
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'soulgate-folders-'))
  root = join(top, 'workspace')
  await mkdir(join(root, 'item/deep'), { recursive: true })
  await mkdir(join(top, 'home'))
  await writeFile(join(root, 'item/a.bin'), Buffer.from([0, 13, 10, 255]))
  await writeFile(join(root, 'item/deep/.hidden'), 'h')
  files = createFolderFiles({ root, forbiddenPaths: [join(top, 'home')] })
})
afterEach(() => rm(top, { recursive: true, force: true }))

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('the files of a folder', () => {
  test('are read whole, hidden ones too, with their permissions; links are passed over', async () => {
    await chmod(join(root, 'item/a.bin'), 0o600)
    await symlink('/etc/passwd', join(root, 'item/link'))
    const read = await files.read('item')
    expect(read.map(({ path, mode }) => [path, path.endsWith('bin') ? mode : 0])).toEqual([
      ['item/a.bin', 0o600],
      ['item/deep/.hidden', 0],
    ])
    expect([...(read[0]?.bytes ?? [])]).toEqual([0, 13, 10, 255])
    expect(await files.read('nowhere')).toEqual([])
  })

  test('are put back exactly, over what was expected and nothing else', async () => {
    const before = sha256Hex(await readFile(join(root, 'item/a.bin')))
    const file = { path: 'item/a.bin', bytes: bytesOf('new'), mode: 0o644 }
    await expect(files.put(file, undefined)).rejects.toThrow('not what it was')
    await expect(files.put(file, sha256Hex('other'))).rejects.toThrow('not what it was')
    await files.put(file, before)
    expect(await readFile(join(root, 'item/a.bin'), 'utf8')).toBe('new')
    await files.put({ path: 'item/far/b.txt', bytes: bytesOf('b'), mode: 0o640 }, undefined)
    expect((await stat(join(root, 'item/far/b.txt'))).mode & 0o777).toBe(0o640)
  })

  test('are removed with the folders that hold nothing any more', async () => {
    await expect(files.remove('item/deep/.hidden', sha256Hex('x'))).rejects.toThrow('not what it was')
    await files.remove('item/deep/.hidden', sha256Hex('h'))
    await expect(stat(join(root, 'item/deep'))).rejects.toThrow('ENOENT')
    expect((await files.read('item')).map(file => file.path)).toEqual(['item/a.bin'])
  })

  test('lie inside: nothing is reached by climbing, through links, or in the folder of the program', async () => {
    await symlink(join(top, 'home'), join(root, 'item/home'))
    await symlink(join(root, 'item/deep'), join(root, 'item/short'))
    for (const path of ['../home/x', '/etc/x', 'item/home/x', 'item/short/.hidden'])
      await expect(files.put({ path, bytes: bytesOf('x'), mode: 0o644 }, undefined)).rejects.toThrow()
    for (const path of ['../home', 'item/home/x', 'item/short/.hidden', 'item/deep'])
      await expect(files.readFile(path)).rejects.toThrow()
    expect(await files.readFile('item/none')).toBeUndefined()
    expect(await readFile(join(root, 'item/deep/.hidden'), 'utf8')).toBe('h')
  })
})

describe('where a path may mean', () => {
  test('as it is written and where its links lead, also before it is there', async () => {
    await symlink(join(root, 'item'), join(root, 'short'))
    const locate = createLocator(root)
    expect(locate('item/new.txt')).toEqual(['item/new.txt'])
    expect(locate('short/new.txt')).toEqual(['short/new.txt', 'item/new.txt'])
    expect(locate(join(root, 'item/x'))).toEqual(['item/x'])
    expect(locate(`file://${join(root, 'item/x')}`)).toEqual(['item/x'])
    expect(locate('item\\x')).toEqual(['item/x'])
    expect(locate('.')).toEqual([''])
    expect(locate('../elsewhere')).toEqual([])
    expect(locate('../workspace/item')).toEqual(['item'])
  })
})
