import { clampChroma, converter } from 'culori'
import { BLACK, contrastOf, type Rgba, readColor, toHex, WHITE } from './css/colors.ts'

const toOklch = converter('oklch')
/** A little more than 4.5, so that rounding to eight bits does not undo it. */
const WANTED = 4.6
const STEPS = 100

/**
 * The colour nearest to this one that can be read on all of these backgrounds: its lightness is moved in OKLCH,
 * its hue stays, its chroma as far as screens can show it. Black or white when nothing else will do.
 */
export function readableColor(color: Rgba, backgrounds: readonly Rgba[]): string {
  const { l, c, h } = toOklch({ mode: 'rgb', r: color.red, g: color.green, b: color.blue })
  const candidates: { readonly hex: string; readonly distance: number }[] = []
  for (let step = 0; step <= STEPS; step += 1) {
    const lightness = step / STEPS
    const shown = toHexColor(lightness, c, h ?? 0)
    const seen = readColor(shown, BLACK)
    if (seen !== undefined && backgrounds.every(background => contrastOf(seen, background) >= WANTED)) {
      candidates.push({ hex: shown, distance: Math.abs(lightness - l) })
    }
  }
  candidates.sort((one, other) => one.distance - other.distance)
  const [nearest] = candidates
  if (nearest !== undefined) return nearest.hex
  const worst = (candidate: Rgba) =>
    Math.min(...backgrounds.map(background => contrastOf(candidate, background)))
  return worst(BLACK) >= worst(WHITE) ? '#000000' : '#ffffff'
}

function toHexColor(lightness: number, chroma: number, hue: number): string {
  const { r, g, b } = converter('rgb')(
    clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch'),
  )
  return toHex({ red: r, green: g, blue: b, alpha: 1 })
}
