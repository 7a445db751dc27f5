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
    else if (type === 'file') files.push(describeFile(path, entry))
  }
  return { files, folders, truncated: field(output, 'truncated') === true }
}

function describeFile(path: string, entry: unknown): FileEntry {
  const size = field(entry, 'size_bytes')
  const modified = field(entry, 'modified_at')
  return {
    ...splitPath(path),
    sizeBytes: typeof size === 'number' ? size : 0,
    modifiedAt: new Date(typeof modified === 'string' || typeof modified === 'number' ? modified : 0),
  }
}

/** The name and folder of a path. */
export function splitPath(path: string): Pick<FileEntry, 'path' | 'name' | 'folder'> {
  const cut = path.lastIndexOf('/')
  return { path, name: path.slice(cut + 1), folder: cut < 0 ? '' : path.slice(0, cut) }
}

/** The ending of a name without its dot, in lower case; empty when it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** A member of an object read from outside, undefined when there is none. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** A folder and a name as one path. */
export function joinPath(folder: string, name: string): string {
  const bare = folder.replace(/^\.\//, '').replace(/\/+$/, '')
  return bare === '' || bare === '.' ? name : `${bare}/${name}`
}

/** A size as people read it, in decimal units. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = -1
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? 'B'}`
}

/** `1 file`, `3 files`. */
export function countFiles(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`
}
