import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runProgram } from './program.ts'

async function init(folder: string): Promise<{ readonly text: string; readonly code: number }> {
  let [text, code] = ['', 0]
  const take = (piece: string) => {
    text += piece
  }
  await runProgram(
    {
      ...{ environment: {}, workingFolder: folder, isTerminal: false, ask: async () => '' },
      ...{ write: take, writeError: take },
      setExitCode: value => {
        code = value
      },
    },
    ['init', folder],
    '0.1.0',
  )
  return { text, code }
}

it('writes a folder whose test passes as it stands, and never over what is there', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'soulgate-init-')), 'desk')
  expect(await init(folder)).toMatchObject({ code: 0, text: expect.stringContaining('npx soulgate dev') })
  const root = resolve(import.meta.dirname, '../../..')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'soulgate'))
  symlinkSync(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'))
  const tested = spawnSync(process.execPath, ['--conditions=soulgate-source', '--test', 'refunds.test.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '--conditions=soulgate-source' },
  })
  expect([tested.status, tested.stdout]).toEqual([0, expect.stringContaining('pass 1')])

  const before = readFileSync(join(folder, 'refunds.ts'), 'utf8')
  const again = await init(folder)
  expect([again.code, again.text]).toEqual([2, expect.stringContaining('refunds.ts')])
  expect(readFileSync(join(folder, 'refunds.ts'), 'utf8')).toBe(before)
  expect(readdirSync(folder)).toContain('AGENTS.md')
})

it('writes nothing where a link that leads nowhere has the name of one of its files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-init-'))
  symlinkSync(join(folder, 'elsewhere.ts'), join(folder, 'refunds.ts'))
  expect(await init(folder)).toEqual({ code: 2, text: expect.stringContaining('refunds.ts') })
  expect(readdirSync(folder)).toEqual(['refunds.ts'])
})
