import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { writeStarter } from './write-starter.ts'

const root = resolve(import.meta.dirname, '../..')
const packed = join(root, 'packages/create-soulgate')

function filesOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]))
}

it('writes through `npm create soulgate`, as packed, the same folder as `soulgate init` does', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')).version).toBe(version)
  spawnSync(process.execPath, [join(root, 'scripts/build-create-soulgate.ts')])
  const here = mkdtempSync(join(tmpdir(), 'soulgate-create-'))
  const create = (...parameters: readonly string[]) =>
    spawnSync(process.execPath, [join(packed, 'create-soulgate.js'), ...parameters], {
      cwd: here,
      encoding: 'utf8',
    })
  const created = create('desk', '--no-install')
  expect([created.status, created.stdout]).toEqual([0, expect.stringContaining('npx soulgate dev')])
  writeStarter(join(here, 'init', 'desk'), version)
  expect(filesOf(join(here, 'desk'))).toEqual(filesOf(join(here, 'init', 'desk')))

  const again = create('desk', '--no-install')
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('refunds.ts')])
  expect(create('desk', '--now').status).toBe(2)
})
