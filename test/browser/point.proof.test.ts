import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'
import { type StudioProgram, startStudioProgram } from './studio-program.ts'

const BRIEF =
  'Site for our kiln "Tide & Clay". Pages: Home, Pots, Visit. Home says "Thrown by hand". Pots: Harbour mug £22, Tall jug £48. Visit: 4 Quay Lane, St Ives. Open Tue to Sat 10-16.'

let browser: Browser
let program: StudioProgram
let person: PersonAtBrowser
let page: Page
let session = ''

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startStudioProgram({})
  person = await signIn(browser, program.signInLink)
  page = person.page
  const built = await person.elsewhere.send('POST', '/api/chat', { message: BRIEF, generate_now: true })
  session = built.json.session_id
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

const frame = () => page.frameLocator('iframe')
const panel = () => page.getByRole('region', { name: 'Change what you point at' })

async function point(title: string): Promise<void> {
  await page.goto(`${program.url}/studio/${session}`)
  await page.getByRole('button', { name: new RegExp(`^${title} v`) }).click()
  await page.getByRole('button', { name: 'Point and change' }).click()
  await frame().locator('[data-point]').first().waitFor()
}

describe('pointing at a page', { timeout: 90_000 }, () => {
  it('changes the text that was clicked, on this page alone, says before and after, and takes it back', async () => {
    await point('Pots')
    await frame().locator('h1').click()
    const text = panel().getByRole('textbox', { name: 'Text' })
    await text.fill('Everything we fire')
    await panel().getByRole('button', { name: 'Change text' }).click()
    await frame().getByRole('heading', { name: 'Everything we fire' }).waitFor()
    await panel().locator('del').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await panel().getByRole('button', { name: 'Undo' }).click()
    await frame().getByRole('heading', { name: 'Everything we fire' }).waitFor({ state: 'detached' })
  })

  it('changes a price and the order of items by the keyboard alone', async () => {
    await point('Pots')
    await frame().locator('[data-point-price]', { hasText: '£48' }).first().focus()
    await page.keyboard.press('Enter')
    const price = panel().getByRole('textbox', { name: 'Price' })
    await price.fill('£52')
    await page.keyboard.press('Enter')
    await frame().getByText('£52').first().waitFor()
    await frame().getByText('Tall jug').first().focus()
    await page.keyboard.press('Enter')
    await panel().getByRole('button', { name: 'Up' }).press('Enter')
    await expect
      .poll(async () => {
        const names = await frame()
          .locator('[data-point-item]')
          .evaluateAll(all => all.map(one => one.getAttribute('data-point-item')))
        return names[0]
      })
      .toBe('Tall jug')
  })

  it('follows no link of the page meanwhile, and gives another address to the one that was chosen', async () => {
    await point('Home')
    const link = frame().locator('main a[data-point]').first()
    await link.click()
    await panel().getByRole('textbox', { name: 'Leads to' }).fill('https://example.org/kiln')
    await panel().getByRole('button', { name: 'Change link' }).click()
    await frame().locator('main a[href="https://example.org/kiln"]').waitFor()
  })
})

it('the brief is read and corrected, and its pages follow', async () => {
  await page.goto(`${program.url}/studio/${session}`)
  await page.getByRole('tab', { name: 'Brief' }).click()
  await page.getByRole('textbox', { name: 'Price of Harbour mug' }).fill('£25')
  await page.getByRole('button', { name: 'Save and update the pages' }).click()
  await page.getByText(/^The pages are made from this .* edited by hand\.$/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('button', { name: /^Pots v/ }).click()
  await frame().getByText('£25').first().waitFor()
}, 90_000)
