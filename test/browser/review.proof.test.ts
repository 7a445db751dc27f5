import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  openCard,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { changeSettings, lookWith, openGate, send } from './person.ts'

let desk: BrowserDesk
let page: Page

beforeAll(async () => {
  desk = await openBrowserDesk()
  page = desk.page
  await changeSettings(desk.person, { thresholds: { high: 0.99, medium: 0.55 } })
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const read = (gateId: string) => desk.person.elsewhere.read(`/api/gates/${gateId}`)
const put = (path: string, text: string) => writeFileSync(join(desk.program.workspace, path), text)

async function heldGoal(goal: string): Promise<string> {
  const answer = await send(desk.person, { path: '/reasoning/execute', data: { goal } })
  return String(Object(answer).soul_request_id)
}

describe('a write', { timeout: 60_000 }, () => {
  it('shows its difference to what stands there now, and D leads to it', async () => {
    put('notes.txt', 'alpha\nbeta\ngamma\n')
    const gateId = await heldGoal('Write "alpha" to notes.txt')
    await openCard(desk, gateId)
    const changes = page.getByRole('region', { name: 'Changes in notes.txt' })
    await changes.getByText('gamma').waitFor()
    await page.getByRole('figure').getByText('+0').or(page.getByText('−2')).first().waitFor()
    await page.keyboard.press('d')
    expect(await changes.evaluate(box => box.matches(':focus'))).toBe(true)
    await takePicture(page, 'write-difference-1440')
  })
})

const name = (index: number) => (index < 8 ? `src/module-${index}.ts` : `test/unit/module-${index}.test.ts`)
const patchOf = (path: string, lines: number) =>
  [
    ...[
      `diff --git a/${path} b/${path}`,
      `--- a/${path}`,
      `+++ b/${path}`,
      `@@ -1,${lines + 2} +1,${lines + 2} @@`,
    ],
    ...[' import { one } from "./one.ts"', '-const limit = 10', '+const limit = 20'],
    ...Array.from({ length: lines }, (_, line) => ` line ${line} of ${path}`),
  ].join('\n')
const PATCH = [
  ...Array.from({ length: 11 }, (_, index) => patchOf(name(index), 30)),
  // Longer than its box, so that it has to be scrolled through.
  [`diff --git a/${name(11)} b/${name(11)}`, '--- /dev/null', `+++ b/${name(11)}`, '@@ -0,0 +1,90 @@']
    .concat(Array.from({ length: 90 }, (_, line) => `+new line ${line}`))
    .join('\n'),
].join('\n')

describe('a code review', { timeout: 90_000 }, () => {
  it('opens with its files; each is looked at before a yes, on whatever device, and comments become the steer', async () => {
    const gateId = await openGate(desk.program.url, desk.agentKey, {
      ...{ type: 'code_review', summary: 'Twelve files' },
      artifacts: [{ path: 'change.diff', type: 'diff', size_bytes: PATCH.length, preview: PATCH }],
    })
    await openCard(desk, gateId)
    const tree = page.getByRole('navigation', { name: 'Files' })
    await expect.poll(() => tree.getByRole('button').count()).toBe(12)
    const approve = page.getByRole('button', { name: /^Approve/ })
    expect(await approve.isDisabled()).toBe(true)
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('Not approved.').waitFor()
    await takePicture(page, 'review-1440')
    const files = page.getByRole('region', { name: 'Attached files' })
    for (const index of Array.from({ length: 11 }, (_, each) => each)) {
      const file = files.getByRole('region', { name: name(index), exact: true })
      const box = file.getByLabel('Viewed')
      // It ticks itself when its end is on the screen; a click at that moment takes the tick away, as it would a person's.
      const tick = async () => {
        if (!(await box.isChecked())) await box.click()
        return box.isChecked()
      }
      await expect.poll(tick, SOON).toBe(true)
    }
    await files.getByText('11 of 12 viewed').waitFor()
    expect(await approve.isDisabled()).toBe(true)
    const seen = () => desk.person.elsewhere.read(`/api/gates/${gateId}/viewed`)
    await expect.poll(async () => (await seen()).viewed.length, SOON).toBe(11)
    await page.reload()
    await files.getByText('11 of 12 viewed').waitFor()
    await tree.getByRole('button', { name: 'module-11.test.ts' }).click()
    const last = files.getByRole('region', { name: name(11), exact: true })
    await last.getByRole('button', { name: 'Comment on line 2', exact: true }).click()
    await page.getByRole('textbox', { name: 'Comment on line 2' }).fill('Why twenty?')
    await page.keyboard.press('Control+Enter')
    await takePicture(page, 'review-comment-1440')
    await page.keyboard.press('s')
    await page.getByText(`${name(11)}:2: Why twenty?`).waitFor()
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => Object(await read(gateId)).deciding?.decision, SOON)
      .toMatchObject({
        ...{ decision: 'steer', steer_instructions: `${name(11)}:2: Why twenty?` },
      })
    expect(desk.person.faults).toEqual([])
  })

  it('shows its changes side by side, and on a phone', async () => {
    const gateId = await openGate(desk.program.url, desk.agentKey, {
      ...{ type: 'code_review', summary: 'Two files' },
      artifacts: [{ path: 'b.diff', type: 'diff', size_bytes: 900, preview: patchOf('src/b.ts', 12) }],
    })
    await openCard(desk, gateId)
    await page.getByText('Split', { exact: true }).click()
    await page.locator('[data-view="split"]').getByText('limit').first().waitFor()
    await takePicture(page, 'review-split-1440')
    await lookWith(page, { theme: 'dark', width: 390 })
    await takePicture(page, 'review-split-390-dark')
    await lookWith(page, { theme: 'light', width: 1440 })
    await page.getByText('Unified', { exact: true }).click()
  })
})
