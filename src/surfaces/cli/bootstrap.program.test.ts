import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInWith } from '../../../test/signed-browser.ts'
import { createContext } from './context.ts'
import { type RunningProgram, startProgram } from './running-program.ts'

let root: string
let said: string
let running: RunningProgram[] = []
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-bootstrap-')))
  for (const folder of ['secrets', 'workspace']) mkdirSync(join(root, folder))
  said = ''
})
afterEach(async () => {
  for (const program of running) await program.close()
  running = []
})

async function start(environment: Readonly<Record<string, string>>): Promise<RunningProgram> {
  const context = createContext(
    {
      environment: {
        SOULGATE_HOME: join(root, 'home'),
        SOULGATE_WORKSPACE: join(root, 'workspace'),
        SOULGATE_PORT: '0',
        SOULGATE_LOG_LEVEL: 'silent',
        ...environment,
      },
      workingFolder: root,
      isTerminal: false,
      write: piece => {
        said += piece
      },
      writeError: () => {},
      ask: async () => '',
      setExitCode: () => {},
    },
    {},
  )
  const program = await startProgram(context, { version: '0.0.0', withWorker: false })
  running.push(program)
  return program
}

const tokenFile = () => join(root, 'secrets', 'token')
const withFile = (file = tokenFile(), more: Readonly<Record<string, string>> = {}) =>
  start({ SOULGATE_BOOTSTRAP_TOKEN_FILE: file, ...more })
const full = { SOULGATE_BOOTSTRAP_FULL: 'true' }

async function send(program: RunningProgram, method: string, path: string, body?: object) {
  const answer = await fetch(`${program.served.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(tokenFile(), 'utf8').trim()}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? {} : JSON.parse(text) }
}

const makeToken = (program: RunningProgram, body: object) => send(program, 'POST', '/api/tokens', body)

describe('the first start of an empty home', () => {
  it('writes no token unless it is told where', async () => {
    await start({})
    expect(existsSync(tokenFile())).toBe(false)
  })

  it('writes one for this user alone, which makes keys of agents and nothing that decides', async () => {
    const program = await withFile()
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600)
    expect((await makeToken(program, { name: 'bot', role: 'agent' })).status).toBe(201)
    expect((await makeToken(program, { name: 'boss', role: 'admin' })).status).toBe(403)
    for (const [method, path, body] of [
      ['POST', '/api/people', { name: 'Eve', role: 'admin', email: 'eve@example.com' }],
      ['PUT', '/api/settings', { version: 1, autonomy_level: 1 }],
      ['POST', '/api/gates/gate_x/decide', { decision: 'approve' }],
      ['POST', '/api/tools/x/confirm', { definition_hash: 'x' }],
      ['POST', '/api/guardrails/bootstrap', {}],
    ] as const) {
      expect([path, (await send(program, method, path, body)).status]).toEqual([path, 403])
    }
    const link = await send(program, 'POST', '/api/auth/links', {})
    expect([link.status, link.json.code]).toEqual([409, 'no_terminal'])
    const { json } = await send(program, 'GET', '/readyz')
    expect(json.checks.bootstrap).toMatchObject({
      ok: true,
      detail: expect.stringContaining('decides nothing'),
    })
  })

  it('writes one that decides only where that is said twice, and says so itself for as long as it lives', async () => {
    const program = await withFile(tokenFile(), full)
    expect((await makeToken(program, { name: 'boss', role: 'admin' })).status).toBe(201)
    const { status, json } = await send(program, 'GET', '/readyz')
    expect([status, json.checks.bootstrap.ok]).toEqual([200, false])
    expect(json.checks.bootstrap.detail).toContain('decides as an admin')
    expect(said).toContain('SOULGATE_BOOTSTRAP_FULL')
  })

  it('is the only one: a later start writes nothing and leaves the file as it is', async () => {
    const program = await withFile()
    const token = readFileSync(tokenFile(), 'utf8')
    await program.close()
    running = []
    await withFile()
    await withFile(join(root, 'secrets', 'other')).catch(() => {})
    expect(readFileSync(tokenFile(), 'utf8')).toBe(token)
    expect(existsSync(join(root, 'secrets', 'other'))).toBe(false)
  })

  it('is over when a person has signed in', async () => {
    const program = await withFile(tokenFile(), full)
    const { code } = await program.soulgate.access.createSignInCode()
    await signInWith(program.served.url, code)
    expect((await send(program, 'GET', '/api/auth/me')).status).toBe(401)
    const answer: unknown = await (await fetch(`${program.served.url}/readyz`)).json()
    expect(answer).toMatchObject({ checks: { bootstrap: { ok: true } } })
  })
})

describe('the address where people reach it', () => {
  it.each([
    ['http://soulgate.example', true],
    ['http://10.0.0.5:7411', true],
    ['https://soulgate.example', false],
    ['http://localhost:9000', false],
    ['http://127.0.0.1:9000', false],
  ])('%s: says that nobody can sign in there: %s', async (address, isWarned) => {
    await start({ SOULGATE_PUBLIC_URL: address })
    expect(said.includes(`Nobody can sign in at ${address}`)).toBe(isWarned)
  })
})

describe('a place for the token that is not safe starts nothing', () => {
  const places: readonly (readonly [string, () => string, RegExp])[] = [
    ['a relative path', () => 'token', /absolute path/],
    ['a file that is there', () => occupied(join(root, 'secrets', 'token')), /exists already/],
    ['a link in place of the file', () => linked(join(root, 'secrets', 'token')), /symbolic link/],
    ['a link among its folders', () => join(linkedFolder(), 'token'), /symbolic link/],
    ['a folder that is not there', () => join(root, 'none', 'token'), /is no folder/],
    ['the workspace', () => join(root, 'workspace', 'token'), /lies inside/],
    ['the home', () => join(root, 'home', 'token'), /lies inside/],
    ['the working folder', () => join(process.cwd(), 'token'), /lies inside/],
  ]

  function occupied(file: string): string {
    writeFileSync(file, 'mine')
    return file
  }
  function linked(file: string): string {
    symlinkSync(join(root, 'secrets', 'target'), file)
    return file
  }
  function linkedFolder(): string {
    symlinkSync(join(root, 'secrets'), join(root, 'alias'))
    return join(root, 'alias')
  }

  it.each(places)('%s', async (_kind, place, fault) => {
    const file = place()
    await expect(withFile(file, full)).rejects.toThrow(fault)
    expect(existsSync(join(root, 'secrets', 'target'))).toBe(false)
    if (existsSync(file)) expect(readFileSync(file, 'utf8')).toBe('mine')
    // No token was made either: the next start is the first one still.
    await withFile(join(root, 'secrets', 'second'))
    expect(existsSync(join(root, 'secrets', 'second'))).toBe(true)
  })
})
