import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeStarter } from '../../src/starter/write-starter.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const ROOT = resolve(import.meta.dirname, '../..')
let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram({ config: starterConfig() })
  person = await signIn(browser, program.signInLink)
}, 360_000)

afterAll(async () => {
  await browser.close()
  await program.stop()
})

/** The starter as it is written, with this clone in the place of the installed package. */
function starterConfig(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'soulgate-agents-room-')), 'desk')
  writeStarter(folder, '0.1.0')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules', 'soulgate'))
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'))
  return join(folder, 'soulgate.config.ts')
}

it.each([1440, 390])('starts an agent of one’s own by a form of its schema, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: 860 })
  await page.goto(`${program.url}/agents`)
  await page.getByRole('heading', { name: 'refunds' }).waitFor()
  await page.getByText('Refunds an order after somebody approved it.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const start = page.getByRole('button', { name: 'Start refunds' })
  await page.getByLabel('order').fill('o1')
  await start.click()
  await page.getByText('is required').waitFor()
  await page.getByLabel('customer').fill(`c${width}`)
  await start.click()
  await page.getByRole('heading', { name: `refunds · order o1 · customer c${width}` }).waitFor()
  await page.getByText('Waits for a person').first().waitFor()
  await page.goto(`${program.url}/agents/refunds`)
  await page.getByRole('link', { name: new RegExp(`customer c${width}`) }).waitFor()
  expect(await isWiderThanScreen(page)).toBe(false)
  expect(faults).toEqual([])
})
