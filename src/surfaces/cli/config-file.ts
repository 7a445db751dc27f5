import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isSoulgateError } from '../../base/errors.ts'
import type { SoulgateConfig } from '../../soulgate.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { isInside } from './home.ts'

/** What a configuration file is called where none is named, in the order in which they are looked for. */
const CONFIG_NAMES = [
  'soulgate.config.ts',
  'soulgate.config.mts',
  'soulgate.config.js',
  'soulgate.config.mjs',
]

/** The configuration file of a folder, where it has one. */
export function findConfigFile(folder: string): string | undefined {
  return CONFIG_NAMES.map(name => resolve(folder, name)).find(path => existsSync(path))
}

/**
 * Loads the agents and tools of a configuration file. It runs with the rights of the program, so that one inside the
 * workspace, where agents write, is refused. Throws a usage failure that names the file and the user's own line.
 */
export async function loadConfig(
  file: string,
  { workingFolder, workspace }: { readonly workingFolder: string; readonly workspace: string },
): Promise<SoulgateConfig> {
  const path = resolve(workingFolder, file)
  if (!existsSync(path))
    throw failure(`There is no file ${path}. Make one with \`soulgate init\`, or name yours with --config.`)
  if (isInside(realPath(path), realPath(workspace)))
    throw failure(
      `${path} lies in the workspace, where agents write, and would run with the rights of Soulgate. Move it out of ${workspace}.`,
    )
  const config: unknown = await importConfig(path)
  if (typeof config !== 'object' || config === null)
    throw failure(
      `${path} has no default export. End it with \`export default defineConfig({ agents: […], tools: […] })\`.`,
    )
  for (const name of ['agents', 'tools', 'gateTypes'] as const) {
    const list: unknown = Reflect.get(config, name)
    if (list !== undefined && !isNamedList(list))
      throw failure(`${name} in ${path} must be a list of what ${MAKERS[name]} answers.`)
  }
  const guidelines: unknown = Reflect.get(config, 'guidelines')
  if (guidelines === undefined) return config
  if (typeof guidelines !== 'string')
    throw failure(`guidelines in ${path} must be the path of a YAML file, or of a folder of them.`)
  const place = resolve(dirname(path), guidelines)
  watchUnderDev(place)
  return { ...config, guidelines: place }
}

/** `node --watch` watches what is imported, and what the process that it started tells it of. */
function watchUnderDev(place: string): void {
  if (process.env.WATCH_REPORT_DEPENDENCIES === undefined || !existsSync(place)) return
  const files = statSync(place).isDirectory() ? readdirSync(place).map(name => join(place, name)) : [place]
  process.send?.({ 'watch:require': files })
}

async function importConfig(path: string): Promise<unknown> {
  try {
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
    return module.default
  } catch (error) {
    throw failure(`${explain(error, path)}${placeIn(error, dirname(path))}`)
  }
}

function explain(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error)
  if (isSoulgateError(error)) return message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `${basename(path)} is TypeScript, which Node ${process.versions.node} does not run. Use Node 22.18 or newer, or write it as JavaScript.`
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `${path} cannot be loaded: ${message}. Is it installed (\`npm install\`)?`
  return `${path} cannot be loaded: ${message}`
}

/** The first line of the user's own that the error came through, as an editor opens it. */
function placeIn(error: unknown, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const own = stack
    .split('\n')
    .map(line => /(?:file:\/\/)?(\/[^\s()]+:\d+(?::\d+)?)/.exec(line)?.[1])
    .find(place => place?.startsWith(`${folder}/`) && !place.includes('/node_modules/'))
  return own === undefined ? '' : `\n  at ${own}`
}

const MAKERS = { agents: 'defineAgent', tools: 'defineTool', gateTypes: 'defineGateType' } as const

function isNamedList(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.every(item => typeof item === 'object' && item !== null && typeof item.name === 'string')
  )
}

function failure(detail: string): CommandFailure {
  return new CommandFailure(EXIT.usage, `${detail}`)
}

/** Where a path leads through its links; the path itself where nothing is. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path)
}
