import { describe, expect, test } from 'vitest'
import type { SoulgateOptions } from '../../src/soulgate.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'

interface Drill {
  readonly desk: Desk
  readonly way: CutProxy
  readonly robot: Somebody
  readonly rita: Somebody
  /** Lets time pass for the program, so that what it keeps in memory grows old. */
  later(seconds: number): void
}

async function inDrill(
  options: Partial<SoulgateOptions>,
  drill: (drill: Drill) => Promise<void>,
): Promise<void> {
  const way = await startCutProxy(await createTestDatabase())
  let aheadMs = 0
  const clock = { now: () => Date.now() + aheadMs }
  const desk = await openDesk({ databaseUrl: way.url, clock, ...options })
  try {
    const rita = await desk.person('Rita', 'reviewer')
    const robot = await desk.agent('robot')
    await drill({
      ...{ desk, way, robot, rita },
      later: seconds => {
        aheadMs += seconds * 1000
      },
    })
  } finally {
    way.mend()
    await desk.close()
    await way.close()
  }
}

const denial = {
  name: 'no drops',
  category: 'security',
  condition: { tools: ['drop_*'] },
  action: { type: 'tool_restriction', tools_denied: ['drop_*'], instruction: 'Nothing is dropped here.' },
}
const note = {
  name: 'note',
  description: 'writes a note',
  input_schema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
  reversibility: 'read_only',
}
const call = { tool: 'note', arguments: { text: 'hello' } }

describe('the database goes away', () => {
  test.each([
    'static',
    'restrictive',
  ] as const)('guardrails in mode %s: nothing permissive, and all of it mends', async fallbackMode => {
    await inDrill({ fallbackMode }, async ({ desk, way, robot, rita, later }) => {
      await rita.send('POST', '/api/guardrails', denial)
      await desk.server.send('POST', '/api/tools', { role: 'admin', body: note })
      const { json: released } = await robot.send('POST', '/api/calls', call)
      expect(released.outcome).toBe('released')
      const { json: gate } = await robot.send('POST', '/api/gates', { type: 'code_review', summary: 'look' })
      await rita.send('GET', '/api/auth/me')

      way.cut()
      later(61)
      const asked = { tool: 'drop_table', arguments: {}, agent: 'robot' }
      const { status, json: told } = await robot.send('POST', '/api/guardrails/evaluate', asked)
      expect([status, told.source]).toEqual([200, fallbackMode])
      expect(told.tool_verdict.allowed).toBe(false)
      const harmless = await robot.send('POST', '/api/guardrails/evaluate', { tool: 'note', arguments: {} })
      expect(harmless.json.hitl_gates.length > 0).toBe(fallbackMode === 'restrictive')

      const { grant } = released
      const refused = [
        await robot.send('POST', '/api/calls', call),
        await robot.send('POST', `/api/grants/${grant.grant_id}/consume`, { digest: grant.digest }),
        await rita.send('POST', `/api/gates/${gate.gate_id}/decide`, { decision: 'approve' }),
        await robot.send('POST', `/api/gates/${gate.gate_id}/decide`, { decision: 'approve' }),
        await rita.send('POST', '/api/guardrails', denial),
      ].map(answer => answer.status)
      expect(refused).toEqual([503, 503, 503, 403, 503])

      const report = { task_id: 'in the dark', agent: 'robot', score: 40, reasons: ['guessed'] }
      const low = await robot.send('POST', '/api/confidence', report)
      expect([low.status, low.json]).toEqual([
        201,
        { id: low.json.id, escalated: false, gate_id: null, stored: false },
      ])
      const told1 = { guideline_id: 'tdd-protocol', result: 'skipped', reason: 'first' }
      expect((await robot.send('POST', '/api/guardrails/decisions', told1)).status).toBe(201)
      later(1)
      const told2 = { ...told1, reason: 'second' }
      expect((await robot.send('POST', '/api/guardrails/decisions', told2)).status).toBe(201)

      const dark = await desk.server.send('GET', '/readyz')
      expect(dark.status).toBe(503)
      expect(dark.json.checks).toMatchObject({
        store: { ok: false },
        guardrails: { ok: false, detail: expect.stringContaining(fallbackMode) },
        audit: { ok: false, detail: '3 entries wait on disk for the store' },
      })

      way.mend()
      await expect
        .poll(async () => (await desk.server.send('GET', '/readyz')).status, {
          timeout: 30_000,
          interval: 200,
        })
        .toBe(200)
      const listed = await rita.send('GET', '/api/confidence?task_id=in%20the%20dark')
      expect(listed.json.reports).toHaveLength(1)
      expect(listed.json.reports[0]).toMatchObject({
        id: low.json.id,
        score: 40,
        escalated: true,
        written_late: true,
      })
      const trail = await rita.send('GET', '/api/guardrails/audit?event_type=gate_decision')
      expect(
        trail.json.entries.map((entry: { decision: { reason: string } }) => entry.decision.reason),
      ).toEqual(['second', 'first'])
      expect((await rita.send('GET', '/api/audit/verify')).json.ok).toBe(true)
      const evaluated = await robot.send('POST', '/api/guardrails/evaluate', asked)
      expect(evaluated.json.source).toBe('store')
      const standing = await rita.send('GET', `/api/gates/${gate.gate_id}`)
      expect(standing.json.status).toBe('pending')
      const consumed = await robot.send('POST', `/api/grants/${grant.grant_id}/consume`, {
        digest: grant.digest,
      })
      expect(consumed.status).toBe(200)
    })
  }, 120_000)

  test('an agent’s key is known for five minutes more, and nobody else’s', async () => {
    await inDrill({}, async ({ way, robot, rita, later }) => {
      for (const who of [robot, rita]) expect((await who.send('GET', '/api/auth/me')).status).toBe(200)
      way.cut()
      expect((await robot.send('GET', '/api/auth/me')).status).toBe(200)
      expect((await rita.send('GET', '/api/auth/me')).status).toBe(503)
      later(301)
      expect((await robot.send('GET', '/api/auth/me')).status).toBe(503)
    })
  }, 60_000)
})
