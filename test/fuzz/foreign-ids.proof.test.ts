import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../src/contracts/principal.ts'
import { DEFAULT_SETTINGS } from '../../src/contracts/settings.ts'
import { may } from '../../src/soulgate.ts'
import { ROUTES } from '../../src/surfaces/api/api.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'
import { gatherIds, type Ids, makeThings } from './things.ts'

/** Everybody's: what they name belongs to the installation and not to whoever asked for it. */
const SHARED =
  /^\/api\/(tools\/\{name\}|guardrails\/|work-items\/|artifacts\/|memory\/entities\/)|comment_id|message_id/
const STREAMS = /\/events$|\/wait$/
const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
/** What gets past the check of a body, so that it is the owner who decides. */
const BODIES: Readonly<Record<string, object>> = {
  '/api/grants/{grant_id}/consume': { digest: '0'.repeat(64) },
  '/api/grants/{grant_id}/result': { success: true, output: null },
  '/api/plans/{plan_id}/feedback': { text: 'What about Sunday?' },
  '/api/gates/{gate_id}/cancel': { because: 'not mine' },
  '/api/runs/{run_id}/cancel': { because: 'not mine' },
  '/api/pages/{page_id}/validation': { version: 1, windows: [] },
}

/** Every route that an agent's key may use and that names a thing somebody asked for. */
const routes = ROUTES.filter(
  ({ path, action }) =>
    /\{\w+\}/.test(path) && !SHARED.test(path) && action !== 'public' && may('agent', action),
)

let server: TestServer
let ids: Ids
let stranger: string

beforeAll(async () => {
  const limits = { ...DEFAULT_SETTINGS.limits, starts_per_second: 10_000, open_gates_per_key: 10_000 }
  const host = '127.0.0.1:9'
  server = await startTestServer({ settingsSeed: { limits, webhook_hosts: [host] } })
  ids = await makeThings(server, host, false)
  const page = { message: 'Make a landing page for a bakery', session_id: 'with-pages', generate_now: true }
  gatherIds((await server.send('POST', '/api/chat', { role: 'member', body: page })).json, ids)
  const { json } = await server.send('GET', '/api/sessions/with-pages/pages', { role: 'member' })
  gatherIds(json, ids)
  for (const gate of ids.get('gate_id') ?? []) {
    const answer = await server.send('POST', `/api/gates/${gate}/decide`, {
      role: 'reviewer',
      body: { decision: 'approve' },
    })
    gatherIds(answer.json, ids)
    for (const { grant_id, digest } of (answer.json.gate ?? answer.json).grants ?? []) {
      await server.send('POST', `/api/grants/${grant_id}/consume`, { role: 'agent', body: { digest } })
    }
  }
  const made = await server.soulgate.access.createToken(SYSTEM, { name: 'stranger', role: 'agent' })
  if (made.refused) throw new Error(made.detail)
  stranger = made.token
}, 60_000)
afterAll(() => server.close())

/** The route with each of the ids that its parameter takes. */
function addresses(path: string): readonly string[] {
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
  return (ids.get(name) ?? []).map(id => path.replace(/\{\w+\}/, id))
}

describe('what another key asked for', () => {
  it.each(
    routes.map(route => [`${route.method} ${route.path}`, route] as const),
  )('is unknown to an agent at %s', async (_, { method, path }) => {
    const asked = addresses(path)
    expect(asked.length).toBeGreaterThan(0)
    for (const address of asked) {
      const headers = { authorization: `Bearer ${stranger}`, 'idempotency-key': 'k' }
      const answer = await server.send(method, address, { headers, body: BODIES[path] ?? {} })
      expect([address, [403, 404].includes(answer.status), answer.status]).toEqual([
        address,
        true,
        answer.status,
      ])
    }
  })

  it('is what its owner reads at the same addresses', async () => {
    const reads = routes.filter(({ method, path }) => method === 'GET' && !STREAMS.test(path))
    const read = new Set<string>()
    for (const { path } of reads) {
      for (const address of addresses(path)) {
        const answer = await server.send('GET', address, { role: 'member' })
        if (answer.status === 200) read.add(path)
      }
    }
    // A plan that stands at its first question has none of these yet.
    const later = /\/(outline|roadmap|schedule|schedule\.ics|record|export|diff|product-doc|history)$/
    const unread = reads.map(({ path }) => path).filter(path => !read.has(path) && !later.test(path))
    expect(unread).toEqual([])
  })
})
