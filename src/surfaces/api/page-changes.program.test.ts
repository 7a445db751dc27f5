import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let session = ''
beforeAll(async () => {
  server = await startTestServer()
  const message =
    'Site for our kiln "Tide & Clay". Pages: Home, Pots, Visit. Pots: Harbour mug £22, Tall jug £48. Visit: 4 Quay Lane, St Ives. Open Tue to Sat 10-16.'
  const built = await server.send('POST', '/api/chat', {
    role: 'member',
    body: { message, generate_now: true },
  })
  expect(built.json.action).toBe('pages_generated')
  session = built.json.session_id
}, 60_000)
afterAll(() => server.close())

const send = (method: string, rest: string, body: unknown, role: Sender = 'member') =>
  server.send(method, `/api/sessions/${session}${rest}`, { role, body })
const change = (body: unknown, role?: Sender) => send('POST', '/page-operations', body, role)
const shown = async (slug: string, more = '') =>
  (
    await server.send('GET', `/api/pages/${slug}/preview?session_id=${session}${more}`, {
      role: 'member',
      headers: { accept: 'application/json' },
    })
  ).json
const listed = async () =>
  (await server.send('GET', `/api/sessions/${session}/pages`, { role: 'member' })).json

describe('a change of pages', () => {
  const dearer = { kind: 'set_price', item: 'Tall jug', value: '£52' }

  it('says before and after on a dry run and writes nothing', async () => {
    const before = (await shown('pots')).source
    const answer = await change({ operations: [dearer], dry_run: true })
    expect([answer.status, answer.json.applied[0]]).toMatchObject([200, { before: '£48', after: '£52' }])
    expect((await shown('pots')).source).toBe(before)
  })

  it('is done on the named target alone, and taken back by undo, once', async () => {
    const before = await Promise.all(['home', 'pots', 'visit'].map(async slug => (await shown(slug)).source))
    expect((await change({ operations: [dearer] })).json.affected_pages).toEqual(['pots'])
    const after = await Promise.all(['home', 'pots', 'visit'].map(async slug => (await shown(slug)).source))
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
    expect(after[1]).toContain('£52')
    const undone = await send('POST', '/page-operations/undo', {})
    expect(undone.json.affected_pages).toEqual(['pots'])
    expect((await shown('pots')).source).toBe(before[1])
  })

  it('reads words as the same operations, and asks for what is not certain', async () => {
    const answer = await change({
      instruction: 'the harbour mug is £24 now and change the headline to "Hello"',
    })
    expect(answer.json.applied).toMatchObject([{ operation: { kind: 'set_price', item: 'Harbour mug' } }])
    expect(answer.json.asked).toMatchObject([{ needs: 'page', options: ['Home', 'Pots', 'Visit'] }])
  })

  it('is refused without operations or words, with both, with a kind that is none, and to who may not write', async () => {
    const words = 'make it dark'
    expect((await change({})).status).toBe(400)
    expect((await change({ operations: [dearer], instruction: words })).status).toBe(400)
    expect((await change({ operations: [{ kind: 'run_script', value: 'x' }] })).status).toBe(400)
    expect((await change({ instruction: words }, 'viewer')).status).toBe(403)
    expect((await change({ instruction: words }, 'agent')).status).toBe(403)
  })
})

describe('the brief', () => {
  it('is edited by entries, and pages that stand follow it', async () => {
    const { brief } = (await listed()).brief
    const items = [...brief.items, { name: 'Salt pig', price: 31, price_text: '£31', page: 'Pots' }]
    const answer = await send('PATCH', '/brief', { items, if_version: brief.version })
    expect(answer.json).toMatchObject({
      affected_pages: ['pots'],
      brief: { brief: { read_by: 'person', version: brief.version + 1 } },
    })
    expect((await shown('pots')).source).toContain('Salt pig')
    expect((await send('PATCH', '/brief', { items, if_version: brief.version })).status).toBe(409)
    await send('POST', '/page-operations/undo', {})
    expect((await shown('pots')).source).not.toContain('Salt pig')
  })

  it('takes another list of pages: one that stays keeps its address', async () => {
    const page_list = ['Home', 'Pots', 'Courses'].map(title => ({ title, purpose: '' }))
    const answer = await send('PATCH', '/brief', { page_list })
    expect(answer.json.affected_pages).toEqual(expect.arrayContaining(['courses', 'visit']))
    const { pages } = await listed()
    expect(pages.map(({ slug }: { slug: string }) => slug)).toEqual(['home', 'pots', 'courses'])
  })
})

it('a page that is pointed at marks what can be chosen, runs under its own policy, and keeps nothing of it', async () => {
  const pointed = await shown('pots', '&point=true')
  expect(pointed.html).toMatch(/<h1[^>]* data-point="\d+"/)
  expect(pointed.html).toContain('data-point-item="Tall jug"')
  expect(pointed.policy).toMatch(/script-src (?:'sha256-[A-Za-z0-9+/=]+' ?)+;/)
  expect(pointed.source).not.toContain('data-point')
  const element = Number(/<h1[^>]* data-point="(\d+)"/.exec(pointed.html)?.[1])
  const answer = await change({
    operations: [{ kind: 'set_text', page: 'pots', element, value: 'Everything we fire' }],
  })
  expect(answer.json.affected_pages).toEqual(['pots'])
  expect((await shown('pots')).source).toMatch(/<h1[^>]*>Everything we fire<\/h1>/)
})
