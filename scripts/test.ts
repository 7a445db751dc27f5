import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm test`: the check, then the tests in three layers, each only after the one before it passed:
 * quick (`NAME.test.ts`, pure), program (`NAME.program.test.ts`, a real store, server or process), proof
 * (`NAME.proof.test.ts`, browser, PostgreSQL, crashes, simulation).
 * `--layer quick` runs one of them alone, without the check; `--all` goes on after a red layer.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  quick: ['quick'],
  program: ['program', 'program-apart'],
  proof: ['proof'],
}
const ROOT = resolve(import.meta.dirname, '..')

const { values } = parseArgs({
  options: { layer: { type: 'string' }, all: { type: 'boolean', default: false } },
})
if (values.layer !== undefined && LAYERS[values.layer] === undefined) {
  console.error(`There is no layer "${values.layer}". Layers: ${Object.keys(LAYERS).join(', ')}.`)
  process.exit(2)
}

const steps =
  values.layer === undefined
    ? [['scripts/check.ts'], ...Object.keys(LAYERS).map(testsOf)]
    : [testsOf(values.layer)]
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { cwd: ROOT, stdio: 'inherit' })
  if (status === 0) continue
  process.exitCode = status ?? 1
  if (!values.all) break
}

function testsOf(layer: string): string[] {
  const projects = (LAYERS[layer] ?? []).map(project => `--project=${project}`)
  return ['node_modules/vitest/vitest.mjs', 'run', ...projects]
}
