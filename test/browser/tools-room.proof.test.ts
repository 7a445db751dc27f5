import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import {
  LOOKS,
  lookWith,
  makeAgentKey,
  type PersonAtBrowser,
  proposeCall,
  signIn,
  watchFaults,
} from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const REFUND = {
  name: 'refund_payment',
  description: 'Sends money back to a customer.',
  input_schema: {
    ...{ type: 'object', additionalProperties: false, required: ['payment', 'amount'] },
    properties: { payment: { type: 'string' }, amount: { type: 'number', 'x-soulgate': 'amount' } },
  },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: true },
  reversibility: 'irreversible',
}

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let key: string
beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  key = await makeAgentKey(person)
  const declared = await fetch(`${program.url}/api/tools`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(REFUND),
  })
  expect(declared.status).toBe(201)
}, 360_000)
afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

it('the Tools room says whose word a tool is, lets a reviewer vouch for it, and takes it back on a second press', {
  timeout: 120_000,
}, async () => {
  const { page } = person
  const faults = watchFaults(page, program.url)
  await page.goto(`${program.url}/tools`)
  await page.getByRole('searchbox', { name: 'Search the tools' }).fill('money customer')
  const list = page.getByRole('list', { name: 'Tools' })
  await list.getByRole('link', { name: /refund_payment/ }).click()
  await page.waitForURL(`${program.url}/tools/refund_payment`)
  await expect
    .poll(() => list.getByRole('link').allInnerTexts())
    .toEqual([expect.stringContaining('Not confirmed')])
  const about = page.getByRole('region', { name: 'About refund_payment' })
  await about.getByText('Sends money back to a customer.').waitFor()
  await about.getByText('beyond your own system').waitFor()
  await page.getByText('Nobody has decided on a call of it yet.').waitFor()
  expect(await page.title()).toMatch(/^(\(\d+\) )?Tools · Soulgate$/)
  for (const look of LOOKS) {
    await lookWith(page, look)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await about.getByRole('button', { name: 'I vouch for this tool' }).click()
  await list.getByText(/· Confirmed$/).waitFor()
  await about.getByText('Confirmed by', { exact: true }).waitFor()
  await about.getByRole('button', { name: 'Withdraw the declaration' }).click()
  await about.getByText('Calls of it wait for a person from then on').waitFor()
  expect((await person.elsewhere.read('/api/tools/refund_payment')).name).toBe('refund_payment')
  await about.getByRole('button', { name: 'Withdraw it now' }).click()
  await page.getByText('No tool has these words').waitFor()
  expect(faults).toEqual([])
})

it('the palette finds what waits by its words and tools by name; runs are narrowed by kind and by words', {
  timeout: 120_000,
}, async () => {
  const { page } = person
  const gateId = await proposeCall(program.url, key, {
    ...{ tool: 'write_file', arguments: { path: 'harbour/tides.md', content: 'high at nine' } },
    reason: 'The harbour asked',
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${program.url}/audit`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('harbour')
  const commands = page.getByRole('listbox', { name: 'Commands' })
  await commands.getByText('tides.md').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${program.url}/inbox/${gateId}`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('delete_fi')
  await commands.getByText('Tool delete_file').click()
  await page.waitForURL(`${program.url}/tools/delete_file`)

  const asked = await person.elsewhere.send('POST', '/reasoning/execute', { goal: 'What time is it?' })
  expect(asked.status).toBe(200)
  await page.goto(`${program.url}/runs`)
  const rows = page.getByRole('main').getByRole('list').getByRole('link')
  await rows.getByText('What time is it?').waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('plan')
  await page.getByText('No run fits').waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('reasoning')
  await page.getByRole('searchbox', { name: 'Search the runs' }).fill('time')
  await expect.poll(() => rows.count()).toBe(1)
  for (const look of LOOKS) {
    await lookWith(page, look)
    expect(await accessibilityViolations(page)).toEqual([])
  }
})
