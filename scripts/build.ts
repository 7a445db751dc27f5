import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

rmSync(join(root, 'dist'), { recursive: true, force: true })
run('typescript/bin/tsc', ['-p', 'tsconfig.build.json'], root)
// A coding agent starts the hook before and after every call: one file loads several times faster than sixty.
run('vite/bin/vite.js', ['build', '--config', 'scripts/hook-bundle.config.ts', '--logLevel', 'warn'], root)
const cli = join(root, 'dist/surfaces/cli')
writeFileSync(join(cli, 'hook-entry.js'), "export { runHook } from './hook-entry.cjs'\n")
writeFileSync(join(cli, 'hook.cjs'), "require('./hook-entry.cjs').runHook(process.argv.slice(4))\n")
cpSync(join(root, 'src/surfaces/api/assets'), join(root, 'dist/surfaces/api/assets'), { recursive: true })
if (existsSync(join(root, 'ui/vite.config.ts'))) run('vite/bin/vite.js', ['build'], join(root, 'ui'))
else console.log('There are no pages to build yet: ui/vite.config.ts is missing.')

function run(program: string, parameters: readonly string[], folder: string): void {
  const path = join(root, 'node_modules', program)
  const { status } = spawnSync(process.execPath, [path, ...parameters], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
