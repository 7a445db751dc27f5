import { posix } from 'node:path'
import type { CallClass, CommandShape } from '../../contracts/permission.ts'
import {
  literalOf,
  loadShellReader,
  type ShellCommand,
  type ShellReading,
  type ShellRedirection,
} from '../shell/shell.ts'
import { readGitCommand } from './git-commands.ts'
import { whyGitRuns } from './git-repository.ts'
import { isInside, type PlaceFacts } from './places.ts'
import { readOnlyShell } from './read-only-shell.ts'

/** A permission for commands under its id. */
export interface CommandPermission {
  readonly id: string
  readonly shape: CommandShape
}

export type Classified =
  | { readonly class: CallClass; readonly ids: readonly string[] }
  /** Why the call keeps the class of its tool. */
  | { readonly kept: string }

const WEAKNESS: readonly CallClass[] = ['read_only', 'reversible', 'contained', 'accepted_risk']

/** The class of a command line: that of its weakest command, if each is one that a permission allows. */
export async function classifyCommands(
  line: string,
  given: {
    readonly permissions: readonly CommandPermission[]
    readonly args: Readonly<Record<string, unknown>>
    readonly places: PlaceFacts
  },
): Promise<Classified> {
  const reading = (await loadShellReader()).line(line)
  const unfit = whyNotPlain(reading)
  if (unfit !== undefined) return { kept: unfit }
  const found: { readonly class: CallClass; readonly id: string }[] = []
  for (const command of reading.commands) {
    const outcomes = await Promise.all(
      given.permissions.map(permission => judgeCommand(command, permission, given)),
    )
    const allowed = outcomes.find(outcome => 'class' in outcome)
    if (allowed === undefined || !('class' in allowed)) {
      const [first] = outcomes
      return { kept: first !== undefined && 'kept' in first ? first.kept : 'no permission is for it' }
    }
    found.push(allowed)
  }
  const weakest = WEAKNESS.findLast(each => found.some(one => one.class === each))
  if (weakest === undefined) return { kept: 'it holds no command' }
  return { class: weakest, ids: [...new Set(found.map(({ id }) => id))] }
}

function whyNotPlain({ commands, unread, isPlain }: ShellReading): string | undefined {
  const [first] = unread
  if (first !== undefined) return first
  if (!isPlain) return 'it holds more than commands in lists, pipes and groups'
  if (commands.some(({ reach }) => reach === 'wrapped')) return 'one of its commands runs another'
  if (commands.some(({ assignments }) => assignments.length > 0)) return 'it sets the environment'
  return undefined
}

type Judged = { readonly class: CallClass; readonly id: string } | { readonly kept: string }

async function judgeCommand(
  command: ShellCommand,
  { id, shape }: CommandPermission,
  { args, places }: { readonly args: Readonly<Record<string, unknown>>; readonly places: PlaceFacts },
): Promise<Judged> {
  const start = startOf(shape, args)
  if (start === undefined) return { kept: 'it is not known in which folder it runs' }
  if (command.folder === undefined) return { kept: 'it changes to a folder that is not known' }
  const folder = posix.resolve(start, command.folder)
  const words = command.words.map(literalOf)
  if (words.some(word => word === undefined)) return { kept: 'a word of it is known only when it runs' }
  const [program = '', ...rest] = words.filter(word => word !== undefined)
  const read = await readCommand(shape, program, rest, { folder, places })
  if ('kept' in read) return read
  const targets = redirected(command.redirections)
  if (targets === undefined) return { kept: 'it redirects into or out of more than a file to be read' }
  for (const path of [folder, ...[...read.paths, ...targets].map(each => posix.resolve(folder, each))])
    if (!(await isInside(places, path, shape.roots))) return { kept: `${path} lies outside of the folders` }
  const tilde = [...rest, ...targets].find(word => /^[~=]|[=:]~/.test(word))
  return tilde === undefined
    ? { class: read.class, id }
    : { kept: `a shell may read ${tilde} as another place` }
}

function startOf(shape: CommandShape, args: Readonly<Record<string, unknown>>): string | undefined {
  const said = args[shape.folder_argument]
  return typeof said === 'string' && said.startsWith('/') ? said : undefined
}

type Read = { readonly class: CallClass; readonly paths: readonly string[] } | { readonly kept: string }

async function readCommand(
  shape: CommandShape,
  program: string,
  words: readonly string[],
  at: { readonly folder: string; readonly places: PlaceFacts },
): Promise<Read> {
  const options = { folder: at.folder, roots: shape.roots }
  const unknown = {
    kept: `${[program, words[0]].join(' ').trim().slice(0, 60)} is not among its commands, or has other options`,
  }
  if (shape.profile === 'test_and_build') {
    const isNamed = shape.commands?.some(named => beginsWith([program, ...words], named.split(' ')))
    if (isNamed !== true) return unknown
    return { class: shape.sandboxed === true ? 'contained' : 'accepted_risk', paths: [] }
  }
  if (program !== 'git') {
    const read = shape.profile === 'read_only_shell' ? readOnlyShell(program, words) : undefined
    return read === undefined ? unknown : { class: 'read_only', paths: read.paths }
  }
  const git = readGitCommand(words)
  if (git === undefined || (git.writes && shape.profile !== 'git_local')) return unknown
  const why = await whyGitRuns(at.places, { ...options, writes: git.writes })
  if (why !== undefined) return { kept: why }
  return { class: git.writes ? 'contained' : 'read_only', paths: git.paths }
}

function beginsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word)
}

/** Files that a command reads from; undefined where it writes one. Between its own streams and into nothing is harmless. */
function redirected(redirections: readonly ShellRedirection[]): readonly string[] | undefined {
  const read: string[] = []
  for (const { operator, target } of redirections) {
    const text = literalOf(target)
    if (text === undefined) return undefined
    if (operator === '<') read.push(text)
    else if (operator === '>&' && /^[12]$/.test(text)) continue
    else if (!(['>', '>>', '&>', '&>>'].includes(operator) && text === '/dev/null')) return undefined
  }
  return read
}
