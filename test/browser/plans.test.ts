import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { PLAN_FLOWS } from './flows.ts'
import { createKeyboard, wasPointerUsed, watchPointers } from './keyboard.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn, watchFaults } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const SOON = { timeout: 30_000 }
const GOAL = 'Train for a half marathon in 20 weeks, three evenings a week, not on Wednesdays'

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  await watchPointers(person.context)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

/** A tab of its own, so that people can wait for different things at once. */
async function openTab(path: string) {
  const page = await person.context.newPage()
  const faults = watchFaults(page, program.url)
  await page.goto(`${program.url}${path}`)
  await page.getByText('Live', { exact: true }).waitFor()
  return { page, faults, hand: createKeyboard(page) }
}

const gateOn = (page: Page, heading: string | RegExp) =>
  page.getByRole('article', { name: 'Waits for your decision' }).filter({ hasText: heading })

describe('by keyboard alone, people', { timeout: 240_000 }, () => {
  // Most of it is waiting for decisions to take effect, so both are done at once.
  it(`${PLAN_FLOWS.plan}; ${PLAN_FLOWS.concept}`, async () => {
    await Promise.all([planAGoal(), workOutAConcept()])
    expect(await wasPointerUsed(person.page)).toBe(false)
  })
})

async function planAGoal(): Promise<void> {
  const { page, faults, hand } = await openTab('/ask')
  await hand.press('g', 'p')
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await hand.tabTo('What do you want to reach?')
  await hand.type(GOAL)
  await hand.press('Enter')
  for (const stage of ['outline', 'roadmap', 'plan']) {
    await gateOn(page, `Approve the ${stage} of`).waitFor(SOON)
    await decide(page, hand, 'a')
  }
  await page.getByText('Ready to begin').waitFor(SOON)
  await tickOff(page, hand)
  await moveABlock(page, hand)
  expect(faults).toEqual([])
}

async function workOutAConcept(): Promise<void> {
  const { page, faults, hand } = await openTab('/plans')
  await hand.tabTo('A schedule')
  await hand.press('ArrowRight')
  await hand.tabTo('What do you want to reach?')
  await hand.type('Bring the bread of a bakery into three supermarkets')
  await hand.tabTo(/^Iterations/)
  await hand.retype('3')
  await hand.tabTo(/^Ask me after every/)
  await hand.retype('1')
  await hand.press('Enter')
  await gateOn(page, 'Proposal').waitFor(SOON)
  await hand.look()
  await hand.press('s')
  await hand.type('Think of the drivers first')
  await hand.press('Control+Enter')
  await gateOn(page, 'What changed').waitFor(SOON)
  await decide(page, hand, 'a')
  await gateOn(page, 'Iteration 1 of 3 is done').waitFor(SOON)
  await page.getByText('Iteration 1 of 3', { exact: true }).first().waitFor()
  await hand.tabTo(/^Stop here/)
  await hand.press('Enter')
  await page.getByRole('heading', { name: 'Kept in memory' }).waitFor(SOON)
  await page.getByText('It was stopped early').waitFor()
  await hand.tabTo(/^Executive summary report/)
  await hand.press('Enter')
  await expect.poll(() => page.locator('details[open]').count(), SOON).toBeGreaterThan(0)
  expect(faults).toEqual([])
}

type Hand = ReturnType<typeof createKeyboard>

/** Reads, decides, and decides again where the card had just changed: then a key does not count yet. */
async function decide(page: Page, hand: Hand, key: string): Promise<void> {
  const standing = page.getByText(/Your decision takes effect at/)
  await expect
    .poll(async () => {
      await hand.look()
      if ((await standing.count()) > 0) return true
      await hand.press('v', key)
      await hand.look()
      return (await standing.count()) > 0
    }, SOON)
    .toBe(true)
  await standing.waitFor({ state: 'detached', ...SOON })
}

async function tickOff(page: Page, hand: Hand): Promise<void> {
  await hand.tabTo(/^Schedule/, 'Tab')
  await hand.press('ArrowLeft', 'ArrowLeft')
  const boxes = page.getByRole('checkbox', { name: /is done$/ })
  await boxes.first().waitFor(SOON)
  await hand.tabTo(/is done$/)
  await hand.press('Space')
  await page
    .getByRole('status')
    .getByText(/is done\./)
    .waitFor(SOON)
  await expect.poll(() => boxes.first().isChecked(), SOON).toBe(true)
  await hand.tabTo('Undo')
  await hand.press('Enter')
  await expect.poll(() => boxes.first().isChecked(), SOON).toBe(false)
}

/** Two hours earlier, when the person has no time: what that breaks is named, and the block stays where it was. */
async function moveABlock(page: Page, hand: Hand): Promise<void> {
  // The panel is called like its tab, which comes before it.
  await hand.tabTo(/^Outline/, 'Shift+Tab')
  await hand.press('Shift+Tab', 'ArrowRight', 'ArrowRight')
  await page.getByRole('region', { name: 'Schedule as a chart' }).waitFor(SOON)
  await hand.tabTo(/, \d\d:\d\d–\d\d:\d\d/)
  await hand.press('Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter')
  const alert = page.getByRole('alert')
  await alert.waitFor(SOON)
  expect(await alert.textContent()).toMatch(/\w+ \w+/)
  await hand.press('Escape')
  await page.getByText('not kept yet').waitFor({ state: 'detached' })
}
