import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../api/test-server.ts'
import { runProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-guardrails-'))
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function soulgate(line: readonly string[], role: 'reviewer' | 'member' | 'cli' = 'reviewer') {
  let [text, errors, code] = ['', '', 0]
  const environment = {
    SOULGATE_HOME: join(folder, 'home'),
    SOULGATE_URL: server.served.url,
    SOULGATE_TOKEN: server.tokenOf(role),
  }
  await runProgram(
    {
      environment,
      workingFolder: folder,
      isTerminal: false,
      write: piece => {
        text += piece
      },
      writeError: piece => {
        errors += piece
      },
      ask: async () => '',
      setExitCode: value => {
        code = value
      },
    },
    ['guardrails', ...line],
    '0.0.0',
  )
  return { text, errors, code }
}

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const RULE = `guidelines:
  - id: contracts-are-not-yours
    name: The backend agent leaves contracts alone
    category: cognitive_isolation
    priority: 990
    condition:
      agents: [backend]
      paths: [contracts, 'contracts/*']
    action:
      type: tool_restriction
      tools_denied: ['*']
      instruction: Contracts belong to the orchestrator. Ask it.
`

describe('soulgate guardrails', () => {
  test('lists and shows, for people and as JSON', async () => {
    const listed = await soulgate(['list'])
    expect(listed.text).toContain('hitl-gate-intent-approval')
    const json = await soulgate(['list', '--category', 'cognitive_isolation', '--json'])
    expect(JSON.parse(json.text).guidelines).toHaveLength(4)
    const shown = await soulgate(['show', 'tdd-protocol'])
    expect(shown.text).toContain('actions: implement, code, fix, refactor')
    const missing = await soulgate(['show', 'nothing'])
    expect([missing.code, missing.errors.includes('nothing')]).toEqual([2, true])
  })

  test('tries a file before it is saved, saves it, and brings it back from an export', async () => {
    const path = file('rule.yaml', RULE)
    const call = [
      '--agent',
      'backend',
      '--tool',
      'write_file',
      '--arguments',
      '{"path":"contracts/api.json"}',
    ]
    const before = await soulgate(['test', ...call])
    expect(before.text).toContain('No guideline denies the tool.')
    const tried = await soulgate(['test', ...call, '--draft', path])
    expect(tried.text).toContain('Denied by contracts-are-not-yours')
    expect(tried.text).toContain('Contracts belong to the orchestrator. Ask it.')
    const dry = await soulgate(['apply', path, '--dry-run'])
    expect(dry.text).toContain('create contracts-are-not-yours')
    expect((await soulgate(['show', 'contracts-are-not-yours'])).code).toBe(2)

    expect((await soulgate(['apply', path])).text).toContain('1 saved, 0 refused.')
    const saved = await soulgate(['test', ...call, '--json'])
    expect(JSON.parse(saved.text).tool_verdict).toMatchObject({ allowed: false })
    expect((await soulgate(['apply', path])).text).toContain('0 saved, 0 refused.')
    file('rule.yaml', RULE.replace('990', '991'))
    expect((await soulgate(['apply', path])).text).toContain('1 saved')
    expect(JSON.parse((await soulgate(['show', 'contracts-are-not-yours', '--json'])).text)).toMatchObject({
      priority: 991,
      version: 2,
    })

    const exported = join(folder, 'all.yaml')
    await soulgate(['export', exported])
    expect(readFileSync(exported, 'utf8')).toContain('contracts-are-not-yours')
    expect((await soulgate(['delete', 'contracts-are-not-yours'])).text).toContain('is deleted')
    const back = await soulgate(['import', exported])
    expect(back.text).toContain('1 saved, 0 refused.')
    expect((await soulgate(['toggle', 'contracts-are-not-yours'])).text).toContain('is off')
  })

  test('says which guideline and which field of a file is wrong', async () => {
    const path = file('wrong.json', JSON.stringify([{ id: 'wrong', name: 'x', category: 'custom' }]))
    const applied = await soulgate(['apply', path])
    expect([applied.code, applied.text.includes('condition')]).toEqual([4, true])
    const dry = await soulgate(['apply', path, '--dry-run'])
    expect([dry.code, dry.errors.includes('guidelines.0.condition')]).toEqual([2, true])
    const unnamed = await soulgate(['apply', file('unnamed.yaml', '- name: x')])
    expect([unnamed.code, unnamed.errors.includes('has no id')]).toEqual([2, true])
    const unreadable = await soulgate(['apply', file('broken.yaml', 'a: [')])
    expect([unreadable.code, unreadable.errors.includes('YAML')]).toEqual([2, true])
  })

  test('stores missing defaults, and says so beforehand', async () => {
    await soulgate(['delete', 'tdd-protocol'])
    expect((await soulgate(['bootstrap', '--dry-run'])).text).toContain(
      '1 would be created, 16 there already.',
    )
    const saved = await soulgate(['bootstrap', '--dry-run'], 'cli')
    expect([saved.code, saved.text.includes('1 would be created')]).toEqual([0, true])
    expect((await soulgate(['bootstrap'], 'cli')).code).toBe(6)
    expect((await soulgate(['bootstrap'])).text).toContain('1 created')
  })

  test('changes nothing in the name of a member or of the saved credential', async () => {
    for (const role of ['member', 'cli'] as const) {
      const answer = await soulgate(['toggle', 'tdd-protocol'], role)
      expect([role, answer.code]).toEqual([role, 6])
    }
    const { json } = await server.send('GET', '/api/guardrails/tdd-protocol', { role: 'viewer' })
    expect(json.enabled).toBe(true)
  })
})
