import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { send } from './person.ts'

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
