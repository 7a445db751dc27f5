import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isSoulgateError } from '../../base/errors.ts'
import type { SoulgateConfig } from '../../soulgate.ts'
import type { CommandContext } from './context.ts'
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
 * The agents and tools of the file that a command names, or none. Commands load it before the program, which takes longer:
 * a mistake in the file is told at once.
 */
export async function loadOwnConfig(
  { configuration: { workspace } }: Pick<CommandContext, 'configuration'>,
  file: string | undefined,
): Promise<SoulgateConfig> {
  return file === undefined ? {} : loadConfig(file, { workingFolder: process.cwd(), workspace })
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
    throw failure(
      `${explain(error, path)}${syntaxPlace(error, path) ?? importPlace(error) ?? placeIn(error, dirname(path))}\nMend it there; nothing was started.`,
    )
  }
}

function explain(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error)
  if (isSoulgateError(error)) return message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `${basename(path)} is TypeScript, which Node ${process.versions.node} does not run. Use Node 22.18 or newer, or write it as JavaScript.`
  const missing = missingImport(error)
  if (missing !== undefined) return `${path} cannot be loaded: ${message}. ${adviceOn(missing.what)}`
  return `${path} cannot be loaded: ${message}`
}

/** What an import asks for that is not there, and the file that asks. */
function missingImport(error: unknown): { readonly what: string; readonly by: string } | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined
  const [, what, by] = /^Cannot find \w+ '(.+)' imported from (.+)$/.exec(error.message) ?? []
  return what === undefined || by === undefined ? undefined : { what, by }
}

function adviceOn(what: string): string {
  if (!isAbsolute(what)) return 'Is it installed (`npm install`)?'
  const { dir, name } = parse(what)
  const meant = existsSync(dir) ? readdirSync(dir).find(file => parse(file).name === name) : undefined
  return meant === undefined
    ? 'There is no such file.'
    : `There is ${meant}: an import names the file with its ending.`
}

/** Node tells which file imports what is missing, and not where in it. */
function importPlace(error: unknown): string | undefined {
  const { what, by } = missingImport(error) ?? {}
  if (what === undefined || by === undefined || !existsSync(by)) return undefined
  const lines = readFileSync(by, 'utf8').split('\n')
  const line = lines.findIndex(
    text => /['"]/.test(text) && text.includes(isAbsolute(what) ? basename(what) : what),
  )
  return `\n  at ${by}${line < 0 ? '' : `:${line + 1}`}`
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

/**
 * Where a file does not parse: its place, the line, and a mark under it. Node tells these of TypeScript in the stack, and of
 * JavaScript only where nobody catches the error; a process of its own imports the file again, of which nothing runs.
 */
function syntaxPlace(error: unknown, path: string): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const told = readPlace(error.stack ?? '')
  if (told !== undefined) return told
  const again = `import ${JSON.stringify(pathToFileURL(path).href)}`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', again], {
    ...{ encoding: 'utf8', timeout: 10_000 },
  })
  return readPlace(stderr)
}

function readPlace(text: string): string | undefined {
  const lines = text.split('\n')
  const mark = lines.findIndex(line => /^\s*\^+\s*$/.test(line))
  const place = lines
    .slice(0, Math.max(mark, 0))
    .map(line => /^(?:file:\/\/)?(\/.*:\d+)$/.exec(line.trim())?.[1])
    .find(found => found !== undefined)
  return place && `\n  at ${place}\n\n${lines[mark - 1]}\n${lines[mark]}\n`
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
