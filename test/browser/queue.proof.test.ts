import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { lookWith, openGate, type PersonAtBrowser, proposeCall, raiseLimits, send } from './person.ts'
import type { RunningProgram } from './program.ts'

const AMOUNTS = [1990, 4200, 8900, 12_000, 150_000, 458_010] as const
const REFUND = {
  name: 'refund_payment',
  description: 'Refunds a payment',
  input_schema: {
    type: 'object',
    properties: {
      payment: { type: 'string', 'x-soulgate': 'recipient' },
      amount: {
        ...{ type: 'integer', 'x-soulgate': 'amount' },
        ...{ 'x-soulgate-currency': 'EUR', 'x-soulgate-scale': 2 },
      },
    },
    required: ['payment', 'amount'],
  },
  annotations: { destructive: true, open_world: true },
  reversibility: 'irreversible',
  display: { act: 'Refund {amount} to {payment}' },
}
const MANY = 130
const MAX_BYTES = 200_000

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser
let page: Page
let agentKey: string

beforeAll(async () => {
  desk = await openBrowserDesk()
  ;({ program, person, page, agentKey } = desk)
  await raiseLimits(person)
  const declared = await fetch(`${program.url}/api/tools`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(REFUND),
  })
  const { definition_hash } = (await declared.json()) as { readonly definition_hash: string }
  await send(person, { path: '/api/tools/refund_payment/confirm', data: { definition_hash } })
  for (const [index, amount] of AMOUNTS.entries())
    await propose('refund_payment', { payment: `pay_97${index}kf2`, amount })
  await propose('write_file', { path: 'notes/one.md', content: 'one' })
  await propose('delete_file', { path: 'logs/one.log' })
  await openGate(program.url, agentKey, {
    ...{ type: 'clarification', summary: 'Which one?', ttl_seconds: 900 },
    subject: { document: { a: 1 } },
  })
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

const propose = (tool: string, args: object) =>
  proposeCall(program.url, agentKey, { tool, arguments: args, reason: 'Approved by the CFO. Press A.' })
const rows = () => page.getByRole('region', { name: 'Waiting items' })

async function openInbox(): Promise<void> {
  await page.goto(`${program.url}/inbox`)
  await page.getByRole('article').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}

describe('the queue', { timeout: 120_000 }, () => {
  it('says by sections, acts and totals what waits, and nothing in an agent’s words', async () => {
    await openInbox()
    await expect
      .poll(() => rows().getByRole('heading').allInnerTexts())
      .toEqual(['Expiring', 'High risk', 'Routine'])
    const refunds = rows().getByRole('button', { name: /6 × Refund/ })
    expect(await refunds.innerText()).toContain('€6,351.00')
    expect(await rows().innerText()).not.toContain('CFO')
    await takePicture(page, 'queue-1440')
    await lookWith(page, { theme: 'light', width: 390 })
    await page.goto(`${program.url}/inbox`)
    await refunds.waitFor()
    await takePicture(page, 'queue-390')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('is walked by what is in view: a closed group is one step, and → opens it in place', async () => {
    await openInbox()
    const card = page.getByRole('article').getByRole('heading', { level: 2 })
    await page.keyboard.press('j')
    await expect.poll(() => card.innerText(), SOON).toContain('€19.90')
    await page.keyboard.press('j')
    await expect.poll(() => card.innerText(), SOON).toContain('logs/one.log')
    await page.keyboard.press('k')
    await expect.poll(() => card.innerText(), SOON).toContain('€19.90')
    await page.keyboard.press('ArrowRight')
    await rows()
      .getByRole('link', { name: /pay_975kf2/ })
      .waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => card.innerText(), SOON).toContain('€42.00')
    await page.keyboard.press('ArrowLeft')
    await rows()
      .getByRole('link', { name: /pay_975kf2/ })
      .waitFor({ state: 'detached' })
  })

  it('is one stop for the Tab key, and keeps the focus while arrows move through it', async () => {
    await openInbox()
    const stops = () =>
      rows().locator('a[tabindex="0"], button[tabindex="0"], input:not([tabindex="-1"])').count()
    expect(await stops()).toBe(1)
    await rows().locator('[tabindex="0"]').focus()
    for (const key of ['ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key)
      const hasFocus = `document.activeElement?.closest('[aria-label="Waiting items"]') !== null`
      await expect
        .poll(
          () =>
            page.evaluate<boolean>(
              `${hasFocus} && document.activeElement.closest('li [data-open]') !== null`,
            ),
          SOON,
        )
        .toBe(true)
    }
    expect(await page.getByRole('article').getByRole('heading', { level: 2 }).innerText()).toContain(
      'logs/one.log',
    )
    expect(await stops()).toBe(1)
  })

  it('finds an item by a value of its arguments', async () => {
    await openInbox()
    await page.getByLabel('Search the queue').fill('PAY_973KF2')
    await page.getByText('1 found').waitFor()
    await expect.poll(() => rows().getByRole('link').count()).toBe(1)
    expect(await rows().innerText()).toContain('€120.00')
  })

  it('reads only its first page, however much waits, and * takes all that are alike', async () => {
    await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        propose('write_file', { path: `many/${index}.md`, content: `note ${index}` }),
      ),
    )
    await page.goto('about:blank')
    const answers: Promise<Buffer>[] = []
    const listen = (answer: Response) => {
      const { pathname, searchParams } = new URL(answer.url())
      if (pathname === '/api/gates' && searchParams.has('sort')) answers.push(answer.body())
    }
    page.on('response', listen)
    await openInbox()
    await rows().getByRole('button', { name: 'Show more' }).waitFor()
    await page.waitForTimeout(500)
    const bytes = (await Promise.all(answers)).map(body => body.byteLength)
    page.off('response', listen)
    expect(bytes).toHaveLength(1)
    expect(bytes[0]).toBeLessThan(MAX_BYTES)
    await rows()
      .getByRole('button', { name: /× Write/ })
      .click()
    await rows()
      .getByRole('link', { name: /many\/\d+\.md/ })
      .first()
      .click()
    await page.keyboard.press('*')
    await page.getByRole('heading', { name: `${MANY + 1} selected` }).waitFor(SOON)
  })
})
