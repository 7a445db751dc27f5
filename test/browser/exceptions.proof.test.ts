import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BrowserDesk,
  closeBrowserDesk,
  LOOK_MS,
  OPENING_MS,
  openBrowserDesk,
  openCard,
  SOON,
  takePicture,
} from './browser-desk.ts'
import { proposeCall, raiseLimits } from './person.ts'

const ORDINARY = 325
const AT_ONCE = 25
const LONG = { timeout: 60_000 }

let desk: BrowserDesk

beforeAll(async () => {
  desk = await openBrowserDesk()
  await raiseLimits(desk.person)
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

const propose = (path: string) =>
  proposeCall(desk.program.url, desk.agentKey, { tool: 'append_file', arguments: { path, content: 'same' } })
async function proposeAll(paths: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (let from = 0; from < paths.length; from += AT_ONCE)
    ids.push(...(await Promise.all(paths.slice(from, from + AT_ONCE).map(propose))))
  return ids
}

const read = (gateId: string) => desk.person.elsewhere.read(`/api/gates/${gateId}`)
const countOf = async (status: string): Promise<number> =>
  (await desk.person.elsewhere.read(`/api/gates?status=${status}&limit=1`)).total

it('of 331 alike with 6 odd ones the 325 are approved in one yes that one undo takes back, and the odd ones are never in it', {
  timeout: 300_000,
}, async () => {
  const { page } = desk
  const paths = Array.from({ length: ORDINARY }, (_, n) => `notes/${n}.txt`)
  const oddPaths = Array.from({ length: 6 }, (_, n) => `settings/${n}.txt`)
  const ordinary = await proposeAll(paths)
  const odd = await proposeAll(oddPaths)
  const selectAll = async () => {
    await openCard(desk, ordinary[0] ?? '')
    await page.keyboard.press('*')
    await pane.getByRole('heading', { name: '331 selected' }).waitFor(LONG)
    await page.waitForTimeout(LOOK_MS)
  }
  const pane = page.getByRole('region', { name: 'Selected items' })
  const undo = page.getByRole('button', { name: /^Undo/ })
  const approve = pane.getByRole('button', { name: /^Approve 325 ordinary/ })
  // What the list shows further down is drawn while one scrolls, and its end moves.
  const readToTheEnd = () =>
    expect
      .poll(async () => {
        await page.keyboard.press('End')
        return approve.isDisabled()
      }, SOON)
      .toBe(false)
  const approveOrdinary = async () => {
    await page.keyboard.press('a')
    await pane.getByRole('button', { name: 'Approve 325, open the other 6' }).waitFor()
    await page.keyboard.press('Enter')
    await undo.waitFor(LONG)
  }
  await selectAll()
  expect(await approve.isDisabled()).toBe(true)
  await pane.getByText('Scroll through all 331 before approving them.').waitFor()
  await page.keyboard.press('a')
  await readToTheEnd()
  await takePicture(page, 'exceptions-1440')
  await approveOrdinary()
  await takePicture(page, 'exceptions-decided-1440')
  await page.keyboard.press('z')
  await undo.waitFor({ state: 'detached', ...LONG })
  for (const id of [...odd, ...ordinary])
    expect(await read(id)).toMatchObject({ status: 'pending', decisions: [] })

  await selectAll()
  await page.keyboard.press('a')
  await readToTheEnd()
  await approveOrdinary()
  await expect.poll(() => countOf('approved'), LONG).toBe(ORDINARY)
  for (const id of odd) expect(await read(id)).toMatchObject({ status: 'pending', decisions: [] })
  // What was not part of the yes comes next.
  await page.getByRole('article').getByText('settings/').first().waitFor()
})
