import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeFileSystem } from './file-system.ts'
import { createFixture, type Fixture } from './workspace-fixture.ts'

/** Every tool that takes a path, given one. Returns the errors; a call that succeeds throws. */
async function tryEverything(fixture: Fixture, path: string): Promise<readonly string[]> {
  writeFileSync(join(fixture.root, 'own.txt'), 'own')
  const errors = [
    await fixture.error('list_files', { path }),
    await fixture.error('search_files', { path, query: 'secret' }),
    await fixture.error('count_text', { path }),
    await fixture.error('read_file', { path }),
    await fixture.error('write_file', { path, content: 'x' }),
    await fixture.error('append_file', { path, content: 'x' }),
    await fixture.error('copy_file', { from: path, to: 'stolen.txt' }),
    await fixture.error('copy_file', { from: 'own.txt', to: path, overwrite: true }),
    await fixture.error('move_file', { from: path, to: 'stolen.txt' }),
    await fixture.error('move_file', { from: 'own.txt', to: path, overwrite: true }),
    await fixture.error('delete_file', { path, recursive: true }),
  ]
  expect(readFileSync(join(fixture.root, 'own.txt'), 'utf8')).toBe('own')
  expect(existsSync(join(fixture.root, 'stolen.txt'))).toBe(false)
  return errors
}

function withOutside(): Fixture & { readonly outside: string } {
  const fixture = createFixture()
  const outside = join(fixture.base, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  return { ...fixture, outside }
}

function expectUntouched(outside: string): void {
  expect(readdirSync(outside)).toEqual(['secret.txt'])
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
}

describe('a path that leaves the workspace', () => {
  test.each([
    '..',
    '../outside',
    '../outside/secret.txt',
    'a/../../outside/secret.txt',
    './../outside/secret.txt',
    'a/b/../own.txt',
    '/etc/passwd',
    '//etc/passwd',
    '~',
    '~/secret.txt',
    '..\\outside\\secret.txt',
    'C:\\secret.txt',
    'c:/secret.txt',
    'own.txt\u0000.png',
    'own\u202Etxt.exe',
    'ow\u200Bn.txt',
    'own\u{E0041}.txt',
    'own\u00AD.txt',
    'own\n.txt',
    `${'a/'.repeat(80)}x`,
    'x'.repeat(300),
  ])('is refused by every tool: %j', async path => {
    const fixture = withOutside()
    await tryEverything(fixture, path)
    expectUntouched(fixture.outside)
  })

  test('is refused when it is absolute, and taken when it is an absolute path inside', async () => {
    const fixture = withOutside()
    await tryEverything(fixture, join(fixture.outside, 'secret.txt'))
    await fixture.output('write_file', { path: join(fixture.root, 'in.txt'), content: 'in' })
    expect(readFileSync(join(fixture.root, 'in.txt'), 'utf8')).toBe('in')
    expectUntouched(fixture.outside)
  })

  test('does not become the workspace itself', async () => {
    const fixture = withOutside()
    for (const path of ['.', './', fixture.root]) {
      expect(await fixture.error('delete_file', { path, recursive: true })).toMatch(/workspace itself/)
    }
    expect(existsSync(fixture.root)).toBe(true)
  })

  test('finds a composed name by its decomposed form', async () => {
    const fixture = createFixture()
    await fixture.output('write_file', { path: 'cafe\u0301.txt', content: 'x' })
    expect(readdirSync(fixture.root)).toEqual(['caf\u00e9.txt'])
  })
})

describe('a symbolic link', () => {
  test('to a file outside is refused by every tool', async () => {
    const fixture = withOutside()
    symlinkSync(join(fixture.outside, 'secret.txt'), join(fixture.root, 'link.txt'))
    await tryEverything(fixture, 'link.txt')
    expect(await fixture.error('read_file', { path: 'link.txt' })).toMatch(/leaves the workspace/)
    expectUntouched(fixture.outside)
  })

  test('to a folder outside is refused by every tool, for what lies in it too', async () => {
    const fixture = withOutside()
    symlinkSync(fixture.outside, join(fixture.root, 'door'))
    symlinkSync('door', join(fixture.root, 'second-door'))
    for (const path of ['door', 'door/secret.txt', 'door/new/deep.txt', 'second-door/secret.txt']) {
      await tryEverything(fixture, path)
    }
    expectUntouched(fixture.outside)
  })

  test('that leads nowhere, or to itself, is refused', async () => {
    const fixture = withOutside()
    symlinkSync(join(fixture.outside, 'new.txt'), join(fixture.root, 'dangling'))
    symlinkSync('loop', join(fixture.root, 'loop'))
    await tryEverything(fixture, 'dangling')
    await tryEverything(fixture, 'loop')
    await tryEverything(fixture, 'loop/x')
    expectUntouched(fixture.outside)
  })

  test('that stays inside is followed for reading and refused as the target of an effect', async () => {
    const fixture = createFixture()
    await fixture.output('write_file', { path: 'real/a.txt', content: 'text' })
    symlinkSync('real', join(fixture.root, 'folder'))
    symlinkSync('real/a.txt', join(fixture.root, 'a.txt'))
    expect(await fixture.output('read_file', { path: 'a.txt' })).toMatchObject({
      text: 'text',
      path: 'real/a.txt',
    })
    expect(await fixture.output('read_file', { path: 'folder/a.txt' })).toMatchObject({ text: 'text' })
    expect(await fixture.error('write_file', { path: 'a.txt', content: 'x' })).toMatch(/symbolic link/)
    expect(await fixture.error('delete_file', { path: 'a.txt' })).toMatch(/symbolic link/)
    await fixture.output('write_file', { path: 'folder/b.txt', content: 'b' })
    expect(readFileSync(join(fixture.root, 'real/b.txt'), 'utf8')).toBe('b')
  })

  test('is listed and never entered by list, search and recursive delete', async () => {
    const fixture = withOutside()
    await fixture.output('write_file', { path: 'folder/a.txt', content: 'secret' })
    symlinkSync(fixture.outside, join(fixture.root, 'folder/door'))
    expect(await fixture.output('list_files', { recursive: true })).toMatchObject({
      entries: [{ path: 'folder' }, { path: 'folder/a.txt' }, { path: 'folder/door', type: 'link' }],
    })
    expect(await fixture.output('search_files', { query: 'secret' })).toMatchObject({
      matches: [{ path: 'folder/a.txt' }],
    })
    expect(await fixture.output('delete_file', { path: 'folder', recursive: true })).toMatchObject({
      files: 2,
    })
    expect(existsSync(join(fixture.root, 'folder'))).toBe(false)
    expectUntouched(fixture.outside)
  })
})

describe('a folder swapped for a link between check and use', () => {
  /** Swaps `folder` for a link to the outside just before the n-th call of one file operation. */
  function withSwap(operation: 'open' | 'lstat' | 'link' | 'rename' | 'unlink' | 'mkdir', nth: number) {
    let calls = 0
    let paths = { folder: '', outside: '' }
    const swap = () => {
      calls += 1
      if (paths.folder === '' || calls !== nth) return
      renameSync(paths.folder, `${paths.folder}-aside`)
      symlinkSync(paths.outside, paths.folder)
    }
    const spied = {
      ...nodeFileSystem,
      [operation]: (...args: Parameters<typeof nodeFileSystem.open>) => {
        swap()
        return Reflect.apply(nodeFileSystem[operation], undefined, args)
      },
    }
    const fixture = createFixture({ fileSystem: spied })
    const outside = join(fixture.base, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    mkdirSync(join(fixture.root, 'folder'))
    writeFileSync(join(fixture.root, 'folder/secret.txt'), 'mine')
    paths = { folder: join(fixture.root, 'folder'), outside }
    return { fixture, outside, hasSwapped: () => calls >= nth }
  }

  const cases = (['open', 'lstat', 'link', 'rename', 'unlink', 'mkdir'] as const).flatMap(operation =>
    [1, 2, 3, 4, 5].map(nth => [operation, nth] as const),
  )
  test.each(cases)('reaches nothing outside when it happens before %s number %i', async (operation, nth) => {
    const attempts = [
      ['write_file', { path: 'folder/secret.txt', content: 'changed' }],
      ['write_file', { path: 'folder/new/deep.txt', content: 'new' }],
      ['append_file', { path: 'folder/secret.txt', content: 'changed' }],
      ['move_file', { from: 'folder/secret.txt', to: 'folder/other.txt' }],
      ['delete_file', { path: 'folder/secret.txt' }],
      ['delete_file', { path: 'folder', recursive: true }],
      ['read_file', { path: 'folder/secret.txt' }],
      ['list_files', { path: 'folder' }],
      ['search_files', { query: 's' }],
    ] as const
    for (const [tool, args] of attempts) {
      const { fixture, outside } = withSwap(operation, nth)
      const { result } = await fixture.call(tool, args)
      expectUntouched(outside)
      expect(JSON.stringify(result.output)).not.toContain('"secret"')
    }
  })

  test('is not followed when it is the file itself that is swapped', async () => {
    let swap = () => {}
    const spied = {
      ...nodeFileSystem,
      open: (...args: Parameters<typeof nodeFileSystem.open>) => {
        if (String(args[0]).endsWith('/a.txt')) swap()
        return nodeFileSystem.open(...args)
      },
    }
    const fixture = createFixture({ fileSystem: spied })
    const [secret, file] = [join(fixture.base, 'secret.txt'), join(fixture.root, 'a.txt')]
    writeFileSync(secret, 'secret')
    swap = () => {
      rmSync(file)
      symlinkSync(secret, file)
    }
    for (const tool of ['read_file', 'append_file', 'search_files']) {
      rmSync(file, { force: true })
      writeFileSync(file, 'mine')
      const args = tool === 'search_files' ? { query: 'secret' } : { path: 'a.txt' }
      const { result } = await fixture.call(tool, tool === 'append_file' ? { ...args, content: 'x' } : args)
      expect(JSON.stringify(result)).not.toContain('"text":"secret"')
      expect(lstatSync(file).isSymbolicLink()).toBe(true)
      expect(readFileSync(secret, 'utf8')).toBe('secret')
    }
    await fixture.call('copy_file', { from: 'a.txt', to: 'stolen.txt' })
    expect(existsSync(join(fixture.root, 'stolen.txt'))).toBe(false)
  })

  test('is really swapped in these tests', async () => {
    const { fixture, hasSwapped } = withSwap('lstat', 2)
    await fixture.call('read_file', { path: 'folder/secret.txt' })
    expect(hasSwapped()).toBe(true)
  })
})

describe('a forbidden place', () => {
  test('inside the workspace is refused by every tool, in any case', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'private'))
    writeFileSync(join(fixture.root, 'private/key'), 'secret')
    for (const path of ['private', 'private/key', 'Private/key', 'PRIVATE/new', './private//key']) {
      await tryEverything(fixture, path)
    }
    expect(readFileSync(join(fixture.root, 'private/key'), 'utf8')).toBe('secret')
  })

  test('is refused under another spelling that leads to the same folder', async () => {
    const fixture = createFixture()
    mkdirSync(join(fixture.root, 'private'))
    writeFileSync(join(fixture.root, 'private/key'), 'secret')
    symlinkSync('private', join(fixture.root, 'alias'))
    for (const path of ['alias', 'alias/key']) await tryEverything(fixture, path)
  })

  test('that is a file is refused under a hard link too', async () => {
    const fixture = createFixture()
    writeFileSync(join(fixture.root, 'private'), 'secret')
    linkSync(join(fixture.root, 'private'), join(fixture.root, 'alias'))
    for (const path of ['private', 'alias']) await tryEverything(fixture, path)
  })

  test('is left out of lists and searches and stops a recursive delete before anything goes', async () => {
    const root = createFixture().base
    const fixture = createFixture({ root, forbiddenPaths: [join(root, 'a/private')] })
    mkdirSync(join(root, 'a/private'), { recursive: true })
    writeFileSync(join(root, 'a/private/key'), 'secret')
    writeFileSync(join(root, 'a/0.txt'), 'secret')
    expect(JSON.stringify(await fixture.output('list_files', { recursive: true }))).not.toContain('private')
    expect(await fixture.output('search_files', { query: 'secret' })).toMatchObject({
      matches: [{ path: 'a/0.txt' }],
    })
    expect(await fixture.error('delete_file', { path: 'a', recursive: true })).toMatch(/belongs to Soulgate/)
    expect(readdirSync(join(root, 'a'))).toEqual(['0.txt', 'private'])
  })

  test.each(['home', 'home/workspace', 'HOME/workspace'])('cannot hold the workspace: %s', name => {
    const { base } = createFixture()
    mkdirSync(join(base, 'home'))
    const build = () => createFixture({ root: join(base, name), forbiddenPaths: [join(base, 'home')] })
    expect(build).toThrow(expect.objectContaining({ code: 'root_refused' }))
    expect(readdirSync(join(base, 'home'))).toEqual([])
  })

  test('cannot hold the workspace through a link, nor can the workspace be a whole disk', () => {
    const { base } = createFixture()
    mkdirSync(join(base, 'home'))
    symlinkSync(join(base, 'home'), join(base, 'link'))
    const build = (root: string) => () => createFixture({ root, forbiddenPaths: [join(base, 'home')] })
    expect(build(join(base, 'link/workspace'))).toThrow(expect.objectContaining({ code: 'root_refused' }))
    expect(build('/')).toThrow(expect.objectContaining({ code: 'root_refused' }))
  })
})

describe('a special file', () => {
  test('is refused by every tool without waiting for it', async () => {
    const fixture = createFixture()
    execFileSync('mkfifo', [join(fixture.root, 'pipe')])
    await tryEverything(fixture, 'pipe')
    expect(await fixture.output('list_files', {})).toMatchObject({
      entries: [{ path: 'own.txt' }, { type: 'special' }],
    })
    expect(await fixture.output('search_files', { query: 'own' })).toMatchObject({ files_searched: 1 })
  })
})
