import { type Style, styleValue } from '../css/style.ts'
import { attribute, type PageElement, textOf } from '../document.ts'
import { textWidth } from './text-width.ts'

export interface Natural {
  readonly width: number
  readonly height: number
  /** True when width and height keep their ratio. */
  readonly isPicture: boolean
}

const PICTURES = new Set(['img', 'svg', 'video', 'canvas', 'iframe', 'object', 'embed', 'picture'])
const CONTROLS = new Set(['input', 'select', 'textarea', 'progress', 'meter'])
const BUTTONS = new Set(['submit', 'reset', 'button'])

/** True for what is laid out as one piece: pictures and form controls. */
export function isReplaced(element: PageElement): boolean {
  return (PICTURES.has(element.tag) && element.tag !== 'picture') || CONTROLS.has(element.tag)
}

/** The size of the content of a picture or control that nothing says anything about, as Chromium has it. */
export function naturalSize(element: PageElement, style: Style): Natural {
  if (CONTROLS.has(element.tag)) return { ...controlSize(element, style), isPicture: false }
  const width = Number.parseFloat(attribute(element, 'width') ?? '')
  const height = Number.parseFloat(attribute(element, 'height') ?? '')
  const picture = pictureSize(element)
  const ratio = picture.height === 0 ? 0 : picture.width / picture.height
  return {
    width: width > 0 ? width : height > 0 ? height * ratio : picture.width,
    height: height > 0 ? height : width > 0 && ratio > 0 ? width / ratio : picture.height,
    isPicture: element.tag !== 'iframe' && (ratio > 0 || (width > 0 && height > 0)),
  }
}

function pictureSize(element: PageElement): { width: number; height: number } {
  if (element.tag === 'img') {
    const source = attribute(element, 'src') ?? ''
    return readPng(source) ?? readSvg(source) ?? missingImage(element)
  }
  if (element.tag === 'svg') {
    const view = (attribute(element, 'viewbox') ?? attribute(element, 'viewBox') ?? '')
      .split(/[\s,]+/)
      .map(Number)
    const [, , width = 0, height = 0] = view
    return width > 0 && height > 0
      ? { width: 300, height: (300 * height) / width }
      : { width: 300, height: 150 }
  }
  return { width: 300, height: 150 }
}

/** Without its file an image is as wide as its words. */
function missingImage(element: PageElement): { width: number; height: number } {
  const words = attribute(element, 'alt') ?? ''
  return words === '' ? { width: 0, height: 0 } : { width: 16 + words.length * 8, height: 18 }
}

function readPng(source: string): { width: number; height: number } | undefined {
  const match = /^data:image\/png;base64,([A-Za-z0-9+/]{32})/.exec(source)
  if (match === null) return undefined
  const bytes = Buffer.from(match[1] ?? '', 'base64')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readSvg(source: string): { width: number; height: number } | undefined {
  if (!source.startsWith('data:image/svg+xml')) return undefined
  const head = source.slice(0, 2_000)
  const text = head.includes(';base64,')
    ? Buffer.from(head.slice(head.indexOf(',') + 1, 1_800), 'base64').toString('latin1')
    : head.replaceAll('%22', '"').replaceAll('%20', ' ')
  const width = Number(/\swidth=["'](\d+)/.exec(text)?.[1])
  const height = Number(/\sheight=["'](\d+)/.exec(text)?.[1])
  return width > 0 && height > 0 ? { width, height } : { width: 300, height: 150 }
}

function controlSize(element: PageElement, style: Style): { width: number; height: number } {
  const { fontSize } = style
  const line =
    styleValue(style, 'line-height', 'normal') === 'normal' ? Math.round(fontSize * 1.15) : style.lineHeight
  if (element.tag === 'progress') return { width: fontSize * 10, height: fontSize }
  if (element.tag === 'meter') return { width: fontSize * 5, height: fontSize }
  if (element.tag === 'textarea') {
    const rows = Number.parseInt(attribute(element, 'rows') ?? '', 10) || 2
    const columns = Number.parseInt(attribute(element, 'cols') ?? '', 10) || 20
    return { width: columns * fontSize * 0.575 + 16, height: rows * line }
  }
  if (element.tag === 'select') {
    const longest = element.elements.map(option => textWidth(textOf(option).trim(), style))
    return { width: Math.max(0, ...longest) + 22, height: Math.max(line, 17) }
  }
  return inputSize(element, style, line)
}

function inputSize(element: PageElement, style: Style, line: number): { width: number; height: number } {
  const type = (attribute(element, 'type') ?? 'text').toLowerCase()
  if (type === 'checkbox' || type === 'radio') return { width: 13, height: 13 }
  if (type === 'range') return { width: 129, height: 16 }
  if (type === 'color') return { width: 36, height: 23 }
  if (type === 'file') return { width: style.fontSize * 19, height: Math.max(21, line) }
  if (BUTTONS.has(type)) {
    const label = attribute(element, 'value') ?? (type === 'button' ? '' : 'Submit')
    return { width: textWidth(label, style), height: line }
  }
  if (type === 'date' || type === 'time' || type === 'datetime-local' || type === 'month') {
    return { width: style.fontSize * (type === 'datetime-local' ? 13 : 9), height: line + 1 }
  }
  const letters = Number.parseInt(attribute(element, 'size') ?? '', 10) || 20
  return { width: letters * style.fontSize * 0.64, height: line }
}
