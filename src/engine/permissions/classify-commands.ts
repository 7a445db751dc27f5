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
  /** Such calls run without being asked. */
  readonly letsRun?: boolean
}

export type Classified =
  | { readonly class: CallClass; readonly ids: readonly string[]; readonly letsRun: boolean }
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
  const [shape] = given.permissions.map(permission => permission.shape)
  const beside = shape && Object.keys(given.args).find(name => !isHarmless(name, shape))
  if (beside !== undefined) return { kept: `it is also given ${beside}` }
  const reading = (await loadShellReader()).line(line)
  const unfit = whyNotPlain(reading)
  if (unfit !== undefined) return { kept: unfit }
  const found: Allowed[] = []
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
  const writing = found.filter(each => each.class !== 'read_only')
  return {
    ...{ class: weakest, ids: [...new Set(found.map(({ id }) => id))] },
    letsRun: writing.length > 0 && writing.every(each => each.letsRun),
  }
}

/** What a host may be told beside the line without changing what it does: an input, an environment or a sandbox may not. */
const BESIDE = new Set(['description', 'timeout', 'timeout_ms', 'run_in_background'])

function isHarmless(name: string, shape: CommandShape): boolean {
  return name === shape.argument || name === shape.folder_argument || BESIDE.has(name)
}

function whyNotPlain({ commands, unread, isPlain }: ShellReading): string | undefined {
  const [first] = unread
  if (first !== undefined) return first
  if (!isPlain) return 'it holds more than commands in lists, pipes and groups'
  if (commands.some(({ reach }) => reach === 'wrapped')) return 'one of its commands runs another'
  if (commands.some(({ assignments }) => assignments.length > 0)) return 'it sets the environment'
  return undefined
}

interface Allowed {
  readonly class: CallClass
  readonly id: string
  readonly letsRun: boolean
}

type Judged = Allowed | { readonly kept: string }

async function judgeCommand(
  command: ShellCommand,
  { id, shape, letsRun = false }: CommandPermission,
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
  const reached = await reachedPlaces(folder, [...read.paths, ...targets], places)
  if (reached === undefined) return { kept: 'it climbs out of a folder that may be a link' }
  for (const path of reached)
    if (!(await isInside(places, path, shape.roots))) return { kept: `${path} lies outside of the folders` }
  const tilde = [...rest, ...targets].find(word => /^[~=]|[=:]~/.test(word))
  return tilde === undefined
    ? { class: read.class, id, letsRun }
    : { kept: `a shell may read ${tilde} as another place` }
}

/**
 * The folder and the files of a command, as they are written and as the system resolves them: `..` leads to the parent of
 * where a link points. Undefined where that cannot be told.
 */
async function reachedPlaces(
  folder: string,
  paths: readonly string[],
  places: PlaceFacts,
): Promise<readonly string[] | undefined> {
  const reached = [folder, ...paths.map(path => posix.resolve(folder, path))]
  const climbing = paths.filter(path => stepsOf(path).includes('..'))
  if (climbing.length === 0) return reached
  const real = await places.realPath(folder)
  if (real === undefined || climbing.some(path => stepsOf(path).lastIndexOf('..') > leadingClimbs(path)))
    return undefined
  return [...reached, ...climbing.map(path => posix.resolve(real, path))]
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter(step => step !== '' && step !== '.')
}

/** The place of the last `..` of those that a path begins with. */
function leadingClimbs(path: string): number {
  const first = stepsOf(path).findIndex(step => step !== '..')
  return path.startsWith('/') ? -1 : first === -1 ? stepsOf(path).length : first - 1
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
    const said = [program, ...words]
    const isNamed = shape.commands?.some(named => {
      const start = named.split(' ')
      return beginsWith(said, start) && (shape.exact !== true || said.length === start.length)
    })
    if (isNamed !== true) return unknown
    const paths = said.flatMap(namedPlaces)
    return { class: shape.sandboxed === true ? 'contained' : 'accepted_risk', paths }
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

/** What a test runner is told may be a configuration or a program: such a place lies in the folder too. */
function namedPlaces(word: string): readonly string[] {
  const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word
  return value.startsWith('/') || stepsOf(value).includes('..') ? [value] : []
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
