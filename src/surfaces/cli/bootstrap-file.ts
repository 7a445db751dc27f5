import { closeSync, constants, fsyncSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { Soulgate } from '../../soulgate.ts'
import type { CommandContext } from './context.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { isInside, realPath } from './home.ts'
import { createLog } from './log.ts'

type Access = Pick<Soulgate['access'], 'isUntouched' | 'createBootstrapToken' | 'liveBootstrap'>

const FULL =
  'SOULGATE_BOOTSTRAP_FULL: a bootstrap token lives that decides as an admin. For tests and CI; never where agents run.'

/** Writes the first token where that is asked for, and says at every start that one which decides still lives. */
export async function prepareBootstrap(
  context: CommandContext,
  program: { readonly access: Access },
  home: string,
): Promise<void> {
  await writeFirstToken(context, program, home)
  const live = await program.access.liveBootstrap()
  if (live?.kind !== 'full') return
  createLog(context.configuration.logLevel).warn({ expires_at: live.expires_at }, FULL)
  context.say(FULL)
}

/**
 * On the first start of an empty home: makes the first token and writes it, once, to a new file that only this user
 * reads. Where the file cannot be made safely nothing is started, and no token exists.
 */
async function writeFirstToken(
  context: CommandContext,
  { access }: { readonly access: Access },
  home: string,
): Promise<void> {
  const { bootstrap, workspace, logLevel } = context.configuration
  if (bootstrap === undefined) return
  const log = createLog(logLevel)
  const { file, kind } = bootstrap
  if (!(await access.isUntouched())) {
    log.info({ file }, 'no bootstrap token: this is not the first start of an empty home')
    return
  }
  const fault = findFault(file, [home, workspace, process.cwd()])
  if (fault !== undefined) throw new CommandFailure(EXIT.usage, `${fault} Nothing was started.`)
  const descriptor = openNew(file)
  try {
    const made = await access.createBootstrapToken(kind)
    if (made === undefined)
      throw new CommandFailure(EXIT.failed, 'Another process began this home. Start again.')
    writeSync(descriptor, `${made.token}\n`)
    fsyncSync(descriptor)
    context.say(`A token for scripts lies in ${file}, until ${made.expires_at} or the first sign-in.`)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Why the token must not be written there, or undefined. No part of the path may be a link: it could be changed. */
function findFault(file: string, forbidden: readonly string[]): string | undefined {
  const name = 'SOULGATE_BOOTSTRAP_TOKEN_FILE'
  if (!isAbsolute(file)) return `${name} is “${file}”. It must be an absolute path.`
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) return `${name}: ${path} is a symbolic link. Name the real path.`
    if (path === file && found)
      return `${name}: ${file} exists already, and is never written over. Remove it first.`
    if (path !== file && !found?.isDirectory()) return `${name}: ${path} is no folder. Make it first.`
  }
  const place = forbidden.map(realPath).find(folder => isInside(realPath(file), folder))
  return (
    place &&
    `${name}: ${file} lies inside ${place}, where agents read or the keys are. Choose another folder.`
  )
}

function openNew(file: string): number {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  try {
    return openSync(file, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600)
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(
      EXIT.usage,
      `The bootstrap token cannot be written: ${because}. Nothing was started.`,
    )
  }
}
