import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Finding {
  readonly id: string
  readonly nodes: readonly {
    readonly html: string
    readonly target: readonly string[]
    readonly any: readonly { readonly data?: { readonly messageKey?: string } | null }[]
  }[]
}

interface Found {
  readonly violations: readonly Finding[]
  readonly incomplete: readonly Finding[]
}

/**
 * Why axe leaves a contrast open, and why that can be measured all the same: the backgrounds of these pages are plain
 * colours, so what stands behind a text is the nearest ancestor that has one. Each such text is measured against it.
 */
const MEASURED: Readonly<Record<string, string>> = {
  bgOverlap: 'A bar that stays in view (verdict, save, count) lies over part of it until it is scrolled.',
  elmPartiallyObscured: 'It is partly scrolled out of its pane.',
  elmPartiallyObscuring: 'It is partly scrolled out of its pane and reaches below the bar of it.',
  pseudoContent: 'The mark of an open row, or the dot of a dangerous one, is drawn beside it.',
  shortTextContent: 'It is one letter or one figure.',
  nonBmp: 'It is a sign.',
  imgNode: 'It is a label inside a chart, which is drawn on the colour of its panel.',
}
const MIN_CONTRAST = 4.5

/** What axe finds wrong with the page as it is shown: rule and first element. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  return (await look(page)).violations.map(
    ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html ?? ''}`,
  )
}

/** What axe finds wrong, and what it leaves open and cannot be shown to be right, one line for each element. */
export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  const { violations, incomplete } = await look(page)
  const open: string[] = []
  for (const { id, nodes } of incomplete)
    for (const node of nodes) {
      const reason = node.any.flatMap(check => check.data?.messageKey ?? [])[0] ?? 'no reason given'
      const contrast =
        id === 'color-contrast' && reason in MEASURED ? await contrastOf(page, node.target) : undefined
      if ((contrast ?? 0) < MIN_CONTRAST)
        open.push(
          `open ${id} (${reason}, contrast ${contrast ?? 'not measured'}): ${node.html.slice(0, 300)}`,
        )
    }
  return [...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), ...open]
}

export async function isWiderThanScreen(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(
    `[document.documentElement, document.querySelector('main')].some(box => box && box.scrollWidth > box.clientWidth)`,
  )
}

async function look(page: Page): Promise<Found> {
  await page.evaluate(axe.source)
  return await page.evaluate<Found>(`axe.run({ resultTypes: ['violations', 'incomplete'] })`)
}

/** The contrast of a text with the nearest plain colour behind it, by the formula of WCAG 2; 0 where there is none. */
async function contrastOf(page: Page, target: readonly string[]): Promise<number> {
  return await page.evaluate<number>(`(() => {
    const node = document.querySelector(${JSON.stringify(target.join(' '))})
    if (!node) return 0
    const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const channels = color => {
      paint.clearRect(0, 0, 1, 1)
      paint.fillStyle = color
      paint.fillRect(0, 0, 1, 1)
      return [...paint.getImageData(0, 0, 1, 1).data]
    }
    const light = ([red, green, blue]) => {
      const [r, g, b] = [red, green, blue].map(value => value / 255).map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const style = getComputedStyle(node)
    const text = channels(node.closest('svg') ? style.fill : style.color)
    let behind = node
    while (behind && channels(getComputedStyle(behind).backgroundColor)[3] < 255) behind = behind.parentElement
    if (!behind || text[3] < 255) return 0
    const [less, more] = [light(text), light(channels(getComputedStyle(behind).backgroundColor))].sort((a, b) => a - b)
    return Math.round(((more + 0.05) / (less + 0.05)) * 100) / 100
  })()`)
}
