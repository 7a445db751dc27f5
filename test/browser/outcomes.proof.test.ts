import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { openGate, type PersonAtBrowser, proposeCall, send } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser
let page: Page
let agentKey: string

beforeAll(async () => {
  desk = await openBrowserDesk()
  ;({ program, person, page, agentKey } = desk)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

const picture = (name: string) => takePicture(page, name)
const read = (gateId: string) => person.elsewhere.read(`/api/gates/${gateId}`)

async function openCard(gateId: string): Promise<void> {
  await page.goto(`${program.url}/inbox/${gateId}`)
  await page.getByRole('article').waitFor()
  await page.waitForTimeout(LOOK_MS)
}

const heldWrite = (path: string, content = 'x') =>
  proposeCall(program.url, agentKey, { tool: 'write_file', arguments: { path, content } })

async function asAgent(path: string, body: object): Promise<void> {
  const answer = await fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

describe('one verdict', { timeout: 90_000 }, () => {
  it('while arguments are edited says what it changes, and no key approves them unchanged', async () => {
    const gateId = await heldWrite('one-verdict.txt')
    await openCard(gateId)
    await page.keyboard.press('e')
    await page.getByLabel('content', { exact: true }).fill('changed')
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByRole('button', { name: 'Approve with 1 change' }).waitFor()
    await expect.poll(() => verdict.getByRole('button', { name: /^Approve/ }).count()).toBe(1)
    await picture('edit-1440')
    await page.keyboard.press('Escape')
    await verdict.getByRole('button', { name: /^Approve with changes/ }).waitFor()
    await page.reload()
    await page.getByRole('article').waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('a')
    expect((await read(gateId)).deciding).toBeUndefined()
    expect(await page.getByLabel('content', { exact: true }).inputValue()).toBe('changed')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    const { deciding } = await read(gateId)
    expect(Object.values(deciding.decision.edited_arguments)).toEqual([
      { path: 'one-verdict.txt', content: 'changed' },
    ])
  })

  it('keeps what was typed when somebody else decides first', async () => {
    const gateId = await heldWrite('elsewhere.txt')
    await openCard(gateId)
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Because of the other file')
    const { view_digest } = await read(gateId)
    const data = { decision: 'reject', view_digest }
    await send(person, { path: `/api/gates/${gateId}/decide`, data })
    const kept = page.getByRole('region', { name: 'Not sent' })
    await kept.getByText('Because of the other file').waitFor(SOON)
    await kept.getByRole('button', { name: 'Discard' }).click()
    await kept.waitFor({ state: 'detached' })
  })
})

describe('evidence', { timeout: 90_000 }, () => {
  it('stands above the verdict, and nothing is approved before its end was seen', async () => {
    const lines = Array.from({ length: 120 }, (_, n) => `+line ${n}`).join('\n')
    const gateId = await openGate(program.url, agentKey, {
      ...{ type: 'code_review', summary: 'A change in two files' },
      artifacts: [
        { path: 'src/one.ts', type: 'diff', size_bytes: 10, preview: '-old\n+new' },
        {
          path: 'src/two.ts',
          type: 'diff',
          size_bytes: lines.length,
          preview: `--- a\n+++ b\n@@ -0,0 +1,120 @@\n${lines}`,
        },
      ],
    })
    await openCard(gateId)
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('Not approved.').waitFor()
    expect((await read(gateId)).deciding).toBeUndefined()
    await picture('evidence-1440')
    await page.getByText('1 of 2 viewed').waitFor()
    await page.keyboard.press('d')
    await page.waitForTimeout(300)
    await page.keyboard.press('End')
    await page.getByText('2 of 2 viewed').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    const approved = async () => (await read(gateId)).deciding?.decision.decision
    await expect.poll(approved, SOON).toBe('approve')
  })
})

describe('several together', { timeout: 90_000 }, () => {
  it('are those held for the same reasons; what is unlike them is never part of the yes', async () => {
    const paths = ['notes/a.md', 'notes/b.md', 'notes/c.md', 'notes/d.md', '.github/workflows/build.yml']
    const ids: string[] = []
    for (const path of paths) ids.push(await heldWrite(path))
    await openCard(ids[0] ?? '')
    await page.keyboard.press('*')
    const pane = page.getByRole('region', { name: 'Selected items' })
    await pane.getByText('notes/d.md').waitFor()
    expect(await pane.getByText('build.yml').count()).toBe(0)
    await picture('batch-1440')
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('r')
    await page.getByLabel('Reason (optional)').press('Enter')
    const statuses = async () => Promise.all(ids.map(async id => (await read(id)).status))
    await expect.poll(statuses, SOON).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'pending'])
  })
})

describe('what came of it', { timeout: 90_000 }, () => {
  it('is told to whoever approved, also for a call of an outside executor that failed', async () => {
    const gateId = await heldWrite('outside.txt')
    await openCard(gateId)
    await page.keyboard.press('a')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await expect.poll(async () => (await read(gateId)).status, SOON).toBe('approved')
    const [grant] = (await read(gateId)).grants
    await asAgent(`/api/grants/${grant.grant_id}/consume`, { digest: grant.digest })
    await asAgent(`/api/grants/${grant.grant_id}/result`, { success: false, error: 'card declined' })
    await page.getByText('Failed: card declined').first().waitFor(SOON)
    await picture('failed-toast-1440')
    await page.getByRole('link', { name: 'View', exact: true }).click()
    const result = page.getByRole('article').getByRole('region', { name: 'Result' })
    await result.getByText('Failed: card declined').waitFor()
    expect((await read(gateId)).outcome.outcome).toBe('failed')
  })

  it('is found again under Decided, apart from what waits', async () => {
    const gateId = await heldWrite('kept-in-history.txt')
    const { view_digest } = await read(gateId)
    const data = { decision: 'reject', view_digest }
    await send(person, { path: `/api/gates/${gateId}/decide`, data })
    await openCard(await heldWrite('still-waits.txt'))
    const queue = page.getByRole('region', { name: 'Queue' })
    await queue.getByRole('button', { name: 'Decided' }).click()
    const row = queue.getByRole('link', { name: /kept-in-history\.txt/ })
    await queue.getByRole('link', { name: /still-waits/ }).waitFor({ state: 'detached' })
    await row.getByText('Rejected').waitFor(SOON)
    expect(await queue.getByRole('checkbox').count()).toBe(0)
    await picture('decided-1440')
    await row.click()
    await page
      .getByRole('article')
      .getByText(/Rejected by/)
      .waitFor(SOON)
  })

  it('can be taken back on a phone: Undo is on the screen and no verdict is covered', async () => {
    const gateId = await heldWrite('phone.txt', 'a long text that fills the toast of the phone and more')
    await page.setViewportSize({ width: 390, height: 844 })
    await openCard(gateId)
    await picture('card-390')
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    const undo = page.getByRole('button', { name: /Undo/ })
    await undo.waitFor()
    await picture('undo-390')
    const box = await undo.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844).toBe(true)
    const isAboveVerdicts = async () => {
      const bars = await page.getByRole('region', { name: 'Verdict' }).all()
      const verdicts = await Promise.all(bars.map(bar => bar.boundingBox()))
      const toast = await undo.boundingBox()
      return verdicts.every(bar => !bar || (toast !== null && toast.y + toast.height <= bar.y))
    }

    await expect.poll(isAboveVerdicts).toBe(true)
    await undo.click()
    await expect.poll(async () => (await read(gateId)).deciding, SOON).toBeUndefined()
    expect((await read(gateId)).status).toBe('pending')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
