import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = [
  'ui/src',
  'ui/public',
  'ui/index.html',
  'ui/vite.config.ts',
  'src/sdk',
  'src/contracts',
] as const
const LOCK = join(ROOT, 'node_modules/.soulgate-pages-lock')
const OLDEST_LOCK_MS = 120_000

/** Builds the pages when a source is newer than they are; files of tests that run side by side take turns. */
export async function buildPages(): Promise<void> {
  while (!takeLock()) await wait(100)
  try {
    if (!areFresh()) build()
  } finally {
    rmdirSync(LOCK)
  }
}

function build(): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(ROOT, 'ui'),
    // A test runner's NODE_ENV would build the development form of React.
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

function areFresh(): boolean {
  const built = changedAt(join(ROOT, 'ui/dist/index.html'))
  return SOURCES.every(source => newestIn(join(ROOT, source)) < built)
}

function newestIn(path: string): number {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map(name => newestIn(join(path, name))))
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const since = changedAt(LOCK)
    if (since > 0 && Date.now() - since > OLDEST_LOCK_MS) rmdirSync(LOCK)
    return false
  }
}

/** 0 when there is nothing. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
