import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { type BrowserDesk, closeBrowserDesk, OPENING_MS, openBrowserDesk } from './browser-desk.ts'
import { PRICING, writeConfig } from './own-agents-config.ts'
import type { PersonAtBrowser } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  desk = await openBrowserDesk({ config: writeConfig(PRICING) })
  ;({ program, person } = desk)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

it.each([
  1440, 390,
])('shows a gate of one’s own type by its schema, and takes its options, %i px wide', async width => {
  const { page, faults, elsewhere } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  const product = `Lamp ${width}`
  const { json: started } = await elsewhere.send('POST', '/api/runs', {
    ...{ kind: 'agent', agent: 'pricing', input: { product, price: 12 } },
  })
  await page.goto(`${program.url}/inbox`)
  const act = `Change a price · price 12 · product "${product}" · shops "Linz", "Graz"`
  await page.getByRole('link', { name: act }).click()
  await page.getByRole('heading', { name: act }).waitFor()
  const field = (label: string) => page.getByRole('term').filter({ hasText: label }).locator('..')
  expect(await field('New price').innerText()).toMatch(/12\s+In euros, with tax\./)
  expect(await field('Product').innerText()).toContain(product)
  await page.getByText('The agent says').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/gate-type-${width}.png` })
  await page.getByRole('button', { name: /Change it/ }).click()
  const read = async () => (await elsewhere.send('GET', `/api/runs/${started.run_id}`)).json
  await expect.poll(read, { timeout: 15_000 }).toMatchObject({ status: 'completed', output: 'change' })
  expect(faults).toEqual([])
})
