import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  digestOf,
  type FileScore,
  MUTATED,
  type MutationScores,
  readScores,
  SCORES,
  testsBeside,
} from '../test/mutation/scores.ts'

/**
 * `node scripts/mutation.ts [FILE…] [--concurrency 2]`: breaks each named file of test/mutation/scores.ts in every way
 * that Stryker knows, runs the tests beside it that are named there, and writes into test/mutation/scores.json how many of the mutants a
 * test noticed, with the day, the commit and the digest of the file. Without names it measures all of them.
 */
const ROOT = resolve(import.meta.dirname, '..')
const REPORT = join(ROOT, 'coverage/mutation.json')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '2' } },
})

const measured = new Map<string, FileScore>(Object.entries(readScores(ROOT)?.files ?? {}))
for (const { files } of Object.values(MUTATED)) {
  for (const [file, names] of Object.entries(files)) {
    if (positionals.length > 0 && !positionals.includes(file)) continue
    const score = measure(file, testsBeside(ROOT, file, names))
    measured.set(file, score)
    write()
    console.log(
      `${file}: ${score.killed + score.timeout} of ${score.killed + score.timeout + score.survived}`,
    )
  }
}

/** What Stryker says of one file. Its own exit code is about a threshold; a missing report is a failure. */
function measure(file: string, tests: readonly string[]): FileScore {
  rmSync(REPORT, { force: true })
  spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      'run',
      'test/mutation/stryker.config.json',
      '--mutate',
      file,
      '--concurrency',
      values.concurrency,
    ],
    { cwd: ROOT, stdio: ['ignore', 2, 2], env: { ...process.env, MUTATION_TESTS: tests.join(';') } },
  )
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as {
    files: Record<string, { mutants: { status: string; statusReason?: string }[] }>
  }
  const mutants = files[file]?.mutants ?? []
  const count = (...statuses: string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    killed: count('Killed'),
    timeout: count('Timeout'),
    survived: count('Survived', 'NoCoverage'),
    at_load: mutants.filter(({ statusReason = '' }) => statusReason.startsWith('Static')).length,
    digest: digestOf(readFileSync(join(ROOT, file))),
    measured_on: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  }
}

function write(): void {
  const order = Object.values(MUTATED).flatMap(({ files }) => Object.keys(files))
  const files = Object.fromEntries(
    order.flatMap(file => {
      const score = measured.get(file)
      return score === undefined ? [] : [[file, score]]
    }),
  )
  const scores: MutationScores = { files }
  writeFileSync(join(ROOT, SCORES), `${JSON.stringify(scores, null, 2)}\n`)
}
