import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { createSoulgate, type Soulgate } from '../../soulgate.ts'
import { createApi, type ServedApi, serveApi } from '../api/api.ts'
import { writeConnection } from './home.ts'
import { invocationOf } from './invocation.ts'
import { runProgram } from './program.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const root = mkdtempSync(join(tmpdir(), 'soulgate-cli-'))
const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
const shown: string[] = []
let soulgate: Soulgate
let served: ServedApi

beforeAll(async () => {
  for (const folder of [home, workspace]) mkdirSync(folder)
  soulgate = await createSoulgate({
    home,
    workspace,
    storePath: ':memory:',
    settingsSeed: { limits: { starts_per_second: 10_000, sign_ins_per_minute: 1000, max_steps: 1000 } },
  })
  await soulgate.startWorker()
  const terminal = { show: (lines: readonly string[]) => void shown.push(...lines) }
  served = await serveApi({
    app: createApi({ soulgate, version: '0.0.0', knownHosts: [], terminal }),
    port: 0,
    host: '127.0.0.1',
  })
  const made = await soulgate.access.createToken(SYSTEM, { name: 'cli', role: 'member', decides: false })
  if (made.refused) throw new Error(made.detail)
  writeConnection(home, { url: served.url, token: made.token })
}, 30_000)

afterAll(async () => {
  await served.close(100)
  await soulgate.close()
})

interface World {
  readonly isTerminal?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly answers?: readonly (() => string)[]
}

async function soulgateCommand(line: readonly string[], world: World = {}) {
  let [text, errors, code] = ['', '', 0]
  const answers = [...(world.answers ?? [])]
  await runProgram(
    {
      environment: { SOULGATE_HOME: home, SOULGATE_WORKSPACE: workspace, ...world.environment },
      workingFolder: root,
      isTerminal: world.isTerminal ?? false,
      write: piece => {
        text += piece
      },
      writeError: piece => {
        errors += piece
      },
      ask: async () => answers.shift()?.() ?? '',
      setExitCode: value => {
        code = value
      },
    },
    line,
    '0.0.0',
  )
  return { text, errors, code }
}

const phrase = () => [...shown.join('\n').matchAll(/Phrase: ([a-z0-9-]+)/g)].at(-1)?.[1] ?? 'none'

async function askToDelete(file: string): Promise<string> {
  writeFileSync(join(workspace, file), 'x')
  const { text } = await soulgateCommand(['ask', `delete the file ${file}`, '--json'])
  return JSON.parse(text).soul_request_id
}

describe('an agent with a shell', () => {
  test('asks, is told that a person is awaited, and decides nothing', async () => {
    const gate = await askToDelete('kept.log')
    for (const line of [
      ['approve', gate, '--confirm', 'delete_file'],
      ['reject', gate],
      ['steer', gate, 'delete everything'],
      ['undo', 'run_none'],
      ['resume-all'],
      ['token', 'create', 'me', '--role', 'admin'],
    ]) {
      const answer = await soulgateCommand(line)
      expect([line[0], answer.code]).toEqual([line[0], 6])
      expect(answer.errors).toContain('Nothing was decided')
    }
    expect((await soulgateCommand(['token', 'list'])).code).toBe(6)
    expect(await statusOf(gate)).toBe('pending')
    expect(existsSync(join(workspace, 'kept.log'))).toBe(true)
  })

  test('gets no sign-in link', async () => {
    shown.length = 0
    const answer = await soulgateCommand(['signin', '--json'])
    expect(answer.text).not.toContain('code=')
    expect(shown.join()).toContain('code=')
  })

  test('does not guess the phrase, also on a terminal it made itself', async () => {
    const gate = await askToDelete('guessed.log')
    const guesses = ['aaaaa-aaaaa', 'bbbbb-bbbbb', 'ccccc-ccccc', 'ddddd-ddddd'].map(guess => () => guess)
    const answer = await soulgateCommand(['approve', gate, '--confirm', 'delete_file'], {
      isTerminal: true,
      answers: guesses,
    })
    expect(answer.code).not.toBe(0)
    expect(await statusOf(gate)).toBe('pending')
  })
})

describe('a person', () => {
  test('sees every piece of evidence before it may be approved', async () => {
    const opened = await soulgate.gates.open(SYSTEM, {
      type: 'code_review',
      summary: 'Look at the change',
      artifacts: [{ path: 'change.diff', type: 'diff', size_bytes: 20, preview: '-old\n+rm -rf the new' }],
    })
    if (opened.refused) throw new Error(opened.detail)
    const { gate_id: gate } = opened.gate
    const blind = await soulgateCommand(['approve', gate])
    expect([blind.code, blind.errors]).toEqual([6, expect.stringContaining('evidence')])
    const hasty = await soulgateCommand(['approve', gate], { isTerminal: true, answers: [() => 'y'] })
    expect([hasty.code, await statusOf(gate)]).toEqual([4, 'pending'])
    const read = await soulgateCommand(['approve', gate], {
      isTerminal: true,
      answers: [() => 'read', phrase, phrase],
    })
    expect(read.text).toContain('+rm -rf the new')
    expect([read.errors, read.code, await statusOf(gate)]).toEqual(['', 0, 'approved'])
  })

  test('approves with the phrase of the server’s terminal, and then it runs', async () => {
    const gate = await askToDelete('gone.log')
    shown.length = 0
    const answer = await soulgateCommand(['approve', gate, '--confirm', 'delete_file'], {
      isTerminal: true,
      answers: [phrase],
    })
    expect([answer.code, await statusOf(gate)]).toEqual([0, 'approved'])
    expect(shown.join('\n')).toContain('delete_file {"path":"gone.log"}')
    const shownRun = await soulgateCommand(['run', await runOf(gate), '--follow'])
    expect([shownRun.code, existsSync(join(workspace, 'gone.log'))]).toEqual([0, false])
  })

  test('stops everything and lets it run again', async () => {
    expect((await soulgateCommand(['stop'])).code).toBe(2)
    expect((await soulgateCommand(['stop', '--yes', '--reason', 'drill'])).code).toBe(0)
    expect((await soulgate.stop.state()).engaged).toBe(true)
    const lifted = await soulgateCommand(['resume-all'], { isTerminal: true, answers: [phrase] })
    expect([lifted.code, (await soulgate.stop.state()).engaged]).toEqual([0, false])
  })

  test('makes a token that works', async () => {
    const made = await soulgateCommand(['token', 'create', 'coder'], { isTerminal: true, answers: [phrase] })
    const token = /sg_[\w-]{43}/.exec(made.text)?.[0] ?? ''
    const who = await soulgate.access.authenticate({ kind: 'bearer', token })
    expect(who?.principal).toMatchObject({ id: 'agent:coder', role: 'agent' })
  })
})

test('waiting, refused, unknown and unreachable end with codes of their own', async () => {
  writeFileSync(join(workspace, 'waiting.log'), 'x')
  const codes = [
    (await soulgateCommand(['ask', 'list the files'])).code,
    (await soulgateCommand(['ask', 'delete the file waiting.log'])).code,
    (await soulgateCommand(['show', 'gate_none'])).code,
    (await soulgateCommand(['bogus'])).code,
    (await soulgateCommand(['gates'], { environment: { SOULGATE_URL: 'http://127.0.0.1:9' } })).code,
    (await soulgateCommand(['gates'], { environment: { SOULGATE_PORT: '70000' } })).code,
  ]
  expect(codes).toEqual([0, 3, 2, 2, 5, 2])
})

test.each([
  ['gates'],
  ['audit', 'export', 'chain.jsonl'],
  ['mcp', 'install', 'claude-code'],
  ['hook', 'install', '--key', 'sg_x'],
])('%s %s sends no token in the clear to another machine, and says what to do', async (...line) => {
  const environment = { SOULGATE_URL: 'http://soulgate.invalid', SOULGATE_TOKEN: 'sg_x' }
  const { code, errors } = await soulgateCommand(line, { environment })
  expect([code, errors]).toEqual([2, expect.stringMatching(/SOULGATE_ALLOW_PLAIN_HTTP=true/)])
})

test('a token goes in the clear where somebody says that nobody else reads that network', async () => {
  const environment = { SOULGATE_URL: 'http://soulgate.invalid', SOULGATE_ALLOW_PLAIN_HTTP: 'true' }
  expect((await soulgateCommand(['gates'], { environment })).code).toBe(5)
})

test('whoever mistypes, has no key, or names what is not there is told what to do next', async () => {
  const [typo, keyless, missing] = [
    await soulgateCommand(['aprove', 'gate_none']),
    await soulgateCommand(['gates'], {
      environment: { SOULGATE_HOME: join(root, 'empty'), SOULGATE_URL: served.url },
    }),
    await soulgateCommand(['show', 'gate_none']),
  ]
  expect(typo.errors).toContain('Did you mean `soulgate approve`?')
  expect(JSON.parse((await soulgateCommand(['aprove', '--json'])).text)).toHaveProperty('error.detail')
  expect([keyless.code, keyless.errors]).toEqual([6, expect.stringContaining('SOULGATE_TOKEN')])
  expect(missing.errors).toMatch(
    /^There is no gate gate_none\. `\S*soulgate gates --status all` lists what there is\.\n$/,
  )
  expect(invocationOf({}, '/', '/clone/src/surfaces/cli/invocation.ts')).toBe('./clone/soulgate')
  expect(invocationOf({}, '/clone', '/clone/src/surfaces/cli/invocation.ts')).toBe('./soulgate')
  expect(invocationOf({ npm_command: 'exec' }, '/', '/p/dist/invocation.js')).toBe('npx soulgate')
})

test('hidden characters of an agent are written out', async () => {
  const key = await soulgate.access.createToken(SYSTEM, { name: 'sly', role: 'agent' })
  if (key.refused) throw new Error(key.detail)
  const agent: Principal = { kind: 'agent', id: 'agent:sly', name: 'sly', role: 'agent' }
  const opened = await soulgate.gates.open(agent, {
    type: 'code_review',
    summary: 'harmless \u001b[2J\u202etxt.exe',
    subject: { document: { text: '\u200b' } },
  })
  if (opened.refused) throw new Error(opened.detail)
  for (const line of [['gates'], ['show', opened.gate.gate_id]]) {
    const { text } = await soulgateCommand(line)
    // In a list of headings no words of an agent stand at all.
    if (line[0] === 'show') expect(text).toContain('⟨U+001B⟩[2J⟨U+202E⟩txt.exe')
    for (const hidden of ['\u001b', '\u202e', '\u200b']) expect(text).not.toContain(hidden)
  }
})

test('every listing answers JSON', async () => {
  for (const line of [['gates'], ['runs'], ['doctor'], ['doctor', '--variables']]) {
    const { text } = await soulgateCommand([...line, '--json'])
    expect(() => JSON.parse(text)).not.toThrow()
  }
})

test('the server starts, says where, stops when asked, and refuses a home in the workspace', async () => {
  const started = await startUp({ SOULGATE_HOME: join(root, 'own'), SOULGATE_WORKSPACE: workspace })
  expect(JSON.parse(started.text)).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    sign_in: expect.stringContaining('/sign-in?code='),
  })
  expect(started.code).toBe(0)
  const refused = await startUp({ SOULGATE_HOME: join(workspace, 'inside'), SOULGATE_WORKSPACE: workspace })
  expect([refused.code, refused.text]).toEqual([2, expect.stringContaining('inside the workspace')])
}, 60_000)

function startUp(environment: Record<string, string>): Promise<{ text: string; code: number | null }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'up', '--json'], {
    cwd: workspace,
    env: { PATH: process.env.PATH, SOULGATE_PORT: '0', ...environment },
  })
  let text = ''
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString()
    if (text.includes('sign_in') && text.includes('\n}')) child.kill('SIGTERM')
  })
  return new Promise(resolve => child.on('close', code => resolve({ text, code })))
}

async function statusOf(gateId: string): Promise<string> {
  const gate = await soulgate.gates.get(SYSTEM, gateId)
  return 'status' in gate ? gate.status : 'none'
}

async function runOf(gateId: string): Promise<string> {
  const gate = await soulgate.gates.get(SYSTEM, gateId)
  return 'run_id' in gate ? (gate.run_id ?? 'none') : 'none'
}
