import { Command } from 'commander'
import { registerAsk } from './commands/ask.ts'
import { registerAudit } from './commands/audit.ts'
import { registerDecide } from './commands/decide.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerGates } from './commands/gates.ts'
import { registerRuns } from './commands/runs.ts'
import { registerSignIn } from './commands/sign-in.ts'
import { registerStop } from './commands/stop.ts'
import { registerTokens } from './commands/token.ts'
import { registerUndo } from './commands/undo.ts'
import { registerUp } from './commands/up.ts'
import { type CommandContext, createContext, type Process, toFailure } from './context.ts'
import { EXIT_HELP } from './exit-codes.ts'
import type { Register, RunCommand } from './register.ts'

const REGISTERS: readonly Register[] = [
  ...[registerUp, registerSignIn, registerAsk, registerGates, registerDecide, registerRuns, registerUndo],
  ...[registerStop, registerAudit, registerTokens, registerDoctor],
]

/** Every command; `main.ts` runs it on the arguments of the process. */
export function createProgram(world: Process, version: string): Command {
  const program = new Command('soulgate')
    .description('The human-in-the-loop runtime for AI agents. Without a command it starts (`soulgate up`).')
    .version(version)
    .option('--json', 'answer with JSON')
    .addHelpText('after', `\n${EXIT_HELP}`)
    .configureOutput({ writeOut: world.write, writeErr: world.writeError })
    .showHelpAfterError()
  const run: RunCommand = work => runCommand(world, program, work)
  for (const register of REGISTERS) register(program, run, version)
  for (const command of program.commands) addJson(command)
  return program
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
  try {
    await work(createContext(world, { json }))
  } catch (error) {
    const failure = toFailure(error)
    world.setExitCode(failure.exitCode)
    if (json)
      world.write(`${JSON.stringify({ error: failure.facts ?? { detail: failure.message } }, null, 2)}\n`)
    else world.writeError(`${failure.message}\n`)
  }
}

/** `--json` may stand after any command, however deep. */
function isJsonWanted(command: Command): boolean {
  return command.commands.some(inner => inner.opts<{ json?: boolean }>().json === true || isJsonWanted(inner))
}
