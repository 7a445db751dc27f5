import { splitList } from './selector.ts'
import { isLength } from './values.ts'

export type Longhand = readonly [property: string, value: string]

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const WIDE = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])
const LINE_STYLES = new Set('none hidden dotted dashed solid double groove ridge inset outset'.split(' '))
const LINE_WIDTHS: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' }
const SIZE_WORDS = new Set(
  'auto none min-content max-content fit-content -webkit-fill-available stretch normal content'.split(' '),
)
const SIZED = new Set([
  ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'flex-basis'],
  ...SIDES.flatMap(side => [side, `margin-${side}`, `padding-${side}`, `border-${side}-width`]),
  ...['row-gap', 'column-gap', 'letter-spacing', 'text-indent'],
])
const LOGICAL: Readonly<Record<string, string>> = {
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'grid-row-gap': 'row-gap',
  'grid-column-gap': 'column-gap',
  'word-wrap': 'overflow-wrap',
  ...logicalSides('', 'inset'),
  ...logicalSides('margin-', 'margin'),
  ...logicalSides('padding-', 'padding'),
}

/** What one declaration sets, without variables left in it; `[]` when a browser would drop it. */
export function expandDeclaration(property: string, value: string): readonly Longhand[] {
  const key = `${property}:${value}`
  const longhands = expanded.get(key) ?? expandOnce(property, value)
  if (expanded.size > 10_000) expanded.clear()
  expanded.set(key, longhands)
  return longhands
}

const expanded = new Map<string, readonly Longhand[]>()

function expandOnce(property: string, value: string): readonly Longhand[] {
  const name = LOGICAL[property] ?? property
  const expand = SHORTHANDS[name]
  if (expand !== undefined) return expand(value).filter(([longhand, part]) => isValid(longhand, part))
  return isValid(name, value) ? [[name, value]] : []
}

/** The parts of a value at its spaces, brackets kept whole. */
export function splitValue(value: string): readonly string[] {
  return splitList(value, ' ')
    .map(part => part.trim())
    .filter(part => part !== '')
}

type Expand = (value: string) => readonly Longhand[]

const SHORTHANDS: Readonly<Record<string, Expand>> = {
  margin: fourSides(side => `margin-${side}`),
  padding: fourSides(side => `padding-${side}`),
  inset: fourSides(side => side),
  'border-width': fourSides(side => `border-${side}-width`),
  'border-style': fourSides(side => `border-${side}-style`),
  'border-color': fourSides(side => `border-${side}-color`),
  'margin-inline': twoSides('margin-left', 'margin-right'),
  'margin-block': twoSides('margin-top', 'margin-bottom'),
  'padding-inline': twoSides('padding-left', 'padding-right'),
  'padding-block': twoSides('padding-top', 'padding-bottom'),
  'inset-inline': twoSides('left', 'right'),
  'inset-block': twoSides('top', 'bottom'),
  overflow: twoSides('overflow-x', 'overflow-y'),
  gap: twoSides('row-gap', 'column-gap'),
  'grid-gap': twoSides('row-gap', 'column-gap'),
  'place-items': twoSides('align-items', 'justify-items'),
  'place-content': twoSides('align-content', 'justify-content'),
  'place-self': twoSides('align-self', 'justify-self'),
  border: border(SIDES),
  'border-inline': border(['left', 'right']),
  'border-block': border(['top', 'bottom']),
  ...Object.fromEntries(SIDES.map(side => [`border-${side}`, border([side])])),
  background: expandBackground,
  font: expandFont,
  flex: expandFlex,
  'flex-flow': expandFlexFlow,
  grid: expandGridTemplate,
  'grid-template': expandGridTemplate,
}

function fourSides(name: (side: string) => string): Expand {
  return value => {
    const [top = '', right = top, bottom = top, left = right] = splitValue(value)
    const values = [top, right, bottom, left]
    return SIDES.map((side, index) => [name(side), values[index] ?? ''] as const)
  }
}

function twoSides(start: string, end: string): Expand {
  return value => {
    const [first = '', second = first] = splitValue(value)
    return [
      [start, first],
      [end, second],
    ]
  }
}

function border(sides: readonly string[]): Expand {
  return value => {
    let [width, style, color] = ['3px', 'none', 'currentcolor']
    for (const part of splitValue(value)) {
      if (WIDE.has(part)) [width, style, color] = [part, part, part]
      else if (LINE_STYLES.has(part)) style = part
      else if (part in LINE_WIDTHS || isLength(part)) width = LINE_WIDTHS[part] ?? part
      else color = part
    }
    return sides.flatMap(side => [
      [`border-${side}-width`, width],
      [`border-${side}-style`, style],
      [`border-${side}-color`, color],
    ])
  }
}

const NO_COLOR = new Set(
  'repeat no-repeat repeat-x repeat-y fixed scroll local center top left right bottom cover contain / border-box padding-box content-box text none auto round space'.split(
    ' ',
  ),
)

function expandBackground(value: string): readonly Longhand[] {
  if (WIDE.has(value)) {
    return [
      ['background-color', value],
      ['background-image', value],
    ]
  }
  const layers = splitList(value)
  const images = layers.flatMap(layer =>
    splitValue(layer).filter(part => /^(url|image-set|.*gradient)\(/i.test(part)),
  )
  const color = splitValue(layers.at(-1) ?? '').find(
    part =>
      !NO_COLOR.has(part) &&
      !isLength(part) &&
      !/^(url|image-set|.*gradient)\(/i.test(part) &&
      !part.startsWith('/'),
  )
  const clip = value.includes(' text') ? 'text' : 'border-box'
  return [
    ['background-color', color ?? 'transparent'],
    ['background-image', images.length === 0 ? 'none' : images.join(', ')],
    ['background-clip', clip],
  ]
}

const WEIGHTS = /^(bold|bolder|lighter|[1-9]\d{2})$/
const FONT_SIZE_WORDS = /^(xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger)$/

function expandFont(value: string): readonly Longhand[] {
  if (WIDE.has(value)) {
    return ['font-size', 'line-height', 'font-family', 'font-weight', 'font-style'].map(name => [name, value])
  }
  const parts = splitValue(value.replace(/\s*\/\s*/, '/'))
  const place = parts.findIndex(part => {
    const size = part.split('/')[0] ?? ''
    return FONT_SIZE_WORDS.test(size) || (isLength(size) && size !== '0')
  })
  if (place === -1 || parts.length <= place + 1) return []
  const [size = '', lineHeight = 'normal'] = (parts[place] ?? '').split('/')
  return [
    ['font-size', size],
    ['line-height', lineHeight],
    ['font-family', parts.slice(place + 1).join(' ')],
    ['font-weight', parts.slice(0, place).find(part => WEIGHTS.test(part)) ?? 'normal'],
    ['font-style', parts.slice(0, place).includes('italic') ? 'italic' : 'normal'],
  ]
}

function expandFlex(value: string): readonly Longhand[] {
  const flex = (grow: string, shrink: string, basis: string): readonly Longhand[] => [
    ['flex-grow', grow],
    ['flex-shrink', shrink],
    ['flex-basis', basis],
  ]
  if (WIDE.has(value)) return flex(value, value, value)
  if (value === 'none') return flex('0', '0', 'auto')
  if (value === 'auto') return flex('1', '1', 'auto')
  const numbers: string[] = []
  let basis: string | undefined
  for (const part of splitValue(value)) {
    if (/^[\d.]+$/.test(part) && numbers.length < 2) numbers.push(part)
    else basis = part
  }
  return flex(numbers[0] ?? '1', numbers[1] ?? '1', basis ?? '0px')
}

function expandFlexFlow(value: string): readonly Longhand[] {
  const parts = splitValue(value)
  return [
    ['flex-direction', parts.find(part => /^(row|column)/.test(part)) ?? 'row'],
    ['flex-wrap', parts.find(part => part.includes('wrap')) ?? 'nowrap'],
  ]
}

function expandGridTemplate(value: string): readonly Longhand[] {
  const [rows = '', columns] = splitList(value, '/')
  return [
    ['grid-template-rows', rows.trim()],
    ['grid-template-columns', (columns ?? 'none').trim()],
  ]
}

/** Only what the checks read is looked at; a browser drops what it cannot read, and so must we. */
function isValid(property: string, value: string): boolean {
  if (value === '') return false
  if (WIDE.has(value)) return true
  if (SIZED.has(property)) {
    if (/^-/.test(value) && /^(padding|border|min-|max-|width|height|row-gap|column-gap)/.test(property))
      return false
    return (
      SIZE_WORDS.has(value) || value.startsWith('fit-content(') || value in LINE_WIDTHS || isLength(value)
    )
  }
  if (property === 'line-height') return /^(normal|[\d.]+)$/.test(value) || isLength(value)
  if (property === 'font-size')
    return FONT_SIZE_WORDS.test(value) || (isLength(value) && !value.startsWith('-'))
  return true
}

function logicalSides(prefix: string, name: string): Record<string, string> {
  return {
    [`${name}-inline-start`]: `${prefix}left`,
    [`${name}-inline-end`]: `${prefix}right`,
    [`${name}-block-start`]: `${prefix}top`,
    [`${name}-block-end`]: `${prefix}bottom`,
  }
}
