import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'] as const
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Starts Chromium with an empty profile; without one on this machine it is installed as root, or this throws. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium(), args: FLAGS })
}

function findChromium(): string {
  const found = chromiumOnPath()
  if (found) return found
  if (process.getuid?.() === 0) {
    execFileSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
    const installed = chromiumOnPath()
    if (installed) return installed
  }
  throw new Error(
    'Browser tests need Chromium. Install it (Debian: `apt-get install chromium`) and run them again.',
  )
}

function chromiumOnPath(): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
