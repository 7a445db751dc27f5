import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const ui = join(root, 'ui')
const entry = join(root, 'src/surfaces/cli/main.ts')

buildPagesWhenStale()
await startProgram()

function buildPagesWhenStale(): void {
  if (!existsSync(join(ui, 'vite.config.ts'))) {
    console.log(
      'There are no pages to build yet (ui/vite.config.ts is missing); the API starts without them.',
    )
    return
  }
  const builtAt = statSync(join(ui, 'dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = ['src', 'index.html', 'vite.config.ts', 'package.json'].map(name => join(ui, name))
  if (Math.max(...[...sources, join(root, 'src/sdk'), join(root, 'src/contracts')].map(newestMs)) <= builtAt)
    return
  console.log('Building the pages (once, and again when their sources change) …')
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: ui,
      stdio: 'inherit',
    },
  )
  if (status === 0) return
  console.error('The pages could not be built. Read the lines above, or run `npm run build`.')
  process.exit(1)
}

function newestMs(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return 0
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map(name => newestMs(join(path, name))))
}

async function startProgram(): Promise<void> {
  if (!existsSync(entry)) {
    console.error(`There is nothing to start: ${entry} is missing.`)
    process.exit(1)
  }
  process.argv = [process.execPath, entry, 'up', ...process.argv.slice(2)]
  await import(entry)
}
