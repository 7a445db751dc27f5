import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * Writes the generated files; with `--check` writes nothing and fails when one is stale.
 * A generator is a module of `scripts/generators/` that exports `generate()`.
 */
type Generator = { readonly generate: () => Promise<ReadonlyMap<string, string>> }

const root = resolve(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'generators')
const checkOnly = process.argv.includes('--check')

const stale: string[] = []
for (const name of (await readdir(folder)).filter(isGenerator).sort()) {
  const generator: Generator = await import(join(folder, name))
  for (const [path, text] of await generator.generate()) {
    if ((await readFile(join(root, path), 'utf8').catch(() => undefined)) === text) continue
    stale.push(path)
    if (!checkOnly) await write(join(root, path), text)
  }
}

for (const path of stale)
  console.log(`${path} ${checkOnly ? 'is stale. Run `npm run generate`.' : 'written'}`)
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0

function isGenerator(name: string): boolean {
  return name.endsWith('.ts') && !name.endsWith('.test.ts')
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
