import type { Browser, Page } from 'playwright-core'
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
import { type PersonAtBrowser, proposeCall, raiseLimits, send } from './person.ts'
import type { RunningProgram } from './program.ts'
import { ROOMS } from './rooms.ts'

/** More than can be taken in at a glance. */
const MANY = 22

let desk: BrowserDesk
let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let page: Page
let agentKey: string

beforeAll(async () => {
  desk = await openBrowserDesk()
  ;({ browser, program, person, page, agentKey } = desk)
  await raiseLimits(person)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

const picture = (name: string) => takePicture(page, name)
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
    let decided = ''
    for (const [index, { run_id, soul_request_id: asked }] of goals.entries()) {
      // The file is gone by then, so the second call is proposed again before it can be approved.
      const again = { path: `/api/gates/${asked}/reopen`, data: {} }
      const { gate_id } =
        index === 0 ? { gate_id: asked } : ((await send(person, again)) as { gate_id: string })
      decided = gate_id
      await approve(gate_id, 'delete_file')
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
    await page.goto(`${program.url}/inbox/${decided}`)
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
    await pane.getByText('"many/0.md"', { exact: true }).hover()
    await page.mouse.wheel(0, 10_000)
    await expect.poll(() => all.isEnabled(), SOON).toBe(true)
    expect((await read(ids[0] ?? '')).status).toBe('pending')
    await picture('many-read-1440')
  })
})

describe('a viewer', { timeout: 120_000 }, () => {
  it('reads why there is nothing to decide, and finds no button that would fail', async () => {
    const gateId = await proposeCall(program.url, agentKey, {
      ...{ tool: 'delete_file', arguments: { path: 'logs/new.log' } },
    })
    const made = (await send(person, {
      path: '/api/people',
      data: { name: 'Somebody who reads', role: 'viewer' },
    })) as { readonly person_id: string }
    const { url } = (await send(person, {
      path: '/api/auth/links',
      data: { person_id: made.person_id },
    })) as { readonly url: string }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const theirs = await context.newPage()
    const refused: string[] = []
    theirs.on('response', answer => {
      if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
    })
    await theirs.goto(url)
    await theirs.getByText('Live', { exact: true }).waitFor()
    await theirs.goto(`${program.url}/inbox/${gateId}`)
    const card = theirs.getByRole('article')
    await card.getByText('You are signed in as viewer: you can read, not decide.').waitFor()
    const acts =
      /^(Approve|Reject|Edit|Steer|Stop|Undo|Cancel|Snooze|Assign|Comment|Withdraw|Delete$|Save|Create)\b/
    const enabled = async () => {
      const found = await theirs.getByRole('button', { name: acts, disabled: false }).all()
      return Promise.all(
        found.map(async button => `${new URL(theirs.url()).pathname}: ${await button.innerText()}`),
      )
    }
    await theirs.waitForTimeout(LOOK_MS)
    const offered = await enabled()
    await takePicture(theirs, 'viewer-card-1440')
    for (const key of ['a', 'r', 'e', 's', 'z']) await theirs.keyboard.press(key)
    for (const { path, sign } of ROOMS) {
      await theirs.goto(`${program.url}${path}`)
      await theirs.getByText(sign).first().waitFor()
      offered.push(...(await enabled()))
    }
    await takePicture(theirs, 'viewer-settings-1440')
    expect(offered).toEqual([])
    expect(refused).toEqual([])
    expect((await read(gateId)).deciding).toBeUndefined()
    await context.close()
  })
})
