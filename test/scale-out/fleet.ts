import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  createResultClient,
  createSignedFetch,
  type RequestKey,
  type ResultClient,
} from '../../src/sdk/sdk.ts'
import { signInWith } from '../signed-browser.ts'

const HERE = resolve(import.meta.dirname, '../..')

/** `up` serves and works, `serve` only serves, `worker` only works. */
export type NodeKind = 'up' | 'serve' | 'worker'

/** One process of the real program. */
export interface FleetNode {
  readonly kind: NodeKind
  /** Where it listens; a worker does not. */
  readonly url: string
  readonly process: ChildProcess
  /** Everything that it has printed. */
  said(): string
  /** Sends the signal and answers the exit code, `null` where the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Any number of processes on one database and one shared workspace, each with a home of its own. */
export interface Fleet {
  readonly workspace: string
  /** `checkout`: where another version of the program lies; default this one. `flags` go behind the command. */
  start(kind: NodeKind, checkout?: string, flags?: readonly string[]): Promise<FleetNode>
  /** The signed-in admin at a node. The first call signs in, with the link of the first `up`. */
  clientAt(node: FleetNode): Promise<ResultClient>
  close(): Promise<void>
}

const SAYS_READY: Readonly<Record<NodeKind, RegExp>> = {
  up: /(https?:\/\/[^\s/]+)\/sign-in\?code=([\w-]+)/,
  serve: /Serving at (https?:\/\/[^\s/;]+)/,
  worker: /(Working)/,
}

export function createFleet(databaseUrl: string): Fleet {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-fleet-'))
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  const nodes: FleetNode[] = []
  let session: Promise<RequestKey> | undefined
  return {
    workspace,
    start: async (kind, checkout = HERE, flags = []) => {
      const home = join(root, `home-${nodes.length}`)
      const line = [join(checkout, 'src/surfaces/cli/main.ts'), ...lineOf(kind), ...flags]
      const child = spawn(process.execPath, line, {
        env: {
          PATH: process.env.PATH,
          HOME: root,
          NO_COLOR: '1',
          SOULGATE_HOME: home,
          SOULGATE_WORKSPACE: workspace,
          SOULGATE_PORT: '0',
          SOULGATE_DATABASE_URL: databaseUrl,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const node = await untilReady(kind, child)
      nodes.push(node)
      return node
    },
    clientAt: async node => {
      const first = nodes.find(({ kind }) => kind === 'up')
      if (!first) throw new Error('the fleet needs an `up` to sign in at')
      session ??= signIn(first)
      const held = await session
      const fetch = createSignedFetch({ session: async () => held, origin: node.url })
      return createResultClient({ baseUrl: node.url, fetch })
    },
    close: async () => {
      await Promise.all(nodes.map(node => node.end('SIGKILL')))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function lineOf(kind: NodeKind): readonly string[] {
  return kind === 'up' ? ['up', '--print-link'] : [kind]
}

function untilReady(kind: NodeKind, child: ChildProcess): Promise<FleetNode> {
  let text = ''
  return new Promise((found, failed) => {
    const read = (piece: Buffer) => {
      text += piece.toString()
      const ready = SAYS_READY[kind].exec(text)
      if (ready) found({ kind, url: ready[1] ?? '', process: child, said: () => text, end })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', code => failed(new Error(`${kind} ended with ${code} before it was ready:\n${text}`)))
  })
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
    child.kill(signal)
    return ended
  }
}

function signIn(node: FleetNode): Promise<RequestKey> {
  const [, url = '', code = ''] = SAYS_READY.up.exec(node.said()) ?? []
  return signInWith(url, code)
}
