import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentContext, defineAgent, defineTool } from '../../agents/agents.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'
import { writeConnection } from './home.ts'
import { runProgram } from './program.ts'

const pay = defineTool({
  ...{
    name: 'pay',
    description: 'Pays.',
    effect: 'irreversible',
    input: z.object({}),
    execute: () => 'paid',
  },
})
const agent = (name: string, run: (context: AgentContext) => Promise<string>) =>
  defineAgent({ name, input: z.object({}), run })
const agents = [
  agent('answers', async () => 'done'),
  agent('breaks', async () => {
    throw new TypeError('no such order')
  }),
  agent('pays', async context => (await context.call(pay, {})).status),
  agent('tries', async context => (await context.call('forbidden', {})).status),
]

const oneAtATime = defineAgent({
  ...{ name: 'one', input: z.object({}), limits: { rate: { limit: 1, period: { hours: 1 } } } },
  run: async context => (await context.call(pay, {})).status,
})

const home = mkdtempSync(join(tmpdir(), 'soulgate-start-'))
let desk: TestSoulgate
beforeAll(async () => {
  desk = await openTestSoulgate({ soulgate: { agents: [...agents, oneAtATime], tools: [pay] } })
  writeConnection(home, { url: desk.url, token: desk.tokenOf('member') })
})
afterAll(() => desk.close())

async function start(...line: readonly string[]) {
  let [text, errors, code] = ['', '', 0]
  const world = {
    environment: { SOULGATE_HOME: home, SOULGATE_WORKSPACE: join(home, 'workspace') },
    ...{ workingFolder: home, isTerminal: false, ask: async () => '' },
    write: (piece: string) => {
      text += piece
    },
    writeError: (piece: string) => {
      errors += piece
    },
    setExitCode: (value: number) => {
      code = value
    },
  }
  await runProgram(world, line, '0.0.0')
  return { text, errors, code }
}

test.each([
  ['ends', 'answers', 0, /Answer\n {2}"done"/],
  ['fails', 'breaks', 1, /no such order/],
  ['waits for a person', 'pays', 3, /waiting/],
  ['is denied all that it wanted to do', 'tries', 4, /completed/],
])('a run that %s ends the command that starts it with a code of its own', async (_how, name, code, said) => {
  const answer = await start('start', name)
  expect([answer.code, answer.errors]).toEqual([code, ''])
  expect(answer.text).toMatch(said)
})

test('a run that is queued behind a limit waits for people, and says so without waiting a minute', async () => {
  await start('start', 'one')
  const behind = await start('start', 'one')
  expect([behind.code, behind.errors]).toEqual([3, ''])
  expect(behind.text).toMatch(/queued[\s\S]*Waits for/)
})

test('says where to decide, and names commands as they are called here', async () => {
  const { text } = await start('start', 'pays')
  expect(text).toMatch(new RegExp(`Decide at ${desk.url}/inbox/gate_\\w+\\n`))
  expect(text).toMatch(/`\S*\/soulgate run run_\w+ --follow`/)
  expect((await start('run', 'run_0')).errors).toMatch(/`\S*\/soulgate runs` lists what there is/)
})

test('a run that was cancelled, or that a person refused, has its code too', async () => {
  const started = async () => JSON.parse((await start('start', 'pays', '--json')).text).run_id
  const cancelled = await started()
  await desk.clientOf('admin').runs.cancel(cancelled)
  expect((await start('run', cancelled)).code).toBe(1)
  const refused = await started()
  const [gate] = (await desk.clientOf('reviewer').gates.list({ run_id: refused, status: 'pending' })).items
  if (gate === undefined) throw new TypeError('no gate waits')
  await desk
    .clientOf('reviewer')
    .gates.decide(gate.gate_id, { decision: 'reject', view_digest: gate.view_digest })
  const statusOf = async () => (await desk.clientOf('admin').runs.get(refused)).status
  await expect.poll(statusOf, { timeout: 20_000 }).toBe('completed')
  expect((await start('run', refused)).code).toBe(4)
})
