import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(root, 'test/setup/planted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runPlanted(body: string): number | null {
  const file = join(folder, 'planted.test.ts')
  writeFileSync(file, `import { expect, test } from 'vitest'\ntest('planted', () => { ${body} })\n`)
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  return spawnSync(process.execPath, [program, 'run', file], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, VITEST: '' },
  }).status
}

describe('the test command', () => {
  it('ends with 1 when a test fails and with 0 when none does', { timeout: 60_000 }, () => {
    expect(runPlanted('expect(1).toBe(2)')).toBe(1)
    expect(runPlanted('expect(1).toBe(1)')).toBe(0)
  })
})
