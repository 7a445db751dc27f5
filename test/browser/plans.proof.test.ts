import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { launchChromium } from './chromium.ts'
import { PLAN_FLOWS } from './flows.ts'
import { createKeyboard, focusedName, wasPointerUsed, watchPointers } from './keyboard.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, send, signIn, watchFaults } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const SOON = { timeout: 30_000 }
const GOAL = 'Train for a half marathon in 20 weeks, three evenings a week, not on Wednesdays'

/** The room offers its form by itself only while it has no plan. */
const asked = { plan: Promise.withResolvers<void>(), concept: Promise.withResolvers<void>() }
const PlanStarted = z.object({ plan_id: z.string() })

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
  // Most of it is waiting for decisions to take effect, so all are done at once.
  it(Object.values(PLAN_FLOWS).join('; '), async () => {
    await Promise.all([planAGoal(), findAWayOut(), workOutAConcept()])
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
  asked.plan.resolve()
  for (const stage of ['outline', 'roadmap', 'plan']) {
    await gateOn(page, `Approve the ${stage} of`).waitFor(SOON)
    await decide(page, hand, 'a')
  }
  await page.getByText('Ready to begin').waitFor(SOON)
  await tickOff(page, hand)
  await moveABlock(page, hand)
  expect(faults).toEqual([])
}

/** A day is answered; the work does not fit before it; the tried way out is taken as it stands. */
async function findAWayOut(): Promise<void> {
  await Promise.all([asked.plan.promise, asked.concept.promise])
  const interaction_policy = { approval_policy: 'single_final' }
  const data = { goal: 'Plan our wedding', constraints: { minutes_per_week: 120 }, interaction_policy }
  const { plan_id } = PlanStarted.parse(await send(person, { path: '/api/plans', data }))
  const { page, faults, hand } = await openTab(`/plans/${plan_id}`)
  await gateOn(page, 'Which day is it').waitFor(SOON)
  await hand.tabTo(/^Which day is it/)
  await hand.type('in six weeks')
  await hand.tabTo('Send answers')
  await hand.press('Enter')
  await gateOn(page, 'does not fit into the calendar').waitFor(SOON)
  await expect
    .poll(async () => {
      await hand.look()
      await hand.press('a')
      return page.getByRole('group', { name: 'What gives way?' }).count()
    }, SOON)
    .toBe(1)
  await page.getByRole('radio', { name: /^Everything must be done by/ }).waitFor()
  await hand.press('Control+Enter')
  await gateOn(page, 'Approve the plan of').waitFor(SOON)
  await decide(page, hand, 'a')
  await page.getByText('Ready to begin').waitFor(SOON)
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
  asked.concept.resolve()
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

/** Two hours earlier, when the person has no time: what that breaks is named. Half an hour later it can be. */
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
  const draft = page.getByText('not kept yet')
  await draft.waitFor({ state: 'detached' })
  // The session of the second week has its evening for itself.
  await hand.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  const before = await focusedName(page)
  await hand.press('Shift+ArrowDown')
  await draft.waitFor()
  await hand.press('Enter')
  await draft.waitFor({ state: 'detached', ...SOON })
  expect(await alert.count()).toBe(0)
  expect(await focusedName(page)).not.toBe(before)
}
