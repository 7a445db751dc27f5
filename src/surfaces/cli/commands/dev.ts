import { spawn } from 'node:child_process'
import { findConfigFile } from '../config-file.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'

/** `dev`: `up` with the configuration of this folder, started anew whenever one of its files changes. */
export const registerDev: Register = (program, run) => {
  program
    .command('dev')
    .description('run the configuration of this folder, and start anew when a file of it changes')
    .option('--config <file>', 'another configuration than soulgate.config.ts')
    .action((flags: { config?: string }) => run(context => dev(context, flags.config)))
}

/** Node watches what was imported; runs go on where they were, so that a restart loses nothing. */
async function dev(context: CommandContext, named: string | undefined): Promise<void> {
  const file = named ?? findConfigFile(process.cwd())
  if (file === undefined)
    throw new CommandFailure(
      EXIT.usage,
      `There is no soulgate.config.ts here. Make one with \`${context.invocation} init\`.`,
    )
  const [, entry = ''] = process.argv
  const parameters = ['--watch', '--watch-preserve-output', entry, 'up', '--config', file]
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', status => resolve(status ?? 0))
  })
  if (code !== 0) context.exitWith(EXIT.failed)
}
