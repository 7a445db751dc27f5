import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'

/** Tools of the host that change nothing. */
const READING: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'])
const PATH_FIELDS: ReadonlySet<string> = new Set(['file_path', 'path', 'notebook_path'])
/** Commands by which a person decides, or takes the hook away. */
const DECIDING =
  /\bsoulgate(?:\.js)?["']?\s(?:[^|;&\n]*\s)?(?:approve|reject|steer|answer|signin|sign-in|token|secret|restore|erase|stop|hook\s+(?:un)?install|settings\s+set|guardrails\s+(?:add|apply|import|toggle|delete|bootstrap))\b/
const HOST_SETTINGS = /(?:^|[\\/])\.claude[\\/]settings(?:\.local)?\.json$/

/**
 * Why a call is refused here, before anybody is asked: it would touch the folder with the keys and the database, run a
 * command that decides, or change the settings that this hook stands in. Undefined when none of that shows.
 */
export function refuseLocally(
  call: { readonly tool: string; readonly input: JsonObject; readonly cwd: string },
  home: string,
): string | undefined {
  const { tool, input, cwd } = call
  const texts = [...textsIn(input)]
  const secretPlaces = [...new Set([home, realPlace(home)])]
  const touchesHome = texts.some(
    text =>
      text.includes('SOULGATE_HOME') ||
      secretPlaces.some(place => text.includes(place)) ||
      isInside(realPlace(resolve(cwd, text)), secretPlaces),
  )
  if (touchesHome) return 'Soulgate’s own folder is not touched by agents. Find another way.'
  if (texts.some(text => DECIDING.test(text)))
    return 'Deciding and changing rights is for people, not for agents. Ask your person to do it.'
  const path = Object.entries(input).find(([name]) => PATH_FIELDS.has(name))?.[1]
  if (!READING.has(tool) && typeof path === 'string' && HOST_SETTINGS.test(resolve(cwd, path)))
    return 'The settings that this gate stands in are changed by people only.'
  return undefined
}

/**
 * The arguments as they are asked about: paths inside the project as seen from its folder, because a path outside of it
 * is something else to those who judge. A link that leads out stays a path outside.
 */
export function toAsked(input: JsonObject, cwd: string): JsonObject {
  return mapPaths(input, path => {
    if (!isAbsolute(path)) return path
    const isWithin = isInside(realPlace(path), [realPlace(cwd)])
    return isWithin ? relative(realPlace(cwd), realPlace(path)) || '.' : path
  })
}

/** The same for the host, which wants whole paths: what was changed at the gate becomes one again. */
export function toHost(asked: JsonObject, original: JsonObject, cwd: string): JsonObject {
  const changed = mapPaths(asked, path => (isAbsolute(path) ? path : join(cwd, path)))
  const before = toAsked(original, cwd)
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
function realPlace(path: string): string {
  if (path.length > 4096 || path.includes('\0')) return path
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent), path.slice(parent.length))
  }
}

function isInside(path: string, places: readonly string[]): boolean {
  return places.some(place => path === place || path.startsWith(place.endsWith(sep) ? place : place + sep))
}
