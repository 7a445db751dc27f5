import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemTimers } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { createScriptedProvider, type ScriptedStep } from '../../llm/scripted/scripted.ts'
import { createSoulgate, type Soulgate } from '../../soulgate.ts'
import { createApi, type ServedApi, serveApi } from '../api/api.ts'
import { writeConnection } from './home.ts'
import { runProgram } from './program.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const root = mkdtempSync(join(tmpdir(), 'soulgate-chat-'))
const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
const script: ScriptedStep[] = []
let soulgate: Soulgate
let served: ServedApi

beforeAll(async () => {
  for (const folder of [home, workspace]) mkdirSync(folder)
  writeFileSync(join(workspace, 'old.log'), 'old')
  const provider = createScriptedProvider({
    script: () => script.shift() ?? { failure: 'permanent' },
    timers: systemTimers,
  })
  soulgate = await createSoulgate({
    home,
    workspace,
    storePath: ':memory:',
    models: { providers: [provider] },
  })
  await soulgate.startWorker()
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [] })
  served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  const made = await soulgate.access.createToken(SYSTEM, { name: 'cli', role: 'reviewer', decides: true })
  if (made.refused) throw new Error(made.detail)
  writeConnection(home, { url: served.url, token: made.token })
}, 30_000)

afterAll(async () => {
  await served.close(100)
  await soulgate.close()
})

const say = (text: string, ...calls: readonly { name: string; arguments: JsonObject }[]): ScriptedStep => ({
  answer: { text, tool_calls: calls },
})

async function chat(line: readonly string[], typed?: readonly string[]) {
  let [text, code] = ['', 0]
  const answers = [...(typed ?? [])]
  await runProgram(
    {
      environment: { SOULGATE_HOME: home, SOULGATE_WORKSPACE: workspace, NO_COLOR: '1' },
      workingFolder: root,
      isTerminal: typed !== undefined,
      write: piece => {
        text += piece
      },
      writeError: piece => {
        text += piece
      },
      ask: async () => answers.shift() ?? '',
      setExitCode: value => {
        code = value
      },
    },
    line,
    '0.0.0',
  )
  return { text, code }
}

test('a message is answered as it is written, once, with how to go on', async () => {
  script.push(say('Hello, this is an answer that is streamed in pieces.'))
  const { text, code } = await chat(['chat', 'Hi'])
  expect(text.split('streamed in pieces').length).toBe(2)
  expect(text).toMatch(/soulgate chat --session ses_\w+/)
  expect(code).toBe(0)
})

test('questions are asked in the terminal, and a held call is shown with what will run and decided there', async () => {
  const questions = [{ question: 'Which log?', type: 'radio', options: ['old.log', 'new.log'] }]
  script.push(
    say('', { name: 'ask_user', arguments: { questions } }),
    say('I delete it.', { name: 'delete_file', arguments: { path: 'old.log' } }),
    say('old.log is gone.'),
  )
  const { text } = await chat(['chat', 'Delete a log'], ['1', 'a', 'delete_file'])
  expect(text).toContain('Which log?')
  expect(text).toContain('1  old.log')
  expect(text).toContain('delete_file')
  expect(text).toContain('old.log is gone.')
})

test('without a person at the terminal it says what waits and ends with exit code 3', async () => {
  script.push(say('', { name: 'ask_user', arguments: { questions: [{ question: 'Which?', type: 'text' }] } }))
  const { text, code } = await chat(['chat', 'Do it'])
  expect([text.includes('? Which?'), code]).toEqual([true, 3])
})

test('--json answers with the response of the chat', async () => {
  script.push(say('Hello.'))
  const { text, code } = await chat(['--json', 'chat', 'Hi'])
  expect([JSON.parse(text).message, code]).toEqual(['Hello.', 0])
})
