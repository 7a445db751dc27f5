import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, type PersonAtBrowser, signIn } from './person.ts'
import { type ProgramOptions, type RunningProgram, startProgram } from './program.ts'

/** Keys decide only what a person has had time to see. */
export const LOOK_MS = 800
export const SOON = { timeout: 20_000 }
/** Building the pages and starting the program, on a machine that does much beside it. */
export const OPENING_MS = 360_000

/** One program, its admin at a browser of 1440×900, and the key of an agent; shared by the tests of a file. */
export interface BrowserDesk {
  readonly browser: Browser
  readonly program: RunningProgram
  readonly person: PersonAtBrowser
  readonly page: Page
  readonly agentKey: string
}

export async function openBrowserDesk(options: ProgramOptions = {}): Promise<BrowserDesk> {
  await buildPages()
  const browser = await launchChromium()
  const program = await startProgram(options)
  const person = await signIn(browser, program.signInLink)
  const { page } = person
  await page.setViewportSize({ width: 1440, height: 900 })
  return { browser, program, person, page, agentKey: await makeAgentKey(person) }
}

/** Also where it was not opened to the end. */
export async function closeBrowserDesk(desk: BrowserDesk | undefined): Promise<void> {
  await desk?.browser.close()
  await desk?.program.stop()
}

/** Opens a card by its address, and looks at it for as long as keys need. */
export async function openCard({ page, program }: BrowserDesk, gateId: string): Promise<void> {
  await page.goto(`${program.url}/inbox/${gateId}`)
  await page.getByRole('article').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForTimeout(LOOK_MS)
}

/** A picture of a page for whoever wants to look at it: in the folder of SOULGATE_PICTURES, where that is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SOULGATE_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
