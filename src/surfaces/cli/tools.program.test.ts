import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoulgateClient } from '../../sdk/sdk.ts'
import { type Sender, startTestServer, type TestServer } from '../api/test-server.ts'
import { runProgram } from './program.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function soulgate(line: readonly string[], role: Sender) {
  let [text, code] = ['', 0]
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-tools-'))
  const environment = {
    ...{ SOULGATE_HOME: join(folder, 'home'), SOULGATE_URL: server.served.url },
    SOULGATE_TOKEN: server.tokenOf(role),
  }
  await runProgram(
    {
      ...{ environment, workingFolder: folder, isTerminal: false, ask: async () => '' },
      write: piece => {
        text += piece
      },
      writeError: () => {},
      setExitCode: value => {
        code = value
      },
    },
    ['tools', ...line],
    '0.0.0',
  )
  return { text, code }
}

const clientOf = (role: Sender) =>
  createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf(role) })

const tool = (name: string) => ({
  ...{ name, description: 'A tool.', input_schema: { type: 'object' }, reversibility: 'reversible' as const },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  ...{ prerequisites: [], produces: [] },
})

test('tools are listed with whose word they are, and withdrawn by reviewers alone', async () => {
  await clientOf('agent').tools.declare(tool('mail/send'))
  const listed = await soulgate(['list'], 'cli')
  expect(listed.code).toBe(0)
  expect(listed.text.split('\n').find(line => line.startsWith('mail/send'))).toMatch(/claimed +agent:a-agent/)
  for (const role of ['member', 'cli'] as const)
    expect([role, (await soulgate(['withdraw', 'mail/send'], role)).code]).toEqual([role, 6])
  const withdrawn = await soulgate(['withdraw', 'mail/send'], 'reviewer')
  expect([withdrawn.code, withdrawn.text.includes('mail/send is withdrawn')]).toEqual([0, true])
  await expect(clientOf('agent').tools.get('mail/send')).rejects.toMatchObject({ status: 404 })
})

test('an agent withdraws its own declaration with the client, and no other', async () => {
  await clientOf('admin').tools.declare(tool('mail/read'))
  await clientOf('agent').tools.declare(tool('mail/draft'))
  expect(await clientOf('agent').tools.withdraw('mail/draft')).toBeUndefined()
  await expect(clientOf('agent').tools.withdraw('mail/read')).rejects.toMatchObject({ status: 403 })
})

test('a confirmation shows all that is vouched for, and is given by people who may alone', async () => {
  await clientOf('agent').tools.declare({
    ...tool('pay/refund'),
    description: 'Refunds.\u202e\u001b[31m',
    annotations: { read_only: false, idempotent: true, destructive: true, open_world: true },
    input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    display: { act: 'Refund {amount}', first: ['amount'] },
  })
  for (const role of ['cli', 'member', 'agent'] as const)
    expect([role, (await soulgate(['confirm', 'pay/refund'], role)).code]).toEqual([role, 6])
  const unconfirmed = await clientOf('agent').tools.get('pay/refund')
  expect([unconfirmed.claimed, unconfirmed.confirmed_by]).toEqual([true, undefined])
  const { text, code } = await soulgate(['confirm', 'pay/refund'], 'reviewer')
  expect(code).toBe(0)
  for (const shown of [
    'declared by  agent:a-agent',
    'reversible, destroys what was there, may be repeated, reaches beyond your own system',
    'Refund {amount}',
    '"first":["amount"]',
    '"properties":{"amount":{"type":"number"}}',
    'is confirmed as it stands',
  ])
    expect(text).toContain(shown)
  for (const hidden of ['\u202e', '\u001b']) expect(text).not.toContain(hidden)
  const { claimed, definition_hash } = await clientOf('agent').tools.get('pay/refund')
  expect([claimed, definition_hash]).toEqual([false, unconfirmed.definition_hash])
})

test('a confirmation of a tool that nobody declared says so', async () => {
  const { text, code } = await soulgate(['confirm', 'nobody/knows'], 'reviewer')
  expect(code).not.toBe(0)
  expect(text).not.toContain('confirmed')
})
