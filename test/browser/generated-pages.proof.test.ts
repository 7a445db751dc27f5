import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { briefs } from '../../bench/pages/briefs.ts'
import { htmlErrors, shownFaults } from '../../bench/pages/check-page.ts'
import { flows } from '../../bench/pages/flows.ts'
import { type App, makeApp } from '../../bench/pages/make-app.ts'
import { hostablePage, previewFrame, previewPage } from '../../src/engine/pages/pages.ts'
import { launchChromium } from './chromium.ts'

const PATIENCE_MS = 90_000
/** A directive of the policy that other browsers know. */
const UNKNOWN_TO_CHROMIUM = /Unrecognized Content-Security-Policy directive/
/** Every page of every look is measured by `npm run bench -- pages`. */
const MEASURED_PAGES = 2
const folder = mkdtempSync(join(tmpdir(), 'generated-pages-'))
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
}, PATIENCE_MS)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('pages made from a brief, exported and opened from disk', () => {
  it.each(briefs)(
    '$type: its flow works from the first page to the last, its pages are valid and accessible',
    async ({ type, text }) => {
      if (type === 'unknown') throw new Error('A brief must say what it wants.')
      const app = makeApp({ text, folder: join(folder, type) })
      const at = pathToFileURL(await exportInPlace(app)).href
      const context = await browser.newContext({
        viewport: { width: 360, height: 800 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const told: string[] = []
      page.on('console', message => message.type() === 'error' && told.push(message.text()))
      await flows[type]({ view: page, at })
      expect(told).toEqual([])
      for (const { spec, html } of app.pages.slice(0, MEASURED_PAGES)) {
        expect(await htmlErrors(html), spec.slug).toEqual([])
        await page.goto(`${at}/${spec.slug}.html`)
        expect(await shownFaults(page), spec.slug).toEqual([])
      }
      await context.close()
    },
    PATIENCE_MS,
  )
})

describe('pages in the preview', () => {
  it.each(briefs.filter(({ type }) => ['ecommerce', 'kanban'].includes(type)))(
    '$type: the flow works in a sandboxed frame of opaque origin, and nothing breaks the policy',
    async ({ type, text }) => {
      if (type === 'unknown') throw new Error('A brief must say what it wants.')
      const app = makeApp({ text, folder: join(folder, `preview-${type}`) })
      const server = await servePreview(app.folder)
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const told: string[] = []
      page.on(
        'console',
        message =>
          message.type() === 'error' &&
          !UNKNOWN_TO_CHROMIUM.test(message.text()) &&
          told.push(message.text()),
      )
      const { port } = server.address() as AddressInfo
      await page.goto(`http://127.0.0.1:${port}/`)
      const frame = page.frame('preview')
      if (!frame) throw new Error('There is no frame.')
      expect(
        await frame.evaluate('(() => { try { return typeof localStorage } catch { return "refused" } })()'),
      ).toBe('refused')
      await flows[type]({ view: frame, at: `http://127.0.0.1:${port}/preview/pages` })
      expect(told).toEqual([])
      await context.close()
      server.close()
    },
    PATIENCE_MS,
  )
})

/** Makes the pages what the zip holds; answers their folder. */
async function exportInPlace(app: App): Promise<string> {
  const pages = join(app.folder, 'pages')
  const [css = '', script = ''] = await linkedFiles(app.folder)
  for (const { spec, html } of app.pages)
    await writeFile(join(pages, `${spec.slug}.html`), hostablePage(html, { css, script }))
  return pages
}

function linkedFiles(app: string): Promise<readonly string[]> {
  return Promise.all(['design-system.css', 'app.js'].map(name => readFile(join(app, name), 'utf8')))
}

/** The pages as the program shows them: each asked for by the empty document at its address, in a frame. */
async function servePreview(app: string): Promise<Server> {
  const [css = '', script = ''] = await linkedFiles(app)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/preview/pages/')) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', previewFrame.policy)
      response.end(previewFrame.html)
    } else if (/^\/pages\/[a-z-]+\.html$/.test(path)) {
      const { html, metaPolicy: policy } = previewPage(await readFile(join(app, path), 'utf8'), {
        css,
        script,
      })
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ html, policy }))
    } else response.setHeader('content-type', 'text/html').end(STUDIO)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return server
}

const STUDIO = `<!doctype html><title>Frame</title>
<iframe name="preview" src="about:blank" sandbox="allow-scripts allow-forms allow-downloads" width="390" height="800"></iframe>
<script>
addEventListener('message', async ({ data, ports: [port] }) => {
  const answer = await fetch(data.path.replace('/preview', ''))
  port.postMessage(await answer.json())
})
</script>`
