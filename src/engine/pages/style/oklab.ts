import { converter } from 'culori'
import type { HexColor } from '../../../contracts/page.ts'

/** A colour as eyes compare it: lightness 0–1 and two axes of hue. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

const toRgb = converter('rgb')
const toOklab = converter('oklab')

export function fromRgb(red: number, green: number, blue: number): Oklab {
  const { l, a, b } = toOklab({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })
  return { l, a, b }
}

export function fromHex(hex: HexColor): Oklab {
  const number = Number.parseInt(hex.slice(1), 16)
  return fromRgb(number >> 16, (number >> 8) & 255, number & 255)
}

export function toChannels({ l, a, b }: Oklab): readonly [number, number, number] {
  const color = toRgb({ mode: 'oklab', l, a, b })
  const channel = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 255)
  return [channel(color.r), channel(color.g), channel(color.b)]
}

export function toHex(lab: Oklab): HexColor {
  return `#${toChannels(lab)
    .map(channel => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Distance in OKLab: below 0.02 hardly anybody sees a difference. */
export function differenceOf(one: Oklab, other: Oklab): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}

export function lightnessOf({ l }: Oklab): number {
  return l
}
