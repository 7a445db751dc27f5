import { lengthContext, type Style, styleValue } from '../css/style.ts'
import { lengthInPx } from '../css/values.ts'

/** Advance widths of the usual sans-serif, in thousandths of the font size, from the space on. */
const ADVANCES =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/
const PICTURE = /\p{Extended_Pictographic}/u
const UNSEEN = /\p{M}|\p{Cf}/u

/** Width of a text on one line, in px: close enough to tell what fits, on whichever phone. */
export function textWidth(text: string, style: Style): number {
  const shown = transform(text, styleValue(style, 'text-transform', 'none'))
  const family = styleValue(style, 'font-family', 'serif').toLowerCase()
  const spacing = letterSpacing(style)
  const isMono = isMonospace(family)
  let thousandths = 0
  let letters = 0
  for (const letter of shown) {
    thousandths += isMono && letter < '\u0250' ? 602 : advance(letter)
    letters += 1
  }
  const weight = style.isBold && !isMono ? 1.07 : 1
  return (thousandths / 1000) * style.fontSize * weight * familyFactor(family) + letters * spacing
}

function isMonospace(family: string): boolean {
  return (
    /monospace|courier|consolas|menlo|monaco/.test(family.split(',')[0] ?? '') || family.startsWith('ui-mono')
  )
}

/** Fonts that phones have instead of the ones a page names are a little wider or narrower. */
function familyFactor(family: string): number {
  if (family.startsWith('system-ui') || family.startsWith('ui-sans')) return 1.1
  if (/sans-serif/.test(family)) return 1
  return /serif|georgia|times|garamond|cursive|fantasy/.test(family) ? 0.925 : 0.97
}

function letterSpacing(style: Style): number {
  const text = styleValue(style, 'letter-spacing', 'normal')
  return text === 'normal' ? 0 : (lengthInPx(text, lengthContext(style)) ?? 0)
}

function advance(letter: string): number {
  const code = letter.charCodeAt(0)
  if (code >= 32 && code < 127) return ADVANCES[code - 32] ?? 556
  if (code < 0x250) return 556
  if (UNSEEN.test(letter)) return 0
  if (WIDE.test(letter)) return 1000
  if (PICTURE.test(letter)) return 1250
  if (code === 0x2014 || code === 0x2026) return 1000
  if (code === 0x2022) return 350
  return 556
}

function transform(text: string, kind: string): string {
  if (kind === 'uppercase') return text.toUpperCase()
  if (kind === 'lowercase') return text.toLowerCase()
  return text
}
