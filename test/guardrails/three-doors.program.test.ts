import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createSoulgateClient } from '../../src/sdk/sdk.ts'
import { runLine } from './command-line.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'
import { connectMcp } from './mcp-agent.ts'

/**
 * “The backend agent may not touch contracts/; destructive shell commands need two reviewers; say so in these words”,
 * written by API, by command line and by file; each time tried on a context before it is saved, and from then on
 * every run, every call of the SDK and every MCP client is held to it.
 */
const DENIED = 'Contracts belong to everybody who reads them. Ask the orchestrator.'
const TWO = 'A destructive command needs two reviewers.'
const DESTRUCTIVE = 'arguments.command.matches("(^|[;&|]\\\\s*)(rm\\\\s+-|mkfs)")'

const isolation = (agent: string) => ({
  id: 'contracts-are-shared',
  name: 'Contracts are shared',
  category: 'cognitive_isolation',
  condition: { agents: [agent], paths: ['contracts/*'] },
  action: { type: 'tool_restriction', tools_denied: ['*'], instruction: DENIED },
})
const twoReviewers = {
  id: 'two-reviewers',
  name: 'Two reviewers',
  category: 'hitl_gate',
  condition: { tools: ['shell'], custom: DESTRUCTIVE },
  action: { type: 'hitl_gate', gate_type: 'destructive_workstation_op', quorum: 2, instruction: TWO },
}
/** The built-in agent deletes files; the rule for it is the same, by its tool. */
const twoForDeleting = {
  ...{ ...twoReviewers, id: 'two-for-deleting' },
  condition: { tools: ['delete_file'] },
  action: { ...twoReviewers.action, gate_type: 'tool_approval' },
}

interface Door {
  readonly name: string
  /** Tries the rules on a context, saving nothing; answers what was said. */
  tryThem(place: Place): Promise<string>
  saveThem(place: Place): Promise<void>
}

interface Place {
  readonly desk: Desk
  readonly rita: Somebody
  readonly folder: string
}

const RULES = [isolation('backend'), twoReviewers, twoForDeleting]
const context = { agent: 'backend', tool: 'write_text', arguments: { path: 'contracts/api.json' } }
const testLine = (file: string) => [
  ...['guardrails', 'test', '--draft', file, '--agent', 'backend', '--tool', 'write_text'],
  ...['--arguments', '{"path":"contracts/api.json"}'],
]
const asRita = ({ desk, rita, folder }: Place) => ({ url: desk.server.served.url, token: rita.token, folder })

const addLines: readonly (readonly string[])[] = [
  [
    ...['guardrails', 'add', 'Contracts are shared', '--id', 'contracts-are-shared', '--agent', 'backend'],
    ...['--path', 'contracts/*', '--deny', '*', '--category', 'cognitive_isolation', '--say', DENIED],
  ],
  [
    ...[
      'guardrails',
      'add',
      'Two reviewers',
      '--id',
      'two-reviewers',
      '--tool',
      'shell',
      '--when',
      DESTRUCTIVE,
    ],
    ...['--gate', 'destructive_workstation_op', '--approvals', '2', '--say', TWO],
  ],
  [
    ...['guardrails', 'add', 'Two reviewers', '--id', 'two-for-deleting', '--tool', 'delete_file'],
    ...['--gate', 'tool_approval', '--approvals', '2', '--say', TWO],
  ],
]

const DOORS: readonly Door[] = [
  {
    name: 'API',
    tryThem: async ({ rita }) => {
      const body = { ...context, guidelines: RULES }
      const { json } = await rita.send('POST', '/api/guardrails/evaluate', body)
      return json.tool_verdict.why
    },
    saveThem: async ({ rita }) => {
      for (const { id: _chosen, ...rule } of RULES) {
        expect((await rita.send('POST', '/api/guardrails', rule)).status).toBe(201)
      }
    },
  },
  {
    name: 'command line',
    tryThem: async place => {
      const draft = await runLine(asRita(place), [...(addLines[0] ?? []), '--draft'])
      writeFileSync(join(place.folder, 'draft.yaml'), draft)
      return runLine(asRita(place), testLine(join(place.folder, 'draft.yaml')))
    },
    saveThem: async place => {
      for (const line of addLines) expect(await runLine(asRita(place), line)).toMatch(/^Saved /)
    },
  },
  {
    name: 'file',
    tryThem: async place => {
      writeFileSync(join(place.folder, 'rules.yaml'), stringify({ guidelines: RULES }))
      return runLine(asRita(place), testLine(join(place.folder, 'rules.yaml')))
    },
    saveThem: async place => {
      const said = await runLine(asRita(place), ['guardrails', 'apply', join(place.folder, 'rules.yaml')])
      expect(said).toContain('3 saved, 0 refused.')
    },
  },
]

describe.each(DOORS)('written by $name', ({ tryThem, saveThem }) => {
  let place: Place
  let sven: Somebody
  let backend: Somebody

  beforeAll(async () => {
    const desk = await openDesk()
    const rita = await desk.person('Rita', 'reviewer')
    sven = await desk.person('Sven', 'reviewer')
    backend = await desk.agent('backend')
    place = { desk, rita, folder: mkdtempSync(join(tmpdir(), 'soulgate-doors-')) }
    for (const [name, properties] of [
      ['shell', { command: { type: 'string' } }],
      ['write_text', { path: { type: 'string' }, content: { type: 'string' } }],
    ] as const) {
      const body = {
        ...{ name, description: name, input_schema: { type: 'object', properties } },
        annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
        reversibility: 'reversible',
      }
      await desk.server.send('POST', '/api/tools', { role: 'admin', body })
    }
  })
  afterAll(() => place.desk.close())

  const sdk = () => createSoulgateClient({ baseUrl: place.desk.server.served.url, token: backend.token })
  const decide = async (who: Somebody, gateId: string) => {
    const { json: gate } = await who.send('GET', `/api/gates/${gateId}`)
    const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
    const body = { decision: 'approve', view_digest: gate.view_digest, ...confirm }
    return (await who.send('POST', `/api/gates/${gateId}/decide`, body)).json.gate
  }

  test('they are tried before they are saved, and then saved', async () => {
    expect(await tryThem(place)).toContain(DENIED)
    const before = await sdk().calls.propose({
      tool: 'write_text',
      arguments: { path: 'contracts/api.json' },
    })
    expect(before).toMatchObject({ outcome: 'held' })
    expect((await place.rita.send('GET', '/api/guardrails')).json.total).toBe(17)
    await saveThem(place)
    expect((await place.rita.send('GET', '/api/guardrails')).json.total).toBe(20)
  })

  test('a call of the SDK is held to them', async () => {
    const denied = await sdk().calls.propose({
      tool: 'write_text',
      arguments: { path: 'contracts/api.json' },
    })
    expect(denied).toMatchObject({ outcome: 'denied', why_held: [{ text: expect.stringContaining(DENIED) }] })
    const held = await sdk().calls.propose({ tool: 'shell', arguments: { command: 'rm -rf build' } })
    if (!held.gate) throw new Error('it was not held')
    expect(held.gate).toMatchObject({ type: 'destructive_workstation_op', quorum: { approvals_required: 2 } })
    expect(held.why_held[0]?.text).toContain(TWO)
    expect(await decide(place.rita, held.gate.gate_id)).toMatchObject({ status: 'pending' })
    expect(await decide(place.rita, held.gate.gate_id)).toMatchObject({ status: 'pending' })
    const approved = await decide(sven, held.gate.gate_id)
    expect(approved).toMatchObject({ status: 'approved' })
    const [grant] = approved.grants
    expect(await sdk().grants.consume(grant.grant_id, grant.digest)).toMatchObject({
      grant: { status: 'consumed' },
    })
  })

  test('an MCP client is held to them', async () => {
    const mcp = await connectMcp(place.desk.server.served.url, backend.token)
    const told = await mcp.call('guardrails_get_context', context)
    expect(told).toMatchObject({ tool_verdict: { allowed: false, why: expect.stringContaining(DENIED) } })
    expect(told.combined_instruction).toContain(DENIED)
    const request = (tool: string, args: object) =>
      mcp.call('gate_request', {
        ...{ type: 'tool_approval', summary: 'please', tool_calls: [{ tool, arguments: args }] },
      })
    const denied = await request('write_text', { path: 'contracts/api.json' })
    expect(denied).toMatchObject({
      success: false,
      code: 'forbidden',
      error: expect.stringContaining(DENIED),
    })
    const asked = await request('shell', { command: 'cd app; rm -rf build' })
    expect(asked).toMatchObject({ type: 'destructive_workstation_op', approvals: { have: 0, need: 2 } })
    expect(asked.why_held.join(' ')).toContain(TWO)
    await decide(place.rita, asked.gate_id)
    expect(await mcp.call('gate_status', { gate_id: asked.gate_id })).toMatchObject({ status: 'pending' })
    await decide(sven, asked.gate_id)
    expect(await mcp.call('gate_status', { gate_id: asked.gate_id })).toMatchObject({
      ...{ status: 'approved', grants: [{}] },
    })
    await mcp.close()
  }, 120_000)

  test('a run is held to them', async () => {
    const { workspace } = place.desk.server
    mkdirSync(join(workspace, 'contracts'), { recursive: true })
    writeFileSync(join(workspace, 'old.txt'), 'old')
    writeFileSync(join(workspace, 'contracts/api.json'), '{}')
    const { json } = await place.rita.send('POST', '/reasoning/execute', { goal: 'delete the file old.txt' })
    expect(json.approval_state).toBe('awaiting_approval')
    expect(await decide(place.rita, json.soul_request_id)).toMatchObject({ status: 'pending' })
    expect(readFileSync(join(workspace, 'old.txt'), 'utf8')).toBe('old')
    const asBackend = await backend.send('POST', '/api/runs', {
      ...{ kind: 'reasoning', input: { goal: 'delete the file contracts/api.json' } },
    })
    await place.desk.server.soulgate.runs.settled(asBackend.json.run_id, 10_000)
    const { json: ended } = await backend.send('GET', `/api/runs/${asBackend.json.run_id}`)
    expect(ended.status).toBe('completed')
    expect(JSON.stringify(ended.output)).toContain(DENIED)
    expect(readFileSync(join(workspace, 'contracts/api.json'), 'utf8')).toBe('{}')
  })
})
