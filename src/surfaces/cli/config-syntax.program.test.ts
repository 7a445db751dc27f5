import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')
/** Says so when the program itself is loaded. */
const WATCHES = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  if (url.includes('/running-program.')) console.error('the program is loaded')
  return next(url, context)
} })`)}`

test.each([
  ['up', 'soulgate.config.ts', 'const x: number = 1\n\nconst y = = 2\n', ':3', 'const y = = 2\n          ^'],
  [
    'serve',
    'soulgate.config.mjs',
    'export default {\n  agents: [1 2],\n}\n',
    ':2',
    '  agents: [1 2],\n             ^',
  ],
  ['up', 'soulgate.config.mjs', '\nimport "./nowhere.mjs"\n', ':2', 'There is no such file.'],
  ['up', 'soulgate.config.mjs', '\n\nimport "not-installed"\n', ':3', 'Is it installed (`npm install`)?'],
  [
    'up',
    'soulgate.config.ts',
    'import "./soulgate.config.js"\n',
    ':1',
    'There is soulgate.config.ts: an import names the file with its ending.',
  ],
])('`%s` with a mistake in %s names the line, shows what is wrong, and has not loaded the program', (command, name, text, line, shown) => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-syntax-'))
  const folder = join(root, 'desk')
  mkdirSync(folder)
  const file = join(folder, name)
  writeFileSync(file, text)
  const ran = spawnSync(process.execPath, ['--import', WATCHES, MAIN, command, '--config', name], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: root, SOULGATE_PORT: '0' },
  })
  const said = ran.stderr
  expect(said).toContain(`${file} cannot be loaded: `)
  expect(said).toContain(`\n  at ${file}${line}`)
  expect(said).toContain(shown)
  expect(said).toContain('Mend it there; nothing was started.')
  expect(ran.status).toBe(2)
  expect(said).not.toContain('the program is loaded')
})
