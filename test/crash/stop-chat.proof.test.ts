import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'

const MAIN = resolve(import.meta.dirname, '../../src/surfaces/cli/main.ts')
const root = mkdtempSync(join(tmpdir(), 'soulgate-stop-chat-'))
const soon = { timeout: 20_000, interval: 10 }
/** Two programs that start at once, on a machine that may be busy with other tests. */
const started = { timeout: 90_000, interval: 50 }
const children: ChildProcess[] = []
/** Answers of the model that were begun and will never end, until somebody hangs up. */
const thinking = new Set<ServerResponse>()

/** A language model that says a few words and then hangs. */
const model = createServer((_request, response) => {
  thinking.add(response)
  response.once('close', () => thinking.delete(response))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'Let me think' } }]
  const chunk = { id: 'chunk_1', object: 'chat.completion.chunk', created: 1, model: 'm', choices }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
})

const home = join(root, 'server')
let server: ChildProcess
let connection: { readonly url: string; readonly token: string }

beforeAll(async () => {
  await new Promise<void>(listening => model.listen(0, '127.0.0.1', listening))
  const databaseUrl = await createTestDatabase()
  const starting = [startProgram('serve', databaseUrl), startProgram('worker', databaseUrl)] as const
  server = (await Promise.all(starting))[0]
  connection = JSON.parse(readFileSync(join(home, 'connection.json'), 'utf8'))
}, 120_000)
afterAll(async () => {
  await Promise.all(children.map(kill))
  model.closeAllConnections()
  model.close()
  rmSync(root, { recursive: true, force: true })
})

const environmentOf = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: root,
  SOULGATE_HOME: folder,
  NO_COLOR: '1',
})

/** Runs a command as a process of its own; `said` is everything that it has printed. */
function launch(line: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN, ...line], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', piece => {
      text += String(piece)
    })
  }
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null }>(done =>
    child.once('exit', (code, signal) => done({ code, signal })),
  )
  return { child, ended, said: () => text }
}

/** The server has no worker of its own: what is said at it is worked on by the other process. */
async function startProgram(command: 'worker' | 'serve', databaseUrl: string): Promise<ChildProcess> {
  const workspace = join(root, `workspace of ${command}`)
  mkdirSync(workspace)
  const { port } = model.address() as AddressInfo
  const { child, said } = launch([command], {
    ...environmentOf(command === 'serve' ? home : join(root, command)),
    SOULGATE_WORKSPACE: workspace,
    SOULGATE_PORT: '0',
    SOULGATE_DATABASE_URL: databaseUrl,
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: 'none',
  })
  await vi.waitFor(() => expect(said()).toMatch(/Working|Serving at http/), started)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await gone
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${connection.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const newestRun = async () => (await ask('GET', '/api/runs?limit=1')).runs[0]
const chat = () => launch(['chat', 'Think for ever'], environmentOf(home))

describe('a chat whose model never ends, worked on by another process', { timeout: 60_000 }, () => {
  test('is cancelled by the process that has no part in it, and its model call is hung up', async () => {
    const talk = chat()
    await expect.poll(() => thinking.size, soon).toBe(1)
    const run = await newestRun()
    const askedAt = performance.now()
    await ask('POST', `/api/runs/${run.run_id}/cancel`, { because: 'enough' })
    await expect.poll(() => thinking.size, soon).toBe(0)
    report('a cancellation at one process hung up the model call of another', askedAt)
    await expect.poll(newestRun, soon).toMatchObject({ run_id: run.run_id, status: 'cancelled' })
    report('… and the run stood as cancelled', askedAt)
    expect((await newestRun()).cancelled_because).toBe('enough')
    await talk.ended
  })

  test('is cancelled by Ctrl-C in the terminal', async () => {
    const talk = chat()
    await expect.poll(() => thinking.size, soon).toBe(1)
    talk.child.kill('SIGINT')
    expect(await talk.ended).toEqual({ code: 4, signal: null })
    const run = await newestRun()
    expect(talk.said()).toContain(`Cancelled ${run.run_id}. What was done stays done.`)
    expect(run.cancelled_because).toBe('cancelled in the terminal')
    await expect.poll(newestRun, soon).toMatchObject({ run_id: run.run_id, status: 'cancelled' })
    await expect.poll(() => thinking.size, soon).toBe(0)
  })

  test('is left at once by a second Ctrl-C, though the server answers nothing', async () => {
    const talk = chat()
    await expect.poll(() => thinking.size, soon).toBe(1)
    server.kill('SIGSTOP')
    talk.child.kill('SIGINT')
    await expect.poll(talk.said, soon).toContain('Ctrl-C again leaves at once')
    talk.child.kill('SIGINT')
    expect(await talk.ended).toEqual({ code: null, signal: 'SIGINT' })
    server.kill('SIGCONT')
  })
})

function report(what: string, since: number): void {
  if (process.env.SOULGATE_REPORT) console.log(`${what} after ${(performance.now() - since).toFixed(0)} ms`)
}
