import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNodeTooOld } from './node-version.ts'

describe('the version of Node', () => {
  test.each(['22.13.0', '22.14.1', '24.0.0', '100.1.0'])('%s is new enough', version => {
    expect(findNodeTooOld(version, '>=22.13')).toBeUndefined()
  })

  test.each([
    '22.12.9',
    '20.20.2',
    '18.0.0',
    '9.99.0',
  ])('%s is too old, and what is needed is said', version => {
    expect(findNodeTooOld(version, '>=22.13')).toContain(
      `Node 22.13 or newer and was started with Node ${version}`,
    )
  })

  test('is looked at before anything is loaded that an older one does not have', () => {
    const older =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
    const { status, stderr } = runMain(['up'], [older, WITHOUT_COMMANDS])
    expect(stderr).toContain('started with Node 20.20.2')
    expect(status).toBe(1)
  })

  test.each(['--version', '-V'])('of Soulgate is told by %s without loading the commands', flag => {
    const { status, stdout } = runMain([flag], [WITHOUT_COMMANDS])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(status).toBe(0)
  })
})

/** Whatever is loaded after the version was read fails, as `node:sqlite` does on an older Node. */
const WITHOUT_COMMANDS = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    if (/context|program/.test(name)) throw new Error('No such built-in module: node:sqlite')
    return next(name, context)
  } })`

/** Runs the command with code that is imported before it. */
function runMain(parameters: readonly string[], before: readonly string[]) {
  const imports = before.flatMap(code => ['--import', `data:text/javascript,${encodeURIComponent(code)}`])
  const main = join(import.meta.dirname, 'main.ts')
  return spawnSync(process.execPath, [...imports, main, ...parameters], { encoding: 'utf8' })
}
