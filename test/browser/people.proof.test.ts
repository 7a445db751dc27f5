import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  openCard,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { changeSettings, lookWith, openGate, proposeCall } from './person.ts'

let desk: BrowserDesk
let page: Page

beforeAll(async () => {
  desk = await openBrowserDesk()
  page = desk.page
  await changeSettings(desk.person, { thresholds: { high: 0.99, medium: 0.55 } })
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const file = (path: string) => join(desk.program.workspace, path)
const read = (gateId: string) => desk.person.elsewhere.read(`/api/gates/${gateId}`)

/** Whether something is on the screen as it stands, without scrolling, and nothing lies over it. */
function placeOf(button: Locator) {
  return button.evaluate(element => {
    const view = element.ownerDocument.defaultView
    const { x, y, width, height } = element.getBoundingClientRect()
    const found = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
    return {
      isReached: x >= 0 && x + width <= (view?.innerWidth ?? 0) && element.contains(found),
      isInLowerHalf: y > (view?.innerHeight ?? 0) / 2,
    }
  })
}

async function isInView(name: RegExp): Promise<boolean> {
  return (await placeOf(page.getByRole('button', { name }).first())).isReached
}

describe('somebody new', { timeout: 90_000 }, () => {
  it('asks, decides, sees what came of it and takes it back, without scrolling', async () => {
    writeFileSync(file('plan.txt'), 'old\n')
    await page.goto(`${desk.program.url}/ask`)
    await page.getByRole('textbox', { name: 'Goal' }).fill('Write "new" to plan.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /Review and decide/ }).click()
    await page.getByRole('article').waitFor()
    await page.getByRole('region', { name: 'Changes in plan.txt' }).getByText('old').waitFor()
    await page.waitForTimeout(LOOK_MS)
    expect(await isInView(/^Approve/)).toBe(true)
    await takePicture(page, 'first-goal-1440')
    await page.keyboard.press('a')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await page.getByText(/^Done/).first().waitFor(SOON)
    expect(readFileSync(file('plan.txt'), 'utf8')).toBe('new')
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first()
    const place = await placeOf(undo)
    await undo.click()
    expect(place.isReached).toBe(true)
    await expect.poll(() => readFileSync(file('plan.txt'), 'utf8'), SOON).toBe('old\n')
    expect(desk.person.faults).toEqual([])
  })
})

describe('somebody with a phone', { timeout: 90_000 }, () => {
  it('decides and takes it back under the thumb, and steers', async () => {
    await lookWith(page, { theme: 'light', width: 390 })
    const gateId = await proposeCall(desk.program.url, desk.agentKey, {
      ...{ tool: 'write_file', arguments: { path: 'phone.txt', content: 'x' } },
    })
    await openCard(desk, gateId)
    await takePicture(page, 'phone-card-390')
    expect(await isInView(/^Approve/)).toBe(true)
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    // In one look: it is there for five seconds only.
    const place = await placeOf(page.getByRole('button', { name: /Undo/ }))
    await page.getByRole('button', { name: /Undo/ }).click()
    expect(place).toMatchObject({ isReached: true, isInLowerHalf: true })
    await expect.poll(async () => (await read(gateId)).deciding, SOON).toBeUndefined()
    expect((await read(gateId)).status).toBe('pending')
    await openCard(desk, gateId)
    await page.getByRole('button', { name: /^Steer/ }).click()
    await page.getByRole('textbox', { name: 'What to do instead' }).fill('Ask me tomorrow')
    await takePicture(page, 'phone-steer-390')
    await page
      .getByRole('form', { name: /^Steer/ })
      .getByRole('button', { name: /^Steer/ })
      .click()
    await expect
      .poll(async () => (await read(gateId)).deciding?.decision.steer_instructions, SOON)
      .toBe('Ask me tomorrow')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBe(390)
  })
})

describe('somebody who has zoomed to 400 %', { timeout: 60_000 }, () => {
  it('reads the whole call: the verdicts do not stand over it', async () => {
    await page.setViewportSize({ width: 360, height: 225 })
    const gateId = await proposeCall(desk.program.url, desk.agentKey, {
      ...{ tool: 'write_file', arguments: { path: 'zoomed.txt', content: 'x' } },
    })
    await openCard(desk, gateId)
    const value = page.getByRole('article').getByText('zoomed.txt').last()
    await value.scrollIntoViewIfNeeded()
    const covers = await value.evaluate(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const found = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
      return !(found !== null && (element.contains(found) || found.contains(element)))
    })
    expect(covers).toBe(false)
    await takePicture(page, 'zoom-400')
    await page.getByRole('button', { name: /^Approve/ }).scrollIntoViewIfNeeded()
    expect(await isInView(/^Approve/)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(existsSync(file('zoomed.txt'))).toBe(false)
  })
})

describe('somebody who opens a question', { timeout: 60_000 }, () => {
  it('answers by numbers and sends with Ctrl+Enter', async () => {
    const gateId = await openGate(desk.program.url, desk.agentKey, {
      ...{ type: 'clarification', summary: 'Which one?', ttl_seconds: 900 },
      subject: {
        questions: [
          {
            ...{ id: 'q1', question: 'Which environment?', type: 'radio', required: true },
            options: [
              { id: 'a', label: 'Staging' },
              { id: 'b', label: 'Production' },
            ],
          },
        ],
      },
    })
    await openCard(desk, gateId)
    await page.keyboard.press('2')
    expect(await page.getByLabel('Production').isChecked()).toBe(true)
    await takePicture(page, 'question-1440')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await read(gateId)).deciding?.decision.answers, SOON)
      .toEqual([{ question_id: 'q1', value: 'b' }])
  })
})
