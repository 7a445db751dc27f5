import { loadOwnConfig } from '../config-file.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { offerLocalModel } from '../local-model.ts'
import type { Register } from '../register.ts'

interface Carrying {
  readonly config?: string
}

interface Flags extends Carrying {
  readonly printLink?: boolean
}

const CONFIG = ['--config <file>', 'a file that names agents and tools of your own'] as const

/** `up` (also without a command), `serve` and `worker`. The program itself is loaded only when one of them runs. */
export const registerUp: Register = (program, run, version) => {
  program
    .command('up', { isDefault: true })
    .description('start everything on this machine and print a sign-in link')
    .option('--print-link', 'print a sign-in link although this is no terminal or not the first start')
    .option(...CONFIG)
    .action((flags: Flags) => run(context => up(context, version, flags)))
  program
    .command('serve')
    .description(
      'serve the API and the pages; with SOULGATE_DATABASE_URL the work is left to `soulgate worker`',
    )
    .option(...CONFIG)
    .action((flags: Carrying) => run(context => serve(context, version, flags)))
  program
    .command('worker')
    .description('work on the runs of SOULGATE_DATABASE_URL, without a server')
    .option(...CONFIG)
    .action((flags: Carrying) => run(context => work(context, flags)))
}

async function up(context: CommandContext, version: string, flags: Flags): Promise<void> {
  const own = await loadOwnConfig(context, flags.config)
  const { startProgram, untilStopped } = await import('../running-program.ts')
  const { workspace, publicUrl } = context.configuration
  const { findLocalServers } = await import('../../../soulgate.ts')
  await offerLocalModel(context, findLocalServers)
  // Listened for before anything is printed: whoever reads the first line may stop it at once.
  const stopped = untilStopped()
  const program = await startProgram(context, { version, withWorker: true, own })
  const url = publicUrl ?? program.served.url
  const { ever_signed_in } = await program.soulgate.access.accessState()
  const isLinkShown = !ever_signed_in || context.isInteractive || flags.printLink === true
  const link = isLinkShown ? await signInLink(program.soulgate, url) : undefined
  const { bold, cyan, dim } = context.colors
  context.answer({ url, home: program.home, workspace, ...(link === undefined ? {} : { sign_in: link }) })
  context.say(
    `${bold('Soulgate')} runs at ${cyan(url)}`,
    dim(`workspace ${workspace} · data ${program.home}`),
    '',
    link === undefined
      ? `Sign in again with \`${context.invocation} signin\`.`
      : `Sign in (once, within 15 minutes):\n  ${cyan(link)}`,
    '',
    'Then try, in the browser or in another terminal:',
    flags.config === undefined
      ? `  ${context.invocation} ask "List the files in the workspace"`
      : `  ${context.invocation} agents`,
    `  ${context.invocation} gates`,
    dim('Ctrl-C stops it; whatever waits goes on waiting.'),
  )
  await stopped
  context.say('', 'Stopping …')
  await program.close()
}

async function signInLink(
  soulgate: { readonly access: { createSignInCode(): Promise<{ readonly code: string }> } },
  url: string,
): Promise<string> {
  const { code } = await soulgate.access.createSignInCode()
  return `${url}/sign-in?code=${code}`
}

async function serve(context: CommandContext, version: string, flags: Carrying): Promise<void> {
  const own = await loadOwnConfig(context, flags.config)
  const { startProgram, untilStopped } = await import('../running-program.ts')
  const withWorker = context.configuration.databaseUrl === undefined
  const stopped = untilStopped()
  const program = await startProgram(context, { version, withWorker, own })
  context.answer({ url: program.served.url })
  const named = flags.config === undefined ? '' : ` --config ${flags.config}`
  context.say(
    `Serving at ${program.served.url}${withWorker ? '' : `; start \`${context.invocation} worker${named}\` to work on runs`}`,
  )
  await stopped
  await program.close()
}

async function work(context: CommandContext, flags: Carrying): Promise<void> {
  if (context.configuration.databaseUrl === undefined) {
    const detail =
      'Workers share a PostgreSQL database: set SOULGATE_DATABASE_URL. With the embedded store use `soulgate up`.'
    throw new CommandFailure(EXIT.usage, detail)
  }
  const own = await loadOwnConfig(context, flags.config)
  const { openProgram, untilStopped } = await import('../running-program.ts')
  const stopped = untilStopped()
  const { soulgate } = await openProgram(context, own)
  await soulgate.startWorker()
  context.answer({ working: true })
  context.say('Working. Ctrl-C stops after what is at work.')
  await stopped
  await soulgate.close()
}
