import { converter, interpolate, parse } from 'culori'
import { splitList } from './selector.ts'

/** A colour in sRGB, each part from 0 to 1. */
export interface Rgba {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

export const BLACK: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 }
export const WHITE: Rgba = { red: 1, green: 1, blue: 1, alpha: 1 }
export const CLEAR: Rgba = { red: 0, green: 0, blue: 0, alpha: 0 }

const toRgb = converter('rgb')
const read = new Map<string, Rgba | undefined>()
const SYSTEM: Readonly<Record<string, string>> = {
  canvas: '#fff',
  canvastext: '#000',
  linktext: '#0000ee',
  buttonface: '#efefef',
  buttontext: '#000',
  field: '#fff',
  fieldtext: '#000',
  graytext: '#808080',
  highlight: '#b5d5ff',
}

/** The colour a text means; `currentColor` where it says so; `undefined` when it is none. */
export function readColor(text: string, currentColor: Rgba): Rgba | undefined {
  const written = text.trim().toLowerCase()
  if (written === 'currentcolor') return currentColor
  if (written.length > 200) return undefined
  const known = read.get(written)
  if (known !== undefined || read.has(written)) return known
  if (read.size > 5_000) read.clear()
  const color = parseColor(written, currentColor)
  if (!written.includes('currentcolor')) read.set(written, color)
  return color
}

/** `above` as it is seen over `below`. */
export function composite(above: Rgba, below: Rgba): Rgba {
  const alpha = above.alpha + below.alpha * (1 - above.alpha)
  if (alpha === 0) return CLEAR
  const mix = (over: number, under: number) =>
    (over * above.alpha + under * below.alpha * (1 - above.alpha)) / alpha
  return {
    red: mix(above.red, below.red),
    green: mix(above.green, below.green),
    blue: mix(above.blue, below.blue),
    alpha,
  }
}

/** WCAG 2: (lighter + 0.05) / (darker + 0.05). */
export function contrastOf(one: Rgba, other: Rgba): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

export function toHex({ red, green, blue }: Rgba): string {
  const part = (value: number) =>
    Math.round(Math.max(0, Math.min(1, value)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${part(red)}${part(green)}${part(blue)}`
}

/** The colours of a gradient, in order; `[]` when none can be read. */
export function gradientColors(image: string, currentColor: Rgba): readonly Rgba[] {
  const colors: Rgba[] = []
  for (const layer of splitList(image)) {
    const match = /^\s*(?:-webkit-|repeating-)?(?:linear|radial|conic)-gradient\((.*)\)\s*$/is.exec(layer)
    if (match === null) continue
    for (const stop of splitList(match[1] ?? '')) {
      const written = stop.trim()
      const color =
        readColor(written, currentColor) ?? readColor(splitList(written, ' ')[0] ?? '', currentColor)
      if (color !== undefined) colors.push(color)
    }
  }
  return colors
}

function parseColor(text: string, currentColor: Rgba): Rgba | undefined {
  if (text === 'transparent') return CLEAR
  if (text.startsWith('color-mix(')) return mixColors(text, currentColor)
  if (text.startsWith('light-dark(')) {
    const [light = ''] = splitList(text.slice(11, -1))
    return readColor(light, currentColor)
  }
  const parsed = toRgb(parse(SYSTEM[text] ?? text))
  if (parsed === undefined) return undefined
  return clampColor(parsed.r, parsed.g, parsed.b, parsed.alpha ?? 1)
}

function clampColor(red: number, green: number, blue: number, alpha: number): Rgba {
  const clamp = (value: number) => Math.max(0, Math.min(1, Number.isFinite(value) ? value : 0))
  return { red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha) }
}

const SPACES = { srgb: 'rgb', oklab: 'oklab', oklch: 'oklch', hsl: 'hsl', lab: 'lab', lch: 'lch' } as const

function isSpace(name: string): name is keyof typeof SPACES {
  return name in SPACES
}

function mixColors(text: string, currentColor: Rgba): Rgba | undefined {
  const [method = '', first = '', second = ''] = splitList(text.slice('color-mix('.length, -1))
  const space = method.trim().split(/\s+/)[1] ?? ''
  const one = readShare(first, currentColor)
  const other = readShare(second, currentColor)
  if (one === undefined || other === undefined || !isSpace(space)) return undefined
  const oneShare = one.share ?? (other.share === undefined ? 0.5 : 1 - other.share)
  const otherShare = other.share ?? 1 - oneShare
  const sum = oneShare + otherShare
  if (sum <= 0) return undefined
  const weight = otherShare / sum
  const visible = Math.min(1, sum)
  const alpha = one.color.alpha * (1 - weight) + other.color.alpha * weight
  if (alpha === 0) return CLEAR
  // Colours are mixed as they count, so that half of nothing does not darken the other half.
  const premultiplied = (other.color.alpha * weight) / alpha
  const mixed = toRgb(interpolate([toCulori(one.color), toCulori(other.color)], SPACES[space])(premultiplied))
  return clampColor(mixed.r, mixed.g, mixed.b, alpha * visible)
}

function toCulori({ red, green, blue }: Rgba): {
  mode: 'rgb'
  r: number
  g: number
  b: number
} {
  return { mode: 'rgb', r: red, g: green, b: blue }
}

function readShare(
  text: string,
  currentColor: Rgba,
): { readonly color: Rgba; readonly share: number | undefined } | undefined {
  const match = /^\s*(?:([\d.]+)%\s+)?(.*?)(?:\s+([\d.]+)%)?\s*$/.exec(text)
  const color = readColor(match?.[2] ?? '', currentColor)
  const share = match?.[1] ?? match?.[3]
  return color === undefined
    ? undefined
    : { color, share: share === undefined ? undefined : Number(share) / 100 }
}

function luminance({ red, green, blue }: Rgba): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
