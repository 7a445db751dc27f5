import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'

/** Tools of the host that change nothing. */
const READING: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'])
/** The tool of the host that runs commands, in a folder that is no argument of it. */
const SHELL = 'Bash'
const PATH_FIELDS: ReadonlySet<string> = new Set(['file_path', 'path', 'notebook_path'])
/** Commands by which a person decides, or takes the hook away. */
const DECIDING =
  /\bsoulgate(?:\.js)?["']?\s(?:[^|;&\n]*\s)?(?:approve|reject|steer|answer|signin|sign-in|token|secret|restore|erase|stop|hook\s+(?:un)?install|settings\s+set|guardrails\s+(?:add|apply|import|toggle|delete|bootstrap))\b/i
const HOST_SETTINGS = /(?:^|[\\/])\.claude[\\/]settings(?:\.local)?\.json$/i

/**
 * Why a call is refused here, before anybody is asked: it would touch the folder with the keys and the database, run a
 * command that decides, or change the settings that this hook stands in. Undefined when none of that shows.
 */
export function refuseLocally(
  call: { readonly tool: string; readonly input: JsonObject; readonly cwd?: string },
  home: string,
): string | undefined {
  const { tool, input, cwd = '/' } = call
  const texts = [...textsIn(input)]
  const secretPlaces = [...new Set([home, realPlace(home)].map(folded))]
  const touchesHome = texts.some(
    text =>
      text.includes('SOULGATE_HOME') ||
      secretPlaces.some(place => folded(text).includes(place)) ||
      isInside(folded(realPlace(resolve(cwd, text))), secretPlaces),
  )
  if (touchesHome) return 'Soulgate’s own folder is not touched by agents. Find another way.'
  if (texts.some(text => DECIDING.test(text)))
    return 'Deciding and changing rights is for people, not for agents. Ask your person to do it.'
  const path = Object.entries(input).find(([name]) => PATH_FIELDS.has(name))?.[1]
  if (!READING.has(tool) && typeof path === 'string' && HOST_SETTINGS.test(resolve(cwd, path)))
    return 'The settings that this gate stands in are changed by people only.'
  const paths = Object.entries(input).flatMap(([name, value]) => (PATH_FIELDS.has(name) ? [value] : []))
  const isPlaced = paths.length > 0 && paths.every(each => typeof each === 'string' && isAbsolute(each))
  if (call.cwd === undefined && !(isPlaced && input.command === undefined))
    return 'The host did not say in which folder this runs, so it cannot be judged what it touches.'
  return undefined
}

/** As it is compared where that refuses more: some file systems take upper and lower case for the same. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Where a call runs, and the project that it belongs to. */
export interface Place {
  /** As the host says it. */
  readonly cwd?: string
  readonly project?: string
}

/**
 * The arguments as they are asked about: paths inside the project as seen from its folder, because a path outside of it
 * is something else to those who judge. A link that leads out stays a path outside. A command says in which folder it
 * runs.
 */
export function toAsked(tool: string, input: JsonObject, place: Place): JsonObject {
  const { cwd, project } = place
  if (cwd === undefined || project === undefined) return input
  // What a command does depends on where it runs. Whatever the agent says of that, the host knows it.
  const placed = tool === SHELL ? { ...input, cwd } : input
  return mapPaths(placed, path => {
    const real = realPlace(resolve(cwd, path))
    return isInside(real, [realPlace(project)])
      ? relative(realPlace(project), real) || '.'
      : resolve(cwd, path)
  })
}

/**
 * The same for the host, which wants whole paths: what was changed at the gate becomes one again. The folder of a command
 * is not for the host, which runs it where it stands; undefined where the gate changed that.
 */
export function toHost(
  tool: string,
  approved: JsonObject,
  { input: original, place }: { readonly input: JsonObject; readonly place: Place },
): JsonObject | undefined {
  const { project = '/' } = place
  const before = toAsked(tool, original, place)
  const { cwd, ...rest } = approved
  if (tool === SHELL && cwd !== before.cwd) return undefined
  const asked = tool === SHELL ? rest : approved
  const changed = mapPaths(asked, path => (isAbsolute(path) ? path : join(project, path)))
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) =>
      asked[name] === before[name] && name in original ? [name, original[name] as JsonValue] : [name, value],
    ),
  )
}

function mapPaths(input: JsonObject, change: (path: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) =>
      PATH_FIELDS.has(name) && typeof value === 'string' ? [name, change(value)] : [name, value],
    ),
  )
}

function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner)
}

/** Where a path leads, links followed as far as there is something. */
export function realPlace(path: string): string {
  if (path.length > 4096 || path.includes('\0')) return path
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent), path.slice(parent.length))
  }
}

export function isInside(path: string, places: readonly string[]): boolean {
  return places.some(place => path === place || path.startsWith(place.endsWith(sep) ? place : place + sep))
}
