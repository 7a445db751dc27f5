import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldsCase } from './folds-case.ts'

const folding = (names: readonly string[]) => ({
  namesIn: () => names,
  identify: (path: string) => path.toLowerCase(),
})

test('a file system that finds a name in the other case takes the cases for the same', () => {
  expect(foldsCase('/work', { files: folding(['Notes.txt']), platform: 'linux' })).toBe(true)
  expect(foldsCase('/work', { files: folding([]), platform: 'linux' })).toBe(true)
  const two = { ...folding(['Notes.txt']), identify: (path: string) => path }
  expect(foldsCase('/work', { files: two, platform: 'darwin' })).toBe(false)
})

test('where no name can tell, or nothing can be read, the habit of the platform counts', () => {
  const unreadable = {
    ...folding([]),
    namesIn: () => {
      throw new Error('EACCES')
    },
  }
  for (const files of [unreadable, { ...folding(['42']) }])
    expect(['darwin', 'win32', 'linux'].map(platform => foldsCase('/1', { files, platform }))).toEqual([
      true,
      true,
      false,
    ])
})

test('the folder of this machine answers as its files do, and nothing is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-case-'))
  writeFileSync(join(folder, 'a.txt'), '')
  writeFileSync(join(folder, 'A.TXT'), '')
  expect(foldsCase(folder)).toBe(false)
  rmSync(folder, { recursive: true })
})
