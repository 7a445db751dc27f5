import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { starterFiles } from './starter-files.ts'

/** What came of writing the starter: what was written into which folder, or what stood there already. */
export type WrittenStarter =
  | { readonly ok: true; readonly folder: string; readonly written: readonly string[] }
  | { readonly ok: false; readonly folder: string; readonly standing: readonly string[] }

/**
 * Writes a folder that runs: a configuration with one tool, one agent and one test. `version` is the one of Soulgate that
 * it depends on. Where one of its files stands already nothing is written, except that a `package.json` is kept.
 */
export function writeStarter(folder: string, version: string): WrittenStarter {
  const target = resolve(folder)
  const files = starterFiles({ name: basename(target), version })
  // A link that leads nowhere stands there, too.
  const isThere = (path: string) => lstatSync(join(target, path), { throwIfNoEntry: false }) !== undefined
  const standing = files.map(({ path }) => path).filter(path => path !== 'package.json' && isThere(path))
  if (standing.length > 0) return { ok: false, folder: target, standing }
  const missing = files.filter(({ path }) => !isThere(path))
  for (const { path, text } of missing) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
  return { ok: true, folder: target, written: missing.map(({ path }) => path) }
}

/** What a person types next in a folder that was written. */
export const NEXT_COMMANDS = [
  'npx soulgate dev',
  `npx soulgate start refunds '{"order":"o1","customer":"c7"}'      in another terminal`,
] as const
