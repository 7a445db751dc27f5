import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { proposeCall, send } from './person.ts'

let desk: BrowserDesk
beforeAll(async () => {
  desk = await openBrowserDesk()
  const ids: string[] = []
  for (const tool of ['refund_payment', 'refund_payment', 'send_email'])
    ids.push(await proposeCall(desk.program.url, desk.agentKey, { tool, arguments: { amount: ids.length } }))
  await send(desk.person, { path: `/api/gates/${ids[0]}/decide`, data: { decision: 'reject' } })
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const SIZES = [
  [1440, 900],
  [390, 844],
] as const

describe('insight', { timeout: 120_000 }, () => {
  it.each(
    SIZES,
  )('says where decisions wait and what is rejected, by tool, agent and person, at %i×%i', async (width, height) => {
    const { page, program } = desk
    await page.setViewportSize({ width, height })
    await page.goto(`${program.url}/insight`)
    const waits = page.getByRole('region', { name: 'Where do decisions wait?' })
    const rejected = page.getByRole('region', { name: 'What is rejected?' })
    const cellsOf = async (region: typeof waits, name: string) =>
      region.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()
    await waits.getByRole('link', { name: 'refund_payment' }).waitFor(SOON)
    expect((await cellsOf(waits, 'refund_payment'))[0]).toBe('1')
    expect(await cellsOf(rejected, 'refund_payment')).toEqual(['1', '1', '100 %'])
    expect(await cellsOf(rejected, 'send_email')).toEqual(['0', '0', '–'])
    await page.getByText('By person', { exact: true }).click()
    await rejected.getByRole('row').filter({ hasText: 'Admin' }).waitFor(SOON)
    await page.getByText('By agent', { exact: true }).click()
    await waits.getByRole('row').filter({ hasText: 'an-agent' }).waitFor(SOON)
    expect((await cellsOf(waits, 'an-agent'))[0]).toBe('2')
    await takePicture(page, `insight-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
  })
})

describe('a rule that cannot be saved', { timeout: 120_000 }, () => {
  it.each(
    SIZES,
  )('says why at its field, and warns where it would apply to everything, at %i×%i', async (width, height) => {
    const { page, program } = desk
    await page.setViewportSize({ width, height })
    await page.goto(`${program.url}/guardrails/new`)
    await page.getByText('No condition is set, so this rule applies to everything.').waitFor(SOON)
    await page.getByLabel('Name').fill('Two of us')
    await page.getByLabel('Tools (* is any)').fill('refund_*')
    await page.getByText('No condition is set').waitFor({ state: 'detached' })
    await page.getByLabel('Approvals needed').fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing was saved.').waitFor(SOON)
    const field = page.getByLabel('Approvals needed')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(
      await page
        .locator('form')
        .getByText(/needs 2 approvals/)
        .count(),
    ).toBe(1)
    await takePicture(page, `rule-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
  })
})
