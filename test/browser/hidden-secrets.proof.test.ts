import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  openCard,
  SOON,
  takePicture,
} from './browser-desk.ts'

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const WORD = 'tulip-and-rose'

let desk: BrowserDesk
beforeAll(async () => {
  desk = await openBrowserDesk()
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
const asAgent = async (method: string, path: string, body?: object): Promise<any> => {
  const answer = await fetch(`${desk.program.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${desk.agentKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

async function hold(amount: number): Promise<string> {
  const body = {
    tool: 'connect_account',
    arguments: { note: `Log in with ${TOKEN} first`, password: WORD, amount },
  }
  return (await asAgent('POST', '/api/calls', body)).gate.gate_id
}

/** What stands anywhere in the page, and in what the browser keeps. */
async function everythingShown(): Promise<string> {
  const { page } = desk
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  return (await page.content()) + kept
}

describe('a card whose call holds secrets', { timeout: 120_000 }, () => {
  it.each([
    [1440, 900],
    [390, 844],
  ])('hides them until a press, which is recorded, at %i×%i', async (width, height) => {
    const { page, person } = desk
    await page.setViewportSize({ width, height })
    const gateId = await hold(width)
    await openCard(desk, gateId)
    const call = page.getByRole('article')
    await call
      .getByText(/hidden secret [0-9a-f]{4}/)
      .first()
      .waitFor()
    expect(await everythingShown()).not.toContain(TOKEN)
    expect(await everythingShown()).not.toContain(WORD)
    await takePicture(page, `secrets-hidden-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)

    await page.getByRole('button', { name: 'Show secrets' }).click()
    await call.getByText(WORD).waitFor(SOON)
    await call.getByText(TOKEN).waitFor(SOON)
    await takePicture(page, `secrets-shown-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    const { events } = await person.elsewhere.read(`/api/audit?type=gate_revealed&gate_id=${gateId}`)
    expect(events).toHaveLength(1)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain(WORD)

    await page.getByRole('button', { name: 'Hide secrets' }).click()
    await expect.poll(everythingShown, SOON).not.toContain(WORD)
    // Another card and back: what was shown is hidden again.
    await page.getByRole('button', { name: 'Show secrets' }).click()
    await call.getByText(WORD).waitFor(SOON)
    await openCard(desk, gateId)
    expect(await everythingShown()).not.toContain(WORD)
  })

  it('is edited beside its secrets: what was hidden runs as it was proposed, and no draft keeps it', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1440, height: 900 })
    const gateId = await hold(7)
    await openCard(desk, gateId)
    await page.keyboard.press('e')
    const panel = page.getByRole('group', { name: 'connect_account' })
    await panel.getByLabel('amount').fill('8')
    await page.getByText('A hidden secret stays as it is').waitFor()
    await takePicture(page, 'secrets-edited-1440')
    expect(await everythingShown()).not.toContain(WORD)
    await page.getByLabel('Type the amount to approve').fill('7')
    await page.getByRole('button', { name: /^Approve with 1 change/ }).click()
    const readGate = async () => (await asAgent('GET', `/api/gates/${gateId}`)).status
    await expect.poll(readGate, SOON).not.toBe('pending')
    const { decisions } = await asAgent('GET', `/api/gates/${gateId}`)
    const [edited] = Object.values(decisions[0].edited_arguments)
    expect(edited).toMatchObject({ note: `Log in with ${TOKEN} first`, password: WORD, amount: 8 })
  })
})

it.each([
  [1440, 900],
  [390, 844],
])(
  'the Runs room hides the secrets of a run until a press, which is recorded, at %i×%i',
  {
    timeout: 120_000,
  },
  async (width, height) => {
    const { page, person, program } = desk
    await page.setViewportSize({ width, height })
    const goal = `Write "log in with ${TOKEN}" to notes-${width}.txt`
    const { json: started } = await person.elsewhere.send('POST', '/reasoning/execute', {
      ...{ goal, approval_required: true },
    })
    const runId = started.run_id
    await page.goto(`${program.url}/runs/${runId}`)
    await page
      .getByText(/hidden secret [0-9a-f]{4}/)
      .first()
      .waitFor(SOON)
    await page.getByRole('button', { name: 'Show secrets' }).waitFor()
    await takePicture(page, `run-secrets-hidden-${width}`)
    expect(await everythingShown()).not.toContain(TOKEN)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.getByRole('button', { name: 'Show secrets' }).click()
    await page.getByText(TOKEN).first().waitFor(SOON)
    await takePicture(page, `run-secrets-shown-${width}`)
    const { events } = await person.elsewhere.read(`/api/audit?type=run_revealed&run_id=${runId}`)
    expect(events).toHaveLength(1)
    await page.getByRole('button', { name: 'Hide secrets' }).click()
    await expect.poll(everythingShown, SOON).not.toContain(TOKEN)
  },
)
