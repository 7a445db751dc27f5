import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'

/** Writes `packages/create-soulgate/dist` from `src/starter`, so that both commands write the same folder. */
const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src/starter')
const target = join(root, 'packages/create-soulgate/dist')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const files = readdirSync(source).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
for (const file of files) {
  const script = stripTypeScriptTypes(readFileSync(join(source, file), 'utf8'))
  const linked = files.reduce((text, name) => text.replaceAll(`'./${name}'`, `'./${toScript(name)}'`), script)
  writeFileSync(join(target, toScript(file)), linked)
}

function toScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}
