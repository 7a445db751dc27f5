import { CLEAR, composite, contrastOf, gradientColors, type Rgba, readColor, WHITE } from './css/colors.ts'
import { styleValue } from './css/style.ts'
import type { PageElement } from './document.ts'
import { type PageView, styleIn } from './page-check.ts'

const MOST_COLORS = 12

/**
 * The colours an element's text is seen on: one, or each stop of a gradient below it.
 * `[]` when a picture lies there, whose colours nobody knows.
 */
export function backgroundsOf(view: PageView, element: PageElement): readonly Rgba[] {
  let below: readonly Rgba[] = [WHITE]
  for (const layer of chainOf(element)) {
    const style = styleIn(view, layer)
    if (style === undefined) continue
    const image = styleValue(style, 'background-image', 'none')
    if (image.includes('url(')) return []
    const color = readColor(styleValue(style, 'background-color', 'transparent'), style.color) ?? CLEAR
    const stops = image === 'none' ? [] : gradientColors(image, style.color)
    const opacity = opacityOf(view, layer)
    const over = (above: Rgba) =>
      below.map(under => composite({ ...above, alpha: above.alpha * opacity }, under))
    const solid = color.alpha === 0 ? below : over(color)
    below =
      stops.length === 0
        ? solid
        : stops.flatMap(stop =>
            solid.map(under => composite({ ...stop, alpha: stop.alpha * opacity }, under)),
          )
    below = below.slice(0, MOST_COLORS)
  }
  return below
}

/** The contrast of an element's text as it is seen on a background, transparency counted. */
export function seenContrast(view: PageView, element: PageElement, background: Rgba): number {
  const color = seenColor(view, element)
  return contrastOf(composite(color, background), background)
}

/** The colour of an element's text with all opacities around it. */
export function seenColor(view: PageView, element: PageElement): Rgba {
  const color = styleIn(view, element)?.color ?? CLEAR
  return { ...color, alpha: color.alpha * opacityOf(view, element) }
}

function opacityOf(view: PageView, element: PageElement): number {
  let opacity = 1
  for (let current: PageElement | undefined = element; current !== undefined; current = current.parent) {
    const style = styleIn(view, current)
    if (style !== undefined) opacity *= readOpacity(styleValue(style, 'opacity', '1'))
  }
  return opacity
}

function readOpacity(text: string): number {
  const number = Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
  return Number.isFinite(number) ? Math.max(0, Math.min(1, number)) : 1
}

function chainOf(element: PageElement): readonly PageElement[] {
  const chain: PageElement[] = []
  for (let current: PageElement | undefined = element; current !== undefined; current = current.parent)
    chain.unshift(current)
  return chain
}
