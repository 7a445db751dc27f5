import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedBrowser, signInWith } from '../signed-browser.ts'

/** What docs/mcp.md says, done as it says it: in an empty folder, with processes of their own. */
const ROOT = resolve(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/surfaces/cli/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'soulgate-mcp-docs-'))
const project = join(folder, 'project')
const environment = {
  ...{ PATH: process.env.PATH ?? '', HOME: folder, SOULGATE_PORT: '0' },
  ...{ SOULGATE_HOME: join(folder, 'home'), SOULGATE_WORKSPACE: join(project, 'workspace') },
}

let soulgate: ChildProcess
let url = ''
let browser: SignedBrowser
let key = ''

beforeAll(async () => {
  copyExample()
  await startSoulgate()
}, 180_000)
afterAll(async () => {
  await stop(soulgate)
  rmSync(folder, { recursive: true, force: true })
})

function copyExample(): void {
  // The packages of this clone stand in for `npm install` in the folder.
  mkdirSync(project)
  copyFileSync(join(ROOT, 'examples/mcp-gateway/notes-server.ts'), join(project, 'notes-server.ts'))
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
}

async function startSoulgate(port = '0'): Promise<void> {
  soulgate = spawn(process.execPath, [MAIN, 'up', '--json', '--print-link'], {
    cwd: project,
    env: { ...environment, SOULGATE_PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const told = await new Promise<{ url: string; sign_in: string }>((done, fail) => {
    soulgate.on('exit', code => fail(new Error(`soulgate up ended with ${code}`)))
    soulgate.stdout?.on('data', chunk => {
      output += chunk
      const json = /\{[\s\S]*\n\}/.exec(output)?.[0]
      if (json !== undefined) done(JSON.parse(json))
    })
  })
  soulgate.removeAllListeners('exit')
  url = told.url
  const code = new URL(told.sign_in).searchParams.get('code')
  browser = await signInWith(url, code ?? '')
}

const send: SignedBrowser['send'] = (...request) => browser.send(...request)

/** `soulgate mcp gateway --name notes -- node notes-server.ts my-notes`, as a client starts it. */
async function connect(): Promise<Client> {
  const client = new Client({ name: 'docs', version: '0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...[MAIN, 'mcp', 'gateway', '--name', 'notes', '--wait', '0.1', '--'],
        ...['sh', '-c', `env > seen.txt; exec ${process.execPath} notes-server.ts my-notes`],
      ],
      env: { ...environment, SOULGATE_URL: url, SOULGATE_TOKEN: key },
      cwd: project,
    }),
  )
  return client
}

function stop(process: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  return new Promise(done => {
    if (process.exitCode !== null || process.signalCode !== null) return done()
    process.once('exit', () => done())
    process.kill(signal)
  })
}

const CALL = { name: 'append_note', arguments: { name: 'today', line: 'Water the plants.' } }
const notes = () => readFileSync(join(project, 'my-notes', 'today.md'), 'utf8')

test('a call waits at its card, outlives both sides, and runs once when a person approved it', async () => {
  key = (await send('POST', '/api/tokens', { name: 'notes', role: 'agent' })).json.token
  const first = await connect()
  expect((await first.listTools()).tools.map(tool => tool.name)).toContain('append_note')
  const asked = await first.callTool(CALL)
  const gateId = String(asked._meta?.['soulgate/gate'])
  expect([asked.isError, asked._meta?.['soulgate/status']]).toEqual([true, 'pending'])
  expect(notes).toThrow()
  const { pid } = first.transport as StdioClientTransport
  if (pid !== null) process.kill(pid, 'SIGKILL')
  await first.close()

  await stop(soulgate, 'SIGKILL')
  await startSoulgate(new URL(url).port)

  const second = await connect()
  expect((await second.callTool(CALL))._meta?.['soulgate/gate']).toBe(gateId)
  const { json: gate } = await send('GET', `/api/gates/${gateId}`)
  const approval = { decision: 'approve', confirm: gate.confirm_word, view_digest: gate.view_digest }
  expect((await send('POST', `/api/gates/${gateId}/decide`, approval)).status).toBe(200)
  const done = await second.callTool(CALL)
  expect(done.content).toEqual([{ type: 'text', text: 'wrote into today' }])
  expect((await second.callTool(CALL))._meta?.['soulgate/status']).toBe('pending')
  expect(notes()).toBe('Water the plants.\n')
  await second.close()
  const seen = readFileSync(join(project, 'seen.txt'), 'utf8')
  expect([seen.includes('PATH='), /SOULGATE_/i.test(seen)]).toEqual([true, false])
  expect((await send('GET', '/api/audit/verify')).json.ok).toBe(true)
}, 180_000)
