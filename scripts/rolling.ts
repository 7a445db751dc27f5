import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SCHEMA_VERSION } from '../src/store/migrations/migrations.ts'
import { TABLES } from '../src/store/sql/backup.ts'
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
 * `node scripts/rolling.ts [--from COMMIT]`: the processes of one version, at work on PostgreSQL, are replaced one by one
 * while people decide. Without `--from` this version is replaced by a later one: a copy of it with one more migration, which
 * adds a column to every table. With it, that commit is replaced by this version; a commit whose statements read `*` cannot
 * pass, because PostgreSQL refuses those once a column was added. Exit code 1 when a decision was lost, a call ran twice, or
 * a run is stuck.
 */
const ROOT = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { from: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'soulgate-rolling-'))
const other = join(folder, 'checkout')

/** Where the two versions lie, and how the output names them. */
interface Versions {
  readonly earlier: string
  readonly later: string
  readonly names: string
}

const server = await startTestPostgres()
try {
  const versions = values.from === undefined ? plantMigration() : checkOut(values.from)
  symlinkSync(join(ROOT, 'node_modules'), join(other, 'node_modules'))
  const fleet = createFleet(await server.createDatabase())
  try {
    await replace(fleet, versions)
  } finally {
    await fleet.close()
  }
} finally {
  if (values.from !== undefined) git('worktree', 'remove', '--force', other)
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
}

async function replace(fleet: Fleet, { earlier, later, names }: Versions): Promise<void> {
  const oldNode = await fleet.start('up', earlier)
  const oldWorker = await fleet.start('worker', earlier)
  const atOld = await fleet.clientAt(oldNode)
  await holdEverything(atOld)
  const waiting = await startMany(atOld, 'before')
  await approve(atOld, waiting[0] as Waiting)
  const newNode = await fleet.start('serve', later)
  const newWorker = await fleet.start('worker', later)
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
    `${names}: ${all.length} runs, ${done} completed, ${asked} at a gate because their agent changed, ${wrong} wrong effects, exit codes ${exits.join(', ')}`,
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

function checkOut(commit: string): Versions {
  git('worktree', 'add', '--quiet', '--detach', other, commit)
  return {
    earlier: other,
    later: ROOT,
    names: `${git('rev-parse', '--short', commit)} → this version (schema ${SCHEMA_VERSION})`,
  }
}

/** A copy of this version with one more migration. */
function plantMigration(): Versions {
  mkdirSync(other)
  for (const each of ['src', 'package.json']) cpSync(join(ROOT, each), join(other, each), { recursive: true })
  const migrations = join(other, 'src/store/migrations')
  const version = SCHEMA_VERSION + 1
  const statements = TABLES.map(table => `alter table ${table} add column of_a_later_version text`)
  writeFileSync(
    join(migrations, 'later.ts'),
    `export const later = { version: ${version}, name: 'later', statements: () => ${JSON.stringify(statements)} }\n`,
  )
  const list = join(migrations, 'migrations.ts')
  const text = readFileSync(list, 'utf8')
  const planted = text.replace(
    /(const MIGRATIONS: readonly Migration\[\] = \[[\s\S]*?),?\s*\]\n\n/,
    '$1, later]\n\n',
  )
  if (planted === text) throw new Error(`no list of migrations was found in ${list}`)
  writeFileSync(list, `import { later } from './later.ts'\n${planted}`)
  return {
    earlier: ROOT,
    later: other,
    names: `this version (schema ${SCHEMA_VERSION}) → a later one (schema ${version}, a column more in ${TABLES.length} tables)`,
  }
}

function git(...line: readonly string[]): string {
  return execFileSync('git', line, { cwd: ROOT, encoding: 'utf8' }).trim()
}
