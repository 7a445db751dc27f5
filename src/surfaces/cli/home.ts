import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { CommandFailure, EXIT } from './exit-codes.ts'

/** How the commands reach the server. The token is a member's and carries no decision: it lies here in the clear. */
export interface SavedConnection {
  readonly url: string
  readonly token: string
}

const CONNECTION = 'connection.json'

/**
 * Creates the home folder (0700) and refuses one inside the workspace or the working folder, and a workspace inside
 * the home: what an agent may write must hold neither the keys nor the database.
 */
export function prepareHome(places: {
  readonly home: string
  readonly workspace: string
  readonly workingFolder: string
}): string {
  const fault = findOverlap(places)
  if (fault !== undefined) throw new CommandFailure(EXIT.usage, fault)
  mkdirSync(places.home, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(places.home, 0o700)
  return realpathSync(places.home)
}

/** Why these folders must not be used together, or undefined. Links are followed as far as folders exist. */
export function findOverlap(places: {
  readonly home: string
  readonly workspace: string
  readonly workingFolder: string
}): string | undefined {
  const home = realPath(places.home)
  const advice = 'Start from another folder, or set SOULGATE_HOME to one of your own that no agent works in.'
  if (isInside(home, realPath(places.workspace))) {
    return `The home folder ${home} lies inside the workspace, where agents write. ${advice}`
  }
  if (isInside(home, realPath(places.workingFolder))) {
    return `The home folder ${home} lies inside the working folder. ${advice}`
  }
  if (isInside(realPath(places.workspace), home)) {
    return `The workspace ${places.workspace} lies inside the home folder ${home}. Set SOULGATE_WORKSPACE elsewhere.`
  }
  return undefined
}

/** The saved connection, or undefined when no server was started with this home yet. */
export function readConnection(home: string): SavedConnection | undefined {
  try {
    const saved: unknown = JSON.parse(readFileSync(join(home, CONNECTION), 'utf8'))
    return isConnection(saved) ? { url: saved.url, token: saved.token } : undefined
  } catch {
    return undefined
  }
}

/** Saves how the commands reach the server, readable for this user only. */
export function writeConnection(home: string, connection: SavedConnection): void {
  const file = join(home, CONNECTION)
  writeFileSync(file, `${JSON.stringify(connection)}\n`, { mode: 0o600 })
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}

/** Permissions of the home folder as octal digits, or undefined when it does not exist. */
export function homeMode(home: string): string | undefined {
  const found = statSync(home, { throwIfNoEntry: false })
  return found && (found.mode & 0o777).toString(8).padStart(4, '0')
}

/** The path with every link in it followed, as far as it exists. */
export function realPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    const parent = dirname(absolute)
    return parent === absolute ? absolute : join(realPath(parent), absolute.slice(parent.length))
  }
}

/** Both are real paths. */
export function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

function isConnection(value: unknown): value is SavedConnection {
  if (typeof value !== 'object' || value === null) return false
  return (
    'url' in value && typeof value.url === 'string' && 'token' in value && typeof value.token === 'string'
  )
}
