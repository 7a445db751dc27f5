import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledRooms, fillRooms } from '../../scripts/screenshots/fill-rooms.ts'
import { filledScenes } from '../../scripts/screenshots/scenes.ts'
import { accessibilityFindings, isWiderThanScreen } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { LOOKS, type Look, lookWith, type PersonAtBrowser, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'
import { ROOMS } from './rooms.ts'

const DESK = { theme: 'light', width: 1280 } as const
/** Every form of the card that differs in its parts, and what opens above a room. */
const FORMS = [
  ...['run', 'card-irreversible-confirm', 'card-edit', 'card-terms', 'card-steer', 'card-over-long'],
  ...['card-misleading', 'card-interview', 'card-low-confidence', 'card-briefing', 'card-patch'],
  ...[
    'plan-outline',
    'plan-roadmap',
    'plan-schedule',
    'plan-chart',
    'plan-trace',
    'plan-changes',
    'plan-new',
  ],
  ...['concept', 'card-decided-elsewhere', 'batch', 'palette', 'keys', 'stop', 'sign-in', 'not-found'],
] as const
/** Each theme and each width once; `SOULGATE_ALL_LOOKS=1 npx vitest run test/browser/accessibility.proof.test.ts` takes all. */
const PAIRS = process.env.SOULGATE_ALL_LOOKS
  ? LOOKS
  : LOOKS.filter(({ theme, width }) => (theme === 'light') === (width === 1280))
const STEPS = 24

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let filled: FilledRooms

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  filled = await fillRooms(person, program)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

describe('with axe, in both themes, on a phone and on a desk', { timeout: 240_000 }, () => {
  it.each(
    ROOMS.map((room, index) => ({ ...room, index })),
  )('$name has nothing wrong and nothing open', async ({ path, sign, index }) => {
    await onPage(path, async page => {
      await page.getByText(sign, { exact: true }).first().waitFor({ state: 'attached' })
      await expectSound(page, looksOf(index))
    })
  })

  it.each(
    FORMS.map((name, index) => [name, index] as const),
  )('%s has nothing wrong and nothing open', async (name, index) => {
    const scene = filledScenes(filled).find(each => each.name === name)
    if (!scene) throw new Error(`There is no scene ${name}`)
    await onPage(scene.path, async page => {
      await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
      await scene.act?.(page)
      await expectSound(page, looksOf(index))
    })
  })
})

describe('every room', { timeout: 240_000 }, () => {
  it('fits at 200 % zoom and on a screen of 4k', async () => {
    for (const { path, sign } of ROOMS)
      await onPage(path, async page => {
        await page.getByText(sign, { exact: true }).first().waitFor({ state: 'attached' })
        for (const width of [640, 3840]) {
          await lookWith(page, { theme: 'light', width })
          expect({ path, width, isWide: await isWiderThanScreen(page) }).toEqual({
            path,
            width,
            isWide: false,
          })
        }
      })
  })

  it('shows where the keyboard is', async () => {
    for (const path of ['/inbox', '/guardrails/new', '/settings'])
      await onPage(path, async page => {
        await page.getByRole('heading').first().waitFor()
        for (let step = 0; step < STEPS; step += 1) {
          await page.keyboard.press('Tab')
          expect(await unseenFocus(page)).toBeNull()
        }
      })
  })

  it('stands still for whoever asked for less motion', async () => {
    await onPage('/inbox', async page => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.getByRole('article').waitFor()
      const longest =
        await page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll('*')].flatMap(node => {
        const style = getComputedStyle(node)
        return [style.animationDuration, style.transitionDuration].map(text => parseFloat(text))
      }))`)
      expect(longest).toBeLessThan(0.001)
    })
  })
})

async function onPage(path: string, act: (page: Page) => Promise<void>): Promise<void> {
  const page = await person.context.newPage()
  try {
    await lookWith(page, DESK)
    await page.goto(`${program.url}${path}`)
    await act(page)
  } finally {
    await page.close()
  }
}

/** Made of the same parts: one look each, in turn; `SOULGATE_ALL_LOOKS` takes all of them. */
function looksOf(index: number): readonly Look[] {
  return process.env.SOULGATE_ALL_LOOKS ? LOOKS : PAIRS.slice(index % 2, (index % 2) + 1)
}

async function expectSound(page: Page, looks: readonly Look[]): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  for (const look of looks) {
    await lookWith(page, look)
    // Colours move from one theme to the other for a moment; what is wrong stays wrong.
    await expect
      .poll(async () => ({ look, found: await accessibilityFindings(page) }), { timeout: 10_000 })
      .toEqual({ look, found: [] })
    expect({ look, isWide: await isWiderThanScreen(page) }).toEqual({ look, isWide: false })
  }
}

/** The element that has the focus and shows no ring, as HTML; null when the focus can be seen. */
async function unseenFocus(page: Page): Promise<string | null> {
  return await page.evaluate<string | null>(`(() => {
    const node = document.activeElement
    if (node === null || node === document.body) return null
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node)
    const box = getComputedStyle(node.closest('[class*="box"]') ?? node)
    const isRinged = style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
    return isRinged({ outlineStyle, outlineWidth }) || boxShadow !== 'none' || isRinged(box) ? null : node.outerHTML.slice(0, 200)
  })()`)
}
