import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../test/postgres/postgres.ts'
import { createFleet, type Fleet } from '../test/scale-out/fleet.ts'
import {
  approve,
  effectsOf,
  holdEverything,
  settle,
  startWaiting,
  type Waiting,
} from '../test/scale-out/traffic.ts'

/**
 * `node scripts/rolling.ts [--from COMMIT]`: an earlier version at work on PostgreSQL is replaced by this one, process by
 * process, while people decide. Without `--from` it is the last version with the schema before this one. Exit code 1 when
 * a decision was lost, a call ran twice, or a run is stuck.
 */
const ROOT = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { from: { type: 'string' } } })
const from = git('rev-parse', '--short', values.from ?? `${newestMigration()}^`)
const folder = mkdtempSync(join(tmpdir(), 'soulgate-earlier-'))
const earlier = join(folder, 'checkout')

const server = await startTestPostgres()
try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', earlier, from], { cwd: ROOT })
  symlinkSync(join(ROOT, 'node_modules'), join(earlier, 'node_modules'))
  const fleet = createFleet(await server.createDatabase())
  try {
    await replace(fleet)
  } finally {
    await fleet.close()
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', earlier], { cwd: ROOT })
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
}

async function replace(fleet: Fleet): Promise<void> {
  const oldNode = await fleet.start('up', earlier)
  const oldWorker = await fleet.start('worker', earlier)
  const atOld = await fleet.clientAt(oldNode)
  await holdEverything(atOld)
  const waiting = await startMany(atOld, 'before')
  await approve(atOld, waiting[0] as Waiting)
  const newNode = await fleet.start('serve')
  const newWorker = await fleet.start('worker')
  const atNew = await fleet.clientAt(newNode)
  const mixed = [...(await startMany(atOld, 'at-old')), ...(await startMany(atNew, 'at-new'))]
  // What was asked at one version is answered at the other.
  await Promise.all(mixed.map((each, index) => approve(index % 2 === 0 ? atNew : atOld, each)))
  const exits = [await oldNode.end('SIGTERM'), await oldWorker.end('SIGTERM')]
  await Promise.all(waiting.slice(1).map(each => approve(atNew, each)))
  const all = [...waiting, ...mixed, ...(await startMany(atNew, 'after', true))]
  const runs = await settle(atNew, all, 60_000)
  exits.push(await newWorker.end('SIGTERM'))
  const asked = runs.filter(run => run.waiting_reason === 'run_definition_changed').length
  const done = runs.filter(run => run.status === 'completed').length
  const wrong = runs.filter((run, index) => {
    const effects = effectsOf(fleet.workspace, all[index] as Waiting)
    return run.status === 'completed' ? effects !== 1 : effects > 1
  }).length
  console.log(
    `${from} → this version: ${all.length} runs, ${done} completed, ${asked} at a gate because their agent changed, ${wrong} wrong effects, exit codes ${exits.join(', ')}`,
  )
  process.exitCode = done + asked === all.length && wrong === 0 && exits.every(code => code === 0) ? 0 : 1
}

async function startMany(
  at: Awaited<ReturnType<Fleet['clientAt']>>,
  name: string,
  isApproved = false,
): Promise<readonly Waiting[]> {
  const started: Waiting[] = []
  for (let count = 0; count < 6; count += 1) started.push(await startWaiting(at, `${name}-${count}`))
  if (isApproved) for (const each of started) await approve(at, each)
  return started
}

function newestMigration(): string {
  return git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/store/migrations/0*.ts')
}

function git(...line: readonly string[]): string {
  return execFileSync('git', line, { cwd: ROOT, encoding: 'utf8' }).trim()
}
