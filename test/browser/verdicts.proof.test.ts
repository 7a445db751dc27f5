import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, type PersonAtBrowser, proposeCall, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

/** A person looks before deciding; keys count only after 600 ms. */
const LOOK_MS = 800
const IN_EFFECT = { timeout: 15_000 }

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let agentKey: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  agentKey = await makeAgentKey(person)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

async function openHeld(tool: string, args: object): Promise<string> {
  const gateId = await proposeCall(program.url, agentKey, { tool, arguments: args })
  await person.page.goto(`${program.url}/inbox/${gateId}`)
  await person.page.getByRole('button', { name: /^Approve/ }).waitFor()
  await person.page.waitForTimeout(LOOK_MS)
  return gateId
}

function readGate(gateId: string): Promise<{ status: string; decisions: Record<string, unknown>[] }> {
  return person.elsewhere.read(`/api/gates/${gateId}`)
}

describe('a verdict', { timeout: 60_000 }, () => {
  it('that cannot be undone needs what it is about to be typed, and not the tool’s name', async () => {
    const { page } = person
    const gateId = await openHeld('delete_file', { path: 'logs/one.log' })
    await page.keyboard.press('a')
    const word = page.getByLabel('Type the path to approve')
    await word.fill('delete_file')
    await page.keyboard.press('Enter')
    expect((await readGate(gateId)).status).toBe('pending')
    await word.fill('logs/one.log')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await page.goto(`${program.url}/inbox/${gateId}`)
    await page.getByText(/Approved by/).waitFor(IN_EFFECT)
  })

  it('can change the arguments by their fields before it approves them', async () => {
    const { page } = person
    const gateId = await openHeld('write_file', { path: 'old.txt', content: 'x' })
    await page.keyboard.press('e')
    await page.getByLabel('path', { exact: true }).fill('new.txt')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await page.goto(`${program.url}/inbox/${gateId}`)
    await page.getByText(/Approved by/).waitFor(IN_EFFECT)
    const [decision] = (await readGate(gateId)).decisions
    expect(Object.values(decision?.edited_arguments ?? {})).toEqual([{ path: 'new.txt', content: 'x' }])
  })

  it('can steer with words, which are kept and shown', async () => {
    const { page } = person
    const gateId = await openHeld('write_file', { path: 'steered.txt', content: 'x' })
    await page.keyboard.press('s')
    await page.getByRole('textbox', { name: 'What to do instead' }).fill('Append to notes.txt instead')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await page.goto(`${program.url}/inbox/${gateId}`)
    await page.getByText(/Steered by/).waitFor(IN_EFFECT)
    await page.getByText('“Append to notes.txt instead”').waitFor()
  })

  it('can steer an agent that reported too little confidence, whose score and reasons stand on the card', async () => {
    const { page } = person
    const report = await fetch(`${program.url}/api/confidence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        task_id: 'T42',
        agent: 'backend',
        score: 61,
        reasons: ['the schema has no tests yet'],
      }),
    })
    const { gate_id } = (await report.json()) as { gate_id: string }
    await page.goto(`${program.url}/inbox/${gate_id}`)
    await page
      .getByText(/reported a confidence of 61 of 100/)
      .first()
      .waitFor()
    await page.getByText('the schema has no tests yet').first().waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('s')
    await page.getByRole('textbox', { name: 'What to do instead' }).fill('Write the tests first')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await page.goto(`${program.url}/inbox/${gate_id}`)
    await page.getByText(/Steered by/).waitFor(IN_EFFECT)
    await page.getByText('“Write the tests first”').waitFor()
  })
})

describe('an operator', { timeout: 60_000 }, () => {
  it('stops everything from any room by typing the word, and lifts it again', async () => {
    const { page } = person
    await page.goto(`${program.url}/runs`)
    await page.getByRole('button', { name: /Stop/ }).click()
    await page.getByLabel('Type “stop” to confirm').fill('stop')
    await page.keyboard.press('Enter')
    await page.getByText('Everything is stopped.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Everything is stopped.').waitFor({ state: 'detached' })
  })

  it('changes settings, and is told when somebody else changed them meanwhile', async () => {
    const { page, elsewhere } = person
    await page.goto(`${program.url}/settings`)
    await page.getByLabel('Suggest only').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 2.').waitFor()
    await page.getByLabel('Run what policy or people release').check()
    await elsewhere.send('PUT', '/api/settings', { version: 2, rollout_percent: 50 })
    await page.getByText('Somebody changed the settings meanwhile').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Take theirs and begin again' }).click()
    await page.getByText('Version 3.').waitFor()
  })

  it('has the whole audit chain verified', async () => {
    const { page, faults } = person
    await page.goto(`${program.url}/audit`)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Integrity verified.').waitFor()
    expect(faults).toEqual([])
  })
})
