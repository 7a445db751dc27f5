import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { type BrowserDesk, closeBrowserDesk, OPENING_MS, openBrowserDesk } from './browser-desk.ts'
import { SHOP, writeConfig } from './own-agents-config.ts'
import type { PersonAtBrowser } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  desk = await openBrowserDesk({ config: writeConfig(SHOP) })
  ;({ program, person } = desk)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

/** Starts a run and answers its id once its call waits at a gate. */
async function sell(product: string): Promise<{ readonly runId: string; readonly gateId: string }> {
  const { elsewhere } = person
  const { json } = await elsewhere.send('POST', '/api/runs', {
    ...{ kind: 'agent', agent: 'shop', input: { product } },
  })
  const read = async () =>
    (await elsewhere.send('GET', `/api/runs/${json.run_id}`)).json.waiting_gate_ids?.[0]
  await expect.poll(read, { timeout: 15_000 }).toBeTruthy()
  return { runId: json.run_id, gateId: await read() }
}

it('shows a call by its tool’s own words once a person has confirmed the tool at a card, and not before', async () => {
  const { page, faults } = person
  await page.setViewportSize({ width: 1440, height: 900 })
  const { gateId } = await sell('Lamp')
  await page.goto(`${program.url}/inbox/${gateId}`)
  await page.getByRole('heading', { name: /^"set_price" · old_price 990 · price 1250/ }).waitFor()
  expect(await page.getByRole('img', { name: 'photo' }).count()).toBe(0)
  await page.getByText('Confirm this tool').click()
  await page.getByText('Sell {product} for {price}').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/confirm-tool.png` })
  await page.getByRole('button', { name: 'I vouch for this tool' }).click()
  await page.getByText('Confirmed. Calls that are proposed').waitFor()
  expect(faults).toEqual([])
})

it.each([1440, 390])('draws act, comparison, link and picture, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  const product = `Lamp <b>${width}</b>`
  const { runId, gateId } = await sell(product)
  await page.goto(`${program.url}/inbox/${gateId}`)
  const act = `Sell "${product}" for €12.50 · old_price 990 · page "https://shop.example/lamps" · 1 more argument`
  await page.getByRole('heading', { name: act }).waitFor()
  await page.getByRole('img', { name: 'photo' }).waitFor()
  const link = page.getByRole('link', { name: 'shop.example', exact: true })
  expect(await link.getAttribute('href')).toBe('https://shop.example/lamps')
  const names = await page.getByRole('term').allInnerTexts()
  expect(names.slice(0, 2)).toEqual(['product', 'price'])
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/display-${width}.png` })
  await page.goto(`${program.url}/inbox`)
  await page.getByRole('link', { name: `Sell "${product}" for €12.50` }).waitFor()
  await person.elsewhere.send('POST', `/api/runs/${runId}/cancel`, {})
  expect(faults).toEqual([])
})
