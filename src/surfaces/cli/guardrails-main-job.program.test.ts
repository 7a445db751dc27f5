import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Sender, startTestServer, type TestServer } from '../api/test-server.ts'
import { runProgram } from './program.ts'

/**
 * “The backend agent may not touch contracts/; destructive shell commands need two reviewers; say so in these words”:
 * written by file, tried, applied, and then every call and every run is held to it.
 */
const RULES = `guidelines:
  - id: backend-leaves-contracts-alone
    name: The backend agent leaves contracts alone
    category: cognitive_isolation
    priority: 990
    condition:
      agents: [backend]
      paths: [contracts, contracts/*]
    action:
      type: tool_restriction
      tools_denied: ['*']
      instruction: Contracts belong to everybody who reads them. Ask the orchestrator to change them.
  - id: destructive-commands
    name: Two reviewers look at a destructive command
    category: hitl_gate
    priority: 980
    condition:
      tools: [shell, bash, run_*]
      custom: arguments.command.matches("(^|[;&|]\\\\s*)(rm\\\\s+-|mkfs|git\\\\s+push\\\\s+--force)")
    action:
      type: hitl_gate
      gate_type: destructive_workstation_op
      quorum: 2
      separate_approver: true
      instruction: A destructive command needs two reviewers.
  - id: deleting-needs-two
    name: Two reviewers look before files are deleted
    category: hitl_gate
    condition:
      tools: [delete_*]
    action:
      type: hitl_gate
      gate_type: tool_approval
      quorum: 2
`

const folder = mkdtempSync(join(tmpdir(), 'soulgate-rules-'))
const file = join(folder, 'rules.yaml')
let server: TestServer
const keys = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  writeFileSync(file, RULES)
  // The agents belong to a member: whoever owns a key is no second pair of eyes on what it asks.
  const { json: self } = await server.send('GET', '/api/auth/me', { role: 'member' })
  for (const name of ['backend', 'frontend']) {
    const { json } = await server.send('POST', '/api/tokens', {
      role: 'admin',
      body: { name, role: 'agent', person_id: self.person.id },
    })
    keys.set(name, json.token)
  }
  for (const [name, properties] of [
    ['shell', { command: { type: 'string' } }],
    ['write_text', { path: { type: 'string' }, content: { type: 'string' } }],
  ] as const) {
    const body = {
      name,
      description: name,
      input_schema: { type: 'object', properties },
      annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
      reversibility: 'reversible',
    }
    await server.send('POST', '/api/tools', { role: 'admin', body })
  }
})
afterAll(() => server.close())

async function soulgate(...line: readonly string[]): Promise<string> {
  let text = ''
  await runProgram(
    {
      environment: {
        SOULGATE_HOME: join(folder, 'home'),
        SOULGATE_URL: server.served.url,
        SOULGATE_TOKEN: server.tokenOf('reviewer'),
      },
      workingFolder: folder,
      isTerminal: false,
      write: piece => {
        text += piece
      },
      writeError: piece => {
        text += piece
      },
      ask: async () => '',
      setExitCode: () => {},
    },
    line,
    '0.0.0',
  )
  return text
}

const as = (name: string) => ({ authorization: `Bearer ${keys.get(name)}` })
const call = (agent: string, tool: string, args: object, more: object = {}): Promise<Answer> =>
  server.send('POST', '/api/calls', { headers: as(agent), body: { tool, arguments: args, ...more } })

async function decide(gateId: string, role: Sender, decision: 'approve' | 'reject'): Promise<Answer> {
  const { json: gate } = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
  const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
  const body = { decision, view_digest: gate.view_digest, ...confirm }
  return server.send('POST', `/api/gates/${gateId}/decide`, { role, body })
}

describe('an operator’s guidelines', () => {
  test('are tried on a context before they are saved', async () => {
    const text = await soulgate(
      ...['guardrails', 'test', '--draft', file, '--agent', 'backend', '--tool', 'write_text'],
      ...['--arguments', '{"path":"contracts/api.json"}'],
    )
    expect(text).toContain('Denied by backend-leaves-contracts-alone: Contracts belong to everybody')
    expect((await call('backend', 'write_text', { path: 'contracts/api.json' })).json.outcome).not.toBe(
      'denied',
    )
    expect(await soulgate('guardrails', 'apply', file)).toContain('3 saved, 0 refused.')
  })

  test('deny the backend agent every way into contracts/, in the operator’s words', async () => {
    for (const path of [
      'contracts/api.json',
      './contracts/v1/api.json',
      'contracts',
      join(server.workspace, 'contracts/x'),
    ]) {
      const answer = await call('backend', 'write_text', { path })
      expect([path, answer.json.outcome]).toEqual([path, 'denied'])
      expect(answer.json.why_held[0]).toMatchObject({ rule_id: 'backend-leaves-contracts-alone' })
      expect(answer.json.why_held[0].text).toMatch(/^Contracts belong to everybody who reads them\./)
    }
    for (const path of ['src/../contracts/api.json', 'contracts/../contracts/api.json']) {
      expect([path, (await call('backend', 'write_text', { path })).json.outcome]).toEqual([path, 'held'])
    }
    const undeclared = await call('backend', 'write_unseen', { target_path: 'contracts/api.json' })
    expect(undeclared.json.outcome).toBe('denied')
    expect((await call('frontend', 'write_text', { path: 'contracts/api.json' })).json.outcome).not.toBe(
      'denied',
    )
    expect((await call('backend', 'write_text', { path: 'src/api.ts' })).json.outcome).not.toBe('denied')
  })

  test('cannot be talked around: neither by a name in the body nor by a gate of the agent’s own', async () => {
    const asked = await server.send('POST', '/api/gates', {
      headers: as('backend'),
      body: {
        type: 'tool_approval',
        summary: 'just a formality',
        agent: 'orchestrator',
        subject: { tool_calls: [{ tool: 'write_text', arguments: { path: 'contracts/api.json' } }] },
      },
    })
    expect([asked.status, asked.json.detail]).toEqual([403, expect.stringContaining('Contracts belong')])
    const { json: gate } = await server.send('POST', '/api/gates', {
      headers: as('backend'),
      body: {
        type: 'tool_approval',
        summary: 'clean up',
        quorum: { approvals_required: 1, roles: [], veto: false },
        subject: { tool_calls: [{ tool: 'shell', arguments: { command: 'rm -rf build' } }] },
      },
    })
    expect(gate).toMatchObject({
      type: 'destructive_workstation_op',
      separate_approver: true,
      quorum: { approvals_required: 2, veto: true },
    })
    expect(gate.why_held.map((why: { rule_id?: string }) => why.rule_id)).toContain('destructive-commands')
  })

  test('bring a destructive command before two reviewers, and one approval is not enough', async () => {
    const { json: held } = await call('backend', 'shell', { command: 'cd app && rm -rf build' })
    expect(held.outcome).toBe('held')
    const { gate } = held
    expect(gate).toMatchObject({ type: 'destructive_workstation_op', quorum: { approvals_required: 2 } })
    expect(gate.why_held[0].text).toContain('A destructive command needs two reviewers.')
    for (const sender of ['member', 'agent', 'viewer', 'cli'] as const) {
      expect([sender, (await decide(gate.gate_id, sender, 'approve')).status]).toEqual([sender, 403])
    }
    const first = await decide(gate.gate_id, 'reviewer', 'approve')
    expect(first.json.gate).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    expect((await decide(gate.gate_id, 'reviewer', 'approve')).json.gate.approvals.have).toBe(1)
    const second = await decide(gate.gate_id, 'admin', 'approve')
    expect(second.json.gate).toMatchObject({ status: 'approved', grants: [{ call_id: held.call_id }] })
    const [grant] = second.json.gate.grants
    const consume = () =>
      server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
        headers: as('backend'),
        body: { digest: grant.digest },
      })
    expect((await consume()).status).toBe(200)
    expect((await consume()).json.code).toBe('grant_consumed')
  })

  test('one rejection stops it, whatever was said before; a harmless command asks for nobody twice', async () => {
    const { json: held } = await call('backend', 'shell', { command: 'rm -r out' })
    await decide(held.gate.gate_id, 'reviewer', 'approve')
    const vetoed = await decide(held.gate.gate_id, 'admin', 'reject')
    expect(vetoed.json.gate).toMatchObject({ status: 'rejected' })
    expect(vetoed.json.gate.grants ?? []).toEqual([])
    const { json: harmless } = await call('backend', 'shell', { command: 'ls -la' })
    const rules = harmless.why_held.map((why: { rule_id?: string }) => why.rule_id)
    expect(rules).not.toContain('destructive-commands')
  })

  test('bind runs of the built-in agents as well', async () => {
    mkdirSync(join(server.workspace, 'logs'), { recursive: true })
    writeFileSync(join(server.workspace, 'logs/old.txt'), 'old')
    const { json } = await server.send('POST', '/reasoning/execute', {
      role: 'member',
      body: { goal: 'delete the file logs/old.txt' },
    })
    expect(json.approval_state).toBe('awaiting_approval')
    const gateId = json.soul_request_id
    const first = await decide(gateId, 'reviewer', 'approve')
    expect(first.json.gate).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    expect(existsSync(join(server.workspace, 'logs/old.txt'))).toBe(true)
    await decide(gateId, 'admin', 'approve')
    await server.soulgate.runs.settled(json.run_id, 10_000)
    expect(existsSync(join(server.workspace, 'logs/old.txt'))).toBe(false)
  })

  test('void a grant that was given before they came', async () => {
    const put = () =>
      call(
        'frontend',
        'write_text',
        { path: 'docs/readme.md', content: 'x' },
        { goal: 'write docs/readme.md' },
      )
    const { json: proposed } = await put()
    const grant =
      proposed.grant ?? (await decide(proposed.gate.gate_id, 'reviewer', 'approve')).json.gate.grants[0]
    const rule = RULES.replace('backend-leaves', 'frontend-leaves')
      .replace('agents: [backend]', 'agents: [frontend]')
      .replace('[contracts, contracts/*]', "['docs/*']")
    writeFileSync(file, rule.slice(0, rule.indexOf('  - id: destructive')))
    await soulgate('guardrails', 'apply', file)
    const late = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
      headers: as('frontend'),
      body: { digest: grant.digest },
    })
    expect([late.status, late.json.code]).toEqual([409, 'grant_revoked'])
    expect((await put()).json.outcome).toBe('denied')
    await soulgate('guardrails', 'toggle', 'frontend-leaves-contracts-alone')
    expect((await put()).json.outcome).not.toBe('denied')
  })
})
