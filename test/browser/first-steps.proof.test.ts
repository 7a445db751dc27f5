import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { proposeCall } from './person.ts'

let desk: BrowserDesk
beforeAll(async () => {
  desk = await openBrowserDesk()
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

it('an empty inbox shows three steps, ticks each that was done, and then shows them no more', {
  timeout: 120_000,
}, async () => {
  const { page, program, person, agentKey } = desk
  const steps = page.getByRole('list', { name: 'First steps' })
  const ticked = () => steps.getByText('(done)').count()
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${program.url}/inbox`)
    await steps.waitFor(SOON)
    expect(await steps.getByRole('listitem').count()).toBe(3)
    expect(await ticked()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await takePicture(page, `first-steps-${width}`)
  }

  await steps.getByRole('link', { name: 'Ask' }).click()
  await page.getByRole('textbox', { name: 'Goal' }).focus()
  await page.keyboard.type('Write "Hello" to hello.txt')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await person.elsewhere.read('/api/gates?status=pending')).gates.length, SOON)
    .toBe(1)
  const [gate] = (await person.elsewhere.read('/api/gates?status=pending')).gates
  const { gate_id, view_digest, confirm_word: confirm } = gate
  const decision = { decision: 'reject', reason: 'only a try', view_digest, confirm }
  await person.elsewhere.send('POST', `/api/gates/${gate_id}/decide`, decision)
  await page.goto(`${program.url}/inbox`)
  await expect.poll(ticked).toBe(2)
  await takePicture(page, 'first-steps-two-done')
  await page.getByRole('button', { name: 'Show what was decided' }).waitFor()

  const held = await proposeCall(program.url, agentKey, { tool: 'pay', arguments: { amount: 3 } })
  await person.elsewhere.send('POST', `/api/gates/${held}/cancel`, {})
  await page.goto(`${program.url}/inbox`)
  await page.getByText('Nothing waits for you').waitFor(SOON)
  await page.getByRole('button', { name: 'Show what was decided' }).waitFor(SOON)
  expect(await steps.count()).toBe(0)
})
