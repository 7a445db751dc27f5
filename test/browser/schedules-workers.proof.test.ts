import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { defineAgent } from '../../src/soulgate.ts'
import { signatureHeaders } from '../soulgate/triggers-fixture.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { type BrowserDesk, closeBrowserDesk, OPENING_MS, openBrowserDesk } from './browser-desk.ts'
import { REPORTS, writeConfig } from './own-agents-config.ts'
import type { PersonAtBrowser } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  desk = await openBrowserDesk({ config: writeConfig(REPORTS) })
  ;({ program, person } = desk)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

it.each([1440, 390])('shows what the clock starts, pauses it and starts it now, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/agents`)
  await page.getByRole('link', { name: 'Triggers' }).click()
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

it.each([
  1440, 390,
])('makes the secret of a webhook, takes what it signs, and pauses it, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/triggers`)
  await page.getByRole('heading', { name: 'orders starts reports' }).waitFor()
  await page.getByText('run_failed').waitFor()
  await page.getByRole('button', { name: 'Make a secret' }).click()
  const secret = await page.getByRole('status').getByRole('code').innerText()
  await page.getByText('Standard Webhooks, secret stored').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  const text = JSON.stringify({ order: `o-${width}` })
  const headers = signatureHeaders(secret, { id: `msg_${width}`, atMs: Date.now(), body: text })
  const url = `${program.url}/api/triggers/reports/orders/webhook`
  const send = () => fetch(url, { method: 'POST', headers, body: text })
  expect([(await send()).status, (await send()).status]).toEqual([202, 200])
  await page.reload()
  const card = page.getByRole('list', { name: 'Webhooks and events' }).getByRole('listitem').nth(1)
  await card.getByRole('link', { name: 'Open the run' }).waitFor()
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/triggers-${width}.png`, fullPage: true })
  await page.getByRole('button', { name: 'Pause orders' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  expect((await send()).status).toBe(401)
  await page.getByRole('button', { name: 'Resume orders' }).click()
  await page.getByRole('button', { name: 'Pause orders' }).waitFor()
  expect(faults).toEqual([])
}, 60_000)

it.each([1440, 390])('makes a token for a worker and shows what it carries, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/schedules`)
  await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Workers' }).click()
  await page.getByText('No worker is connected').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  const agent = `letters-${width}`
  await page.getByLabel('Name', { exact: true }).fill(`desk-${width}`)
  await page.getByLabel('Agents that it may carry').fill(agent)
  await page.getByRole('button', { name: 'Make a token' }).click()
  const token = await page.getByRole('status').getByRole('code').innerText()
  const letters = defineAgent({ name: agent, input: z.object({}), run: async () => null })
  const worker = connectWorker({ url: program.url, token, agents: [letters], label: `desk of ${width}` })
  try {
    await page.getByRole('heading', { name: `desk of ${width}` }).waitFor()
    await page.getByText(`agent ${agent}`).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/workers-${width}.png` })
  } finally {
    await worker.close()
  }
  await page.getByText('No worker is connected').waitFor()
  expect(faults).toEqual([])
}, 60_000)
