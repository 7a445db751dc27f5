import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi, serveApi } from '../../src/surfaces/api/api.ts'
import { DAY_MS, openTrustDesk, type TrustDesk } from '../soulgate/autonomy-fixture.ts'
import { admin, found, granted } from '../soulgate/program-fixture.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { OPENING_MS, takePicture } from './browser-desk.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'

const UI = resolve(import.meta.dirname, '../../ui/dist')

let browser: Browser
let desk: TrustDesk
let person: PersonAtBrowser
let url: string
let stopServing: () => Promise<void>

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  desk = await openTrustDesk({}, { startMs: Date.now() - 20 * DAY_MS, ticks: true })
  // Approvals of three weeks ago, so that they count by now.
  await desk.prove(40)
  desk.pass(Date.now() - desk.now())
  const app = createApi({ soulgate: desk.soulgate, version: '0.0.0', knownHosts: [], uiFolder: UI })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  url = served.url
  stopServing = () => served.close(100)
  const { code } = await desk.soulgate.access.createSignInCode()
  person = await signIn(browser, `${url}/sign-in?code=${code}`)
}, OPENING_MS)

afterAll(async () => {
  await browser?.close()
  await stopServing?.()
  await desk?.close()
})

it('leads a person from approvals to a contract, and from harm to its suspension', async () => {
  const { page, faults } = person
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/autonomy`)
  await page.getByText('40 right, 0 wrong').waitFor()
  await page.getByText('40 approvals in a row, none edited').first().waitFor()
  await look(page, 'autonomy-1-trust')
  await page.getByRole('button', { name: 'Look at it: Rule for update_ticket' }).click()
  await page.getByRole('button', { name: 'Save this rule' }).waitFor()
  await look(page, 'autonomy-1-suggestion')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Grant a contract for update_ticket by builder' }).click()
  await page.getByLabel('At least this share right, in %').fill('90')
  await page.getByText('at least 90 % of what runs by itself is right').waitFor()
  await page.getByRole('button', { name: 'Try on past calls' }).click()
  await page.getByText('people approved, and would have run without asking').waitFor()
  expect(await page.getByRole('region', { name: 'On the last 30 days' }).innerText()).toContain('40 people')
  await look(page, 'autonomy-2-grant')
  await page.getByRole('button', { name: 'Grant the contract' }).click()
  await page.getByText('kept in shadow, so nothing runs by it').waitFor()
  expect((await desk.propose()).outcome).toBe('held')
  await page.getByRole('button', { name: 'Let it open' }).click()
  await page.getByText('Runs by itself', { exact: true }).waitFor()
  await look(page, 'autonomy-3-open')

  let released = await desk.propose()
  while (released.outcome !== 'released') released = await desk.propose()
  await desk.run(released)
  await page.reload()
  await page.getByText('Calls that ran by themselves: 1').waitFor()
  await page.getByText('What it saw, and what people decided').click()
  await page.getByText('the contract let it run · people were not asked').waitFor()
  await look(page, 'autonomy-4-calls')
  await page.getByRole('button', { name: 'Harmful: suspend' }).first().click()
  await page.getByText('Taken back', { exact: true }).waitFor()
  await page.getByText(/reported call .* as harmful/).waitFor()
  await page.getByText('reported as harmful').waitFor()
  await look(page, 'autonomy-5-suspended')
  expect((await desk.propose()).outcome).toBe('held')

  await page.goto(`${url}/inbox`)
  const notice = page.getByText('builder may not call update_ticket by itself any more').first()
  await notice.waitFor()
  await notice.click()
  await page.getByRole('article').waitFor()
  await page.getByText('The evidence begins anew, and more of it is needed than before.').waitFor()
  await look(page, 'autonomy-6-notice')

  const [me] = await desk.soulgate.access.listPeople(admin)
  const own = { ...admin, id: found(me).person_id }
  const gate = found((await desk.propose()).gate)
  const decision = { decision: 'approve', view_digest: gate.view_digest } as const
  await granted(desk.soulgate.gates.decide(own, gate.gate_id, decision))
  await page.goto(`${url}/insight`)
  await page.getByText('of 1 answers were approvals faster than the card can be read').waitFor()
  const attention = page.getByRole('region', { name: 'How you read your cards' })
  await look(page, 'autonomy-7-attention', () => attention.scrollIntoViewIfNeeded())
  expect(faults).toEqual([])
}, 180_000)

/** A screen at both sizes: its picture, no violation, nothing wider than it. */
async function look(
  page: PersonAtBrowser['page'],
  name: string,
  show: () => Promise<void> = async () => {},
): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await show()
    await takePicture(page, `${name}-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
  }
}
