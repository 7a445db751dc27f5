import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 30_000)
afterAll(() => server.close())

type Body = Readonly<Record<string, unknown>>

const CALLS: readonly (readonly [string, Body])[] = [
  ['bash', { command: 'git commit -am "x"' }],
  ['bash', { command: 'cd build && rm -rf /' }],
  ['bash', { command: 'kubectl apply -f prod.yaml' }],
  ['bash', { command: 'echo hello > openapi.yaml' }],
  ['bash', { command: 'ls -la' }],
  ['git_commit', { message: 'x' }],
  ['write_file', { path: 'contracts/current/api.proto', content: 'x' }],
  ['write_file', { path: '.github/workflows/deploy.yml', content: 'x' }],
  ['write_file', { path: 'notes/a.md', content: 'x' }],
  ['read_file', { path: '.github/workflows/deploy.yml' }],
  ['deploy', { environment: 'production' }],
]

const idsOf = (items: readonly { readonly rule_id?: string; readonly guideline_id?: string }[]) =>
  [...new Set(items.flatMap(item => item.rule_id ?? item.guideline_id ?? []))].toSorted()

describe('a dry evaluation derives what a call does as its verdict does', () => {
  test.each(CALLS)('of %s with %j', async (tool, args) => {
    const real = await server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: args } })
    const body = { tool, arguments: args }
    const dry = await server.send('POST', '/api/guardrails/evaluate', { role: 'agent', body })
    const limits = Object.values(dry.json.constraints.demanded_by).map(rule_id => ({
      rule_id: String(rule_id),
    }))
    const found = idsOf([...dry.json.hitl_gates, ...limits])
    expect([dry.status, found]).toEqual([200, idsOf(real.json.why_held)])
  })

  test('some of them are a commit, a change of a contract, a danger and a deployment', async () => {
    const types = new Set<string>()
    for (const [tool, args] of CALLS) {
      const body = { tool, arguments: args }
      const dry = await server.send('POST', '/api/guardrails/evaluate', { role: 'agent', body })
      for (const gate of dry.json.hitl_gates) types.add(gate.gate_type)
    }
    expect([...types].toSorted()).toEqual([
      ...['contract_change', 'destructive_workstation_op', 'devops_invocation', 'protected_path_commit'],
    ])
  })

  test('a rule that releases holds for a call only where it releases each act that it is', async () => {
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const draft = {
      ...{ name: 'shell', category: 'custom', condition: { tools: ['bash'], events: ['tool_call'] } },
      action: { type: 'release', expires_at: at },
    }
    const evaluate = async (command: string) => {
      const body = { tool: 'bash', arguments: { command }, guidelines: [draft] }
      return (await server.send('POST', '/api/guardrails/evaluate', { role: 'admin', body })).json
    }
    expect((await evaluate('ls -la')).releases).toHaveLength(1)
    expect((await evaluate('git commit -am x')).releases).toHaveLength(0)
  })
})
