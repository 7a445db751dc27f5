import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'

let here: Desk
let there: Desk
let rita: Somebody
let robot: Somebody

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  here = await openDesk({ databaseUrl })
  there = await openDesk({ databaseUrl })
  rita = await here.person('Rita', 'reviewer')
  robot = await there.agent('robot')
}, 60_000)
afterAll(async () => {
  await here.close()
  await there.close()
})

const denial = {
  name: 'no drops',
  category: 'security',
  condition: { tools: ['drop_*'] },
  action: { type: 'tool_restriction', tools_denied: ['drop_*'] },
}
const verdict = async () => {
  const answer = await robot.send('POST', '/api/guardrails/evaluate', { tool: 'drop_table', arguments: {} })
  return answer.json.tool_verdict.allowed
}
const soon = { timeout: 10_000, interval: 10 }

describe('two programs on one database', () => {
  test('a rule saved at one is in force at the other, long before its cache grows old', async () => {
    expect(await verdict()).toBe(true)
    const { json: rule } = await rita.send('POST', '/api/guardrails', denial)
    await expect.poll(verdict, soon).toBe(false)
    const denied = await robot.send('POST', '/api/calls', { tool: 'drop_table', arguments: {} })
    expect(denied.json).toMatchObject({ outcome: 'denied', why_held: [{ rule_id: rule.id }] })
    await rita.send('POST', `/api/guardrails/${rule.id}/toggle`)
    await expect.poll(verdict, soon).toBe(true)
    await rita.send('POST', `/api/guardrails/${rule.id}/toggle`)
    await expect.poll(verdict, soon).toBe(false)
    await rita.send('DELETE', `/api/guardrails/${rule.id}`)
    await expect.poll(verdict, soon).toBe(true)
  }, 60_000)

  test('a grant given at one is void at the other once a rule forbids its call', async () => {
    const tool = {
      name: 'look',
      description: 'looks at a thing',
      input_schema: { type: 'object', properties: { thing: { type: 'string' } } },
      annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
      reversibility: 'read_only',
    }
    await here.server.send('POST', '/api/tools', { role: 'admin', body: tool })
    const propose = async () => {
      const { json } = await robot.send('POST', '/api/calls', { tool: 'look', arguments: { thing: 'a' } })
      return json
    }
    await expect.poll(async () => (await propose()).outcome, soon).toBe('released')
    const { grant } = await propose()
    const rule = { ...denial, name: 'no looking', condition: { tools: ['look'] } }
    await rita.send('POST', '/api/guardrails', {
      ...rule,
      action: { type: 'tool_restriction', tools_denied: ['look'] },
    })
    await expect.poll(async () => (await propose()).outcome, soon).toBe('denied')
    const late = await robot.send('POST', `/api/grants/${grant.grant_id}/consume`, { digest: grant.digest })
    expect([late.status, late.json.code]).toEqual([409, 'grant_revoked'])
  }, 60_000)

  test('of two changes at once on the same version one is told what stands', async () => {
    const { json: rule } = await rita.send('POST', '/api/guardrails', denial)
    const change = (desk: Desk, priority: number) =>
      desk.server.send('PUT', `/api/guardrails/${rule.id}`, {
        role: 'reviewer',
        body: { version: 1, priority },
      })
    const answers = await Promise.all([change(here, 1), change(there, 2)])
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409])
    const refused = answers.find(answer => answer.status === 409)
    expect(refused?.json).toMatchObject({ code: 'version_conflict', expected_version: 1, actual_version: 2 })
  })
})
