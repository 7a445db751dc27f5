import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Gate } from '../../src/contracts/gate.ts'
import { reviewTemplate } from '../../src/contracts/gate-review.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { proposeCall, raiseLimits } from './person.ts'

/** More than one request carries, so that they are sent in parts. */
const ORDINARY = 204
const ODD = [
  '../../etc/passwd',
  '/etc/hosts',
  '.github/workflows/build.yml',
  'src/index.js',
  'ops/a.sh',
  'x.md',
]

let desk: BrowserDesk
let page: Page
const ids = { ordinary: [] as string[], odd: [] as string[] }

beforeAll(async () => {
  desk = await openBrowserDesk()
  page = desk.page
  await raiseLimits(desk.person)
  const hold = (path: string) =>
    proposeCall(desk.program.url, desk.agentKey, {
      ...{ tool: 'write_note', arguments: { path, content: 'the same' } },
    })
  const declared = await fetch(`${desk.program.url}/api/tools`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.agentKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'write_note', description: 'Writes a note', reversibility: 'reversible' },
      annotations: { destructive: false },
      input_schema: {
        ...{ type: 'object', required: ['path', 'content'] },
        properties: { path: { type: 'string', 'x-soulgate': 'path' }, content: { type: 'string' } },
      },
    }),
  })
  const { definition_hash } = (await declared.json()) as { definition_hash: string }
  await desk.person.elsewhere.send('POST', '/api/tools/write_note/confirm', { definition_hash })
  for (let first = 0; first < ORDINARY; first += 12) {
    const count = Math.min(12, ORDINARY - first)
    const some = Array.from({ length: count }, (_, index) => hold(`notes/${first + index}.md`))
    ids.ordinary.push(...(await Promise.all(some)))
  }
  for (const path of ODD) ids.odd.push(await hold(path))
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

/** How many of these wait, and how many are being decided. */
async function count(gateIds: readonly string[]) {
  const gates = await Promise.all(gateIds.map(id => desk.person.elsewhere.read(`/api/gates/${id}`)))
  return {
    waiting: gates.filter(gate => gate.status === 'pending' && gate.deciding === undefined).length,
    deciding: gates.filter(gate => gate.deciding?.decision.decision === 'approve').length,
  }
}

/** What is held for another reason is not alike: somebody selects it beside the others. */
async function addHeldOtherwise(): Promise<void> {
  const gates = await Promise.all(
    [ids.ordinary[0], ...ids.odd].map(id => desk.person.elsewhere.read(`/api/gates/${id}`)),
  )
  const [first, ...odd] = gates.map(gate => reviewTemplate(Gate.parse(gate)))
  const search = page.getByRole('region', { name: 'Queue' }).getByRole('searchbox')
  for (const [index, path] of ODD.entries()) {
    if (odd[index] === first) continue
    await search.fill(path)
    const queue = page.getByRole('region', { name: 'Queue' })
    await queue.getByRole('link', { name: path }).waitFor(SOON)
    await expect.poll(() => queue.getByRole('checkbox').count(), SOON).toBe(1)
    await queue.getByRole('checkbox').check()
  }
  await search.fill('')
}

describe(`${ORDINARY} alike with ${ODD.length} odd ones among them`, { timeout: 120_000 }, () => {
  it('are approved without the odd ones, which open next, and one undo takes all of them back', async () => {
    await page.goto(`${desk.program.url}/inbox/${ids.ordinary[0]}`)
    await page.getByRole('article').waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('*')
    const pane = page.getByRole('region', { name: 'Selected items' })
    await pane.getByRole('heading', { name: /^2\d\d selected$/ }).waitFor(SOON)
    await addHeldOtherwise()
    await pane.getByRole('heading', { name: `${ORDINARY + ODD.length} selected` }).waitFor(SOON)
    const approve = pane.getByRole('button', { name: `Approve ${ORDINARY} ordinary` })
    await approve.waitFor()
    // Nothing of so many is approved before all of it was scrolled through.
    expect(await approve.isDisabled()).toBe(true)
    for (const path of ODD) expect(await pane.getByText(path).count()).toBeGreaterThan(0)
    await takePicture(page, 'exceptions-1440')
    await page.waitForTimeout(LOOK_MS)
    await pane
      .getByText(`notes/${ORDINARY - 1}.md`, { exact: false })
      .last()
      .scrollIntoViewIfNeeded()
    await pane.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => approve.isEnabled(), SOON).toBe(true)
    await page.keyboard.press('a')
    await pane.getByRole('button', { name: `Approve ${ORDINARY}, open the other ${ODD.length}` }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Undo/ }).waitFor(SOON)
    expect(ids.odd).toContain(new URL(page.url()).pathname.split('/').at(-1))
    await page.keyboard.press('z')
    await expect
      .poll(() => count(ids.ordinary), { timeout: 30_000 })
      .toEqual({ waiting: ORDINARY, deciding: 0 })
    expect(await count(ids.odd)).toEqual({ waiting: ODD.length, deciding: 0 })
    expect(desk.person.faults).toEqual([])
  })

  it('can all be rejected together, odd or not', async () => {
    const pane = page.getByRole('region', { name: 'Selected items' })
    await page.goto(`${desk.program.url}/inbox/${ids.odd[0]}`)
    await page.getByRole('article').waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('*')
    await pane.getByRole('heading', { name: /selected$/ }).waitFor(SOON)
    const size = /\d+/.exec(await pane.getByRole('heading', { name: /selected$/ }).innerText())?.[0]
    expect(await pane.getByRole('button', { name: `Reject ${size}` }).isEnabled()).toBe(true)
  })
})
