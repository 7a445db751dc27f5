import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const measure = async (id: string) => {
  const { json } = await server.send('GET', '/api/insights?window=1h', { role: 'viewer' })
  return json.measures.find((each: { id: string }) => each.id === id)
}

describe('insights', () => {
  test('count what a goal did, over HTTP', async () => {
    const goal = { goal: 'Delete the file old.log' }
    const { json: answer } = await server.send('POST', '/reasoning/execute', { role: 'member', body: goal })
    expect(answer.approval_state).toBe('awaiting_approval')
    expect(await measure('approval_request_rate')).toMatchObject({ value: 1, samples: 1, state: 'few' })
    expect(await measure('waiting')).toMatchObject({ value: 1 })
    const { json } = await server.send('GET', '/api/insights', { role: 'viewer' })
    expect(json.funnel[0]).toEqual({ stage: 'Asked', count: 1 })
    expect(json.confidence.reduce((sum: number, step: { count: number }) => sum + step.count, 0)).toBe(1)
    expect(json.truncated).toBe(false)
  })

  test('take one word per person about a run, the last one', async () => {
    const goal = { goal: 'List the files' }
    const { json: answer } = await server.send('POST', '/reasoning/execute', { role: 'member', body: goal })
    const say = (helpful: boolean) =>
      server.send('POST', '/api/feedback', { role: 'member', body: { about: answer.run_id, helpful } })
    expect((await say(true)).status).toBe(201)
    expect((await say(false)).status).toBe(201)
    expect(await measure('satisfaction')).toMatchObject({ value: 0, samples: 1 })
    expect(await measure('execution_rate')).toMatchObject({ value: 1, samples: 1 })
    expect(await measure('tool_mismatches')).toMatchObject({ value: 0 })
  })

  test('refuse an odd window and feedback about nothing', async () => {
    expect((await server.send('GET', '/api/insights?window=ever', { role: 'viewer' })).status).toBe(400)
    const feedback = { about: 'run_01hopefullynothing', helpful: true }
    expect((await server.send('POST', '/api/feedback', { role: 'member', body: feedback })).status).toBe(404)
    expect((await server.send('POST', '/api/feedback', { role: 'agent', body: feedback })).status).toBe(403)
  })
})
