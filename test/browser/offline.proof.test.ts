import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, type PersonAtBrowser, proposeCall, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const PLACE = 'soulgate.last-known'
const SOON = { timeout: 30_000 }

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let gateId: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  const key = await makeAgentKey(person)
  gateId = await proposeCall(program.url, key, {
    ...{ tool: 'write_file', arguments: { path: 'known.txt', content: 'secret content' } },
    reason: 'Known before the silence',
  })
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

const kept = () => person.page.evaluate<string | null>(`localStorage.getItem('${PLACE}')`)

/** The tests go in order: signed out and in again, then the server falls silent for good. */
describe('without a server', { timeout: 120_000 }, () => {
  it('the pages can be installed: a manifest with icons that are there, and a worker that runs them', async () => {
    const { page, context } = person
    await page.goto(`${program.url}/inbox/${gateId}`)
    await page.getByRole('article').waitFor()
    const worker = await page.evaluate<string>(
      'navigator.serviceWorker.ready.then(({ active }) => new URL(active.scriptURL).pathname)',
    )
    expect(worker).toBe('/service-worker.js')
    const manifest: { icons: { src: string; sizes: string; purpose: string }[]; display: string } = await (
      await context.request.get(`${program.url}/soulgate.webmanifest`)
    ).json()
    expect(manifest.display).toBe('standalone')
    for (const { src } of manifest.icons)
      expect((await context.request.get(program.url + src)).headers()['content-type']).toMatch(/^image\//)
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
  })

  it('the worker keeps the pages and never an answer of the server', async () => {
    const { page } = person
    await page.reload()
    await page.getByRole('article').waitFor()
    const files = await page.evaluate<string[]>(`(async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return lists.flat().map(request => new URL(request.url).pathname)
    })()`)
    expect(files).toContain('/index.html')
    expect(files.some(path => path.startsWith('/assets/'))).toBe(true)
    expect(files.filter(path => path !== '/index.html' && !path.startsWith('/assets/'))).toEqual([])
  })

  it('what waits is kept as lines to read, without arguments, and forgotten by signing out', async () => {
    const { page, context, elsewhere } = person
    await expect.poll(kept, SOON).toContain('known.txt')
    expect(await kept()).not.toContain('secret content')
    const other = await context.newPage()
    await other.goto(`${program.url}/settings`)
    await other.getByRole('tab', { name: 'You' }).click()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    expect(await kept()).toBeNull()
    await other.close()
    // The key is gone from every tab of this browser.
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    const { json: link } = await elsewhere.send('POST', '/api/auth/links', {})
    await page.goto(link.url)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.goto(`${program.url}/inbox/${gateId}`)
    await expect.poll(kept, SOON).toContain('known.txt')
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  })

  it('a network that is lost is told at once, and found again without a reload', async () => {
    const { page, context } = person
    await context.setOffline(true)
    await page.getByText('No connection to the server.').waitFor({ timeout: 10_000 })
    await context.setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor(SOON)
    expect(await page.getByText('No connection to the server.').count()).toBe(0)
  })

  it('an open card says so, decides nothing, and sends nothing later', async () => {
    const { page } = person
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    const sent: string[] = []
    page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
    await program.stop()
    await page.getByText('No connection to the server.').waitFor(SOON)
    await page.getByText('Nothing is sent later by itself.').waitFor()
    expect(await page.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true)
    await page.keyboard.press('a')
    expect(await page.getByRole('button', { name: /Undo/ }).count()).toBe(0)
    expect(sent.filter(address => address.includes('/decide'))).toEqual([])
  })

  it('a fresh start shows the last known queue, read-only, and says how old it is', async () => {
    const { page } = person
    await page.goto(`${program.url}/inbox`)
    await page.getByRole('heading', { name: 'You are offline' }).waitFor(SOON)
    const list = page.getByRole('region', { name: 'What waited' })
    await list.getByText('write_file known.txt').waitFor()
    await list.getByText('1 waited at').waitFor()
    await expect.poll(() => page.getByRole('button').allInnerTexts()).toEqual(['Try again'])
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await page.title()).toBe('Offline · Soulgate')
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
