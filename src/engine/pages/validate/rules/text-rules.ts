import type { PageIssue } from '../../../../contracts/page.ts'
import { backgroundsOf, seenColor, seenContrast } from '../backgrounds.ts'
import { isInDrawing } from '../css/cascade.ts'
import { toHex } from '../css/colors.ts'
import { type Style, styleValue } from '../css/style.ts'
import { attribute, closest, ownText, type PageElement } from '../document.ts'
import {
  firstIssues,
  isHiddenFromReaders,
  isShown,
  issueAt,
  type PageCheck,
  type PageView,
  styleIn,
} from '../page-check.ts'
import { readableColor } from '../readable-color.ts'

const MIN_FONT_SIZE = 16
/** Text that runs over several lines on a phone. */
const RUNNING_TEXT = 80
const LINE_HEIGHTS = { least: 1.4, most: 1.8 }
const NO_WORDS = /^[^\p{L}\p{N}]*$/u

export function checkFontSizes(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element => {
      const sizes = check.phones.flatMap(view => {
        const style = hasReadableText(view, element) ? styleIn(view, element) : undefined
        return style === undefined ? [] : [style.fontSize]
      })
      const size = Math.min(...sizes)
      if (sizes.length === 0 || size >= MIN_FONT_SIZE - 0.05) return []
      return [
        issueAt(check, element, {
          rule: 'font_size',
          severity: 'error',
          message: `The text is ${Math.round(size * 10) / 10} px high; phones need ${MIN_FONT_SIZE} px.`,
          fix: {
            kind: 'style',
            description: `Set font-size: ${MIN_FONT_SIZE}px.`,
            data: { declarations: `font-size:${MIN_FONT_SIZE}px` },
          },
        }),
      ]
    }),
  )
}

export function checkLineHeights(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element => {
      if (ownText(element).replace(/\s+/g, ' ').length < RUNNING_TEXT) return []
      const view = check.phones.find(candidate => isShown(candidate, element) && isReadAsText(element))
      const style = view && styleIn(view, element)
      if (style === undefined || style.fontSize === 0) return []
      const ratio = style.lineHeight / style.fontSize
      if (ratio >= LINE_HEIGHTS.least - 0.01 && ratio <= LINE_HEIGHTS.most + 0.01) return []
      return [
        issueAt(check, element, {
          rule: 'line_height',
          severity: 'warning',
          message: `Lines are ${ratio.toFixed(2)} times as high as the letters; running text reads best at ${LINE_HEIGHTS.least} to ${LINE_HEIGHTS.most}.`,
          fix: {
            kind: 'style',
            description: 'Set line-height: 1.5.',
            data: { declarations: 'line-height:1.5' },
          },
        }),
      ]
    }),
  )
}

export function checkContrast(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element => {
      for (const view of check.phones) {
        const style = styleIn(view, element)
        if (style === undefined || !hasContrastText(view, element)) continue
        const fault = contrastFault(view, element, style)
        if (fault !== undefined) return [issueAt(check, element, fault)]
      }
      return []
    }),
  )
}

function contrastFault(
  view: PageView,
  element: PageElement,
  style: Style,
): Parameters<typeof issueAt>[2] | undefined {
  const backgrounds = backgroundsOf(view, element)
  if (backgrounds.length === 0) return undefined
  const ratio = Math.min(...backgrounds.map(background => seenContrast(view, element, background)))
  const least = isLarge(style) ? 3 : 4.5
  if (ratio >= least - 0.005) return undefined
  const color = readableColor(style.color, backgrounds)
  const worst = backgrounds.find(background => seenContrast(view, element, background) === ratio)
  return {
    rule: 'contrast',
    severity: 'error',
    message: `Text ${toHex(seenColor(view, element))} on ${worst === undefined ? 'its background' : toHex(worst)} has a contrast of ${ratio.toFixed(2)}; it needs ${least}.`,
    fix: {
      kind: 'style',
      description: `Set color: ${color}.`,
      data: { declarations: `color:${color}` },
    },
  }
}

/** WCAG: from 24 px on, or from 18.66 px when bold. */
function isLarge(style: Style): boolean {
  return style.fontSize >= 24 || (style.isBold && style.fontSize >= 18.66)
}

const FIELDS = /^(select|textarea)$/
const WORDLESS_INPUTS = /^(hidden|checkbox|radio|range|color|file|image)$/

function hasReadableText(view: PageView, element: PageElement): boolean {
  if (!isReadAsText(element) || !isShown(view, element)) return false
  const isField =
    FIELDS.test(element.tag) ||
    (element.tag === 'input' && !WORDLESS_INPUTS.test((attribute(element, 'type') ?? '').toLowerCase()))
  return isField || !NO_WORDS.test(ownText(element))
}

function isReadAsText(element: PageElement): boolean {
  if (element.tag === 'sup' || element.tag === 'sub' || element.tag === 'option') return false
  return !isInDrawing(element) && element.tag !== 'svg' && !isHiddenFromReaders(element)
}

function hasContrastText(view: PageView, element: PageElement): boolean {
  if (!isReadAsText(element) || !isShown(view, element)) return false
  if (
    closest(
      element,
      ({ attributes }) => attributes.has('disabled') || attributes.get('aria-disabled') === 'true',
    )
  )
    return false
  const style = styleIn(view, element)
  if (style === undefined || styleValue(style, 'background-clip', '') === 'text') return false
  if (element.tag === 'input') {
    const type = (attribute(element, 'type') ?? '').toLowerCase()
    return !WORDLESS_INPUTS.test(type) && (attribute(element, 'value') ?? '').trim() !== ''
  }
  return FIELDS.test(element.tag) ? element.tag === 'select' : !NO_WORDS.test(ownText(element))
}
