import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSoulgateError } from '../../../base/errors.ts'
import type { BackupSummary, LiveToken } from '../../../soulgate.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { prepareHome } from '../home.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `backup`, `backup verify` and `restore`. */
export const registerBackup: Register = (program, run) => {
  const backup = program
    .command('backup')
    .description('one file with everything the database holds, made while Soulgate works')
  backup
    .command('create <file>', { isDefault: true })
    .description('write the backup and read it back')
    .action((file: string) => run(context => create(context, file)))
  backup
    .command('verify <file>')
    .description('read a backup to its end and check its digest')
    .action((file: string) => run(context => verify(context, file)))
  program
    .command('restore <file>')
    .description('make a new database out of a backup, on SQLite or PostgreSQL; it starts stopped')
    .option('--keep-tokens', 'bearer tokens of the backup work again')
    .option('--revoke-tokens', 'bearer tokens of the backup are revoked (so it is where nobody is asked)')
    .action((file: string, flags: TokenFlags) => run(context => restoreFrom(context, file, flags)))
}

interface TokenFlags {
  readonly keepTokens?: boolean
  readonly revokeTokens?: boolean
}

async function create(context: CommandContext, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new CommandFailure(EXIT.usage, `${file} is there already. Name a new file; a backup replaces none.`)
  }
  const { backUp } = await import('../../../soulgate.ts')
  const summary = await explained(() => backUp(placeOf(context), resolve(file)))
  context.answer(summary)
  context.say(`Written and read back: ${describe(summary)}.`)
  context.say('The keys in the home folder are not in it. Keep it where agents cannot read.')
}

async function verify(context: CommandContext, file: string): Promise<void> {
  const { checkBackupFile } = await import('../../../soulgate.ts')
  const summary = await explained(() => checkBackupFile(resolve(file)))
  context.answer(summary)
  context.say(context.colors.green(`Whole: ${describe(summary)}.`))
}

async function restoreFrom(context: CommandContext, file: string, flags: TokenFlags): Promise<void> {
  const { home, workspace } = context.configuration
  prepareHome({ home, workspace, workingFolder: process.cwd() })
  const { restore } = await import('../../../soulgate.ts')
  const keepTokens = await decideTokens(context, file, flags)
  const summary = await explained(() => restore(placeOf(context), resolve(file), { keepTokens }))
  const { woken, audit, revoked_grants, revoked_tokens, kept_tokens } = summary
  context.answer(summary)
  context.say(
    `Restored: ${describe(summary)}.`,
    `The audit chain is whole: ${audit.events} events in ${audit.streams} streams.`,
    `${woken.runs} runs and ${woken.gates} gates go on from there; ${revoked_grants} open rights to run were revoked.`,
    ...tellTokens(
      `These bearer tokens were revoked; make new ones with \`${context.invocation} token create\`:`,
      revoked_tokens,
    ),
    ...tellTokens('These bearer tokens work again, also any that was revoked after the backup:', kept_tokens),
    'Nobody is signed in any more.',
    'Everything is stopped, because calls that ran after the backup are not in it.',
    `Start Soulgate, look at what waits, then lift the stop: \`${context.invocation} resume-all\`.`,
  )
}

/** Tokens that were revoked since would live again, so they are revoked unless a person or a flag says otherwise. */
async function decideTokens(
  context: CommandContext,
  file: string,
  { keepTokens = false, revokeTokens = false }: TokenFlags,
): Promise<boolean> {
  if (keepTokens && revokeTokens) {
    throw new CommandFailure(EXIT.usage, 'Say either --keep-tokens or --revoke-tokens. Nothing was restored.')
  }
  if (keepTokens || revokeTokens || !context.isInteractive) return keepTokens
  const { liveTokensOf } = await import('../../../soulgate.ts')
  const tokens = await explained(() => liveTokensOf(resolve(file)))
  if (tokens.length === 0) return false
  context.say(...tellTokens('These bearer tokens of the backup would work again:', tokens))
  const typed = await context.ask('Type “keep” to let them work, anything else to revoke them: ')
  return typed.trim().toLowerCase() === 'keep'
}

function tellTokens(title: string, tokens: readonly LiveToken[]): readonly string[] {
  const rows = tokens.map(({ name, role, person }) => [
    `  ${escapeLine(name)}`,
    role,
    escapeLine(person ?? ''),
  ])
  return rows.length === 0 ? [] : [title, ...columns(rows)]
}

function placeOf({ configuration }: CommandContext) {
  const { home, databaseUrl } = configuration
  return { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
}

function describe({ file, rows, at, schema, size_bytes, sha256 }: BackupSummary): string {
  const size = `${Math.ceil(size_bytes / 1024)} KiB`
  return `${escapeLine(file)}, ${rows} rows of ${at}, schema ${schema}, ${size}, SHA-256 ${sha256.slice(0, 16)}…`
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isSoulgateError(error)) throw error
    throw new CommandFailure(EXIT.failed, error.message, { code: error.code, ...error.data })
  }
}
