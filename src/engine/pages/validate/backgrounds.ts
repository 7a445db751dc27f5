import { CLEAR, composite, contrastOf, gradientColors, type Rgba, readColor, WHITE } from './css/colors.ts'
import { styleValue } from './css/style.ts'
import type { PageElement } from './document.ts'
import { type PageView, styleIn } from './page-check.ts'

const MAX_COLORS = 12

/**
 * The colours an element's text is seen on: one, or each stop of a gradient below it.
 * `[]` when a picture lies there, whose colours nobody knows.
 */
export function backgroundsOf(view: PageView, element: PageElement): readonly Rgba[] {
  const known = backgrounds.get(view) ?? new Map<PageElement, readonly Rgba[]>()
  backgrounds.set(view, known)
  const found = known.get(element) ?? readBackgrounds(view, element)
  known.set(element, found)
  return found
}

const backgrounds = new WeakMap<PageView, Map<PageElement, readonly Rgba[]>>()

function readBackgrounds(view: PageView, element: PageElement): readonly Rgba[] {
  const below = element.parent === undefined ? [WHITE] : backgroundsOf(view, element.parent)
  const style = styleIn(view, element)
  if (style === undefined) return below
  const image = styleValue(style, 'background-image', 'none')
  const color = readColor(styleValue(style, 'background-color', 'transparent'), style.color) ?? CLEAR
  if (image.includes('url(')) return []
  const stops = image === 'none' ? [] : gradientColors(image, style.color)
  if (color.alpha === 0 && stops.length === 0) return below
  const opacity = opacityOf(view, element)
  const laid = (above: Rgba, under: Rgba) => composite({ ...above, alpha: above.alpha * opacity }, under)
  const solid = (below.length === 0 && color.alpha * opacity === 1 ? [WHITE] : below).map(under =>
    laid(color, under),
  )
  const shown = stops.length === 0 ? solid : stops.flatMap(stop => solid.map(under => laid(stop, under)))
  return shown.slice(0, MAX_COLORS)
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

const opacities = new WeakMap<PageView, Map<PageElement, number>>()

function opacityOf(view: PageView, element: PageElement): number {
  const known = opacities.get(view) ?? new Map<PageElement, number>()
  opacities.set(view, known)
  const before = known.get(element)
  if (before !== undefined) return before
  const style = styleIn(view, element)
  const own = style === undefined ? 1 : readOpacity(styleValue(style, 'opacity', '1'))
  const opacity = own * (element.parent === undefined ? 1 : opacityOf(view, element.parent))
  known.set(element, opacity)
  return opacity
}

function readOpacity(text: string): number {
  const number = Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
  return Number.isFinite(number) ? Math.max(0, Math.min(1, number)) : 1
}
