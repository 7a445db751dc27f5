import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'
import { ROOMS } from './rooms.ts'
import { fillWithPages, SHOP } from './studio-pages.ts'
import { type StudioProgram, startStudioProgram } from './studio-program.ts'

/** As long as any secret of this program, or longer; ids of things are shorter. */
const SECRET = /[A-Za-z0-9_-]{36,}/
/** What stands in the pages of the talk and nowhere else. */
const OF_A_PAGE = /out of reach|Flat white|Welcome home/

let browser: Browser
let program: StudioProgram
let person: PersonAtBrowser
let page: Page
/** Every address that the browser asked for after the sign-in. */
const asked: string[] = []

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startStudioProgram({ script: [], fill: fillWithPages })
  person = await signIn(browser, program.signInLink)
  page = person.page
  person.context.on('request', request => asked.push(request.url()))
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

const openStudio = () => page.goto(`${program.url}/studio/${SHOP}`)

describe('a preview', { timeout: 60_000 }, () => {
  it('shows pages with their look and pictures, and their links lead to each other', async () => {
    await openStudio()
    const frame = page.frameLocator('iframe')
    await frame.getByText('The application is out of reach').waitFor()
    const picture = frame.getByRole('img', { name: 'One pixel' })
    expect(await picture.evaluate('document.querySelector("img").naturalWidth')).toBe(1)
    expect(await frame.locator('h1').evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe(
      'rgb(13, 106, 90)',
    )
    await frame.getByRole('link', { name: 'To the menu' }).click()
    await frame.getByText('Flat white').waitFor()
    await frame.getByRole('link', { name: 'Home' }).click()
    await frame.getByText('The application is out of reach').waitFor()
  })

  it('says what is missing where a link leads to a page that is not there', async () => {
    await openStudio()
    await page.frameLocator('iframe').getByRole('link', { name: 'To the cart' }).click()
    await page.getByText('There is no page cart here yet.').waitFor()
  })

  it('shows an older version beside the one that stands', async () => {
    await openStudio()
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Edit by hand' }).click()
    const code = page.getByLabel('Code of index')
    await code.fill((await code.inputValue()).replace('<h1>Home</h1>', '<h1>Welcome home</h1>'))
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByRole('button', { name: 'Home v2' }).waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Welcome home' }).waitFor()
    await page.getByRole('tab', { name: 'Versions' }).click()
    const first = page.getByRole('article').filter({ hasText: 'Version 1' })
    await first.getByRole('button', { name: /^Look at it/ }).click()
    await first.frameLocator('iframe').getByRole('heading', { name: 'Home', exact: true }).waitFor()
  })

  it('opens in a window of its own, which shows what is changed later', async () => {
    await openStudio()
    const opening = person.context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open in new tab' }).click()
    const alone = await opening
    const frame = alone.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Welcome home' }).waitFor()
    expect(await alone.title()).toBe('Preview of Home')
    expect(await accessibilityViolations(alone)).toEqual([])
    await frame.getByRole('link', { name: 'To the menu' }).click()
    await frame.getByText('Flat white').waitFor()
    const [{ page_id } = { page_id: '' }] = (
      await person.elsewhere.read(`/api/sessions/${SHOP}/pages`)
    ).pages.filter((item: { slug: string }) => item.slug === 'index')
    const { source } = (
      await person.elsewhere.send('GET', `/api/pages/${page_id}/preview`, undefined, {
        accept: 'application/json',
      })
    ).json
    await person.elsewhere.send('PUT', `/api/pages/${page_id}`, {
      html: source.replace('Welcome home', 'Welcome back'),
    })
    await frame.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await alone.close()
  })

  it('is given to the frame that asks, and to no other window of the application', async () => {
    await openStudio()
    await page.frameLocator('iframe').getByText('The application is out of reach').waitFor()
    const heard = await page.evaluate(`new Promise(done => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done('given')
      window.postMessage({ soulgate: 'preview', path: '/preview/pages/menu.html' }, '*', [port2])
      setTimeout(() => done('nothing'), 1000)
    })`)
    expect(heard).toBe('nothing')
  })

  it('is nothing to somebody who opens its address by itself', async () => {
    const alone = await person.context.newPage()
    await alone.goto(`${program.url}/preview/pages/index.html`)
    expect(await alone.locator('body').innerText()).toBe('')
    expect(await alone.evaluate('self.origin')).toBe('null')
    await alone.close()
  })
})

it('no address that the browser asks for is a right: without a signature none of them answers a page', {
  timeout: 120_000,
}, async () => {
  for (const path of [...ROOMS.map(room => room.path), `/studio/${SHOP}`]) {
    await page.goto(`${program.url}${path}`)
    await page.getByText('Live', { exact: true }).waitFor()
  }
  await page.frameLocator('iframe').getByText('The application is out of reach').waitFor()
  await page.frameLocator('iframe').getByRole('link', { name: 'To the menu' }).click()
  await page.frameLocator('iframe').getByText('Flat white').waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  await coming
  const addresses = [...new Set(asked)].filter(address => address.startsWith(program.url))
  expect(addresses.length).toBeGreaterThan(40)
  const withSecret = addresses.filter(address =>
    address
      .replace(program.url, '')
      .split(/[/?&=#]/)
      .some(piece => SECRET.test(piece) && !address.includes('/assets/')),
  )
  expect(withSecret).toEqual([])
  const telling: string[] = []
  for (const address of addresses.filter(each => !each.includes('/assets/'))) {
    const answer = await fetch(address)
    if (OF_A_PAGE.test(await answer.text())) telling.push(address)
  }
  expect(telling).toEqual([])
})
