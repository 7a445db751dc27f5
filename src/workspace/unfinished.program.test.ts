import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFileSystem } from './file-system.ts'
import { withUnfinishedName } from './unfinished.ts'
import { createFixture } from './workspace-fixture.ts'

/** A name as another process of this machine would have used it. */
async function nameOf(pid: number): Promise<string> {
  return withUnfinishedName(async name => name.replace(`-${process.pid}-`, `-${pid}-`))
}

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

test('what a dead process left half-written goes at the next effect in that folder, and nothing else', async () => {
  const fixture = createFixture()
  const folder = join(fixture.root, 'items')
  mkdirSync(folder)
  const [dead, own, alive] = [await nameOf(deadPid()), await nameOf(process.pid), await nameOf(process.ppid)]
  const foreign = dead.replace(/unfinished-[0-9a-f]{8}/, 'unfinished-00000000')
  const near = `${dead}.txt`
  for (const name of [dead, own, alive, foreign, near]) writeFileSync(join(folder, name), 'half')
  await fixture.output('read_file', { path: `items/${near}` })
  expect(readdirSync(folder)).toHaveLength(5)
  await fixture.output('write_file', { path: 'items/a.txt', content: 'x' })
  expect(readdirSync(folder).toSorted()).toEqual([alive, foreign, near, 'a.txt'].toSorted())
})

test('goes also when the interrupted write had reached its place, so that its repetition changes nothing', async () => {
  const fixture = createFixture()
  writeFileSync(join(fixture.root, 'a.txt'), 'x')
  writeFileSync(join(fixture.root, await nameOf(deadPid())), 'x')
  expect(await fixture.output('write_file', { path: 'a.txt', content: 'x' })).toMatchObject({
    unchanged: true,
  })
  expect(readdirSync(fixture.root)).toEqual(['a.txt'])
})

test('a write that is going on is left alone by another workspace over the same folder', async () => {
  const other = createFixture()
  let seen: string[] = []
  const fixture = createFixture({
    root: other.root,
    fileSystem: {
      ...nodeFileSystem,
      link: async (from, to) => {
        await other.output('write_file', { path: 'b.txt', content: 'theirs' })
        seen = readdirSync(other.root).filter(name => name.startsWith('.soulgate-unfinished-'))
        return nodeFileSystem.link(from, to)
      },
    },
  })
  await fixture.output('write_file', { path: 'a.txt', content: 'ours' })
  expect(seen).toHaveLength(1)
  expect(readdirSync(other.root).toSorted()).toEqual(['a.txt', 'b.txt'])
})
