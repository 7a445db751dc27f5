import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** How a probe looks at files: the names in a folder, and which file a path means. */
export interface ProbedFiles {
  readonly namesIn: (folder: string) => readonly string[]
  /** The same text for paths that mean the same file; undefined where there is none. */
  readonly identify: (path: string) => string | undefined
}

const THIS_MACHINE: ProbedFiles = {
  namesIn: folder => readdirSync(folder),
  identify: path => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats && `${stats.dev}:${stats.ino}`
  },
}

/**
 * Whether the file system of a folder takes upper and lower case for the same. Writes nothing: a name that is there is
 * looked for in the other case, the folder's own one where it is empty. Where no name can tell, the habit of the
 * platform counts.
 */
export function foldsCase(
  folder: string,
  {
    files = THIS_MACHINE,
    platform = process.platform,
  }: { readonly files?: ProbedFiles; readonly platform?: string } = {},
): boolean {
  const habit = platform === 'darwin' || platform === 'win32'
  try {
    const inside = files.namesIn(folder).find(hasCase)
    const [where, name] = inside === undefined ? [dirname(folder), basename(folder)] : [folder, inside]
    const found = files.identify(join(where, name))
    if (!hasCase(name) || found === undefined) return habit
    return found === files.identify(join(where, swapCase(name)))
  } catch {
    return habit
  }
}

function hasCase(name: string): boolean {
  return /[a-z]/i.test(name)
}

function swapCase(name: string): string {
  return name.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
