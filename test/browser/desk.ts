import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { signInWith } from '../signed-browser.ts'
import { launchChromium } from './chromium.ts'
import { createKeyboard, type Keyboard, watchPointers } from './keyboard.ts'
import { buildPages } from './pages.ts'
import { changeSettings, makeAgentKey, type PersonAtBrowser, raiseLimits, watchFaults } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

export const SOON = { timeout: 15_000 }

export interface ReadGate {
  readonly status: string
  readonly decisions: readonly Record<string, unknown>[]
  readonly deciding?: { readonly decision: Record<string, unknown> }
  readonly call_decisions: Readonly<Record<string, string>>
  readonly view_digest: string
}

/** The real program, a browser on it, and somebody before that with a keyboard only. */
export interface Desk {
  readonly browser: Browser
  readonly program: RunningProgram
  readonly person: PersonAtBrowser
  readonly hand: Keyboard
  close(): Promise<void>
}

export async function openDesk(): Promise<Desk> {
  await buildPages()
  const browser = await launchChromium()
  const program = await startProgram()
  const elsewhere = await signInWith(program.url, new URL(program.signInLink).searchParams.get('code') ?? '')
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  await watchPointers(context)
  const page = await context.newPage()
  return {
    ...{ browser, program },
    person: { context, page, elsewhere, faults: watchFaults(page, program.url) },
    hand: createKeyboard(page),
    async close() {
      await browser.close()
      await program.stop()
    },
  }
}

/** Signs in at the settings by the one-time link, by keyboard. */
export async function signInByHand({ person, program, hand }: Desk): Promise<void> {
  await person.page.goto(`${program.url}/settings`)
  await person.page.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
  await hand.tabTo(/^Link or code/)
  const { json: link } = await person.elsewhere.send('POST', '/api/auth/links', {})
  await hand.type(link.url)
  await hand.press('Enter')
  await person.page.getByRole('heading', { name: 'Settings' }).waitFor()
}

/** Makes every call of an agent wait for people, and gives that agent's key. The person is signed in. */
export async function settleIn({ person }: Desk): Promise<string> {
  const agentKey = await makeAgentKey(person)
  await raiseLimits(person)
  await changeSettings(person, { thresholds: { high: 0.99, medium: 0.55 } })
  return agentKey
}

/** Opens a card by its address, and reads it. */
export async function openCard({ person, program, hand }: Desk, gateId: string): Promise<void> {
  await person.page.goto(`${program.url}/inbox/${gateId}`)
  await person.page.getByRole('article').waitFor()
  await person.page.getByText('Live', { exact: true }).waitFor()
  await hand.look()
}

export async function readGate({ person }: Desk, gateId: string): Promise<ReadGate> {
  return person.elsewhere.read(`/api/gates/${gateId}`)
}

export function statusOf(desk: Desk, gateId: string) {
  return expect.poll(async () => (await readGate(desk, gateId)).status, SOON)
}

/** What was decided, also while it can still be taken back. */
export async function decided(desk: Desk, gateId: string): Promise<Record<string, unknown>> {
  const find = async () => {
    const { decisions, deciding } = await readGate(desk, gateId)
    return deciding?.decision ?? decisions[0]
  }
  await expect.poll(find, SOON).toBeDefined()
  return (await find()) ?? {}
}
