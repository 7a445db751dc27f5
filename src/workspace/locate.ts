import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { isWithin } from './paths.ts'

/**
 * Makes the function that says which places of the workspace a path may mean: as it is written, and where its links
 * lead. They are relative to the workspace, with `/`, and `''` for all of it; a path that lies outside means none.
 * Nothing is opened, so that a path may name what is not there yet.
 */
export function createLocator(
  workspace: string,
  fileSystem: Pick<FileSystem, 'realpathSync'> = nodeFileSystem,
): (path: string) => readonly string[] {
  const root = resolve(workspace)
  return path => {
    if (path.includes('\0')) return ['']
    const written = resolve(root, path.replace(/^file:\/\//i, '').replaceAll('\\', '/'))
    const real = realPathOf(written, fileSystem)
    const places = [inside(root, written), inside(realPathOf(root, fileSystem), real)]
    return [...new Set(places.filter(place => place !== undefined))]
  }
}

/** A path as guidelines name it: relative to the workspace where it is written as lying inside, in any case where one is all. */
export function toWorkspacePath(workspace: string, path: string, foldsCase: boolean): string {
  if (!isAbsolute(path)) return path
  const root = resolve(workspace)
  if (!foldsCase || !isWithin(resolve(path), root, true)) return inside(root, path) ?? path
  return resolve(path).split(sep).slice(root.split(sep).length).join('/')
}

function inside(root: string, path: string): string | undefined {
  const found = relative(root, path)
  if (found === '..' || found.startsWith(`..${sep}`) || isAbsolute(found)) return undefined
  return found.split(sep).join('/')
}

/** The real path of what exists of a path, with the rest as it is written. */
function realPathOf(path: string, fileSystem: Pick<FileSystem, 'realpathSync'>): string {
  try {
    return fileSystem.realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPathOf(parent, fileSystem), basename(path))
  }
}
