import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { ROUTES } from './api.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Every write that a credential of a person may still make when it lies on a disk: it starts, asks and stops. */
const LEFT: readonly string[] = [
  'POST /api/auth/sign-out',
  'POST /api/auth/links',
  'POST /api/confirmations',
  'POST /api/confirmations/{confirmation_id}/confirm',
  'POST /reasoning/execute',
  'POST /api/runs',
  'POST /api/runs/{run_id}/cancel',
  'POST /api/runs/{run_id}/end',
  'POST /api/chat',
  'POST /api/chat/stream',
  'POST /api/plans',
  'POST /api/policy/replay',
  'POST /api/plans/{plan_id}/feedback',
  'POST /api/plan',
  'POST /api/gates',
  'POST /api/calls',
  'POST /api/grants/{grant_id}/consume',
  'POST /api/grants/{grant_id}/result',
  'POST /api/confidence',
  'POST /api/work-items',
  'POST /api/work-items/{item_id}/reports',
  'PUT /api/pages/{page_id}',
  'POST /api/pages/{page_id}/pin',
  'POST /api/pages/{page_id}/unpin',
  'POST /api/pages/{page_id}/rollback',
  'POST /api/pages/{page_id}/fixes',
  'POST /api/sessions/{session_id}/page-operations',
  'POST /api/sessions/{session_id}/page-operations/undo',
  'PATCH /api/sessions/{session_id}/brief',
  'POST /api/sessions/{session_id}/snapshots',
  'POST /api/sessions/{session_id}/snapshots/{snapshot_id}/pin',
  'POST /api/sessions/{session_id}/snapshots/{snapshot_id}/unpin',
  'POST /api/sessions/{session_id}/snapshots/{snapshot_id}/rollback',
  'POST /api/stop',
  // Each tool of MCP needs a right of its own.
  'POST /mcp',
  'DELETE /mcp',
  // These read, although they take a body.
  'POST /api/guardrails/evaluate',
  'POST /api/settings/preview',
  'POST /api/pages/{page_id}/validation',
]

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const places = ROUTES.filter(route => route.action !== 'public' && route.method !== 'GET').map(
  ({ method, path }) => ({ method, path, place: `${method} ${path}` }),
)

let server: TestServer
let saved: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startTestServer()
  const made = await server.soulgate.access.createPerson(SYSTEM, { name: 'Ada', role: 'admin' })
  if (made.refused) throw new Error(made.detail)
  const { person_id } = made.person
  const body = { name: 'saved', role: 'admin', person_id, decides: false } as const
  const token = await server.soulgate.access.createToken(SYSTEM, body)
  if (token.refused) throw new Error(token.detail)
  saved = { authorization: `Bearer ${token.token}` }
})
afterAll(() => server.close())

const refusedCode = async (method: string, path: string) => {
  const { status, json } = await server.send(method, path.replace(/\{\w+\}/g, 'x'), { headers: saved })
  return status === 403 ? json.code : undefined
}

describe('the saved token of an admin', () => {
  it.each(places.filter(({ place }) => !LEFT.includes(place)))('may not $place', async ({ method, path }) => {
    expect(await refusedCode(method, path)).toBe('credential_cannot_decide')
  })

  it.each(places.filter(({ place }) => LEFT.includes(place)))('may $place', async ({ method, path }) => {
    expect(await refusedCode(method, path)).not.toBe('credential_cannot_decide')
  })

  it('is told where the person can do it', async () => {
    const { json } = await server.send('POST', '/api/gates/x/comments', { headers: saved })
    expect(json.detail).toContain(`Sign in at ${server.served.url}`)
    expect(json.detail).toContain('say something at a gate')
  })
})

it('every write that is left to it is a route', () => {
  expect(LEFT.filter(place => !places.some(route => route.place === place))).toEqual([])
})
