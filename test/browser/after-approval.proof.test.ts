import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyReceipt } from '../../src/soulgate.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { proposeCall, send } from './person.ts'

let desk: BrowserDesk
let page: Page

beforeAll(async () => {
  desk = await openBrowserDesk()
  page = desk.page
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

interface Goal {
  readonly run_id: string
  readonly soul_request_id: string
}

const ask = async (goal: string) =>
  (await send(desk.person, { path: '/reasoning/execute', data: { goal } })) as Goal

async function approveAndEnd({ run_id, soul_request_id: gateId }: Goal): Promise<void> {
  const { elsewhere } = desk.person
  const { view_digest } = await elsewhere.read(`/api/gates/${gateId}`)
  await send(desk.person, { path: `/api/gates/${gateId}/viewed`, data: { view_digest } })
  const data = { decision: 'approve', view_digest, confirm: 'delete_file' }
  await send(desk.person, { path: `/api/gates/${gateId}/decide`, data })
  await expect.poll(async () => (await elsewhere.read(`/api/runs/${run_id}`)).status, SOON).toBe('completed')
}

describe('after approval', { timeout: 90_000 }, () => {
  it('a failure stays in the inbox until somebody opened it, and can be proposed again from there', async () => {
    const { program } = desk
    const [first, second] = [await ask('Delete logs/one.log'), await ask('Delete logs/one.log')]
    await approveAndEnd(first)
    // The file is gone by then, so the second call is proposed again before it can be approved.
    const reopen = { path: `/api/gates/${second.soul_request_id}/reopen`, data: {} }
    const { gate_id: again } = (await send(desk.person, reopen)) as { readonly gate_id: string }
    await approveAndEnd({ ...second, soul_request_id: again })
    await page.goto(`${program.url}/inbox`)
    await page.getByRole('button', { name: 'Show what was decided' }).click()
    const tab = page.getByRole('button', { name: /^After approval 1/ })
    await tab.click()
    const rows = page.getByRole('region', { name: 'Waiting items' }).getByRole('link')
    await expect.poll(() => rows.count(), SOON).toBe(1)
    expect(await rows.innerText()).toMatch(/Failed/)
    await takePicture(page, 'after-approval-1440')
    await rows.click()
    const result = page.getByRole('article').getByRole('region', { name: 'Result' })
    await result
      .getByText(/^Failed/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^After approval 0/ }).waitFor(SOON)
    await takePicture(page, 'failed-card-1440')
    await desk.person.elsewhere
      .read('/api/gates?after_approval=true')
      .then(list => expect(list.total).toBe(0))

    await page.waitForTimeout(LOOK_MS)
    const { soul_request_id: third } = await ask('Write x to logs/one.log')
    expect(third).not.toBe(again)
    await result.getByRole('button', { name: 'Propose again' }).click()
    await page.waitForURL(url => !url.pathname.endsWith(again), SOON)
  })
})

it.each([
  [1440, 900],
  [390, 844],
])(
  'a reviewer saves a receipt of a decision, with what was ticked, at %i×%i',
  {
    timeout: 120_000,
  },
  async (width, height) => {
    const { program, person, agentKey } = desk
    await page.setViewportSize({ width, height })
    const arguments_ = { to: 'ada@example.org', amount: width }
    const gateId = await proposeCall(program.url, agentKey, { tool: 'pay_out', arguments: arguments_ })
    await person.elsewhere.send('POST', `/api/gates/${gateId}/decide`, {
      ...{ decision: 'reject', reason: 'not owed' },
    })
    await page.goto(`${program.url}/inbox/${gateId}`)
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the receipt' }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`receipt-${gateId}.json`)
      return verifyReceipt(readFileSync(await download.path(), 'utf8'))
    }
    await page.getByText('Export a receipt').click(SOON)
    const first = await save()
    expect(first).toMatchObject({ ok: true, receipt: { gate_id: gateId, status: 'rejected' } })
    expect(JSON.stringify(first)).not.toMatch(/ada@example|not owed/)
    await page.getByRole('checkbox', { name: /Arguments of the calls/ }).check()
    await page.getByRole('checkbox', { name: /Reasons that were given/ }).check()
    expect((await save())?.receipt).toMatchObject({
      calls: [{ arguments: arguments_ }],
      decisions: [{ reason: 'not owed' }],
    })
    await takePicture(page, `receipt-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
  },
)
