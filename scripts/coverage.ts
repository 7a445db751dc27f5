import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * `npm run coverage`: how much of graded confidence, pre-validation, clarification and the approval gates their own tests
 * reach (document A, section 9, whose goal is 100 %). Prints each file with the lines that no test reaches; fails below
 * the floors, which only rise. Every line is reached. Most branches that are not are defaults for places of lists and maps
 * that the code filled itself, which the compiler cannot know (`?? 0`); a test of them would have to break a type.
 */
export const COVERED = [
  'src/engine/confidence/*.ts',
  'src/engine/reasoning/prevalidate/**/*.ts',
  'src/engine/reasoning/clarify/**/*.ts',
  'src/engine/gate/{release-call,decide-gate,deciders,hold-terms}.ts',
]
const TESTS = [
  ...[
    'src/engine/confidence',
    'src/engine/gate',
    'src/engine/reasoning/prevalidate',
    'src/engine/reasoning/clarify',
  ],
  ...['src/bundled/reasoning/reasoning.program.test.ts', 'src/bundled/reasoning/flags.program.test.ts'],
]
const FLOORS = { lines: 100, branches: 94 }

if (import.meta.main) {
  const options = [
    ...['--coverage.enabled', '--coverage.provider=v8', '--coverage.reporter=text'],
    ...COVERED.map(files => `--coverage.include=${files}`),
    ...Object.entries(FLOORS).map(([kind, percent]) => `--coverage.thresholds.${kind}=${percent}`),
  ]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...TESTS, ...options]
  const { status } = spawnSync(process.execPath, vitest, {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
