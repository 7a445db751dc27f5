import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Claim, PROMISES, type ProofName, SECURITY_ITEMS } from '../test/assurance/claims.ts'
import { OPERATIONS } from '../test/assurance/operations.ts'

/**
 * `npm run assurance -- [--seeds 2000] [--rounds 40] [--fuzz 30]`: runs what stands behind each promise and each item of
 * the security map, and writes docs/assurance.md with how often each was tried, on what, and with what result. Exit code
 * 1 when anything failed; the document then says so.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '40' },
    fuzz: { type: 'string', default: '30' },
  },
})
const ROOT = resolve(import.meta.dirname, '..')
const NODE = process.execPath
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

interface Proof {
  readonly what: string
  readonly command: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

interface Proven {
  readonly ok: boolean
  readonly result: string
  readonly seconds: number
}

const PROOFS: Readonly<Record<ProofName, Proof>> = {
  simulation: {
    what: 'simulated worlds with faults at every await, two workers, people and a jumping clock',
    command: `node scripts/simulate.ts --seeds ${values.seeds}`,
    arguments: ['scripts/simulate.ts', '--seeds', values.seeds],
  },
  planted: {
    what: 'bugs planted in the engine, each caught by the simulation',
    command: 'vitest run test/simulation/planted-bugs.test.ts',
    arguments: [VITEST, 'run', 'test/simulation/planted-bugs.test.ts'],
  },
  'kills-sqlite': {
    what: 'real processes on SQLite killed with SIGKILL under load',
    command: `node scripts/crash.ts --rounds ${values.rounds}`,
    arguments: ['scripts/crash.ts', '--rounds', values.rounds],
  },
  'kills-postgres': {
    what: 'real processes on PostgreSQL killed, stopped past their lease and woken again, cut off from the database, or the database killed',
    command: `node scripts/crash.ts --rounds ${values.rounds} --store postgres`,
    arguments: ['scripts/crash.ts', '--rounds', values.rounds, '--store', 'postgres'],
  },
  rolling: {
    what: 'the last version with an earlier schema replaced by this one, process by process, under traffic',
    command: 'node scripts/rolling.ts',
    arguments: ['scripts/rolling.ts'],
  },
  fuzz: {
    what: 'requests made from the OpenAPI document and bent, by every role',
    command: `FUZZ_ROUNDS=${values.fuzz} vitest run test/fuzz`,
    arguments: [VITEST, 'run', 'test/fuzz'],
    environment: { FUZZ_ROUNDS: values.fuzz },
  },
}

async function main(): Promise<void> {
  const claims = [...PROMISES, ...SECURITY_ITEMS, ...OPERATIONS]
  const tests = await runTests([...new Set(claims.flatMap(({ tests: named }) => Object.keys(named)))])
  const proven = new Map<ProofName, Proven>()
  for (const [name, proof] of Object.entries(PROOFS) as [ProofName, Proof][]) {
    console.error(`${proof.command} …`)
    proven.set(name, await prove(proof))
  }
  const failed = [...proven.values()].filter(({ ok }) => !ok).length
  const missing = claims.flatMap(claim => unproven(claim, tests))
  writeFileSync(join(ROOT, 'docs/assurance.md'), describe(proven, tests))
  console.log(
    `docs/assurance.md written: ${failed} proofs failed, ${missing.length} named tests did not pass.`,
  )
  for (const line of missing) console.log(`  ${line}`)
  process.exitCode = failed + missing.length === 0 ? 0 : 1
}

async function prove(proof: Proof): Promise<Proven> {
  const begun = performance.now()
  const options = { cwd: ROOT, maxBuffer: 2 ** 26, env: { ...process.env, ...proof.environment } }
  const seconds = (): number => (performance.now() - begun) / 1000
  try {
    const { stdout } = await promisify(execFile)(NODE, [...proof.arguments], options)
    return { ok: true, result: lastLine(stdout), seconds: seconds() }
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    return { ok: false, result: lastLine(output), seconds: seconds() }
  }
}

/** What a command says last, or how many tests passed where vitest says it. */
function lastLine(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '')
  const passed = /Tests\s+(.+)/.exec(plain)?.[1]
  return (passed ?? plain.trim().split('\n').at(-1) ?? '').trim()
}

/** Titles of passed tests by file. */
async function runTests(files: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-assurance-'))
  const report = join(folder, 'report.json')
  console.error(`vitest run ${files.length} files …`)
  const args = [VITEST, 'run', ...files, '--reporter=json', `--outputFile=${report}`]
  try {
    await promisify(execFile)(NODE, args, { cwd: ROOT, maxBuffer: 2 ** 26 }).catch(() => undefined)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; assertionResults: { status: string; title: string }[] }[]
    }
    return new Map(
      testResults.map(({ name, assertionResults }) => [
        relative(ROOT, name),
        assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function unproven({ id, tests }: Claim, passed: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return Object.entries(tests).flatMap(([file, titles]) =>
    titles.filter(title => !hasPassed(passed.get(file), title)).map(title => `${id}: ${file}: ${title}`),
  )
}

function hasPassed(titles: readonly string[] | undefined, title: string): boolean {
  return titles?.some(each => each === title || each.startsWith(title.replace(/%[sij].*$/, ''))) ?? false
}

function describe(
  proven: ReadonlyMap<ProofName, Proven>,
  tests: ReadonlyMap<string, readonly string[]>,
): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const total = [...tests.values()].reduce((sum, titles) => sum + titles.length, 0)
  return [
    '# Assurance',
    '',
    'Written by `npm run assurance`; figures are of one run on one machine, and each command is there to be run again.',
    '',
    `Machine: ${machine}. Tests of the files named below that passed: ${total}.`,
    '',
    '## Long proofs',
    '',
    '| proof | command | result | seconds | |',
    '|---|---|---|---|---|',
    ...Object.entries(PROOFS).map(([name, { what, command }]) => {
      const found = proven.get(name as ProofName)
      return `| ${what} | \`${command}\` | ${cell(found?.result)} | ${found?.seconds.toFixed(0)} | ${found?.ok ? 'held' : '**FAILED**'} |`
    }),
    '',
    ...section('The promises', PROMISES, proven, tests),
    ...section('What operators rely on', OPERATIONS, proven, tests),
    ...section('Public lists of risks', SECURITY_ITEMS, proven, tests),
  ].join('\n')
}

function section(
  title: string,
  claims: readonly Claim[],
  proven: ReadonlyMap<ProofName, Proven>,
  tests: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [
    `## ${title}`,
    '',
    '| | claim | named tests | long proofs | |',
    '|---|---|---|---|---|',
    ...claims.map(claim => {
      const count = Object.values(claim.tests).flat().length
      const open = unproven(claim, tests).length
      const proofs = claim.proofs ?? []
      const held = open === 0 && proofs.every(name => proven.get(name)?.ok)
      const files = Object.keys(claim.tests).map(file => `\`${file}\``)
      const passed = `${count - open} of ${count} passed (${files.join(', ')})`
      return `| ${claim.id} | ${cell(claim.claim)} | ${passed} | ${proofs.join(', ') || '—'} | ${held ? 'held' : '**FAILED**'} |`
    }),
    '',
  ]
}

function cell(text = ''): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

await main()
