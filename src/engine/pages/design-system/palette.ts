import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori'
import type { PageMode } from '../../../contracts/page.ts'

/** Contrast that text of any size needs against what it stands on (WCAG 2.2 AA), with room for rounding. */
const TEXT_CONTRAST = 4.6
/** Contrast of borders of inputs and other shapes that carry meaning. */
const SHAPE_CONTRAST = 3.1

/** The colours a look starts from; the rest of its roles are derived. */
export interface Seeds {
  readonly primary: string
  readonly accent: string
  readonly background: string
  readonly surface: string
  readonly text: string
  /** Hues of the pictures, five of them. */
  readonly art: readonly string[]
}

export type Palette = Readonly<Record<string, string>>

/** All roles of a look, each text role readable on every ground it stands on. */
export function makePalette(seeds: Seeds, mode: PageMode): Palette {
  const { background, surface } = seeds
  const raised = shift(surface, mode === 'dark' ? 0.04 : -0.025)
  const grounds = [background, surface, raised]
  const text = readableOn(seeds.text, grounds, 7)
  const accent = toHex(seeds.accent)
  const primary = toHex(seeds.primary)
  const button = fillFor(primary, [background, surface])
  return {
    background: toHex(background),
    surface: toHex(surface),
    surface_raised: raised,
    text,
    text_secondary: readableOn(mix(text, background, 0.22), grounds, TEXT_CONTRAST),
    text_muted: readableOn(mix(text, background, 0.36), grounds, TEXT_CONTRAST),
    primary: button,
    on_primary: textOn(button),
    link: readableOn(primary, grounds, TEXT_CONTRAST),
    accent,
    on_accent: textOn(accent),
    secondary: mix(primary, surface, mode === 'dark' ? 0.72 : 0.86),
    on_secondary: readableOn(primary, [mix(primary, surface, mode === 'dark' ? 0.72 : 0.86)], TEXT_CONTRAST),
    border: mix(text, surface, 0.86),
    border_strong: readableOn(mix(text, surface, 0.55), grounds, SHAPE_CONTRAST),
    focus: readableOn(primary, grounds, SHAPE_CONTRAST),
    success: readableOn(mode === 'dark' ? '#5ad18f' : '#1c7a46', grounds, TEXT_CONTRAST),
    danger: readableOn(mode === 'dark' ? '#ff8a80' : '#b3261e', grounds, TEXT_CONTRAST),
    ...artColors(seeds.art),
  }
}

/** Black or white, whichever reads better on it. */
export function textOn(ground: string): string {
  const [soft = 0, white = 0] = ['#141414', '#ffffff'].map(ink => wcagContrast(ground, ink))
  if (Math.max(soft, white) >= TEXT_CONTRAST) return white >= soft ? '#ffffff' : '#141414'
  return wcagContrast(ground, '#000000') > white ? '#000000' : '#ffffff'
}

/** The nearest colour of the same hue that reaches the contrast on every ground; lightness moves first. */
export function readableOn(color: string, grounds: readonly string[], contrast: number): string {
  const reaches = (candidate: string): boolean =>
    grounds.every(ground => wcagContrast(candidate, ground) >= contrast)
  const start = toOklch(color)
  if (reaches(toHex(color))) return toHex(color)
  for (let step = 0.01; step <= 1; step += 0.01) {
    const found = [start.l - step, start.l + step]
      .filter(l => l >= 0 && l <= 1)
      .map(l => fromOklch({ ...start, l }))
      .find(reaches)
    if (found) return found
  }
  return textOn(grounds[0] ?? '#ffffff')
}

/** A fill that stands out from its grounds and on which black or white can be read. */
export function fillFor(color: string, grounds: readonly string[]): string {
  const start = toOklch(color)
  const works = (candidate: string): boolean =>
    wcagContrast(candidate, textOn(candidate)) >= TEXT_CONTRAST &&
    grounds.every(ground => wcagContrast(candidate, ground) >= SHAPE_CONTRAST)
  if (works(toHex(color))) return toHex(color)
  for (let step = 0.01; step <= 1; step += 0.01) {
    const found = [start.l - step, start.l + step]
      .filter(l => l >= 0.08 && l <= 0.96)
      .map(l => fromOklch({ ...start, l }))
      .find(works)
    if (found) return found
  }
  return readableOn(color, grounds, TEXT_CONTRAST)
}

/** `share` of the way from the first colour to the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [toOklch(from), toOklch(to)]
  const hue = a.c < 0.01 ? b.h : b.c < 0.01 ? a.h : nearHue(a.h ?? 0, b.h ?? 0, share)
  return fromOklch({
    mode: 'oklch',
    l: a.l + (b.l - a.l) * share,
    c: a.c + (b.c - a.c) * share,
    ...(hue === undefined ? {} : { h: hue }),
  })
}

/** Lighter (above 0) or darker (below 0) by that much of OKLCH's lightness. */
export function shift(color: string, lightness: number): string {
  const from = toOklch(color)
  return fromOklch({ ...from, l: Math.min(1, Math.max(0, from.l + lightness)) })
}

export function toOklch(color: string): Oklch {
  return oklch(color) ?? { mode: 'oklch', l: 0.5, c: 0 }
}

export function fromOklch(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch')) ?? '#808080'
}

function artColors(art: readonly string[]): Palette {
  return Object.fromEntries(art.map((color, index) => [`art_${index}`, toHex(color)]))
}

function toHex(color: string): string {
  return formatHex(color) ?? '#808080'
}

function nearHue(a: number, b: number, share: number): number {
  const turn = ((b - a + 540) % 360) - 180
  return (a + turn * share + 360) % 360
}
