import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { CallClass, Permission, PermissionShape } from '../../contracts/permission.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { extractMeanings } from '../tools/tools.ts'
import { type Classified, type CommandPermission, classifyCommands } from './classify-commands.ts'
import { isBelow, isInside, type PlaceFacts } from './places.ts'
import { whySqlWrites } from './sql.ts'

/** The class that permissions give to a call. */
export interface CallClassification {
  readonly class: CallClass
  readonly permission_ids: readonly string[]
  /** Its commands were read: nothing that they do leaves the machine, whatever the tool could do. */
  readonly staysHere: boolean
  /** Each permission that more than reads was given so that such calls run without being asked. */
  readonly letsRun?: boolean
}

export interface Classifiable {
  readonly tool: RegisteredTool
  readonly arguments: JsonObject
  /** From which its relative paths are seen, as its executor says. */
  readonly folder?: string | undefined
  /** Name of the agent that makes the call. */
  readonly agent: string
  readonly permissions: readonly Permission[]
  readonly places: PlaceFacts
  /** ISO-8601. */
  readonly now: string
}

/**
 * The class of a call by the shape of its parsed arguments, or why it keeps the one of its tool; undefined where no
 * permission speaks of the tool. Claimed tools have none.
 */
export async function classifyCall(
  call: Classifiable,
): Promise<CallClassification | { readonly kept: string } | undefined> {
  const standing = call.tool.claimed ? [] : standingFor(call)
  // Where several fit, the one that asks nobody.
  const ordered = standing.toSorted((left, right) => rankOf(left) - rankOf(right))
  const commands = ordered.flatMap(({ id, shape, lets_run: letsRun = false }): CommandPermission[] =>
    shape.kind === 'commands' ? [{ id, shape, letsRun }] : [],
  )
  const others = ordered.filter(({ shape }) => shape.kind !== 'commands' && shape.kind !== 'trust')
  if (commands.length === 0 && others.length === 0) return undefined
  let kept = 'no permission fits its arguments'
  for (const permission of others) {
    const judged = await judgeShape(call, permission.shape)
    if ('class' in judged)
      return {
        ...{ class: judged.class, permission_ids: [permission.id], staysHere: false },
        ...(permission.lets_run === true ? { letsRun: true } : {}),
      }
    kept = judged.kept
  }
  if (commands.length === 0) return { kept }
  const read = await readLine(call, commands)
  if ('kept' in read) return read
  return {
    ...{ class: read.class, permission_ids: read.ids, staysHere: read.class !== 'accepted_risk' },
    ...(read.letsRun ? { letsRun: true } : {}),
  }
}

function rankOf({ lets_run }: Permission): number {
  return lets_run === true ? 0 : 1
}

/** Permissions in force for this tool as it is defined, this agent and this moment. */
export function standingFor({
  tool,
  agent,
  permissions,
  now,
}: Pick<Classifiable, 'tool' | 'agent' | 'permissions' | 'now'>): readonly Permission[] {
  return permissions.filter(
    permission =>
      isInForce(permission, now) &&
      (permission.agent === undefined || permission.agent === agent) &&
      (permission.tool === '*' ||
        (permission.tool === tool.name && permission.definition_hash === tool.definition_hash)),
  )
}

function isInForce({ expires_at, suspended }: Permission, now: string): boolean {
  return suspended === undefined && (expires_at === undefined || Date.parse(expires_at) > Date.parse(now))
}

async function readLine(
  { arguments: args, places }: Classifiable,
  permissions: readonly CommandPermission[],
): Promise<Classified> {
  const [first] = permissions
  const name = first?.shape.argument ?? 'command'
  const line = args[name]
  if (typeof line !== 'string') return { kept: `${name} is no text` }
  const alike = permissions.filter(({ shape }) => shape.argument === name)
  return classifyCommands(line, { permissions: alike, args, places })
}

type Judged = { readonly class: CallClass } | { readonly kept: string }

async function judgeShape(call: Classifiable, shape: PermissionShape): Promise<Judged> {
  const { arguments: args } = call
  switch (shape.kind) {
    case 'sql': {
      const text = args[shape.argument]
      const why = typeof text === 'string' ? await whySqlWrites(text, shape.functions ?? []) : 'it is no text'
      return why === undefined ? { class: 'read_only' } : { kept: why }
    }
    case 'http':
      return judgeRequest(args, shape)
    case 'paths':
      return judgePaths(call, shape)
    case 'amount': {
      const value = args[shape.argument]
      const fits = typeof value === 'number' && value >= 0 && value <= shape.at_most
      return fits
        ? { class: shape.class }
        : { kept: `${shape.argument} is above ${shape.at_most}, or no number` }
    }
    default:
      return { kept: 'it is for something else' }
  }
}

function judgeRequest(args: JsonObject, shape: Extract<PermissionShape, { kind: 'http' }>): Judged {
  const method = args[shape.method_argument] ?? 'GET'
  const isAllowed = typeof method === 'string' && shape.methods.some(one => one === method.toUpperCase())
  if (!isAllowed) return { kept: `${String(method)} is not among its methods` }
  const url = args[shape.url_argument]
  if (typeof url !== 'string' || !URL.canParse(url)) return { kept: `${shape.url_argument} is no whole URL` }
  const { protocol, hostname, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '')
    return { kept: 'it is no plain web address' }
  return shape.hosts.some(host => isHost(hostname, host))
    ? { class: shape.class }
    : { kept: `${hostname} is not among its hosts` }
}

/** `*.example.com` stands for every host below it, not for itself. */
export function isHost(hostname: string, pattern: string): boolean {
  const [host, wanted] = [hostname.toLowerCase(), pattern.toLowerCase()]
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted
}

/** Folders and files in which something written is run later, by git, an editor, a package manager or a pipeline. */
const RUNS_CODE =
  /^(?:\.git|\.hg|\.svn|\.claude|\.vscode|\.idea|\.husky|\.github|\.circleci|\.devcontainer|node_modules|\.venv|venv|\.cargo|\.yarn|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|\.envrc|\.direnv|\.bashrc|\.zshrc|\.profile|\.gitconfig|\.gitmodules|\.gitattributes|\.mcp\.json|\.gitlab-ci\.yml|\.pre-commit-config\.yaml)$/i

async function judgePaths(
  { tool, arguments: args, places, folder }: Classifiable,
  shape: Extract<PermissionShape, { kind: 'paths' }>,
): Promise<Judged> {
  if (shape.folder !== undefined && shape.folder !== folder)
    return { kept: `it is not made from ${shape.folder}` }
  const paths = extractMeanings(tool, args).filter(({ meaning }) => meaning === 'path')
  if (paths.length === 0) return { kept: 'it names no path' }
  for (const { argument: path } of paths) {
    if (!(await isUnder(places, path, shape.roots))) return { kept: `${path} lies outside of the folders` }
    const running = path.split(/[\\/]/).find(step => RUNS_CODE.test(step))
    if (running !== undefined) return { kept: `what stands in ${running} may be run` }
  }
  return { class: shape.class }
}

/** A relative path lies below a relative root by how it is written: its tool keeps to its own folder. */
export async function isUnder(places: PlaceFacts, path: string, roots: readonly string[]): Promise<boolean> {
  if (/^[~$%]|\\|\0/.test(path) || path.split('/').includes('..')) return false
  const absolute = roots.filter(root => root.startsWith('/'))
  if (path.startsWith('/')) return isInside(places, path, absolute)
  return roots.some(
    root => !root.startsWith('/') && (root === '.' || isBelow(path.replace(/^\.\//, ''), root)),
  )
}

/** The text at a pointer of arguments. */
export function textAt(args: JsonValue, pointer: string): string {
  let at: JsonValue | undefined = args
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at =
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([name]) => name === key)?.[1]
        : undefined
  }
  return at === undefined || at === null || typeof at === 'object' ? '' : String(at)
}
