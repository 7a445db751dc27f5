import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const FOLDERS = ['src', 'ui/src', 'examples', 'test', 'bench', 'scripts']
const PASSED_OVER = new Set(['node_modules', 'dist', 'fixtures', 'coverage'])

/** Reads every TypeScript source of the repository at `root`, by its path relative to it. */
export async function readTree(root: string): Promise<ReadonlyMap<string, string>> {
  const paths = [join(root, 'layers.ts'), join(root, 'bans.ts')]
  for (const folder of FOLDERS) paths.push(...(await listSources(join(root, folder))))
  const entries = paths.sort().map(async path => {
    return [relative(root, path).split(sep).join('/'), await readFile(path, 'utf8')] as const
  })
  return new Map(await Promise.all(entries))
}

async function listSources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : listSources(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
  return (await Promise.all(found)).flat()
}
