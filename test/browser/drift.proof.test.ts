import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { send } from './person.ts'

let desk: BrowserDesk
beforeAll(async () => {
  desk = await openBrowserDesk()
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const file = (name: string) => join(desk.program.workspace, name)

/** A write that waits for the person who asked for it. */
async function hold(name: string): Promise<string> {
  writeFileSync(file(name), 'one\n')
  const body = { goal: `Write "fresh" to ${name}` }
  const answer = await send(desk.person, { path: '/reasoning/execute', data: body })
  return (answer as { soul_request_id: string }).soul_request_id
}

async function openCard(gateId: string): Promise<void> {
  await desk.page.goto(`${desk.program.url}/inbox/${gateId}`)
  await desk.page.getByRole('article').waitFor()
  await desk.page.waitForTimeout(LOOK_MS)
}

describe('a file that changed while its call waited', { timeout: 90_000 }, () => {
  it.each([1440, 390])('is named before the choices, and the call is proposed again, at %i', async width => {
    const { page, person } = desk
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 })
    const name = `note-${width}.txt`
    const gateId = await hold(name)
    writeFileSync(file(name), 'two\n')
    await openCard(gateId)
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByText(`${name} was changed.`).waitFor()
    expect(await verdict.getByRole('button', { name: /^(Approve|Edit|More)/ }).count()).toBe(0)
    await takePicture(page, `drift-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.keyboard.press('a')
    expect((await person.elsewhere.read(`/api/gates/${gateId}`)).deciding).toBeUndefined()
    await verdict.getByRole('button', { name: 'Propose again' }).click()
    await verdict.getByRole('button', { name: /^Approve/ }).waitFor(SOON)
    expect(page.url()).not.toContain(gateId)
    await takePicture(page, `drift-again-${width}`)
    await page.waitForTimeout(LOOK_MS)
    await verdict.getByRole('button', { name: /^Approve/ }).click()
    await expect.poll(() => readFileSync(file(name), 'utf8'), SOON).toContain('fresh')
  })

  it('is found at the approval, where the card was open already', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1440, height: 900 })
    const gateId = await hold('open.txt')
    await openCard(gateId)
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByRole('button', { name: /^Approve/ }).waitFor()
    writeFileSync(file('open.txt'), 'two\n')
    // By its key: the card may have noticed by itself before, and then there is nothing to click on.
    await page.keyboard.press('a')
    await verdict.getByRole('button', { name: 'Propose again' }).waitFor(SOON)
    await verdict.getByText('open.txt was changed.').waitFor()
    expect(readFileSync(file('open.txt'), 'utf8')).toBe('two\n')
  })
})
