import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canonicalize } from '../base/canonical-json.ts'
import { JsonValue } from '../contracts/json-value.ts'
import {
  createToolRegistry,
  effectiveAnnotations,
  extractMeanings,
  validateArguments,
} from '../engine/tools/tools.ts'
import { createWorkspaceTools } from './workspace.ts'
import { createFixture, createMemoryUndoStore } from './workspace-fixture.ts'

describe('the workspace tools', () => {
  test('register, say honestly what they do, and mark their paths and hosts', () => {
    const fixture = createFixture()
    const tools = createWorkspaceTools({
      root: fixture.root,
      forbiddenPaths: [],
      clock: fixture.clock,
      undoStore: createMemoryUndoStore(),
      httpAllowList: [],
    })
    const registry = createToolRegistry({ tools })
    const kinds = registry.list().map(tool => [tool.name, effectiveAnnotations(tool).reversibility])
    expect(Object.fromEntries(kinds)).toEqual({
      list_files: 'read_only',
      read_file: 'read_only',
      search_files: 'read_only',
      count_text: 'read_only',
      calculate: 'read_only',
      get_time: 'read_only',
      http_get: 'read_only',
      write_file: 'reversible',
      append_file: 'reversible',
      copy_file: 'reversible',
      move_file: 'reversible',
      delete_file: 'irreversible',
    })
    for (const tool of registry.list()) {
      expect(tool.annotations.read_only).toBe(tool.reversibility === 'read_only')
      expect(tool.annotations.open_world).toBe(tool.name === 'http_get')
      const isUndoable = registry.executable(tool.name)?.undo !== undefined
      expect(isUndoable).toBe(tool.reversibility === 'reversible')
      expect(validateArguments(tool, { surprise: 1 })).toMatchObject({ ok: false })
    }
    const [move, get] = ['move_file', 'http_get'].map(name => registry.get(name))
    if (move === undefined || get === undefined) throw new Error('missing')
    expect(extractMeanings(move, { from: 'a', to: 'b' }).map(({ meaning }) => meaning)).toEqual([
      'path',
      'path',
    ])
    expect(extractMeanings(get, { url: 'https://Example.org/x' })).toMatchObject([
      { meaning: 'host', value: 'example.org' },
    ])
  })
})

describe('list_files', () => {
  test('finds the newest, the largest, and what is larger than so much', async () => {
    const fixture = createFixture()
    const sizes = { 'a.txt': 5, 'b.txt': 50, 'docs/c.txt': 500 }
    mkdirSync(join(fixture.root, 'docs'))
    for (const [index, [path, size]] of Object.entries(sizes).entries()) {
      writeFileSync(join(fixture.root, path), 'x'.repeat(size))
      utimesSync(join(fixture.root, path), 1_700_000_000 - index, 1_700_000_000 - index)
    }
    const names = async (args: object) => {
      const { entries } = JSON.parse(
        JSON.stringify(await fixture.output('list_files', { recursive: true, ...args })),
      )
      return entries.map((entry: { path: string }) => entry.path)
    }
    const newest = { sort_by: 'modified', order: 'descending', type: 'file' }
    expect(await names({ ...newest, limit: 1 })).toEqual(['a.txt'])
    expect(await names({ ...newest, order: 'ascending' })).toEqual(['docs/c.txt', 'b.txt', 'a.txt'])
    expect(await names({ sort_by: 'size', order: 'descending', limit: 2 })).toEqual(['docs/c.txt', 'b.txt'])
    expect(await names({ larger_than_bytes: 5, smaller_than_bytes: 500 })).toEqual(['b.txt'])
    expect(await names({ type: 'folder' })).toEqual(['docs'])
  })

  test('tells type, size and time, in name order, hidden names only when asked', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'b.txt'), '12345')
    writeFileSync(join(fixture.root, '.hidden'), '')
    mkdirSync(join(fixture.root, 'a'))
    utimesSync(join(fixture.root, 'b.txt'), 1_700_000_000, 1_700_000_000)
    const output = await fixture.output('list_files', {})
    expect(output).toMatchObject({
      path: '.',
      truncated: false,
      entries: [
        { path: 'a', type: 'folder' },
        { path: 'b.txt', type: 'file', size_bytes: 5, modified_at: '2023-11-14T22:13:20.000Z' },
      ],
    })
    expect(await fixture.output('list_files', { include_hidden: true })).toMatchObject({
      entries: [{ path: '.hidden' }, {}, {}],
    })
    expect(() => canonicalize(JsonValue.parse(output))).not.toThrow()
  })

  test.each([
    ['*.md', ['docs/a.md', 'top.md']],
    ['docs/**', ['docs/a.md', 'docs/deep', 'docs/deep/b.txt']],
    ['**/b.???', ['docs/deep/b.txt']],
    ['*.{md,txt}', ['docs/a.md', 'docs/deep/b.txt', 'top.md']],
    ['[a-c].md', ['docs/a.md']],
    ['[!a].md', []],
    ['docs', ['docs']],
    ['top.m+', []],
  ])('filters by the glob %s', async (glob, expected) => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'docs/deep'), { recursive: true })
    for (const path of ['docs/a.md', 'docs/deep/b.txt', 'top.md']) writeFileSync(join(fixture.root, path), '')
    const output = await fixture.output('list_files', { glob, recursive: true })
    expect(output).toMatchObject({ entries: expected.map(path => ({ path })) })
  })

  test('filters files by age against the clock passed in', async () => {
    const fixture = createFixture()
    const now = fixture.clock.now() / 1000
    for (const [name, days] of [
      ['new', 1],
      ['old', 40],
    ] as const) {
      writeFileSync(join(fixture.root, name), '')
      utimesSync(join(fixture.root, name), now - days * 86_400, now - days * 86_400)
    }
    expect(await fixture.output('list_files', { older_than_days: 30 })).toMatchObject({
      entries: [{ path: 'old' }],
    })
    expect(await fixture.output('list_files', { newer_than_days: 30 })).toMatchObject({
      entries: [{ path: 'new' }],
    })
  })

  test('says when it was cut, and marks names that cannot be used', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, '0\u202Etxt'), '')
    for (let count = 0; count < 1_001; count += 1) writeFileSync(join(fixture.root, `f${count}`), '')
    const output = await fixture.output('list_files', {})
    expect(output).toMatchObject({ truncated: true })
    expect(output).toHaveProperty('entries.0.refused', true)
    expect(output).toHaveProperty('entries.length', 1_000)
  })
})

describe('read_file', () => {
  test('reads text, cut at a whole character, with the digest of what is whole', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), 'aé')
    expect(await fixture.output('read_file', { path: 'a.txt' })).toMatchObject({
      text: 'aé',
      truncated: false,
      size_bytes: 3,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const cut = await fixture.output('read_file', { path: 'a.txt', max_bytes: 2 })
    expect(cut).toMatchObject({ text: 'a', truncated: true })
    expect(cut).not.toHaveProperty('sha256')
  })

  test('says when a file is not text, is not there, or is a folder', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'zero'), Buffer.from([65, 0]))
    writeFileSync(join(fixture.root, 'latin'), Buffer.from([0xe9, 65]))
    mkdirSync(join(fixture.root, 'folder'))
    for (const path of ['zero', 'latin']) {
      expect(await fixture.output('read_file', { path })).toMatchObject({ binary: true, size_bytes: 2 })
    }
    expect(await fixture.error('read_file', { path: 'nothing' })).toMatch(/no file nothing/)
    expect(await fixture.error('read_file', { path: 'folder' })).toMatch(/list_files/)
    expect(await fixture.error('read_file', { path: 'folder', max_bytes: 99_999_999 })).toMatch(/max_bytes/)
  })
})

describe('search_files', () => {
  test('finds lines by text without regard to case, and takes regex characters as they are', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'x'))
    writeFileSync(join(fixture.root, 'a.txt'), 'one\nTWO (2)\n')
    writeFileSync(join(fixture.root, 'x/b.md'), 'two (2)')
    writeFileSync(join(fixture.root, 'c.bin'), Buffer.from('two (2)\0'))
    expect(await fixture.output('search_files', { query: 'two (2' })).toEqual({
      path: '.',
      matches: [
        { path: 'a.txt', line: 2, text: 'TWO (2)' },
        { path: 'x/b.md', line: 1, text: 'two (2)' },
      ],
      files_searched: 3,
      truncated: false,
    })
    expect(await fixture.output('search_files', { query: 'two', glob: '*.md' })).toMatchObject({
      matches: [{ path: 'x/b.md' }],
    })
    expect(
      await fixture.output('search_files', { query: '^T.O', regex: true, max_results: 1 }),
    ).toMatchObject({
      matches: [{ path: 'a.txt' }],
      truncated: true,
    })
  })

  test('answers a regular expression made to backtrack for ever', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), `${'a'.repeat(1_900)}!\n`.repeat(20))
    const query = '^(a+)+$|^(a|a)*$|(.*)*x'
    expect(await fixture.output('search_files', { query, regex: true })).toMatchObject({ matches: [] })
  })

  test.each(['(', '(?<=a)b\\1', 'a{1,1000}{1,1000}'])('refuses the expression %s', async query => {
    expect(await createFixture().error('search_files', { query, regex: true })).toMatch(/cannot be used/)
  })

  test('shows the beginning of long lines as whole characters', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'a.txt'), `${'x'.repeat(299)}😀needle`)
    const output = await fixture.output('search_files', { query: 'needle' })
    expect(() => canonicalize(JsonValue.parse(output))).not.toThrow()
  })
})

describe('get_time', () => {
  test('tells the time of the clock passed in, with the offset of the zone at that moment', async () => {
    const fixture = createFixture()
    expect(await fixture.output('get_time', { timezone: 'America/New_York' })).toEqual({
      utc: '2026-03-01T12:00:00.000Z',
      timezone: 'America/New_York',
      local: '2026-03-01T07:00:00-05:00',
      weekday: 'Sunday',
    })
    expect(await fixture.output('get_time', {})).toMatchObject({ local: '2026-03-01T12:00:00+00:00' })
    expect(await fixture.error('get_time', { timezone: 'Mars/Base' })).toMatch(/no time zone/)
  })
})

describe('count_text', () => {
  test('counts one file, or every text file of a folder that may be read', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'docs'))
    writeFileSync(join(fixture.root, 'docs/a.md'), 'one two\nthree\n')
    writeFileSync(join(fixture.root, 'docs/b.md'), 'vier')
    writeFileSync(join(fixture.root, 'docs/picture.png'), new Uint8Array([0, 1, 2, 255]))
    expect(await fixture.output('count_text', { path: 'docs/a.md' })).toMatchObject({
      ...{ is_folder: false, files: 1, lines: 2, words: 3, characters: 14, truncated: false },
    })
    const all = { is_folder: true, files: 2, lines: 3, words: 4, characters: 18 }
    expect(await fixture.output('count_text', { path: 'docs' })).toMatchObject(all)
    expect(await fixture.output('count_text', {})).toMatchObject({ ...all, path: '.' })
    expect(await fixture.output('count_text', { glob: '*.txt' })).toMatchObject({ files: 0, lines: 0 })
    expect(await fixture.error('count_text', { path: 'docs/picture.png' })).toContain('is no text')
    expect(await fixture.error('count_text', { path: 'gone.md' })).toContain('There is no file')
    const hidesB = createFixture({
      judgeReads: async () => (_tool, path) => (path.endsWith('b.md') ? 'denied' : 'allowed'),
    })
    mkdirSync(join(hidesB.root, 'docs'))
    writeFileSync(join(hidesB.root, 'docs/a.md'), 'one')
    writeFileSync(join(hidesB.root, 'docs/b.md'), 'two')
    expect(await hidesB.output('count_text', {})).toMatchObject({ files: 1, words: 1, left_out: 1 })
    expect(await hidesB.error('count_text', { path: 'docs/b.md' })).toContain('denied by a rule')
  })
})
