import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'
import { runProgram } from '../../src/surfaces/cli/program.ts'

const LIST = 'List the files in the workspace'
const WRITE = 'Create the file notes.txt with the text hello'
const IMPOSSIBLE = 'Delete notes.txt and do not delete notes.txt'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const goal of [LIST, WRITE, IMPOSSIBLE])
    await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
}, 30_000)
afterAll(() => server.close())

const preview = (settings: object, more: object = {}) =>
  server.send('POST', '/api/settings/preview', { role: 'viewer', body: { settings, ...more } })
const fallOf = (answer: Awaited<ReturnType<typeof preview>>, goal: string) =>
  answer.json.goals.find((one: { goal: string }) => one.goal === goal)

test('under the settings that stand every past goal falls as it fell', async () => {
  const answer = await preview({})
  expect(answer.json).toMatchObject({ moved: 0, before: { high: 1, medium: 1, stopped: 1 } })
  for (const { before, after } of answer.json.goals) expect(after).toEqual(before)
})

test('a higher threshold would have asked a person about what ran', async () => {
  const answer = await preview({ thresholds: { high: 0.99 } })
  expect(answer.json).toMatchObject({ moved: 1, after: { high: 0, medium: 2, stopped: 1 } })
  expect(fallOf(answer, LIST)).toMatchObject({ before: { band: 'high' }, after: { band: 'medium' } })
})

test('other weights give other scores, from the ratings that were recorded', async () => {
  const weights = { goal_understanding: 0, tool_availability: 0, context_richness: 0, tool_confidence: 1 }
  const answer = await preview({ weights })
  const factors = (await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal: WRITE } }))
    .json.result.confidence_factors
  const rated = factors.find((factor: { factor: string }) => factor.factor === 'tool_confidence')
  expect(fallOf(answer, WRITE).after.score).toBeCloseTo(rated.value, 6)
  expect(fallOf(answer, IMPOSSIBLE).after.band).toBe('stopped')
})

test('gates off and autonomy 1 are shown as what they are: nothing runs', async () => {
  for (const settings of [{ autonomy_level: 1 }, { flags: { approval_gates_enabled: false } }])
    expect(fallOf(await preview(settings), LIST)).toMatchObject({ only_suggested: true })
})

test.each([
  [{ weights: { goal_understanding: 0.9 } }, 'weights'],
  [{ thresholds: { high: 0.2 } }, 'thresholds'],
  [{ flags: { turbo_enabled: true } }, 'flags.turbo_enabled'],
])('settings such as %j are refused by name, as a change of them would be', async (settings, field) => {
  const answer = await preview(settings)
  expect(answer.status).toBe(400)
  expect(answer.json.errors[0].field).toBe(field)
})

test('it changes nothing, looks at no more than it is asked for, and is not for agents', async () => {
  const before = await server.send('GET', '/api/settings', { role: 'admin' })
  expect((await preview({ thresholds: { high: 0.99 } }, { last: 1 })).json.goals).toHaveLength(1)
  expect((await server.send('GET', '/api/settings', { role: 'admin' })).text).toBe(before.text)
  const asAgent = { role: 'agent', body: { settings: {} } } as const
  expect((await server.send('POST', '/api/settings/preview', asAgent)).status).toBe(403)
})

test('the command line shows, previews and sets', async () => {
  const line = async (...words: readonly string[]) => {
    let text = ''
    const write = (piece: string): void => {
      text += piece
    }
    const environment = { SOULGATE_URL: server.served.url, SOULGATE_TOKEN: server.tokenOf('admin') }
    const terminal = { workingFolder: tmpdir(), isTerminal: false, ask: async () => '' }
    await runProgram(
      { environment, ...terminal, write, writeError: write, setExitCode: () => {} },
      words,
      '0.0.0',
    )
    return text
  }
  expect(await line('settings', 'show')).toContain('thresholds.high=0.85')
  const previewed = await line('settings', 'preview', 'thresholds.high=0.99')
  expect(previewed).toMatch(/1 of the last \d+ goals would have fallen otherwise/)
  expect(previewed).toContain(LIST)
  expect(await line('settings', 'preview', 'flags.turbo=true')).toContain('flags.turbo')
  expect(await line('settings', 'set', 'high')).toContain('FIELD=VALUE')
  expect(await line('settings', 'set', 'thresholds.high=0.9', 'rollout_percent=50')).toContain('version 2')
  expect(await line('settings', 'show')).toContain('rollout_percent=50')
})
