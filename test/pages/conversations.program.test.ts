import { unzipSync } from 'fflate'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

// The verification plan of the page builder, over HTTP and its event stream, with the offline model.
const PATIENCE_MS = 60_000
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(): Promise<TestServer> {
  const server = await startTestServer()
  servers.push(server)
  return server
}

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into as a client would
type Frame = any

interface Told {
  readonly frames: readonly Frame[]
  /** The last response of the stream. */
  readonly rest: Frame
  readonly runId: string
}

/** Says something over the stream and answers everything that came. */
async function tell(server: TestServer, body: object): Promise<Told> {
  const sent = await server.send('POST', '/api/chat/stream', { role: 'member', body })
  expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const frames = sent.text
    .split('\n\n')
    .filter(block => block.startsWith('data: ') && block !== 'data: [DONE]')
    .map(block => JSON.parse(block.slice('data: '.length)))
  for (const { message } of frames) if (typeof message === 'string') expectWords(message)
  const rest = frames.findLast(frame => typeof frame.phase === 'string')
  return { frames, rest, runId: frames.find(frame => frame.run_id)?.run_id }
}

/** What the chat says is for people: no data, and no name of a field. */
function expectWords(message: string): void {
  expect(message).not.toMatch(/^\s*[[{]|[[{]\s*"|"\w+"\s*:/)
}

async function read(server: TestServer, path: string): Promise<Frame> {
  const answer = await server.send('GET', path, { role: 'member', headers: { accept: 'application/json' } })
  expect(answer.status).toBe(200)
  return answer.json
}

const toolsOf = ({ frames }: Told): readonly string[] =>
  frames.filter(frame => frame.type === 'soul_tool_call').map(frame => frame.payload.name)

const DETAILED =
  'Build a coffee shop app called Bean There in a dark theme with a red accent: a menu with Flat white 4.20, Croissant 3.20, Cold brew 4.80, and a cart and a checkout'

describe('a detailed brief', () => {
  it(
    'goes straight from brief to look to pages, and whoever watches sees each one come',
    async () => {
      const server = await serve()
      const told = await tell(server, { message: DETAILED })
      expect(toolsOf(told).slice(0, 4)).toEqual([
        'analyze_brief',
        'change_product_doc',
        'create_design_system',
        'generate_page',
      ])
      expect(told.rest).toMatchObject({
        phase: 'complete',
        is_complete: true,
        action: 'pages_generated',
        product_doc_updated: true,
        affected_pages: expect.arrayContaining(['cart', 'checkout']),
        active_page_slug: 'menu',
        preview_url: expect.stringMatching(/^\/api\/pages\/page_\w+\/preview$/),
        preview_html: expect.stringMatching(/^<!doctype html>[\s\S]*Content-Security-Policy/i),
      })
      const ready = told.frames.filter(frame => frame.phase === 'generation')
      expect(ready.map(frame => frame.active_page_slug)).toEqual(told.rest.affected_pages)
      const progress = ready.map(frame => frame.progress)
      expect(progress).toEqual(progress.toSorted((a, b) => a - b))
      expect(told.frames.some(frame => frame.phase === 'product_doc')).toBe(true)
      await expectGoodPages(server, told.rest.session_id)
    },
    PATIENCE_MS,
  )
})

describe('what the chat answers', () => {
  it(
    'is words for people, whatever is said; and nothing is taken back before anything was changed',
    async () => {
      const server = await serve()
      const { session_id } = (await tell(server, { message: DETAILED })).rest
      const said = async (message: string) => (await tell(server, { message, session_id })).rest.message
      expect(await said('undo that')).toContain('nothing to take back')
      expect((await read(server, `/api/sessions/${session_id}/pages`)).pages.length).toBeGreaterThan(3)
      expect(await said('list my pages')).toMatch(/- Menu \(menu\), version 1\n[\s\S]*\/export$/)
      expect(await said('validate the menu page')).toMatch(/menu: nothing wrong was found, score 100 of 100/)
      expect(await said('check the kitchen page')).toContain('There is no such page')
      for (const message of ['list the files', '{"a": 1}', 'make it nicer'])
        expect(await said(message)).toMatch(/\p{L}/u)
    },
    PATIENCE_MS,
  )
})

const LISTED =
  'A site for our café Bean There. Pages: Menu, Visit. Menu: Flat white €4.20, Croissant €3.20, Cold brew €4.80. Visit: 12 Hill Road.'

describe('a change of which not every word is understood', () => {
  it.each([
    ['Yes', '5.10'],
    ['No', '4.80'],
  ])(
    'is asked about with what would be done, and done when the person says so: %s',
    async (answer, price) => {
      const server = await serve()
      const { session_id } = (await tell(server, { message: LISTED })).rest
      const before = await read(server, `/api/pages/menu/preview?session_id=${session_id}`)
      const message = 'From next Monday the Cold brew is going for €5.10, sorry folks'
      const asked = await tell(server, { session_id, message })
      expect(asked.rest).toMatchObject({
        phase: 'waiting_input',
        questions: [{ question: expect.stringContaining('Shall “Cold brew” cost €5.10'), type: 'single' }],
      })
      const answers = [{ id: asked.rest.questions[0].id, value: [answer] }]
      await tell(server, { session_id, resume: { action: 'submit_batch', answers } })
      const after = await read(server, `/api/pages/menu/preview?session_id=${session_id}`)
      expect(after.source).toContain(price)
      expect(after.source === before.source).toBe(answer === 'No')
    },
    PATIENCE_MS,
  )
})

async function expectGoodPages(server: TestServer, sessionId: string): Promise<void> {
  const { pages, design_system: design } = await read(server, `/api/sessions/${sessionId}/pages`)
  expect(design).toMatchObject({ mode: 'dark', version: 1 })
  expect(pages.length).toBeGreaterThanOrEqual(4)
  for (const page of pages) {
    const shown = await read(server, `/api/pages/${page.page_id}/preview`)
    expect(shown.source).toContain('../design-system.css')
    expect(shown.html).toContain(design.css.slice(0, 40))
    const slugs = new Set(pages.map((item: Frame) => item.slug))
    const links = [...shown.source.matchAll(/href="([a-z0-9-]+)\.html/g)].map(match => match[1])
    expect(links.filter(slug => !slugs.has(slug))).toEqual([])
  }
  const menu = await read(server, `/api/pages/menu/preview?session_id=${sessionId}`)
  expect(menu.source).toContain('Flat white')
}

describe('a vague brief', () => {
  it(
    'leads through questions to a product doc and to pages that carry the answers',
    async () => {
      const server = await serve()
      const asked = await tell(server, { message: 'make me a coffee shop app' })
      expect(asked.rest).toMatchObject({ phase: 'waiting_input', is_complete: false })
      const { questions, session_id } = asked.rest
      expect(questions.length).toBeGreaterThanOrEqual(3)
      expect(questions.length).toBeLessThanOrEqual(5)
      expect(new Set(questions.map((question: Frame) => question.type))).toEqual(new Set(['text', 'single']))
      expect((await read(server, `/api/sessions/${session_id}/pages`)).pages).toEqual([])
      const values: Record<string, string> = {
        name: 'Kaffee Klara',
        items: 'Flat white 4.20, Zimtschnecke 3.60',
        hours: 'daily 8–17',
        style: 'editorial',
        audience: 'customers',
      }
      const answers = questions.map(({ id, options }: Frame) => ({
        id,
        value: values[id] ?? [options[0].id],
      }))
      const message = `<INTERVIEW_ANSWERS>${JSON.stringify({ action: 'submit_batch', answers })}</INTERVIEW_ANSWERS>`
      const built = await tell(server, { session_id, message })
      expect(built.rest).toMatchObject({ action: 'pages_generated', product_doc_updated: true })
      const doc = await read(server, `/api/sessions/${session_id}/product-doc`)
      expect(JSON.stringify(doc.sections)).toContain('Kaffee Klara')
      const menu = await read(server, `/api/pages/shop/preview?session_id=${session_id}`)
      expect(menu.source).toContain('Zimtschnecke')
      expect(menu.source).toContain('Kaffee Klara')
    },
    PATIENCE_MS,
  )

  it(
    'builds with what is known when the person says so',
    async () => {
      const server = await serve()
      const asked = await tell(server, { message: 'make me a coffee shop app' })
      const resume = { action: 'generate_now', answers: [] }
      const built = await tell(server, { session_id: asked.rest.session_id, resume })
      expect(built.rest).toMatchObject({ action: 'pages_generated' })
    },
    PATIENCE_MS,
  )
})

describe('what comes after', () => {
  it(
    'changes what was asked, byte for byte nothing else, shows the difference, and takes it back',
    async () => {
      const server = await serve()
      const { session_id } = (await tell(server, { message: DETAILED })).rest
      const before = await sources(server, session_id)
      const changed = await tell(server, {
        session_id,
        message: 'On the menu page change "Croissant" to "Butter croissant"',
      })
      expect(toolsOf(changed)).toEqual(['change_pages'])
      expect(changed.rest).toMatchObject({ action: 'page_refined', affected_pages: ['menu'] })
      const after = await sources(server, session_id)
      expect(after.menu).toBe(before.menu?.replaceAll('Croissant', 'Butter croissant'))
      expect({ ...after, menu: '' }).toEqual({ ...before, menu: '' })
      const diff = await read(server, `/api/pages/menu/diff?session_id=${session_id}`)
      expect(diff.hunks.flatMap((hunk: Frame) => hunk.added).join('\n')).toContain('Butter croissant')
      const undone = await tell(server, { session_id, message: 'undo' })
      expect(undone.rest).toMatchObject({ action: 'page_refined' })
      expect(await sources(server, session_id)).toEqual(before)
    },
    PATIENCE_MS,
  )

  it(
    'asks about a feature that leaves open what it does, before anything is changed',
    async () => {
      const server = await serve()
      const { session_id } = (await tell(server, { message: DETAILED })).rest
      const before = await sources(server, session_id)
      const asked = await tell(server, { session_id, message: 'add a favourites feature' })
      expect(asked.rest).toMatchObject({ phase: 'waiting_input' })
      expect(asked.rest.questions.length).toBeGreaterThanOrEqual(1)
      expect(await sources(server, session_id)).toEqual(before)
      const answers = asked.rest.questions.map(({ id, type }: Frame) => ({
        id,
        value: type === 'multi' ? ['menu'] : 'They mark what they like with a heart.',
      }))
      const built = await tell(server, { session_id, resume: { answers } })
      expect(built.rest).toMatchObject({ is_complete: true })
      const slugs = Object.keys(await sources(server, session_id))
      expect(slugs).toContain('favourites')
    },
    PATIENCE_MS,
  )

  it(
    'restyles every page at once, and gives everything away as a zip',
    async () => {
      const server = await serve()
      const { session_id } = (await tell(server, { message: DETAILED })).rest
      const before = await sources(server, session_id)
      await tell(server, { session_id, message: 'use a light theme please' })
      const listed = await read(server, `/api/sessions/${session_id}/pages`)
      expect(listed.design_system).toMatchObject({ mode: 'light', version: 2 })
      expect(await sources(server, session_id)).toEqual(before)
      const told = await tell(server, { session_id, message: 'export it' })
      expect(told.rest.message).toContain(`/api/sessions/${session_id}/export`)
      const response = await fetch(`${server.served.url}/api/sessions/${session_id}/export`, {
        headers: { authorization: `Bearer ${server.tokenOf('member')}` },
      })
      expect(response.headers.get('content-type')).toBe('application/zip')
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
      const names = Object.keys(files)
      expect(names).toEqual(
        expect.arrayContaining(['index.html', 'app.js', 'design-system.css', 'pages/menu.html']),
      )
      const manifest = JSON.parse(new TextDecoder().decode(files['export_manifest.json']))
      expect(manifest).toMatchObject({ version: '1.0', session_id, product_doc: { included: true } })
    },
    PATIENCE_MS,
  )
})

/** Every page as it was written, by slug. */
async function sources(server: TestServer, sessionId: string): Promise<Record<string, string>> {
  const { pages } = await read(server, `/api/sessions/${sessionId}/pages`)
  const found: Record<string, string> = {}
  for (const page of pages)
    found[page.slug] = (await read(server, `/api/pages/${page.page_id}/preview`)).source
  return found
}
