import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let session = ''
beforeAll(async () => {
  server = await startTestServer()
  const message =
    'Build a coffee shop app called Bean There in a dark theme: a menu with Flat white 4.20, Croissant 3.20, and a cart'
  const built = await server.send('POST', '/api/chat', {
    role: 'member',
    body: { message, generate_now: true },
  })
  expect(built.json.action).toBe('pages_generated')
  session = built.json.session_id
}, 60_000)
afterAll(() => server.close())

const JSON_PLEASE = { accept: 'application/json' }
const get = (
  path: string,
  role: Sender = 'member',
  headers: Readonly<Record<string, string>> = JSON_PLEASE,
) => server.send('GET', path, { role, headers })
const post = (path: string, body: unknown, role: Sender = 'member') =>
  server.send('POST', path, { role, body })
const at = (rest: string): string =>
  `/api/pages/menu${rest}${rest.includes('?') ? '&' : '?'}session_id=${session}`
const raw = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.served.url}${path}`, { redirect: 'manual', headers })

describe('a preview', () => {
  it('is a document that runs its own script in an origin of its own and reaches nothing', async () => {
    const shown = await get(at('/preview'), 'member', { accept: 'text/html' })
    const policy = shown.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).not.toContain('allow-same-origin')
    expect(policy).toContain("form-action 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/script-src 'sha256-[A-Za-z0-9+/=]+'/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(shown.headers.get('set-cookie')).toBeNull()
    expect(shown.text).not.toMatch(/(?:src|href)="\.\.\/(?:app\.js|design-system\.css)"/)
  })

  it('is answered at an address that is no right: without a credential there is nothing', async () => {
    const { html, policy, preview_url, preview_expires_at } = (await get(at('/preview'))).json
    expect(preview_expires_at).toBeUndefined()
    expect(preview_url).toMatch(/^\/api\/pages\/page_\w+\/preview$/)
    expect((await raw(preview_url)).status).toBe(401)
    const authorization = `Bearer ${server.tokenOf('member')}`
    const page = await raw(preview_url, { authorization, accept: 'text/html' })
    expect([page.status, await page.text()]).toEqual([200, html])
    expect(page.headers.get('content-security-policy')).toContain(`${policy}; `)
    expect(policy).not.toMatch(/sandbox|frame-ancestors|"/)
  })

  it('is shown in a document that is the same for everybody, holds nothing and reaches nothing', async () => {
    const documents = await Promise.all(
      ['menu', 'nothing', 'x'.repeat(200)].map(slug => raw(`/preview/pages/${slug}.html`)),
    )
    const [first, ...others] = await Promise.all(documents.map(document => document.text()))
    expect(others).toEqual([first, first])
    // Its channel goes to a page of this server and to nobody else, also where a frame of another page is let in.
    expect(first?.match(/postMessage\(.*\)/g)).toEqual([
      "postMessage({ soulgate: 'preview', path: location.pathname }, location.origin, [port2])",
    ])
    for (const { status, headers } of documents) {
      const policy = headers.get('content-security-policy') ?? ''
      expect([status, headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toMatch(/sandbox allow-scripts(?! allow-same-origin)/)
      expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|connect-src|https?:|'self' /)
    }
  })
})

describe('pages over HTTP', () => {
  it('are listed, read by id or slug, and unknown to whoever may not see the session', async () => {
    const { pages } = (await get(`/api/sessions/${session}/pages`)).json
    expect(pages.map((page: { slug: string }) => page.slug)).toContain('cart')
    expect((await get(`/api/pages/${pages[0].page_id}`)).json.slug).toBe(pages[0].slug)
    expect((await get(at(''))).json.slug).toBe('menu')
    expect((await get('/api/pages/menu')).status).toBe(404)
    expect((await get(at(''), 'agent')).status).toBe(404)
    expect((await get(at(''), 'viewer')).status).toBe(200)
  })

  it('are written by their person and by nobody else, each time as a version', async () => {
    const { source, version } = (await get(at('/preview'))).json
    const html = source.replace('Flat white', 'Cortado')
    const write = (role: Sender, if_version: number) =>
      server.send('PUT', at(''), { role, body: { html, if_version } })
    expect((await write('viewer', version)).status).toBe(403)
    expect((await write('agent', version)).status).toBe(403)
    expect((await write('member', version + 1)).status).toBe(409)
    expect((await write('member', version)).json).toMatchObject({ changed: true })
    const { versions } = (await get(at('/versions'))).json
    expect(versions[0]).toMatchObject({ source: 'manual', version: version + 1 })
    expect(versions[0]).not.toHaveProperty('html')
    expect((await get(at('/diff'))).json).toMatchObject({ from_version: version, to_version: version + 1 })
    expect((await post(at('/rollback'), { version })).json).toMatchObject({ changed: true })
    expect((await get(at('/preview'))).json.source).toBe(source)
    expect((await post(at('/rollback'), { version: 99 })).status).toBe(404)
  })

  it('keep at most two versions for good', async () => {
    const [newest, second, third] = (await get(at('/versions'))).json.versions
    expect((await post(at('/pin'), { version: newest.version })).status).toBe(200)
    expect((await post(at('/pin'), { version: second.version })).status).toBe(200)
    const refused = await post(at('/pin'), { version: third.version })
    expect([refused.status, refused.json.code]).toEqual([409, 'pinned_limit_exceeded'])
    expect((await post(at('/unpin'), { version: newest.version })).json).toMatchObject({ is_pinned: false })
  })

  it('are checked, and repaired where a repair is known', async () => {
    const { source, version } = (await get(at('/preview'))).json
    const broken = source.replace(/<title>.*<\/title>/, '')
    await server.send('PUT', at(''), { role: 'member', body: { html: broken } })
    expect((await get(at('/validation'))).json).toMatchObject({ passed: false })
    const fixed = (await post(at('/fixes'), {})).json
    expect(fixed).toMatchObject({ changed: true, validation: { passed: true } })
    expect(fixed.applied.length).toBeGreaterThan(0)
    await post(at('/rollback'), { version })
  })

  it('measure themselves where they are shown; what was measured of this version counts, and is repaired', async () => {
    const { version } = (await get(at('/preview'))).json
    const plain = (await get(at('/validation'))).json
    expect(plain.not_measured).toContain('font_size')
    const { html } = (await get(at('/preview?measure=true'))).json
    expect(html).toContain("soulgate: 'measured'")
    const element = Number(/<h1[^>]* data-place="(\d+)"/.exec(html)?.[1])
    const faults = [{ rule: 'font_size', element, size: 12 }]
    const measured = { version, windows: [360, 1024].map(width => ({ width, faults })) }
    const checked = (await post(at('/validation'), measured)).json
    expect(checked).toMatchObject({ passed: false, issues: [...plain.issues, { rule: 'font_size' }] })
    expect(checked.not_measured).toBeUndefined()
    expect((await post(at('/validation'), { ...measured, version: version + 1 })).json).toEqual(plain)
    const forged = { version, windows: [{ width: 360, faults: [{ ...faults[0], css: 'x' }] }] }
    expect((await post(at('/validation'), forged)).status).toBe(400)
    const fixed = (await post(at('/fixes'), { measured })).json
    expect(fixed).toMatchObject({ changed: true, applied: [{ rule: 'font_size' }] })
    expect((await get(at('/preview'))).json.source).toContain('{font-size:16px!important}')
    await post(at('/rollback'), { version })
  })

  it('go back to a snapshot with everything, and leave as a zip', async () => {
    const taken = await post(`/api/sessions/${session}/snapshots`, { label: 'before the sale' })
    expect([taken.status, taken.json.label]).toEqual([201, 'before the sale'])
    const before = (await get(at('/preview'))).json.source
    await server.send('PUT', at(''), { role: 'member', body: { html: before.replace('Croissant', 'Scone') } })
    const place = `/api/sessions/${session}/snapshots/${taken.json.snapshot_id}`
    expect((await post(`${place}/rollback`, undefined)).json).toMatchObject({ affected_pages: ['menu'] })
    expect((await get(at('/preview'))).json.source).toBe(before)
    expect((await post(`${place}/pin`, undefined)).json).toMatchObject({ is_pinned: true })
    const zip = await raw(`/api/sessions/${session}/export`, {
      authorization: `Bearer ${server.tokenOf('member')}`,
    })
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    const page = new TextDecoder().decode(files['pages/menu.html'])
    expect(page).toContain(/<main[\s\S]*<\/main>/.exec(before)?.[0])
    expect(page).toContain('http-equiv="Content-Security-Policy" content="default-src')
    expect(new TextDecoder().decode(files['index.html'])).toContain('pages/menu.html')
  })
})
