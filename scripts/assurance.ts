import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ATTACKS, PROMISES, type ProofName } from '../test/assurance/claims.ts'
import { OPERATIONS } from '../test/assurance/operations.ts'
import { SECURITY_ITEMS } from '../test/assurance/security-items.ts'
import { describeAssured } from './assurance/document.ts'
import { keep, readKept } from './assurance/kept.ts'
import { runTests, unproven } from './assurance/named-tests.ts'
import { BENCHES, measure, type Proof, type Proven, proofsFor, prove, ROOT } from './assurance/proofs.ts'

/**
 * `npm run assurance -- [--seeds 2000] [--rounds 40] [--fuzz 30] [--everywhere] [--bench]`: runs what stands behind each
 * promise and each item of the security map, and writes docs/assurance.md with how often each was tried, on what, and
 * with what result. `--everywhere` lets agents die at every write instead of at a part of them, `--bench` adds figures
 * of speed. `--again` takes over what held in the last run of this commit and tries only the rest, which the document
 * names. Exit code 1 when anything failed; the document then says so.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '40' },
    fuzz: { type: 'string', default: '30' },
    everywhere: { type: 'boolean', default: false },
    bench: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const claims = [...PROMISES, ...OPERATIONS, ...SECURITY_ITEMS, ...ATTACKS]
  const files = [...new Set(claims.flatMap(({ tests: named }) => Object.keys(named)))]
  const date = new Date().toISOString().slice(0, 10)
  const commit = git('rev-parse', '--short', 'HEAD')
  const of = [commit, values.seeds, values.rounds, values.fuzz, values.everywhere].join(' ')
  const before = values.again ? readKept(of) : undefined
  const again = new Set(before?.again)
  const holds = (file: string) => before?.tests.get(file)?.every(({ status }) => status === 'passed') ?? false
  const left = files.filter(file => !holds(file))
  for (const file of left) if (before?.tests.has(file)) again.add(file)
  say(`${left.length} files of named tests`)
  const tests = new Map([...(before?.tests ?? []), ...(left.length > 0 ? await runTests(left) : [])])
  const proofs = proofsFor({
    seeds: Number(values.seeds),
    rounds: Number(values.rounds),
    fuzz: Number(values.fuzz),
    everywhere: values.everywhere,
  })
  const proven = new Map<ProofName, Proven>(before?.proven)
  keep({ of, tests, proven, again })
  for (const [name, proof] of Object.entries(proofs) as [ProofName, Proof][]) {
    if (proven.get(name)?.ok) continue
    if (proven.has(name)) again.add(proof.command)
    say(proof.command)
    proven.set(name, await prove(proof))
    keep({ of, tests, proven, again })
  }
  const figures = []
  for (const { what, command, arguments: args } of values.bench ? BENCHES : []) {
    say(command)
    figures.push({ what, command, printed: await measure({ what, command, arguments: args }) })
  }
  const flags = [values.everywhere ? ' --everywhere' : '', values.bench ? ' --bench' : ''].join('')
  const text = describeAssured({
    command: `npm run assurance -- --seeds ${values.seeds} --rounds ${values.rounds} --fuzz ${values.fuzz}${flags}`,
    date,
    commit,
    machine: machine(),
    again: [...again],
    promises: PROMISES,
    operations: OPERATIONS,
    risks: SECURITY_ITEMS,
    attacks: ATTACKS,
    proofs,
    proven,
    tests,
    figures,
  })
  writeFileSync(join(ROOT, 'docs/assurance.md'), text)
  const missing = [...new Set(claims.flatMap(claim => unproven(claim, tests)))]
  const failed = [...proven].flatMap(([name, { ok }]) => (ok ? [] : [name]))
  console.log(
    `docs/assurance.md: ${failed.length} proofs failed, ${missing.length} named tests did not pass.`,
  )
  for (const line of [...failed, ...missing]) console.log(`  ${line}`)
  process.exitCode = failed.length + missing.length === 0 ? 0 : 1
}

function say(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what} …`)
}

/** With its load: on a busy machine tests that wait for processes run into their limits. */
function machine(): string {
  const [cpu] = cpus()
  const load = Math.round(loadavg()[2] ?? 0)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, at a load of ${load}`
}

function git(...line: readonly string[]): string {
  return execFileSync('git', line, { cwd: ROOT, encoding: 'utf8' }).trim()
}

await main()
