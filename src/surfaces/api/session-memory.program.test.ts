import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { createSoulgateClient } from '../../sdk/sdk.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import { AT, sampleMessage, sampleSession } from '../../store/store-samples.ts'
import { type Answer, type Sender, startTestServer, type TestServer } from './test-server.ts'

const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
let server: TestServer

const MESSAGES = Array.from({ length: 7 }, (_, n) =>
  sampleMessage('ses_spoken', n + 1, { message_id: `msg_${n + 1}` }),
)

beforeAll(async () => {
  const storePath = join(mkdtempSync(join(tmpdir(), 'soulgate-memory-')), 'soulgate.db')
  const store = await openSqliteStore({ path: storePath, now: () => AT })
  await store.transact(async tx => {
    await tx.putSession(sampleSession('ses_spoken', { last_active_at: new Date().toISOString() }))
    await tx.putMessages(MESSAGES)
  })
  await store.close()
  server = await startTestServer({ storePath })
})
afterAll(() => server.close())

/** A session of the member, made by a run that ends at once. */
async function newSession(role: Sender = 'member'): Promise<string> {
  const body = { goal: 'list the files' }
  const answer = await server.send('POST', '/reasoning/execute', { role, body })
  const run = await server.send('GET', `/api/runs/${answer.json.run_id}`, { role })
  return run.json.session_id
}

const doc = (sessionId: string, rest = '') => `/api/sessions/${sessionId}/product-doc${rest}`

function put(
  sessionId: string,
  content: string,
  {
    role = 'member',
    headers = {},
    name = 'overview',
  }: { role?: Sender; headers?: Record<string, string>; name?: string } = {},
): Promise<Answer> {
  const body = { title: 'Overview', content }
  return server.send('PUT', doc(sessionId, `/sections/${name}`), { role, body, headers })
}

describe('the product doc over HTTP', () => {
  test('begins with the first section a person writes, and carries its version as ETag', async () => {
    const sessionId = await newSession()
    const none = await server.send('GET', doc(sessionId), { role: 'member' })
    expect([none.status, none.json.code]).toEqual([404, 'not_found'])
    const made = await put(sessionId, 'a bakery')
    expect(made.status).toBe(200)
    expect(made.headers.get('etag')).toBe('"1"')
    expect(made.json).toMatchObject({
      session_id: sessionId,
      version: 1,
      status: 'draft',
      sections: { overview: { title: 'Overview', content: 'a bakery', updated_by: 'user' } },
      project_card: expect.stringContaining('a bakery'),
    })
    expect((await server.send('GET', doc(sessionId), { role: 'viewer' })).json).toEqual(made.json)
    const events = await server.send('GET', `/api/sessions/${sessionId}/events`, { role: 'member' })
    expect(events.json.events.at(-1)).toMatchObject({
      type: 'product_doc_updated',
      stream: `session:${sessionId}`,
      payload: { version: 1, updated_by: 'user', sections: [{ section: 'overview', change: 'added' }] },
    })
  })

  test('refuses a write over a version that is not the last one of its section, and shows what stands', async () => {
    const sessionId = await newSession()
    await put(sessionId, 'one')
    await put(sessionId, 'two', { headers: { 'if-match': '"1"' } })
    const late = await put(sessionId, 'three', { headers: { 'if-match': '"1"' } })
    expect(late.status).toBe(409)
    expect(late.json).toMatchObject({
      code: 'version_conflict',
      section: 'overview',
      version: 2,
      standing: { content: 'two' },
    })
    expect((await put(sessionId, 'page', { headers: { 'if-match': '"1"' }, name: 'pages' })).status).toBe(200)
    const inBody = { title: 'x', content: 'y', version: 1 }
    const path = doc(sessionId, '/sections/overview')
    expect((await server.send('PUT', path, { role: 'member', body: inBody })).status).toBe(409)
    const odd = await put(sessionId, 'x', { headers: { 'if-match': 'yesterday' } })
    expect([odd.status, odd.json.errors[0].field]).toEqual([400, 'if-match'])
    expect((await server.send('GET', doc(sessionId), { role: 'member' })).json.version).toBe(3)
  })

  test('is confirmed as it was seen, changed, and keeps its history in pages', async () => {
    const sessionId = await newSession()
    for (const content of ['one', 'two', 'three']) await put(sessionId, content)
    const confirm = (body: object) =>
      server.send('POST', doc(sessionId, '/confirm'), { role: 'member', body })
    expect((await confirm({ version: 2 })).status).toBe(409)
    expect((await confirm({ version: 3 })).json).toMatchObject({ status: 'confirmed', version: 4 })
    const gone = await server.send('DELETE', doc(sessionId, '/sections/overview'), { role: 'member' })
    expect(gone.json).toMatchObject({ status: 'outdated', sections: {}, version: 5 })
    expect(
      (await server.send('DELETE', doc(sessionId, '/sections/overview'), { role: 'member' })).status,
    ).toBe(404)
    const page = await server.send('GET', doc(sessionId, '/history?limit=2'), { role: 'viewer' })
    expect(page.json.patches.map((patch: { version: number }) => patch.version)).toEqual([5, 3])
    expect(page.json.patches[0]).toMatchObject({ section: 'overview', before: { content: 'three' } })
    const rest = await server.send(
      'GET',
      doc(sessionId, `/history?limit=9&section=overview&cursor=${page.json.next_cursor}`),
      { role: 'viewer' },
    )
    expect(rest.json.patches.map((patch: { version: number }) => patch.version)).toEqual([2, 1])
  })

  test('names the field of a section that does not fit', async () => {
    const sessionId = await newSession()
    const send = async (name: string, body: object) => {
      const answer = await server.send('PUT', doc(sessionId, `/sections/${name}`), { role: 'member', body })
      return [answer.status, answer.json.errors?.[0]?.field]
    }
    const fits = { title: 'A', content: 'b' }
    expect(await send('a', { ...fits, content: 'x '.repeat(15_000) })).toEqual([400, 'content'])
    expect(await send('a', { ...fits, content: '' })).toEqual([400, 'content'])
    expect(await send('a', { ...fits, title: 'x'.repeat(201) })).toEqual([400, 'title'])
    expect(await send('a', { ...fits, author: 'me' })).toEqual([400, 'author'])
    expect(await send('__proto__', fits)).toEqual([400, 'section'])
    expect(await send('Brand%20Style', fits)).toEqual([200, undefined])
  })

  test('is written by its member and by reviewers, and by nobody else', async () => {
    const sessionId = await newSession()
    const of = async (role: Sender) => (await put(sessionId, `by ${role}`, { role })).status
    expect([await of('admin'), await of('reviewer'), await of('member')]).toEqual([200, 200, 200])
    expect([await of('viewer'), await of('agent')]).toEqual([403, 403])
    const foreign = await newSession('reviewer')
    expect((await put(foreign, 'x')).status).toBe(403)
    expect((await server.send('GET', doc(sessionId), { role: 'agent' })).status).toBe(404)
    const own = await newSession('agent')
    await put(own, 'for the agent', { role: 'reviewer' })
    expect((await server.send('GET', doc(own), { role: 'agent' })).status).toBe(200)
    expect((await put(own, 'by the agent', { role: 'agent' })).status).toBe(403)
    expect((await put('ses_nowhere', 'x')).status).toBe(404)
  })
})

describe('the client', () => {
  test('reads and writes what a session remembers', async () => {
    const { sessions } = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('member') })
    const session_id = await newSession()
    const place = { session_id, section: 'style' }
    await sessions.putSection(place, { title: 'Style', content: 'dark' })
    const conflict = sessions.putSection(place, { title: 'Style', content: 'bright', version: 0 })
    await expect(conflict).rejects.toMatchObject({ code: 'version_conflict' })
    expect(await sessions.confirmProductDoc(session_id, 1)).toMatchObject({ status: 'confirmed' })
    expect(await sessions.productDoc(session_id)).toMatchObject({ sections: { style: { content: 'dark' } } })
    expect(await sessions.removeSection(place)).toMatchObject({ sections: {} })
    const history = await sessions.productDocHistory(session_id, { limit: 1, section: 'style' })
    expect(history).toMatchObject({ items: [{ version: 3 }], next_cursor: expect.any(String) })
    const page = await sessions.messages('ses_spoken', { order: 'newest', limit: 2 })
    expect(page.items.map(message => message.seq)).toEqual([7, 6])
  })
})

describe('the conversation over HTTP', () => {
  test('is read in pages from either end, and one message by its id', async () => {
    const sessionId = 'ses_spoken'
    const list = async (query: string) => {
      const { json } = await server.send('GET', `/api/sessions/${sessionId}/messages?${query}`, {
        role: 'viewer',
      })
      return [json.messages.map((message: { seq: number }) => message.seq), json.next_cursor]
    }
    expect(await list('')).toEqual([[1, 2, 3, 4, 5, 6, 7], undefined])
    expect(await list('limit=3')).toEqual([[1, 2, 3], '3'])
    expect(await list('limit=4&cursor=3')).toEqual([[4, 5, 6, 7], undefined])
    expect(await list('limit=3&order=newest')).toEqual([[7, 6, 5], '5'])
    expect(await list('limit=4&order=newest&cursor=5')).toEqual([[4, 3, 2, 1], undefined])
    const one = await server.send('GET', `/api/sessions/${sessionId}/messages/msg_2`, { role: 'viewer' })
    expect(one.json).toEqual(MESSAGES[1])
    expect(
      (await server.send('GET', `/api/sessions/${sessionId}/messages/msg_9`, { role: 'viewer' })).status,
    ).toBe(404)
    const bad = await server.send('GET', `/api/sessions/${sessionId}/messages?cursor=x`, { role: 'viewer' })
    expect([bad.status, bad.json.errors[0].field]).toEqual([400, 'cursor'])
    expect((await server.send('GET', `/api/sessions/${sessionId}/messages`, { role: 'agent' })).status).toBe(
      404,
    )
  })

  test('is gone with its product doc when an admin erases the session, and the chain still verifies', async () => {
    const sessionId = 'ses_spoken'
    await put(sessionId, 'secret', { role: 'reviewer' })
    const erase = (role: 'admin' | 'reviewer', body: object) =>
      server.send('POST', `/api/sessions/${sessionId}/erase`, { role, body })
    expect((await erase('reviewer', { confirm: 'erase' })).status).toBe(403)
    expect((await erase('admin', {})).status).toBe(428)
    expect((await erase('admin', { confirm: 'erase' })).json).toMatchObject({ session_id: sessionId })
    const messages = await server.send('GET', `/api/sessions/${sessionId}/messages`, { role: 'admin' })
    expect(messages.json).toEqual({ messages: [] })
    expect((await server.send('GET', doc(sessionId), { role: 'admin' })).status).toBe(404)
    const history = await server.send('GET', doc(sessionId, '/history'), { role: 'admin' })
    expect(history.json.patches).toEqual([])
    expect(await server.soulgate.audit.verify(ADMIN)).toMatchObject({ ok: true })
  })
})
