import type { JsonObject } from '../../../../contracts/json-value.ts'
import type { Look, MissingForCall, ProposedCall } from '../proposal.ts'

/** A file as `list_files` tells it. */
export interface FileEntry {
  /** Relative to the workspace, with `/`. */
  readonly path: string
  readonly name: string
  /** The folder it lies in; empty for the workspace itself. */
  readonly folder: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** What a listing held: files, folders, and whether it was cut. */
export interface Listing {
  readonly files: readonly FileEntry[]
  readonly folders: readonly string[]
  readonly truncated: boolean
}

/** What one planned action does to one file. */
export interface FileChange {
  readonly file: FileEntry
  readonly action: 'moved' | 'copied' | 'deleted' | 'renamed'
  readonly to?: string
}

/** State handed from one file task to the next. */
export interface Planning {
  readonly tools: ReadonlySet<string>
  readonly look: Look | undefined
  readonly now: Date
  readonly calls: ProposedCall[]
  readonly missing: MissingForCall[]
  readonly risks: string[]
  readonly notes: string[]
  readonly changes: FileChange[]
  /** Paths and patterns that the goal says must not be touched. */
  readonly leftAlone: readonly string[]
  /** Paths that the calls so far will have made or taken. */
  readonly taken: Set<string>
  /** What “them” means for the next task. */
  current: readonly FileEntry[]
  /** What the last move or copy started from: “the originals”. */
  originals: readonly FileEntry[]
  /** Everything in the workspace, once it was listed. */
  everything?: Listing
}

/** Reads the output of `list_files`; entries it cannot read, or that the tool refuses to take back, are left out. */
export function readListing(output: unknown): Listing {
  const entries = field(output, 'entries')
  const list: readonly unknown[] = Array.isArray(entries) ? entries : Array.isArray(output) ? output : []
  const files: FileEntry[] = []
  const folders: string[] = []
  for (const entry of list) {
    const path = field(entry, 'path')
    if (typeof path !== 'string' || path === '' || field(entry, 'refused') === true) continue
    const type = field(entry, 'type')
    if (type === 'folder' || type === 'directory') folders.push(path)
    if (type !== 'file') continue
    const [size, modified] = [field(entry, 'size_bytes'), field(entry, 'modified_at')]
    const modifiedAt = new Date(typeof modified === 'string' || typeof modified === 'number' ? modified : 0)
    files.push({ ...splitPath(path), sizeBytes: typeof size === 'number' ? size : 0, modifiedAt })
  }
  return { files, folders, truncated: field(output, 'truncated') === true }
}

/** The name and folder of a path. */
export function splitPath(path: string): Pick<FileEntry, 'path' | 'name' | 'folder'> {
  const cut = path.lastIndexOf('/')
  return { path, name: path.slice(cut + 1), folder: path.slice(0, Math.max(0, cut)) }
}

/** The ending of a name without its dot, in lower case; empty when it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** A path as listings have it. */
export function cleanPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/+$/, '')
}

/** A folder and a name as one path. */
export function joinPath(folder: string, name: string): string {
  const bare = cleanPath(folder)
  return bare === '' || bare === '.' ? name : `${bare}/${name}`
}

/** A member of an object read from outside, undefined when there is none. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** A size as people read it, in decimal units. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const unit = Math.min(4, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['B', 'kB', 'MB', 'GB', 'TB'][unit]}`
}

/** `1 file`, `3 files`. */
export function countFiles(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`
}

/** Asks a read-only tool; undefined when nothing can be looked up or the tool failed. */
export async function lookUp(planning: Planning, tool: string, args: JsonObject): Promise<unknown> {
  if (planning.look === undefined || !planning.tools.has(tool)) return undefined
  const result = await planning.look(tool, args)
  return result.success ? result.output : undefined
}

/** The text of a file and whether only a part was read; undefined when it cannot be read. */
export async function readText(
  planning: Planning,
  path: string,
): Promise<{ readonly text: string; readonly truncated: boolean } | undefined> {
  const output = await lookUp(planning, 'read_file', { path })
  const text = field(output, 'text')
  return typeof text === 'string' ? { text, truncated: field(output, 'truncated') === true } : undefined
}

/** Every file and folder of the workspace, listed once; undefined when it cannot be listed. */
export async function listEverything(planning: Planning): Promise<Listing | undefined> {
  if (planning.everything !== undefined) return planning.everything
  const output = await lookUp(planning, 'list_files', { recursive: true })
  if (output !== undefined) planning.everything = readListing(output)
  return planning.everything
}

/** The file that stands at a path now. */
export async function standingAt(planning: Planning, path: string): Promise<FileEntry | undefined> {
  return (await listEverything(planning))?.files.find(file => file.path === path)
}

/** A path that neither exists nor was planned: `a.txt`, then `a-2.txt` and so on. */
export async function freePath(planning: Planning, path: string): Promise<string> {
  const existing = new Set((await listEverything(planning))?.files.map(file => file.path) ?? [])
  const dot = path.lastIndexOf('.')
  const cut = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  let candidate = path
  for (let number = 2; planning.taken.has(candidate) || existing.has(candidate); number += 1)
    candidate = `${path.slice(0, cut)}-${number}${path.slice(cut)}`
  return candidate
}
