import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import {
  literalOf,
  loadShellReader,
  programOf,
  type ReadShell,
  type ShellCommand,
  type ShellReading,
} from '../shell/shell.ts'
import { type CommandEvent, eventsOfCommand, isKnownProgram, isReader } from './command-events.ts'

/** What a call does beside being a call of its tool, as guidelines speak of it. */
export interface CallEffects {
  /** The gravest first. */
  readonly events: readonly CommandEvent[]
  /** Files that commands name, from where the call runs. */
  readonly paths: readonly string[]
  /** Of those and of the tool's own paths, the ones that may be changed; several spellings of one file may stand here. */
  readonly changed: readonly string[]
}

const NONE: CallEffects = { events: [], paths: [], changed: [] }
const GRAVITY: readonly CommandEvent[] = ['destructive_op', 'devops_invocation', 'commit']

/**
 * Derives from the tool, the commands in its arguments and the paths what a call does. `paths` are those of the
 * arguments, by their meaning. What cannot be read counts as destructive. Nothing is derived for a call of which people
 * have confirmed that it only reads.
 */
export async function effectsOf(call: {
  readonly tool: string
  readonly arguments: JsonObject
  readonly paths: readonly string[]
  readonly isRead: boolean
}): Promise<CallEffects> {
  if (call.isRead) return NONE
  const { commands, isUnread } = await readCommands(call.tool, call.arguments)
  const events = new Set(commands.flatMap(command => [...eventsOfCommand(command)]))
  if (isUnread) events.add('destructive_op')
  const named = commands.map(command => ({ command, paths: pathsOf(command) }))
  const changed = [...call.paths, ...named.flatMap(({ command, paths }) => changedBy(command, paths))]
  if (changed.some(isPipelineFile)) events.add('devops_invocation')
  return {
    events: GRAVITY.filter(event => events.has(event)),
    paths: [...new Set(named.flatMap(({ paths }) => paths.map(({ path }) => path)))],
    changed: [...new Set(changed)],
  }
}

const SHELL_TOOL =
  /^(?:bash|sh|shell|zsh|terminal|console|exec|execute|command|cmd|subprocess|ssh|powershell)$/
const COMMAND_ARGUMENT = /^(?:command|commands|cmd|shell|shell_?command|command_?line|argv)$/i
/** In a tool that is a shell by its name, these hold what it runs as well. */
const SHELL_ARGUMENT = /^(?:script|code|input|line|lines|args)$/i

interface Commands {
  readonly commands: readonly ShellCommand[]
  readonly isUnread: boolean
}

/** Every command in the arguments, and the tool's own name as one (`git_commit`, `helm/uninstall`). */
async function readCommands(tool: string, args: JsonObject): Promise<Commands> {
  const words = tool
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
  const program = words.findLast(isKnownProgram)
  const isShell = program !== undefined || words.some(word => SHELL_TOOL.test(word))
  const lines = commandLinesIn(args, isShell)
  const read = lines.length === 0 ? undefined : await loadShellReader()
  const readings =
    read === undefined ? [] : lines.flatMap(line => readArgument(read, line, { args, program }))
  const own = words.map((_, index) => toCommand(words.slice(index)))
  return {
    commands: [...readings.flatMap(reading => reading.commands), ...own],
    isUnread: readings.some(reading => reading.unread.length > 0),
  }
}

function toCommand(words: readonly string[]): ShellCommand {
  const literals = words.map(text => ({ kind: 'literal' as const, text }))
  return { words: literals, assignments: [], redirections: [], folder: undefined, reach: 'written' }
}

type CommandLine = string | readonly string[]

function commandLinesIn(args: JsonObject, isShell: boolean): readonly CommandLine[] {
  const isCommand = (name: string) => COMMAND_ARGUMENT.test(name) || (isShell && SHELL_ARGUMENT.test(name))
  return Object.entries(args).flatMap(([name, value]) => (isCommand(name) ? toLine(value) : []))
}

function toLine(value: JsonValue | undefined): readonly CommandLine[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  const texts = value.filter(item => typeof item === 'string')
  return texts.length === 0 ? [] : [texts]
}

/**
 * A list is the words of one command or several lines: it is read as both. `args` beside a command belong to it, and
 * what a tool named after a program is given belongs to the program.
 */
function readArgument(
  read: ReadShell,
  line: CommandLine,
  { args, program }: { readonly args: JsonObject; readonly program: string | undefined },
): readonly ShellReading[] {
  const before = program === undefined ? [] : [program]
  if (typeof line !== 'string') {
    const lines = line.filter(text => /\s/.test(text)).map(read.line)
    return [read.words([...before, ...line]), read.words(line), ...lines]
  }
  const further = toLine(args.args).flatMap(each => (typeof each === 'string' ? [] : each))
  return [
    read.line(line),
    ...before.map(name => read.line(`${name} ${line}`)),
    ...(further.length === 0 ? [] : [read.words([...before, line, ...further])]),
  ]
}

interface NamedPath {
  readonly path: string
  readonly isWritten: boolean
}

function pathsOf(command: ShellCommand): readonly NamedPath[] {
  const words = command.words.slice(1).flatMap(word => {
    const text = literalOf(word) ?? (word.kind === 'open' ? folderOf(word.prefix) : '')
    // `--output=FILE`, `of=FILE`
    return [text.replace(/^-[^=]*=|^[a-z]+=/, '')]
  })
  const targets = command.redirections
    .filter(({ operator }) => !operator.startsWith('<<'))
    .map(({ operator, target }) => ({
      path: target.kind === 'literal' ? target.text : folderOf(target.prefix),
      isWritten: operator !== '<',
    }))
  const named = [...words.map(path => ({ path, isWritten: false })), ...targets]
  return named
    .filter(({ path }) => isPath(path))
    .flatMap(({ path, isWritten }) =>
      placesOf(path, command.folder).map(place => ({ path: place, isWritten })),
    )
}

/** Of a word that is open from somewhere on, the folder that it begins in. */
function folderOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/') + 1)
}

function isPath(text: string): boolean {
  return (
    text !== '' &&
    !text.startsWith('-') &&
    text.length <= 1_000 &&
    !/\s|:\/\//.test(text) &&
    /[./]/.test(text)
  )
}

/** Where a path may lie, seen from where the call runs. */
function placesOf(path: string, folder: string | undefined): readonly string[] {
  const isPlaced = path.startsWith('/') || folder === undefined || folder === ''
  const place = resolveSteps(isPlaced ? path : `${folder}/${path}`)
  return place === undefined ? [] : [place]
}

/** Without `.` and `..`; undefined when it climbs above where it begins. */
function resolveSteps(path: string): string | undefined {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..' && (steps.length === 0 || steps.at(-1) === '')) return undefined
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** What a program writes is not known, so each path of one that does not only read counts, an absolute one from any folder on. */
function changedBy(command: ShellCommand, paths: readonly NamedPath[]): readonly string[] {
  const program = programOf(command)
  const isHarmless = program === undefined || isReader(command, program)
  const written = paths.filter(({ isWritten }) => isWritten || !isHarmless).map(({ path }) => path)
  return written.flatMap(path => {
    if (!path.startsWith('/') && command.folder !== undefined) return [path]
    const steps = path.replace(/^\/+/, '').split('/')
    return [path, ...steps.map((_, index) => steps.slice(index).join('/')).filter(rest => rest !== '')]
  })
}

const PIPELINE_FILES =
  /(?:^|\/)(?:\.github\/workflows\/|\.gitlab-ci|\.circleci\/|\.buildkite\/|\.tekton\/|\.woodpecker|\.drone\.ya?ml$|\.travis\.yml$|Jenkinsfile|azure-pipelines|bitbucket-pipelines|cloudbuild\.ya?ml$|buildspec\.ya?ml$)/i

function isPipelineFile(path: string): boolean {
  return PIPELINE_FILES.test(path)
}
