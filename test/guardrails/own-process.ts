import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Oddities } from './served-program.ts'

const program = fileURLToPath(new URL('./served-program.ts', import.meta.url))
const children = new Set<ChildProcess>()

export interface OwnProcess {
  readonly url: string
  tokenOf(role: string): string
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  send(role: string, path: string, body?: object): Promise<{ readonly status: number; readonly json: any }>
  /** SIGKILL, as when a machine loses its power. */
  kill(): Promise<void>
}

/** Starts the real server in a process of its own; with `mostBlocks` no file of it grows beyond so many of 512 bytes. */
export async function startOwnProcess(
  root: string,
  { mostBlocks, ...oddities }: Oddities & { readonly mostBlocks?: number } = {},
): Promise<OwnProcess> {
  const limit = mostBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBlocks};`
  const command = ['-c', `${limit} exec "$0" "$@"`, process.execPath, program, root, JSON.stringify(oddities)]
  const child = spawn('sh', command, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const line = await new Promise<string>((told, failed) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('\n')) told(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', code => failed(new Error(`the program ended with ${code}`)))
  })
  const { url, tokens } = JSON.parse(line)
  return {
    url,
    tokenOf: role => tokens[role],
    send: async (role, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${tokens[role]}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: JSON.parse(await response.text()) }
    },
    kill: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      children.delete(child)
    },
  }
}

/** Ends those that a failed test left behind. */
export function killOwnProcesses(): void {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
}

/** What another process does takes as long as it takes; three minutes are too long on any machine. */
export async function until<Value>(
  find: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  for (let tries = 0; tries < 1800; tries += 1) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    await wait(100)
  }
  throw new Error('what was waited for did not come within three minutes')
}
