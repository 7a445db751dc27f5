import type { HexColor } from '../../../contracts/page.ts'
import { type Oklab, toChannels, toHex } from './oklab.ts'

/** WCAG 2 contrast of two colours, 1 to 21. */
export function contrastRatio(one: Oklab, other: Oklab): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour as far on the way from `color` to `towards` as it can still be read at this contrast. */
export function nearestReadable({
  color,
  background,
  least,
  towards,
}: {
  color: Oklab
  background: Oklab
  least: number
  towards: Oklab
}): HexColor {
  for (let part = 50; part > 0; part -= 1) {
    const mixed = mix(color, towards, part / 100)
    if (contrastRatio(mixed, background) >= least) return toHex(mixed)
  }
  return toHex(color)
}

function mix(one: Oklab, other: Oklab, part: number): Oklab {
  const at = (from: number, to: number) => from + (to - from) * part
  return { l: at(one.l, other.l), a: at(one.a, other.a), b: at(one.b, other.b) }
}

function luminance(lab: Oklab): number {
  const [red = 0, green = 0, blue = 0] = toChannels(lab).map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
