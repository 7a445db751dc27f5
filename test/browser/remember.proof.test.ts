import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOST_TOOLS } from '../../src/surfaces/hooks/hooks.ts'
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
import { makeAgentKey, proposeCall } from './person.ts'

let desk: BrowserDesk
let agentKey: string

beforeAll(async () => {
  desk = await openBrowserDesk()
  agentKey = await makeAgentKey(desk.person)
  const { elsewhere } = desk.person
  const bash = HOST_TOOLS.find(({ name }) => name === 'Bash')
  await elsewhere.send('POST', '/api/tools', { ...bash })
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

it('a command is let run from its card in its folder, listed with its use, and taken back', async () => {
  const { page, person, program } = desk
  const call = { tool: 'Bash', arguments: { command: 'npm test 2>&1 | tail -5', cwd: program.workspace } }
  const outcome = async (): Promise<string> => {
    const answer = await fetch(`${program.url}/api/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${agentKey}` },
      body: JSON.stringify(call),
    })
    return ((await answer.json()) as { outcome: string }).outcome
  }
  const gateId = await proposeCall(program.url, agentKey, call)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${program.url}/inbox/${gateId}`)
  await page.getByRole('article').waitFor()
  await page.waitForTimeout(LOOK_MS)
  await page.getByRole('button', { name: /More/ }).first().click()
  const offer = page.getByRole('radio', { name: /“npm test” exactly/ })
  await offer.click()
  await page.getByText('Passes without a question').waitFor()
  await page.getByText(/In the last 30 days/).waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.getByText('Passes without a question').scrollIntoViewIfNeeded()
    await takePicture(page, `remember-1-offer-${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // Not the folder, which says nothing of what it does.
  await page.getByLabel('Type “Bash” to approve').fill('Bash')
  await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(async () => (await person.elsewhere.read(`/api/gates/${gateId}`)).status, SOON)
    .toBe('approved')
  expect(await outcome()).toBe('released')

  await page.goto(`${program.url}/guardrails`)
  await page.getByText(/“npm test” exactly/).waitFor()
  await page
    .getByText(/used once/)
    .first()
    .waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await takePicture(page, `remember-2-permissions-${width}`)
  }
  await page.getByRole('button', { name: /Revoke “npm test”/ }).click()
  await page.getByText(/“npm test” exactly/).waitFor({ state: 'detached' })
  expect(await outcome()).toBe('held')
  expect(person.faults).toEqual([])
}, 120_000)
