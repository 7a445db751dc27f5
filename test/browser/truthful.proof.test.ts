import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, type PersonAtBrowser, proposeCall, raiseLimits, send, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

/** Keys decide only what a person has had time to see. */
const LOOK_MS = 800
const SOON = { timeout: 20_000 }
/** More than can be taken in at a glance. */
const MANY = 22

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let page: Page
let agentKey: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  page = person.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await raiseLimits(person)
  agentKey = await makeAgentKey(person)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

/** A picture for whoever wants to look at it. */
async function picture(name: string): Promise<void> {
  const folder = process.env.SOULGATE_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

const read = (gateId: string) => person.elsewhere.read(`/api/gates/${gateId}`)

async function approve(gateId: string, confirm?: string): Promise<void> {
  const { view_digest } = await read(gateId)
  await send(person, { path: `/api/gates/${gateId}/viewed`, data: { view_digest } })
  const data = { decision: 'approve', view_digest, ...(confirm === undefined ? {} : { confirm }) }
  await send(person, { path: `/api/gates/${gateId}/decide`, data })
}

describe('the rooms of runs', { timeout: 90_000 }, () => {
  it('call a run whose calls failed by what came of it, in the list, on its page and on its card', async () => {
    const goals = await Promise.all(
      ['first', 'second'].map(async () => {
        const data = { goal: 'Delete logs/one.log' }
        return (await send(person, { path: '/reasoning/execute', data })) as {
          readonly run_id: string
          readonly soul_request_id: string
        }
      }),
    )
    for (const { run_id, soul_request_id } of goals) {
      await approve(soul_request_id, 'delete_file')
      const ended = async () => (await person.elsewhere.read(`/api/runs/${run_id}`)).status
      await expect.poll(ended, SOON).toBe('completed')
    }
    const [done, failed] = goals
    await page.goto(`${program.url}/runs`)
    const row = (runId = '') => page.locator(`main a[href$="${runId}"]`).first()
    await row(failed?.run_id).getByText('Failed').waitFor()
    await row(done?.run_id).getByText('Completed').waitFor()
    await picture('runs-1440')
    await page.goto(`${program.url}/runs/${failed?.run_id}`)
    await page.getByText('0 of 1 calls succeeded.').first().waitFor()
    expect(await page.locator('main').getByText('Completed', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await picture('run-failed-1440')
    await page.goto(`${program.url}/inbox/${failed?.soul_request_id}`)
    const result = page.getByRole('article').getByRole('region', { name: 'Result' })
    await result
      .getByText(/Failed/)
      .first()
      .waitFor()
    await picture('card-failed-1440')
  })

  it('say that a run was undone, and offer that once', async () => {
    const data = { goal: 'Write hello to undone.txt' }
    const { run_id, soul_request_id } = (await send(person, { path: '/reasoning/execute', data })) as {
      readonly run_id: string
      readonly soul_request_id: string
    }
    await approve(soul_request_id)
    await page.goto(`${program.url}/runs/${run_id}`)
    await page.getByRole('button', { name: 'Undo its reversible calls' }).click(SOON)
    await page.getByText('The call was undone.').first().waitFor(SOON)
    await page.getByRole('button', { name: 'Undo its reversible calls' }).waitFor({ state: 'detached' })
  })
})

describe('more than twenty at once', { timeout: 90_000 }, () => {
  it('are approved only after the last of them was in view', async () => {
    const ids = await Promise.all(
      Array.from({ length: MANY + 1 }, (_, index) =>
        proposeCall(program.url, agentKey, {
          ...{ tool: 'write_file', arguments: { path: `many/${index}.md`, content: `note ${index}` } },
        }),
      ),
    )
    await page.goto(`${program.url}/inbox/${ids[0]}`)
    await page.getByRole('article').waitFor()
    await page.keyboard.press('*')
    const pane = page.getByRole('region', { name: 'Selected items' })
    await pane.getByRole('heading', { name: `${MANY + 1} selected` }).waitFor()
    const all = pane.getByRole('button', { name: /^Approve \d+/ })
    await page.waitForTimeout(LOOK_MS)
    expect(await all.isDisabled()).toBe(true)
    expect(await pane.getByRole('button', { name: /^Reject \d+/ }).isEnabled()).toBe(true)
    await picture('many-unread-1440')
    await page.keyboard.press('a')
    expect(await pane.getByLabel('Reason (optional)').count()).toBe(0)
    await pane.getByText('many/0.md', { exact: true }).hover()
    await page.mouse.wheel(0, 10_000)
    await expect.poll(() => all.isEnabled(), SOON).toBe(true)
    expect((await read(ids[0] ?? '')).status).toBe('pending')
    await picture('many-read-1440')
  })
})
