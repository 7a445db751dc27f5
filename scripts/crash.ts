import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type RigTally, runRig } from '../test/crash/rig/rig.ts'
import { startTestPostgres } from '../test/postgres/postgres.ts'

/**
 * Kills real processes under load: `node scripts/crash.ts --rounds 200 [--store sqlite|postgres] [--stop-every 10]`.
 * Prints what was counted; exit code 1 when anything ran ungated or twice, was lost, or is stuck.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    store: { type: 'string', default: 'sqlite' },
    'stop-every': { type: 'string', default: '10' },
  },
})
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'soulgate-rig-'))
const server = values.store === 'postgres' ? await startTestPostgres() : undefined
try {
  const tally = await runRig({
    folder,
    rounds,
    stopEvery: Number(values['stop-every']),
    ...(server ? { url: await server.createDatabase() } : {}),
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

function isClean(tally: RigTally): boolean {
  return tally.ungated + tally.secondEffects + tally.lostDecisions + tally.stuckRuns === 0
}

function describe(tally: RigTally): string {
  return Object.entries(tally)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
