import type { ReplayedRun } from '../../../soulgate.ts'
import { findConfigFile, loadOwnConfig } from '../config-file.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

interface Flags {
  readonly config?: string
  readonly run?: string
  readonly since?: string
}

/** `replay`: new code held against the journals of runs, before it is deployed. */
export const registerReplay: Register = (program, run) => {
  program
    .command('replay')
    .description('hold the agents of a configuration against the journals of their runs; nothing runs')
    .option('--config <file>', 'another configuration than soulgate.config.ts')
    .option('--run <run>', 'one run alone')
    .option('--since <time>', 'runs of the last time, such as 12h or 7d')
    .action((flags: Flags) => run(context => replay(context, flags)))
}

async function replay(context: CommandContext, flags: Flags): Promise<void> {
  const file = flags.config ?? findConfigFile(process.cwd())
  if (file === undefined)
    throw new CommandFailure(EXIT.usage, 'There is no soulgate.config.ts here. Name yours with --config.')
  const since = flags.since === undefined ? {} : { since: startOf(flags.since) }
  const own = await loadOwnConfig(context, file)
  const { openProgram } = await import('../running-program.ts')
  const { soulgate } = await openProgram(context, own)
  const found: ReplayedRun[] = []
  try {
    const which = { ...since, ...(flags.run === undefined ? {} : { runId: flags.run }) }
    for await (const replayed of soulgate.replay(which)) {
      found.push(replayed)
      if (replayed.status !== 'same') context.say(lineOf(replayed))
    }
  } finally {
    await soulgate.close()
  }
  const count = (status: ReplayedRun['status']) => found.filter(item => item.status === status).length
  const [same, different, missing] = [count('same'), count('different'), count('not_carried')]
  context.answer({ same, different, not_carried: missing, runs: found })
  context.say(
    `${same} as recorded, ${different} different, ${missing} of a version that is not carried here.`,
  )
  if (different > 0) context.exitWith(EXIT.failed)
}

function lineOf(replayed: ReplayedRun): string {
  const { run_id: id, agent, version } = replayed
  const what = replayed.status === 'different' ? replayed.detail : 'no definition of this version here'
  return `${id}  ${agent}@${version}  ${escapeLine(what)}`
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function startOf(span: string): string {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(span) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd')
    throw new CommandFailure(EXIT.usage, `${span} is no span of time. Write it like 30m, 12h or 7d.`)
  return new Date(Date.now() - Number(count) * UNITS[unit]).toISOString()
}
