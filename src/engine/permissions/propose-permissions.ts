import { posix } from 'node:path'
import { canonicalize } from '../../base/canonical-json.ts'
import { isWorkingFolder } from '../../contracts/act-line.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { CreatePermission, PermissionShape } from '../../contracts/permission.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ArgumentOrigin } from '../../contracts/tool-call.ts'
import { literalOf, loadShellReader } from '../shell/shell.ts'
import { extractMeanings } from '../tools/tools.ts'
import { testOrBuildStart } from './test-and-build.ts'

/** The call for which permissions are looked for. */
export interface CallToRemember {
  readonly tool: RegisteredTool
  readonly arguments: JsonObject
  readonly origins: readonly ArgumentOrigin[]
  /** From which its relative paths are seen, as its executor says. */
  readonly folder?: string | undefined
  /** Name of the agent, for which alone they are given. */
  readonly agent: string
}

/**
 * Sets of permissions under which calls like this one might not be asked about, the narrowest first. Whether one does
 * what it should is for the release rule to say: nothing here is checked.
 */
export async function proposePermissions(call: CallToRemember): Promise<readonly CreatePermission[][]> {
  const classes = [
    ...(await commandSets(call)),
    ...sqlShapes(call).map(toSet),
    ...requestShapes(call).map(toSet),
    ...pathShapes(call).map(toSet),
    ...amountShapes(call).map(toSet),
  ]
  const trust = trustShapes(call)
  const sets = [...(trust.length === 0 ? [] : [trust]), ...classes, ...classes.map(set => [...set, ...trust])]
  const given = sets.map(shapes => shapes.map(shape => toPermission(call, shape)))
  return [...new Map(given.map(set => [canonicalize(set as unknown as JsonObject[]), set])).values()]
}

const toSet = (shape: PermissionShape) => [shape]

function toPermission({ tool, agent }: CallToRemember, shape: PermissionShape): CreatePermission {
  const onlyReads =
    shape.kind === 'trust' ||
    shape.kind === 'sql' ||
    (shape.kind === 'commands' && shape.profile === 'read_only_shell') ||
    ('class' in shape && shape.class === 'read_only')
  return { tool: tool.name, agent, shape, ...(onlyReads ? {} : { lets_run: true }) }
}

const COMMAND = /^(?:command|cmd|command_?line)$/i

async function commandSets({ arguments: args }: CallToRemember): Promise<readonly PermissionShape[][]> {
  const argument = Object.keys(args).find(name => COMMAND.test(name))
  const folder = Object.keys(args).find(isWorkingFolder)
  const [line, root] = [args[argument ?? ''], args[folder ?? '']]
  if (typeof line !== 'string' || typeof root !== 'string' || !root.startsWith('/')) return []
  const { commands } = (await loadShellReader()).line(line)
  const words = commands.map(command => command.words.map(word => literalOf(word) ?? '\0'))
  const starts = words.map(testOrBuildStart)
  const whole = words.flatMap((each, index) => (starts[index] === undefined ? [] : [each]))
  const shape = (profile: 'read_only_shell' | 'git_local' | 'test_and_build', more: object = {}) => ({
    ...{ kind: 'commands' as const, profile, roots: [root] },
    ...{ argument: argument ?? 'command', folder_argument: folder ?? 'cwd', ...more },
  })
  const [read, git] = [shape('read_only_shell'), shape('git_local')]
  // An exact command is kept as its words with one space between them.
  const isKept = whole.every(each => each.every(word => !/\s|^$/.test(word)))
  const exact = isKept ? [shape('test_and_build', { commands: texts(whole), exact: true })] : []
  const begin = shape('test_and_build', {
    commands: [...new Set(starts.filter(start => start !== undefined))],
  })
  const tests = whole.length === 0 ? [] : [...exact, begin]
  return [
    ...[[read], [git], [git, read]],
    ...tests.flatMap(each => [[each], [read, each], [git, each], [git, read, each]]),
  ]
}

function texts(words: readonly (readonly string[])[]): string[] {
  return [...new Set(words.map(each => each.join(' ')))]
}

function sqlShapes({ arguments: args }: CallToRemember): readonly PermissionShape[] {
  const argument = Object.keys(args).find(name => /^(?:sql|query|statement)$/i.test(name))
  if (argument === undefined || typeof args[argument] !== 'string') return []
  return [{ kind: 'sql', argument, dialect: 'postgresql' }]
}

/** Requests that only read. What a request changes elsewhere nobody here can take back. */
function requestShapes({ arguments: args }: CallToRemember): readonly PermissionShape[] {
  const url = Object.keys(args).find(name => /^(?:url|uri|address)$/i.test(name))
  const method = Object.keys(args).find(name => /^(?:method|verb)$/i.test(name))
  const [address, said] = [args[url ?? ''], args[method ?? ''] ?? 'GET']
  if (url === undefined || method === undefined) return []
  if (typeof address !== 'string' || !URL.canParse(address)) return []
  const known = (['GET', 'HEAD', 'OPTIONS'] as const).find(each => each === String(said).toUpperCase())
  if (known === undefined) return []
  return [
    {
      ...{ kind: 'http', url_argument: url, method_argument: method, methods: [known] },
      ...{ hosts: [new URL(address).hostname], class: 'read_only' },
    },
  ]
}

/** The folder of what is changed, and the whole workspace. */
function pathShapes({ tool, arguments: args, folder }: CallToRemember): readonly PermissionShape[] {
  if (!isTakenBack(tool)) return []
  const paths = extractMeanings(tool, args).flatMap(({ meaning, argument }) =>
    meaning === 'path' ? [argument.replace(/^\.\//, '')] : [],
  )
  if (paths.length === 0) return []
  const folders = [...new Set(paths.map(path => posix.dirname(path)))]
  const isRelative = paths.every(path => !path.startsWith('/'))
  const wide = isRelative && folders.some(each => each !== '.') ? [['.']] : []
  const from = folder === undefined || !isRelative ? {} : { folder }
  return [folders, ...wide].map(roots => ({ kind: 'paths', roots, ...from, class: 'contained' }))
}

/** Up to what is asked for now. Money that leaves is looked at each time: there it stays a decision of its own. */
function amountShapes({ tool, arguments: args }: CallToRemember): readonly PermissionShape[] {
  if (!isTakenBack(tool)) return []
  const amounts = extractMeanings(tool, args).filter(({ meaning }) => meaning === 'amount')
  return amounts.flatMap(({ pointer }): PermissionShape[] => {
    const argument = pointer.slice(1)
    const value = args[argument]
    if (typeof value !== 'number' || value < 0) return []
    return [{ kind: 'amount', argument, at_most: value, class: 'reversible' }]
  })
}

function isTakenBack({ reversibility, claimed }: RegisteredTool): boolean {
  return !claimed && reversibility === 'reversible'
}

const TRUSTED_AS = {
  path: 'root',
  host: 'host',
  link: 'host',
  recipient: 'recipient',
  receiver: 'recipient',
  name: 'recipient',
} as const

/** Whatever the call aims at and nobody vouches for; all of it, or its provenance holds it still. */
function trustShapes({ origins }: CallToRemember): PermissionShape[] {
  const found = origins.flatMap(({ meaning, value, source }): PermissionShape[] => {
    const of = TRUSTED_AS[meaning as keyof typeof TRUSTED_AS]
    if (of === undefined || source === 'person' || source === 'trusted') return []
    // Below the workspace nothing is asked about its origin.
    if (of === 'root' && !value.startsWith('/')) return []
    const host = of === 'host' ? hostOf(value) : value
    return [{ kind: 'trust', of, value: of === 'root' ? posix.dirname(value) : host }]
  })
  return [...new Map(found.map(shape => [canonicalize(shape as unknown as JsonObject), shape])).values()]
}

function hostOf(value: string): string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`
  return URL.canParse(whole) ? new URL(whole).hostname : value
}
