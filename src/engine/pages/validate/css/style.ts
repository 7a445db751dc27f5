import type { PageDocument, PageElement } from '../document.ts'
import type { Cascade } from './cascade.ts'
import { BLACK, type Rgba, readColor } from './colors.ts'
import type { Viewport } from './media.ts'
import { splitList } from './selector.ts'
import { expandDeclaration } from './shorthand.ts'
import type { Declaration } from './stylesheet.ts'
import { type LengthContext, lengthInPx } from './values.ts'

/** What an element looks like at one size of the window. */
export interface Style {
  readonly viewport: Viewport
  readonly rootFontSize: number
  readonly fontSize: number
  /** In px; for `normal` as fonts usually have it. */
  readonly lineHeight: number
  readonly color: Rgba
  readonly isBold: boolean
  /** Everything else that is set or inherited, by longhand. */
  readonly values: ReadonlyMap<string, string>
  readonly customs: ReadonlyMap<string, string>
  /** `line-height` as it is handed down: a factor, px, or `normal`. */
  readonly lineHeightText: string
}

export type Styles = ReadonlyMap<PageElement, Style>

/** Lines of the usual fonts are this much higher than their letters. */
const NORMAL_LINE_HEIGHT = 1.15

const HANDED_DOWN = [
  ...['font-family', 'text-align', 'visibility', 'white-space', 'letter-spacing', 'text-transform'],
  ...['direction', 'overflow-wrap', 'word-break', 'border-spacing', 'border-collapse', 'text-wrap', 'cursor'],
] as const
const FONT_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}

/** The style of every element at one size of the window. */
export function computeStyles(document: PageDocument, cascade: Cascade, viewport: Viewport): Styles {
  const styles = new Map<PageElement, Style>()
  const computed = new Map<readonly Declaration[], Map<Style | undefined, Style>>()
  for (const element of document.elements) {
    const above = element.parent && styles.get(element.parent)
    const declarations = cascade.declarationsFor(element, viewport)
    const rootFontSize = styles.get(document.root)?.fontSize ?? 16
    const siblings = computed.get(declarations) ?? new Map<Style | undefined, Style>()
    computed.set(declarations, siblings)
    const style = siblings.get(above) ?? computeStyle(declarations, { above, viewport, rootFontSize })
    siblings.set(above, style)
    styles.set(element, style)
  }
  return styles
}

interface Surroundings {
  readonly above: Style | undefined
  readonly viewport: Viewport
  readonly rootFontSize: number
}

/** The style that follows from declarations in the order of their priority. */
function computeStyle(declarations: readonly Declaration[], around: Surroundings): Style {
  const { above, viewport } = around
  const customs = collectCustoms(declarations, above?.customs)
  const own = collectValues(declarations, customs, above)
  const values = new Map(own)
  for (const property of HANDED_DOWN) {
    const inherited = above?.values.get(property)
    if (!values.has(property) && inherited !== undefined) values.set(property, inherited)
  }
  const fontSize = computeFontSize(own, around)
  const rootFontSize = above === undefined ? fontSize : around.rootFontSize
  const lineHeightText = handedDownLineHeight(own.get('line-height'), fontSize, { ...around, rootFontSize })
  const color = readColor(own.get('color') ?? '', above?.color ?? BLACK) ?? above?.color ?? BLACK
  const weight = own.get('font-weight')
  return {
    viewport,
    rootFontSize,
    fontSize,
    lineHeight: lineHeightPx(lineHeightText, fontSize),
    color,
    isBold: weight === undefined ? (above?.isBold ?? false) : /^(bold|bolder|[6-9]\d\d)$/.test(weight),
    values,
    customs,
    lineHeightText,
  }
}

export function styleValue(style: Style, property: string, otherwise: string): string {
  return style.values.get(property) ?? otherwise
}

/** A length of a style in px; percentages are of `base`. `undefined` for `auto` and its kind. */
export function lengthOf(style: Style, property: string, base?: number): number | undefined {
  const text = style.values.get(property)
  return text === undefined ? undefined : lengthInPx(text, lengthContext(style, base))
}

export function lengthContext(style: Style, base?: number): LengthContext {
  return {
    fontSize: style.fontSize,
    rootFontSize: style.rootFontSize,
    viewportWidth: style.viewport.width,
    viewportHeight: style.viewport.height,
    base,
  }
}

const NO_CUSTOMS: ReadonlyMap<string, string> = new Map()

function collectCustoms(
  declarations: readonly Declaration[],
  above: ReadonlyMap<string, string> = NO_CUSTOMS,
): ReadonlyMap<string, string> {
  const own = declarations.filter(({ property }) => property.startsWith('--'))
  if (own.length === 0) return above
  const written = new Map(above)
  for (const { property, value } of own) {
    if (value === 'inherit') continue
    if (value === 'initial') written.delete(property)
    else written.set(property, value)
  }
  const resolved = new Map(written)
  for (const { property } of own) {
    const value = substitute(written.get(property) ?? '', written)
    if (value === undefined) resolved.delete(property)
    else resolved.set(property, value)
  }
  return resolved
}

function collectValues(
  declarations: readonly Declaration[],
  customs: ReadonlyMap<string, string>,
  above: Style | undefined,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { property, value } of declarations) {
    if (property.startsWith('--')) continue
    const isVariable = value.includes('var(')
    const substituted = isVariable ? substitute(value, customs) : value
    const written = isVariable ? substituted?.trim().toLowerCase() : substituted
    const longhands = written === undefined ? [] : expandDeclaration(property, written)
    // A variable that leads nowhere does not let an earlier declaration through.
    if (longhands.length === 0 && isVariable) values.delete(property)
    for (const [longhand, part] of longhands) setValue(values, { longhand, part, above })
  }
  return values
}

function setValue(
  values: Map<string, string>,
  { longhand, part, above }: { longhand: string; part: string; above: Style | undefined },
): void {
  if (part === 'inherit') {
    const inherited = longhand === 'color' ? undefined : above?.values.get(longhand)
    if (inherited === undefined) values.delete(longhand)
    else values.set(longhand, inherited)
    if (longhand === 'font-size') values.set(longhand, `${above?.fontSize ?? 16}px`)
    if (longhand === 'line-height') values.set(longhand, above?.lineHeightText ?? 'normal')
    if (longhand === 'font-weight') values.set(longhand, above?.isBold === true ? 'bold' : 'normal')
  } else if (part === 'initial' || part === 'unset' || part === 'revert' || part === 'revert-layer') {
    values.delete(longhand)
    if (longhand === 'display' && part !== 'revert') values.set(longhand, 'inline')
  } else if (longhand === 'color' && readColor(part, BLACK) === undefined) {
    return
  } else if (longhand === 'background-color' && readColor(part, BLACK) === undefined) {
    return
  } else values.set(longhand, part)
}

const LONGEST = 4_000
const MAX_REFERENCES = 200

/** A value with its variables filled in; `undefined` when one is missing, goes in a circle, or grows without end. */
function substitute(value: string, customs: ReadonlyMap<string, string>): string | undefined {
  return value.includes('var(') ? fillIn(value, customs, { left: MAX_REFERENCES }) : value
}

function fillIn(
  value: string,
  customs: ReadonlyMap<string, string>,
  budget: { left: number },
): string | undefined {
  const start = value.indexOf('var(')
  if (start === -1) return value
  budget.left -= 1
  if (budget.left < 0 || value.length > LONGEST) return undefined
  const end = closingBracket(value, start + 3)
  const [name = '', ...rest] = splitList(value.slice(start + 4, end))
  const known = customs.get(name.trim())
  const filled =
    (known === undefined ? undefined : fillIn(known, customs, budget)) ??
    (rest.length === 0 ? undefined : fillIn(rest.join(',').trim(), customs, budget))
  if (filled === undefined) return undefined
  return fillIn(value.slice(0, start) + filled + value.slice(end + 1), customs, budget)
}

function closingBracket(text: string, open: number): number {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    else if (text[index] === ')') depth -= 1
    if (depth === 0) return index
  }
  return text.length
}

function computeFontSize(
  own: ReadonlyMap<string, string>,
  { above, viewport, rootFontSize }: Surroundings,
): number {
  const inherited = above?.fontSize ?? 16
  const text = own.get('font-size')
  if (text === undefined) return own.get('font-family') === 'monospace' ? inherited * 0.8125 : inherited
  const word = FONT_SIZES[text]
  if (word !== undefined) return word
  if (text === 'smaller') return inherited / 1.2
  if (text === 'larger') return inherited * 1.2
  const context = {
    fontSize: inherited,
    rootFontSize: above === undefined ? 16 : rootFontSize,
    viewportWidth: viewport.width,
    viewportHeight: viewport.height,
    base: inherited,
  }
  return Math.max(0, lengthInPx(text, context) ?? inherited)
}

function handedDownLineHeight(
  text: string | undefined,
  fontSize: number,
  { above, viewport, rootFontSize }: Surroundings,
): string {
  if (text === undefined) return above?.lineHeightText ?? 'normal'
  if (text === 'normal' || /^[\d.]+$/.test(text)) return text
  const context = {
    fontSize,
    rootFontSize,
    viewportWidth: viewport.width,
    viewportHeight: viewport.height,
    base: fontSize,
  }
  const px = lengthInPx(text, context)
  if (px === undefined) return 'normal'
  const isFactor = !/[a-z%]/.test(text.replace(/[a-z-]+\(/g, ''))
  return isFactor ? String(px) : `${px}px`
}

function lineHeightPx(text: string, fontSize: number): number {
  if (text === 'normal') return fontSize * NORMAL_LINE_HEIGHT
  if (text.endsWith('px')) return Number(text.slice(0, -2))
  return Number(text) * fontSize
}
