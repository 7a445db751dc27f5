import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { REPORTS, writeConfig } from './own-agents-config.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram({ config: writeConfig(REPORTS) })
  person = await signIn(browser, program.signInLink)
}, 360_000)

afterAll(async () => {
  await browser.close()
  await program.stop()
})

it.each([1440, 390])('shows what the clock starts, pauses it and starts it now, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/agents`)
  await page.getByRole('link', { name: 'Schedules' }).click()
  await page.getByRole('heading', { name: 'daily starts reports' }).waitFor()
  await page.getByText('0 9 * * 1-5').waitFor()
  await page.getByText('in Europe/Vienna').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  await page.getByRole('button', { name: 'Pause daily' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run daily now' }).click()
  await page.getByRole('link', { name: 'Open the run' }).waitFor()
  await page
    .getByRole('link', { name: /reports · about open orders/ })
    .first()
    .waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/schedules-${width}.png` })
  await page.getByRole('button', { name: 'Resume daily' }).click()
  await page.getByRole('button', { name: 'Pause daily' }).waitFor()
  expect(faults).toEqual([])
}, 60_000)
