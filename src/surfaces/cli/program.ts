import { Command, CommanderError } from 'commander'
import { registerAsk } from './commands/ask.ts'
import { registerAudit } from './commands/audit.ts'
import { registerAutonomy } from './commands/autonomy.ts'
import { registerBackup } from './commands/backup.ts'
import { registerChat } from './commands/chat.ts'
import { registerCompletions } from './commands/completions.ts'
import { registerDecide } from './commands/decide.ts'
import { registerDev } from './commands/dev.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerGates } from './commands/gates.ts'
import { registerGuardrails } from './commands/guardrails.ts'
import { registerHarness } from './commands/harness.ts'
import { registerHook } from './commands/hook.ts'
import { registerInit } from './commands/init.ts'
import { registerIterations } from './commands/iterations.ts'
import { registerMcp } from './commands/mcp.ts'
import { registerModels } from './commands/models.ts'
import { registerNotices } from './commands/notify.ts'
import { registerPages } from './commands/pages.ts'
import { registerPermissions } from './commands/permissions.ts'
import { registerPlans } from './commands/plan.ts'
import { registerPolicy } from './commands/policy.ts'
import { registerReplay } from './commands/replay.ts'
import { registerRuns } from './commands/runs.ts'
import { registerSchedule } from './commands/schedule.ts'
import { registerSchedules } from './commands/schedules.ts'
import { registerSecrets } from './commands/secret.ts'
import { registerSessions } from './commands/sessions.ts'
import { registerSettings } from './commands/settings.ts'
import { registerSignIn } from './commands/sign-in.ts'
import { registerStart } from './commands/start.ts'
import { registerStop } from './commands/stop.ts'
import { registerTokens } from './commands/token.ts'
import { registerTools } from './commands/tools.ts'
import { registerTriggers } from './commands/triggers.ts'
import { registerUndo } from './commands/undo.ts'
import { registerUp } from './commands/up.ts'
import { registerWorkers } from './commands/workers.ts'
import { registerWorkItems } from './commands/workitem.ts'
import { type CommandContext, createContext, type Process, toFailure } from './context.ts'
import { EXIT } from './exit-codes.ts'
import { teach } from './help.ts'
import { asCalledHere } from './invocation.ts'
import type { Register, RunCommand } from './register.ts'

const REGISTERS: readonly Register[] = [
  ...[
    registerUp,
    registerInit,
    registerDev,
    registerStart,
    registerReplay,
    registerSignIn,
    registerAsk,
    registerChat,
    registerGates,
    registerDecide,
    registerRuns,
    registerUndo,
  ],
  ...[
    registerStop,
    registerAudit,
    registerBackup,
    registerSessions,
    registerPages,
    registerGuardrails,
    registerWorkItems,
    registerPlans,
    registerIterations,
    registerMcp,
    registerHook,
    registerTokens,
    registerWorkers,
    registerSecrets,
    registerTools,
    registerNotices,
    registerSchedules,
    registerTriggers,
    registerAutonomy,
    registerPolicy,
    registerPermissions,
    registerSettings,
    registerModels,
    registerDoctor,
    registerCompletions,
    registerHarness,
    registerSchedule,
  ],
]

/** Runs the command that `parameters` name; `up` when they name none. Never throws: failures are exit codes. */
export async function runProgram(
  world: Process,
  parameters: readonly string[],
  version: string,
): Promise<void> {
  const program = createProgram(world, version)
  const first = parameters.find(parameter => !parameter.startsWith('-'))
  if (
    first !== undefined &&
    first !== 'help' &&
    !program.commands.some(command => command.name() === first)
  ) {
    const detail = await refusalOfWord(first, program)
    if (parameters.includes('--json')) world.write(`${JSON.stringify({ error: { detail } }, null, 2)}\n`)
    else world.writeError(`${detail}\n`)
    return world.setExitCode(EXIT.usage)
  }
  try {
    await program.parseAsync([...parameters], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    world.setExitCode(error.exitCode === 0 ? EXIT.done : EXIT.usage)
  }
}

/** What somebody is told who mistyped a command. The measure is loaded only here. */
async function refusalOfWord(word: string, program: Command): Promise<string> {
  const { distance } = await import('fastest-levenshtein')
  const near = program.commands
    .map(command => ({ name: command.name(), away: distance(word.toLowerCase(), command.name()) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(name.length / 3)))
    .sort((left, right) => left.away - right.away)[0]
  const guess = near === undefined ? '' : ` Did you mean \`soulgate ${near.name}\`?`
  return `There is no command ${JSON.stringify(word)}.${guess} \`soulgate --help\` lists them.`
}

/** The whole command line; the reference is written from it. */
export function createProgram(world: Process, version: string): Command {
  const program = new Command('soulgate')
    .description('The human-in-the-loop runtime for AI agents. Without a command it starts (`soulgate up`).')
    .version(version)
    .option('--json', 'answer with JSON')
  const run: RunCommand = work => runCommand(world, program, work)
  for (const register of REGISTERS) register(program, run, version)
  for (const command of program.commands) addJson(command)
  teach(program)
  prepare(program, world)
  return program
}

/** Parse errors are thrown instead of ending the process, on every level. */
function prepare(command: Command, world: Process): void {
  command.exitOverride().configureOutput({ writeOut: world.write, writeErr: world.writeError })
  for (const inner of command.commands) prepare(inner, world)
}

function addJson(command: Command): void {
  command.option('--json', 'answer with JSON')
  for (const inner of command.commands) addJson(inner)
}

async function runCommand(
  world: Process,
  program: Command,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const json = program.opts<{ json?: boolean }>().json === true || isJsonWanted(program)
  let context: CommandContext | undefined
  try {
    context = createContext(world, { json })
    await work(context)
  } catch (error) {
    const failure = toFailure(error, context)
    world.setExitCode(failure.exitCode)
    if (json)
      world.write(`${JSON.stringify({ error: failure.facts ?? { detail: failure.message } }, null, 2)}\n`)
    else world.writeError(`${asCalledHere(failure.message, context?.invocation ?? 'soulgate')}\n`)
  }
}

/** `--json` may stand after any command, however deep. */
function isJsonWanted(command: Command): boolean {
  return command.commands.some(inner => inner.opts<{ json?: boolean }>().json === true || isJsonWanted(inner))
}
