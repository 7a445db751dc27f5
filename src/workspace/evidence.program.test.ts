import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../contracts/json-value.ts'
import { createFixture, type Fixture } from './workspace-fixture.ts'

const put = (fixture: Fixture, path: string, text: string) => writeFileSync(join(fixture.root, path), text)

/** Whether what a call rests on is the same before and after `change`. */
async function isNoticed(
  tool: string,
  args: JsonObject,
  change: (fixture: Fixture) => void,
  prepare: (fixture: Fixture) => void = () => {},
) {
  const fixture = createFixture()
  put(fixture, 'a.txt', 'one')
  mkdirSync(join(fixture.root, 'folder/deep'), { recursive: true })
  put(fixture, 'folder/deep/b.txt', 'two')
  prepare(fixture)
  const before = await fixture.evidence(tool, args)
  change(fixture)
  return JSON.stringify(before) !== JSON.stringify(await fixture.evidence(tool, args))
}

describe('what a call of the workspace rests on', () => {
  test('is the file that it replaces, its content, and whether there is one', async () => {
    const write = { path: 'a.txt', content: 'x' }
    expect(await isNoticed('write_file', write, () => {})).toBe(false)
    expect(await isNoticed('write_file', write, fixture => put(fixture, 'a.txt', 'two'))).toBe(true)
    expect(await isNoticed('write_file', write, fixture => rmSync(join(fixture.root, 'a.txt')))).toBe(true)
    const fresh = { path: 'new/deep/c.txt', content: 'x' }
    expect(await isNoticed('write_file', fresh, () => {})).toBe(false)
    const make = (fixture: Fixture) => {
      mkdirSync(join(fixture.root, 'new/deep'), { recursive: true })
      put(fixture, 'new/deep/c.txt', '')
    }
    expect(await isNoticed('write_file', fresh, make)).toBe(true)
  })

  test('is the content and not the time of a file, and what a link leads to', async () => {
    const write = { path: 'a.txt', content: 'x' }
    expect(await isNoticed('write_file', write, ({ root }) => utimesSync(join(root, 'a.txt'), 1, 1))).toBe(
      false,
    )
    const link = ({ root }: Fixture) => symlinkSync('a.txt', join(root, 'link'))
    const copy = { from: 'link', to: 'copy.txt' }
    expect(await isNoticed('copy_file', copy, fixture => put(fixture, 'a.txt', 'two'), link)).toBe(true)
  })

  test('is all that a folder holds, where a folder is deleted', async () => {
    const args = { path: 'folder', recursive: true }
    expect(await isNoticed('delete_file', args, () => {})).toBe(false)
    for (const name of ['folder/deep/b.txt', 'folder/deep/new.txt', 'folder/.hidden'])
      expect(await isNoticed('delete_file', args, fixture => put(fixture, name, 'other'))).toBe(true)
  })

  test.each(['copy_file', 'move_file'])('of %s is both places', async tool => {
    const args = { from: 'a.txt', to: 'folder/c.txt' }
    expect(await isNoticed(tool, args, fixture => put(fixture, 'a.txt', 'two'))).toBe(true)
    expect(await isNoticed(tool, args, fixture => put(fixture, 'folder/c.txt', 'there'))).toBe(true)
    expect(await isNoticed(tool, args, fixture => put(fixture, 'folder/d.txt', 'there'))).toBe(false)
  })

  test('of an addition is whether there is a file, not what it holds', async () => {
    const args = { path: 'a.txt', content: 'x' }
    expect(await isNoticed('append_file', args, fixture => put(fixture, 'a.txt', 'two'))).toBe(false)
    expect(await isNoticed('append_file', args, ({ root }) => rmSync(join(root, 'a.txt')))).toBe(true)
  })

  test('is told of no place that belongs to Soulgate', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'private'))
    put(fixture, 'private/key', 'secret')
    await expect(fixture.evidence('delete_file', { path: 'private/key' })).rejects.toThrow(
      /belongs to Soulgate/,
    )
  })
})
