import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { runLine } from './command-line.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'
import { GATE_TABLE } from './gate-table.ts'
import { connectMcp, type McpAgent } from './mcp-agent.ts'

/** The eleven criteria by which the design of guardrails is done; the ninth is the browser’s (success-criterion-9). */

let desk: Desk
let rita: Somebody
let robot: Somebody
let mcp: McpAgent

beforeAll(async () => {
  desk = await openDesk()
  rita = await desk.person('Rita', 'reviewer')
  robot = await desk.agent('robot')
  mcp = await connectMcp(desk.server.served.url, robot.token)
}, 180_000)
afterAll(async () => {
  await mcp.close()
  await desk.close()
})

const gateOf = async (gateId: string) => (await rita.send('GET', `/api/gates/${gateId}`)).json
const decide = async (gateId: string, body: object) => {
  const answer = await rita.send('POST', `/api/gates/${gateId}/decide`, body)
  expect([answer.status, answer.json.detail]).toEqual([200, undefined])
  return answer.json.gate
}
const entriesOf = async (query: string) =>
  (await rita.send('GET', `/api/guardrails/audit?${query}`)).json.entries
const eventsOf = async (query: string) => (await rita.send('GET', `/api/audit?${query}`)).json.events

describe('the success criteria of guardrails', () => {
  test('1 · every confidence report is kept and found in the trail, by task, agent, kind and time', async () => {
    const report = { task_id: 'import', agent: 'robot', score: 95, reasons: ['two cases are untested'] }
    const before = new Date().toISOString()
    const { json: sent } = await robot.send('POST', '/api/confidence', { ...report, session_id: 'ses-one' })
    expect(sent).toMatchObject({ stored: true, escalated: false, gate_id: null })
    const [entry] = await entriesOf(`event_type=confidence_report&date_from=${before}`)
    expect(entry).toMatchObject({
      ...{ event_type: 'confidence_report', actor: 'agent:robot', session_id: 'ses-one' },
      details: { id: sent.id, task_id: 'import', score: 95, reasons: report.reasons },
    })
    for (const query of ['task_id=import', 'agent=robot', 'task_id=import&agent=robot&limit=1']) {
      const { json } = await rita.send('GET', `/api/confidence?${query}`)
      expect(json.reports[0]).toMatchObject({ id: sent.id, score: 95 })
    }
    expect((await rita.send('GET', '/api/confidence?task_id=other')).json.reports).toEqual([])
    expect((await eventsOf('type=confidence_report&session_id=ses-one'))[0].payload.id).toBe(sent.id)
  })

  test('2 · a report below the threshold opens a gate with a briefing by itself; at the threshold none', async () => {
    const report = (score: number) => {
      const body = { task_id: `task-${score}`, agent: 'robot', score, reasons: ['the page is missing'] }
      return mcp.call('guardrails_report_confidence', body)
    }
    for (const score of [90, 91, 100])
      expect(await report(score)).toMatchObject({ escalated: false, gate_id: null })
    for (const score of [0, 89]) {
      const low = await report(score)
      expect(low).toMatchObject({ escalated: true, stored: true })
      const gate = await gateOf(low.gate_id)
      expect(gate).toMatchObject({
        ...{
          type: 'confidence_threshold',
          threshold: 'conditional',
          status: 'pending',
          task_id: `task-${score}`,
        },
        briefing: { gate_type: 'confidence_threshold', agent: 'robot', confidence: score / 100 },
      })
      expect(gate.briefing.summary).toContain(`${score} %`)
      expect(gate.briefing.details).toContain('the page is missing')
      expect(gate.why_held[0].text).toContain('below 90')
      await decide(low.gate_id, { decision: 'approve' })
    }
    const { json: settings } = await desk.server.send('GET', '/api/settings', { role: 'admin' })
    const body = { version: settings.version, confidence_report: { threshold: 60 } }
    const changed = await desk.server.send('PUT', '/api/settings', { role: 'admin', body })
    expect(await report(60)).toMatchObject({ escalated: false })
    const low = await report(59)
    expect(low.escalated).toBe(true)
    await decide(low.gate_id, { decision: 'reject' })
    const back = { version: changed.json.version, confidence_report: { threshold: 90 } }
    await desk.server.send('PUT', '/api/settings', { role: 'admin', body: back })
  }, 120_000)

  test('3 · nothing is built before people have approved what the planner wrote', async () => {
    const input = {
      title: 'Faster search',
      description: 'An index at night.',
      item_id: 'P1',
      paths: ['src/search'],
    }
    const { json: run } = await rita.send('POST', '/api/runs', { kind: 'workitem', input })
    const building = () =>
      robot.send('POST', '/api/runs', {
        kind: 'reasoning',
        input: { goal: 'build it', work_item: 'P1', phase: 'implementation' },
      })
    const early = await building()
    expect([early.status, early.json.code]).toEqual([409, 'intent_not_approved'])
    const open = async () =>
      (await rita.send('GET', `/api/gates?run_id=${run.run_id}&status=pending&type=intent_approval`)).json
        .gates[0]
    await expect.poll(open, { timeout: 20_000 }).toBeDefined()
    const gate = await open()
    expect((await building()).json).toMatchObject({ code: 'intent_not_approved', gate_id: gate.gate_id })
    const write = { tool: 'write_file', arguments: { path: 'src/search/index.ts', content: 'x' } }
    const held = await robot.send('POST', '/api/calls', write)
    expect(held.json.outcome).toBe('held')
    expect(JSON.stringify(held.json.why_held)).toContain('P1')
    const view_digest = gate.view_digest
    await rita.send('POST', `/api/gates/${gate.gate_id}/viewed`, { view_digest })
    // The person who asked for the item is not the one who approves it where their own agent did not ask.
    await decide(gate.gate_id, { decision: 'approve', view_digest, confirm: gate.confirm_word })
    await expect.poll(async () => (await building()).status, { timeout: 20_000 }).toBe(201)
  }, 180_000)

  test('4 · every gate takes a steer where one makes sense, and keeps its words', async () => {
    for (const row of GATE_TABLE) {
      const steer = row.options.find(([, decision]) => decision === 'steer')
      const body = { type: row.type, summary: 'steer me', ...row.asked }
      const { json: gate } = await robot.send('POST', '/api/gates', body)
      const path = `/api/gates/${gate.gate_id}/decide`
      const words = { decision: 'steer', steer_instructions: 'Take the smaller half.' }
      const answer = await rita.send('POST', path, words)
      if (steer === undefined) {
        // Questions take answers: a steer is refused, and never taken for a yes.
        expect([row.type, answer.status]).toEqual([row.type, 400])
        expect((await gateOf(gate.gate_id)).status).toBe('pending')
        continue
      }
      expect([row.type, answer.json.gate.status]).toEqual([row.type, 'steered'])
      expect(answer.json.decision.steer_instructions).toBe('Take the smaller half.')
    }
    const { json: gate } = await robot.send('POST', '/api/gates', { type: 'code_review', summary: 'look' })
    const path = `/api/gates/${gate.gate_id}/decide`
    const refused: readonly (readonly [object, string])[] = [
      [{ decision: 'steer' }, 'steer_instructions'],
      [{ decision: 'steer', steer_instructions: '  ' }, 'steer_instructions'],
      [{ decision: 'steer', steer_instructions: 'x', affected_artifacts: ['../x'] }, 'affected_artifacts.0'],
      [{ decision: 'steer', steer_instructions: 'x', affected_artifacts: ['/etc'] }, 'affected_artifacts.0'],
    ]
    for (const [body, field] of refused) {
      const answer = await rita.send('POST', path, body)
      expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  test('5 · the words of a steer go back to whoever asked, and the run goes on from them', async () => {
    const asked = await mcp.call('gate_request', { type: 'design_review', summary: 'the design' })
    const told = { steer_instructions: 'Name the limits.', affected_artifacts: ['design.md'] }
    await decide(asked.gate_id, { decision: 'steer', ...told })
    expect(await mcp.call('gate_status', { gate_id: asked.gate_id })).toMatchObject({
      ...{ status: 'steered', decision: told },
    })
    const { workspace } = desk.server
    mkdirSync(join(workspace, 'logs'), { recursive: true })
    for (const name of ['a.log', 'b.log']) writeFileSync(join(workspace, 'logs', name), name)
    const { json } = await rita.send('POST', '/reasoning/execute', { goal: 'delete the file logs/a.log' })
    await decide(json.soul_request_id, {
      decision: 'steer',
      steer_instructions: 'delete the file logs/b.log',
    })
    const next = async () =>
      (await rita.send('GET', `/api/gates?run_id=${json.run_id}&status=pending`)).json.gates[0]
    await expect.poll(next, { timeout: 10_000 }).toBeDefined()
    const again = await next()
    expect(again.steered_from).toBe(json.soul_request_id)
    expect(JSON.stringify(again.subject)).toContain('logs/b.log')
    await decide(again.gate_id, { decision: 'reject' })
    expect(readFileSync(join(workspace, 'logs/a.log'), 'utf8')).toBe('a.log')
  }, 120_000)

  test('6 · an agent that cannot stay within a constraint says so, and people choose', async () => {
    for (const constraint of ['time', 'scope', 'budget', 'spec']) {
      const context = { task: 'import', constraint, required_change: 'two more days' }
      const { json: gate } = await robot.send('POST', '/api/gates', {
        ...{ type: 'constraint_exception', summary: 'it does not fit', context },
      })
      expect(gate).toMatchObject({
        ...{ threshold: 'advisory', briefing: { constraint_info: context } },
        options: [{ id: 'expand' }, { id: 'reduce' }, { id: 'abort' }],
      })
      expect(gate.why_held.map((why: { rule_id?: string }) => why.rule_id)).toContain(
        'hitl-gate-constraint-exception',
      )
      const expanded = { decision: 'approve', option_id: 'expand', option_input: { new_limit: 20 } }
      expect((await decide(gate.gate_id, expanded)).decisions[0].option_input).toEqual({ new_limit: 20 })
    }
  })

  test('7 · every gate opens with a briefing: what it is, who asks, what is known', async () => {
    for (const { type, asked, briefed } of GATE_TABLE) {
      const context = briefed === undefined ? {} : { context: briefed.context }
      const artifacts = [{ path: 'docs/a.md', type: 'file', size_bytes: 1 }]
      const body = {
        type,
        summary: `about ${type}`,
        details: 'as the agent sees it',
        artifacts,
        ...asked,
        ...context,
      }
      const { json: gate } = await robot.send('POST', '/api/gates', body)
      expect(gate.briefing).toMatchObject({
        ...{ gate_type: type, summary: `about ${type}`, agent: 'robot', artifacts: ['docs/a.md'] },
      })
      for (const line of [...(briefed?.says ?? []), 'docs/a.md', 'as the agent sees it'])
        expect(gate.briefing.details).toContain(line)
      expect(gate.why_held.length).toBeGreaterThan(0)
    }
  })

  test('8 · the new gates are guidelines of every installation; bootstrap brings back what is missing', async () => {
    const expected = [
      ['hitl-gate-intent-approval', 960, 'mandatory', 'intent_approval'],
      ['confidence-threshold', 850, 'conditional', 'confidence_threshold'],
      ['hitl-gate-constraint-exception', 800, 'advisory', 'constraint_exception'],
    ] as const
    for (const [id, priority, gate_threshold, gate_type] of expected) {
      const { json } = await rita.send('GET', `/api/guardrails/${id}`)
      expect(json).toMatchObject({ priority, enabled: true, action: { gate_threshold, gate_type } })
      expect((await rita.send('DELETE', `/api/guardrails/${id}`)).status).toBe(204)
    }
    const folder = mkdtempSync(join(tmpdir(), 'soulgate-criteria-'))
    const as = { url: desk.server.served.url, token: rita.token, folder }
    const bootstrap = async (dry: boolean) => {
      const line = ['guardrails', 'bootstrap', ...(dry ? ['--dry-run'] : []), '--json']
      return JSON.parse(await runLine(as, line))
    }
    const missing = expected.map(([id]) => id).toSorted()
    expect((await bootstrap(true)).created.toSorted()).toEqual(missing)
    expect((await rita.send('GET', '/api/guardrails')).json.total).toBe(14)
    expect((await bootstrap(false)).created.toSorted()).toEqual(missing)
    expect((await bootstrap(false)).created).toEqual([])
    expect((await rita.send('GET', '/api/guardrails')).json.total).toBe(17)
    const exported = await rita.send('GET', '/api/guardrails/export?format=yaml')
    expect(parse(exported.text).guidelines ?? parse(exported.text)).toHaveLength(17)
  })

  test('10 · the seven older gates work as before, also for a client that knows approve and reject only', async () => {
    const older = [
      ...(['devops_invocation', 'protected_path_commit', 'contract_change'] as const),
      ...(['destructive_workstation_op', 'design_review', 'test_failures', 'complex_operation'] as const),
    ]
    for (const type of older) {
      const row = GATE_TABLE.find(each => each.type === type)
      for (const [decision, meant] of [
        ['approve', row?.bare[0]],
        ['reject', row?.bare[1]],
      ] as const) {
        const { json: gate } = await robot.send('POST', '/api/gates', { type, summary: 'as ever' })
        const body = { gate_id: gate.gate_id, decision, decided_by: 'operator', reason: 'as ever' }
        const answer = await rita.send('POST', `/api/gates/${gate.gate_id}/decide`, body)
        expect([answer.status, answer.json.success, answer.json.gate.status]).toEqual([200, true, meant])
        expect(answer.json.event_id).not.toBe('')
      }
    }
  })

  test('11 · every decision is in the trail with all that belongs to it, and the chain proves it', async () => {
    const told: readonly (readonly [object, string])[] = [
      [{ decision: 'approve', reason: 'fine', conditions: ['no other file'] }, 'approved'],
      [{ decision: 'reject', reason: 'too early', feedback: 'after the freeze' }, 'rejected'],
      [{ decision: 'steer', steer_instructions: 'Smaller.', affected_artifacts: ['design.md'] }, 'steered'],
    ]
    for (const [body, status] of told) {
      const { json: gate } = await robot.send('POST', '/api/gates', {
        ...{ type: 'code_review', summary: 'look', session_id: 'ses-trail', task_id: 'T1' },
      })
      await decide(gate.gate_id, body)
      const [event] = await eventsOf('type=gate_decided&session_id=ses-trail')
      expect(event).toMatchObject({
        ...{ gate_id: gate.gate_id, session_id: 'ses-trail', actor: { kind: 'person', id: rita.id } },
        payload: { ...body, status, gate_type: 'code_review', summary: 'look' },
      })
    }
    const { json: voted } = await robot.send('POST', '/api/gates', {
      ...{ type: 'code_review', summary: 'look', quorum: { approvals_required: 2, roles: [], veto: true } },
    })
    await decide(voted.gate_id, { decision: 'approve', reason: 'half of it is mine' })
    const [vote] = await eventsOf('type=gate_vote')
    expect(vote.payload).toMatchObject({
      decision: 'approve',
      reason: 'half of it is mine',
      have: 1,
      need: 2,
    })
    const logged = {
      guideline_id: 'tdd-protocol',
      result: 'skipped',
      reason: 'a spike',
      gate_type: 'code_review',
    }
    const { audit_id } = await mcp.call('guardrails_log_decision', { ...logged, session_id: 'ses-trail' })
    const [entry] = await entriesOf('event_type=gate_decision')
    expect(entry).toMatchObject({
      id: audit_id,
      guideline_id: 'tdd-protocol',
      decision: { result: 'skipped' },
    })
    const { json: report } = await rita.send('GET', '/api/audit/verify')
    expect(report).toMatchObject({ ok: true })
    expect(report.events).toBeGreaterThan(100)
  })
})
