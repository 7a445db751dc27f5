import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { requireStandingPolicy } from '../soulgate/standing-policy.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DAY_MS = 86_400_000

export interface RunningProgram {
  readonly url: string
  /** Works once. */
  readonly signInLink: string
  readonly workspace: string
  stop(): Promise<void>
}

export interface ProgramOptions {
  readonly port?: number
  readonly config?: string
}

/**
 * Starts the real program in an empty home, over a workspace with two old log files and a new one; `config` is a file of
 * agents of one's own.
 */
export async function startProgram({ port = 0, config }: ProgramOptions = {}): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-browser-'))
  const workspace = join(folder, 'workspace')
  fillWorkspace(workspace)
  const carried = config === undefined ? [] : ['--config', config]
  const child = spawn(process.execPath, [join(ROOT, 'src/surfaces/cli/main.ts'), 'up', ...carried], {
    cwd: workspace,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SOULGATE_HOME: join(folder, 'home'),
      SOULGATE_WORKSPACE: workspace,
      SOULGATE_PORT: String(port),
      ...(config === undefined ? {} : { NODE_OPTIONS: '--conditions=soulgate-source' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>(done => child.once('exit', () => done()))
  const signInLink = await new Promise<string>((found, failed) => {
    let said = ''
    const read = (piece: Buffer) => {
      said += piece.toString()
      const link = /https?:\/\/\S+code=\S+/.exec(said)?.[0]
      if (link) found(link)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', code =>
      failed(new Error(`The program ended with ${code} before it was ready:\n${said}`)),
    )
  })
  return {
    url: new URL(signInLink).origin,
    signInLink,
    workspace,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await requireStandingPolicy({ home: join(folder, 'home') })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function fillWorkspace(workspace: string): void {
  mkdirSync(join(workspace, 'logs'), { recursive: true })
  const old = new Date(Date.now() - 10 * DAY_MS)
  for (const name of ['one.log', 'two.log', 'new.log']) {
    const path = join(workspace, 'logs', name)
    writeFileSync(path, `${name}\n`)
    if (name !== 'new.log') utimesSync(path, old, old)
  }
}
