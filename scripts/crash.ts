import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type RigFault, type RigTally, runRig } from '../test/crash/rig/rig.ts'
import { startTestPostgres } from '../test/postgres/postgres.ts'

/**
 * Kills real processes under load: `node scripts/crash.ts --rounds 200 [--store sqlite|postgres] [--fault-every 4]`.
 * On PostgreSQL every so many rounds one is another fault, in turn: a worker stopped past its lease and woken again, the
 * database killed, the network between a worker and the database cut, the database shut down and started again.
 * Prints what was counted; exit code 1 when anything ran ungated or twice, was lost, or is stuck.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    store: { type: 'string', default: 'sqlite' },
    'fault-every': { type: 'string', default: '4' },
  },
})
const OTHER_FAULTS: readonly RigFault[] = ['stop', 'crash-database', 'cut-network', 'restart-database']
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'soulgate-rig-'))
const server = values.store === 'postgres' ? await startTestPostgres() : undefined
try {
  const tally = await runRig({
    folder,
    faults: Array.from({ length: rounds }, (_, index) => faultOf(index)),
    ...(server
      ? { database: { url: await server.createDatabase(), crash: server.crash, restart: server.restart } }
      : {}),
    onRound: round => {
      if (round % 10 === 0) console.error(`${round}/${rounds} rounds`)
    },
  })
  console.log(`${values.store}: ${describe(tally)}`)
  process.exitCode = isClean(tally) ? 0 : 1
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function faultOf(index: number): RigFault {
  const every = Number(values['fault-every'])
  if (!server || every < 1 || index % every !== every - 1) return 'kill'
  return OTHER_FAULTS[Math.floor(index / every) % OTHER_FAULTS.length] ?? 'kill'
}

function isClean(tally: RigTally): boolean {
  return tally.ungated + tally.secondEffects + tally.lostDecisions + tally.stuckRuns === 0
}

/** How much was tried, and what must be none. */
function describe(tally: RigTally): string {
  const faults = [
    [tally.kills, 'processes killed'],
    [tally.stops, 'stopped past their lease and woken'],
    [tally.cuts, 'cut off from the database'],
    [tally.databaseCrashes, 'crashes of the database'],
    [tally.databaseRestarts, 'restarts of the database'],
  ] as const
  const through = faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return [
    `${tally.runs} runs, ${tally.decisions} decisions and ${tally.effects} effects through ${through.join(', ')}`,
    `${tally.inDoubt} calls in doubt were put before people`,
    `ran ungated ${tally.ungated}, ran twice ${tally.secondEffects}, decisions lost ${tally.lostDecisions}, runs stuck ${tally.stuckRuns}`,
  ].join('; ')
}
