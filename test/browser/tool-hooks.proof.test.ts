import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { SEATS, writeConfig } from './own-agents-config.ts'
import { send } from './person.ts'

let desk: BrowserDesk

beforeAll(async () => {
  desk = await openBrowserDesk({ config: writeConfig(SEATS) })
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const start = async (agent: string, input: object) =>
  (await send(desk.person, { path: '/api/runs', data: { kind: 'agent', agent, input } })) as {
    readonly run_id: string
  }

async function book(seats: number): Promise<string> {
  const { elsewhere } = desk.person
  const { run_id } = await start('hall', { seats })
  const read = async () => (await elsewhere.read(`/api/runs/${run_id}`)).waiting_gate_ids?.[0]
  await expect.poll(read, SOON).toBeTruthy()
  return read()
}

async function taken(): Promise<unknown> {
  const { elsewhere } = desk.person
  const { run_id } = await start('counts', {})
  await expect.poll(async () => (await elsewhere.read(`/api/runs/${run_id}`)).status, SOON).toBe('completed')
  return (await elsewhere.read(`/api/runs/${run_id}`)).output
}

async function confirm(tool: string): Promise<void> {
  const { definition_hash } = await desk.person.elsewhere.read(`/api/tools/${tool}`)
  await send(desk.person, { path: `/api/tools/${tool}/confirm`, data: { definition_hash } })
}

it('shows the code that predicts where a person vouches for the tool, and no prediction before', async () => {
  const { page, program } = desk
  await page.goto(`${program.url}/inbox/${await book(2)}`)
  await page.getByText('Confirm this tool').click()
  await page.getByText('price: seats * 25').waitFor(SOON)
  expect(await page.getByRole('region', { name: 'Prediction' }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await takePicture(page, 'confirm-simulate-1440')
  await page.getByRole('button', { name: 'I vouch for this tool' }).click()
  await page.getByText('Confirmed. Calls that are proposed').waitFor(SOON)
  await confirm('count_seats')
})

it.each([1440, 390])('tells a prediction apart from what is known, %i px wide', async width => {
  const { page, program, person } = desk
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/inbox/${await book(3)}`)
  const prediction = page.getByRole('region', { name: 'Prediction' })
  await prediction.getByText('75', { exact: true }).waitFor(SOON)
  expect(await prediction.innerText()).toContain('Nothing has happened yet')
  await prediction.getByText('<b>Guest</b> has 3 seats').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  await takePicture(page, `prediction-${width}`)
  expect(person.faults).toEqual([])
})

it('takes an approved call back by the tool’s own undo, from the notice of what came of it', async () => {
  const { page, program } = desk
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = await taken()
  await page.goto(`${program.url}/inbox/${await book(4)}`)
  await page.getByRole('region', { name: 'Prediction' }).waitFor(SOON)
  await page.waitForTimeout(LOOK_MS)
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  const undo = page.getByRole('button', { name: 'Undo' }).last()
  await expect.poll(taken, SOON).not.toEqual(before)
  await undo.click(SOON)
  await expect.poll(taken, SOON).toEqual(before)
})
