import type { Page } from 'playwright-core'
import { ROOMS } from '../../test/browser/rooms.ts'
import type { FilledRooms } from './fill-rooms.ts'

/** One picture to be taken: an address, and what is done there before it is looked at. */
export interface Scene {
  readonly name: string
  readonly path: string
  readonly act?: (page: Page) => Promise<void>
}

/** Keys of a card count after 600 ms. */
const SETTLE_MS = 700

/** Every room with nothing in it. */
export const EMPTY_SCENES: readonly Scene[] = ROOMS.map(({ name, path }) => ({ name: `empty-${name}`, path }))

/** Every room as it is used, each form of the card, what opens above a room, and what goes wrong. */
export function filledScenes(filled: FilledRooms): readonly Scene[] {
  return [
    ...ROOMS.map(({ name, path }) => ({ name, path })),
    { name: 'run', path: `/runs/${filled.runId}` },
    ...planScenes(filled),
    ...cardScenes(filled),
    ...ABOVE,
    ...TROUBLE,
  ]
}

/** Each side of a plan, and a concept at a checkpoint. */
function planScenes({ planId, conceptSession }: FilledRooms): readonly Scene[] {
  const sides = ['outline', 'roadmap', 'schedule', 'chart', 'trace', 'changes']
  return [
    ...sides.map(side => ({ name: `plan-${side}`, path: `/plans/${planId}?view=${side}` })),
    { name: 'concept', path: `/plans/iterations/${conceptSession}` },
    {
      name: 'plan-new',
      path: '/plans',
      act: async page => {
        await page.getByRole('button', { name: 'New plan' }).click()
        for (const summary of await page.locator('main summary').all()) await summary.click()
      },
    },
  ]
}

function cardScenes(filled: FilledRooms): readonly Scene[] {
  const card = (name: string, gateId: string, keys = ''): Scene => ({
    name: `card-${name}`,
    path: `/inbox/${gateId}`,
    act: async page => {
      await page.getByRole('article').waitFor()
      await page.waitForTimeout(SETTLE_MS)
      for (const key of keys) await page.keyboard.press(key)
    },
  })
  return [
    card('irreversible', filled.irreversible),
    card('irreversible-confirm', filled.irreversible, 'a'),
    card('write', filled.write),
    card('terms', filled.write, 'm'),
    card('reject', filled.write, 'r'),
    card('steer', filled.write, 's'),
    {
      ...card('edit', filled.write),
      act: async page => {
        await page.getByRole('article').waitFor()
        await page.waitForTimeout(SETTLE_MS)
        await page.keyboard.press('e')
        await page.getByLabel('path', { exact: true }).fill('notes/week-46-draft.md')
      },
    },
    card('over-long', filled.overLong),
    card('misleading', filled.misleading),
    card('interview', filled.interview),
    card('low-confidence', filled.lowConfidence),
    card('briefing', filled.briefing),
    card('patch', filled.patch, 'd'),
    card('proposal', filled.proposal),
    card('decided-elsewhere', filled.decided),
    {
      name: 'batch',
      path: `/inbox/${filled.irreversible}`,
      act: async page => {
        await page.getByRole('article').waitFor()
        const boxes = page.getByRole('checkbox', { name: /^Select/ })
        for (const index of [2, 3, 4, 5])
          await boxes
            .nth(index)
            .check({ force: true, timeout: 2000 })
            .catch(() => undefined)
      },
    },
  ]
}

const ABOVE: readonly Scene[] = [
  { name: 'palette', path: '/runs', act: page => page.keyboard.press('Control+k') },
  { name: 'keys', path: '/runs', act: page => page.keyboard.press('?') },
  { name: 'stop', path: '/runs', act: page => page.getByRole('button', { name: /Stop/ }).click() },
  {
    name: 'focus',
    path: '/guardrails',
    act: async page => {
      for (let step = 0; step < 9; step += 1) await page.keyboard.press('Tab')
    },
  },
]

const TROUBLE: readonly Scene[] = [
  { name: 'sign-in', path: '/inbox', act: page => answerWith(page, /\/api\/auth\/me/, 401) },
  { name: 'loading', path: '/inbox', act: page => answerWith(page, /\/api\/gates/, 'never') },
  { name: 'loading-runs', path: '/runs', act: page => answerWith(page, /\/api\/runs/, 'never') },
  { name: 'error', path: '/inbox', act: page => answerWith(page, /\/api\/gates/, 500) },
  { name: 'loading-plans', path: '/plans', act: page => answerWith(page, /\/api\/plans/, 'never') },
  { name: 'error-plans', path: '/plans', act: page => answerWith(page, /\/api\/plans/, 500) },
  { name: 'error-insight', path: '/insight', act: page => answerWith(page, /\/api\/insights/, 500) },
  {
    name: 'offline',
    path: '/inbox',
    act: async page => {
      await page.context().setOffline(true)
      await page.getByText('No connection').first().waitFor({ timeout: 30_000 })
    },
  },
  { name: 'not-found', path: '/nowhere' },
]

/** Reloads the page with one kind of request answered by a fault, or by nothing at all. */
async function answerWith(page: Page, address: RegExp, status: number | 'never'): Promise<void> {
  await page.route(address, async route => {
    if (status === 'never') return
    const title = status === 401 ? 'Not signed in' : 'The store cannot be read'
    const detail =
      status === 401
        ? 'Sign in first.'
        : 'The database file is locked. Nothing was lost; try again in a moment.'
    await route.fulfill({
      status,
      json: { type: 'about:blank', title, status, code: `http_${status}`, detail },
    })
  })
  await page.reload()
  await page.waitForTimeout(status === 500 ? 4500 : 700)
}
