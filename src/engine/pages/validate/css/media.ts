import { splitList } from './selector.ts'
import { lengthInPx } from './values.ts'

/** The size of the window a page is looked at with. */
export interface Viewport {
  readonly width: number
  readonly height: number
}

/** True when a `@media` condition holds on a phone of this size: a light screen, touched, that may move. */
export function mediaHolds(query: string, viewport: Viewport): boolean {
  return splitList(query).some(part => queryHolds(part.trim().toLowerCase(), viewport))
}

function queryHolds(query: string, viewport: Viewport): boolean {
  if (query === '') return true
  if (query.startsWith('not ')) return !queryHolds(query.slice(4).trim(), viewport)
  const parts = query.replace(/^only\s+/, '').split(/\s+and\s+/)
  return parts.every(part => partHolds(part.trim(), viewport))
}

function partHolds(part: string, viewport: Viewport): boolean {
  if (part === 'all' || part === 'screen') return true
  if (!part.startsWith('(') || !part.endsWith(')')) return false
  const inside = part.slice(1, -1).trim()
  if (inside.startsWith('(') || inside.startsWith('not ') || / (or|and) /.test(inside)) {
    return inside.split(/\s+or\s+/).some(option => queryHolds(option, viewport))
  }
  const range = rangeHolds(inside, viewport)
  return range ?? featureHolds(inside, viewport)
}

function featureHolds(feature: string, viewport: Viewport): boolean {
  const [name = '', value = ''] = feature.split(':').map(part => part.trim())
  const wanted = px(value)
  switch (name) {
    case 'min-width':
      return wanted !== undefined && viewport.width >= wanted
    case 'max-width':
      return wanted !== undefined && viewport.width <= wanted
    case 'width':
      return value === '' || wanted === viewport.width
    case 'min-height':
      return wanted !== undefined && viewport.height >= wanted
    case 'max-height':
      return wanted !== undefined && viewport.height <= wanted
    case 'orientation':
      return (value === 'portrait') === viewport.height >= viewport.width
    default:
      return PREFERENCES[name]?.includes(value) ?? false
  }
}

const PREFERENCES: Readonly<Record<string, readonly string[]>> = {
  'prefers-color-scheme': ['light', ''],
  'prefers-reduced-motion': ['no-preference'],
  'prefers-contrast': ['no-preference'],
  hover: ['hover', ''],
  pointer: ['fine', ''],
  'any-hover': ['hover', ''],
  'any-pointer': ['fine', ''],
  'forced-colors': ['none'],
  scripting: ['enabled'],
  color: [''],
}

/** `width >= 400px`, `400px <= width < 600px`. */
function rangeHolds(inside: string, viewport: Viewport): boolean | undefined {
  const match = /^(?:([^<>=]+?)\s*(<=?|>=?)\s*)?(width|height)\s*(?:(<=?|>=?|=)\s*([^<>=]+))?$/.exec(inside)
  if (match === null || (match[2] === undefined && match[4] === undefined)) return undefined
  const [, before, first, name, second, after] = match
  const size = name === 'height' ? viewport.height : viewport.width
  const left = before === undefined || first === undefined || compares(px(before), first, size)
  const right = after === undefined || second === undefined || compares(size, second, px(after))
  return left && right
}

function compares(left: number | undefined, operator: string, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return false
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  if (operator === '>') return left > right
  if (operator === '>=') return left >= right
  return left === right
}

function px(text: string): number | undefined {
  return lengthInPx(text, { fontSize: 16, rootFontSize: 16, viewportWidth: 0, viewportHeight: 0 })
}
