import type { ExtractedStyle, HexColor } from '../../../contracts/page.ts'
import { contrastRatio, nearestReadable } from './contrast.ts'
import { differenceOf, fromHex, lightnessOf, type Oklab, toHex } from './oklab.ts'
import { type ImageRefusal, readPixels } from './pixels.ts'
import { type PaletteColor, quantize } from './quantize.ts'

export type { ImageRefusal } from './pixels.ts'

export type StyleExtraction =
  | { readonly kind: 'extracted'; readonly style: ExtractedStyle }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal }

const MAX_COLORS = 8

/**
 * Reads palette and look from a picture: PNG, JPEG or WebP, as bytes or as a data URL. Addresses are not fetched here:
 * whoever calls fetches them through the guarded `http_get`. The palette's shares are of the whole picture, most
 * frequent first. Too large, broken or unknown pictures are refused with what to do, before anything is decoded.
 */
export async function extractStyle(source: Uint8Array | string): Promise<StyleExtraction> {
  const read = await readPixels(source)
  if (read.kind === 'refused') return read
  const colors = quantize(read.pixels, MAX_COLORS)
  return { kind: 'extracted', style: styleFrom(colors) }
}

function styleFrom(colors: readonly PaletteColor[]): ExtractedStyle {
  const palette = colors.map(({ lab, share }) => ({
    color: toHex(lab),
    share: Math.round(share * 10_000) / 10_000,
  }))
  const [first] = colors
  const background = first?.lab ?? fromHex('#ffffff')
  const isDark = lightnessOf(background) < 0.5
  const others = colors.slice(1)
  const vivid = others
    .filter(({ lab }) => chroma(lab) > 0.04)
    .sort((one, other) => weight(other) - weight(one))
  const primary = vivid[0]?.lab ?? strongest(others, background) ?? fromHex(isDark ? '#8ab4f8' : '#2563eb')
  const accent = vivid.find(({ lab }) => differenceOf(lab, primary) > 0.12)?.lab ?? primary
  const secondary =
    others.find(({ lab }) => ![primary, accent].some(used => differenceOf(lab, used) < 0.08))?.lab ?? accent
  const text = strongestText(others, background)
  const surface =
    others.find(({ lab }) => isSurface(lab, background))?.lab ?? shade(background, isDark ? 0.05 : -0.03)
  const grey = (least: number): HexColor =>
    nearestReadable({ color: text, background, least, towards: background })
  return {
    palette,
    colors: {
      primary: toHex(primary),
      secondary: toHex(secondary),
      accent: toHex(accent),
      background: toHex(background),
      surface: toHex(surface),
      text: { primary: toHex(text), secondary: grey(7), muted: grey(4.6) },
    },
    mode: isDark ? 'dark' : 'light',
    style: moodOf(colors, background),
    // A picture's colours say nothing about letters, corners and distances: these are the plain ones.
    typography: { font_family: 'system-ui, sans-serif', scale: 'normal' },
    radius: 'medium',
    spacing: 'normal',
    shadow: isDark ? 'none' : 'subtle',
  }
}

/** Vivid and frequent together: a large pale area counts less than a smaller strong one. */
function weight({ lab, share }: PaletteColor): number {
  return chroma(lab) * Math.sqrt(share)
}

function chroma({ a, b }: Oklab): number {
  return Math.hypot(a, b)
}

function strongest(colors: readonly PaletteColor[], background: Oklab): Oklab | undefined {
  return [...colors].sort(
    (one, other) => differenceOf(other.lab, background) - differenceOf(one.lab, background),
  )[0]?.lab
}

/** The palette's own text colour when it can be read; else black or white, whichever can. */
function strongestText(colors: readonly PaletteColor[], background: Oklab): Oklab {
  const own = colors
    .map(({ lab }) => ({ lab, ratio: contrastRatio(lab, background) - chroma(lab) * 10 }))
    .filter(({ lab }) => contrastRatio(lab, background) >= 4.5)
    .sort((one, other) => other.ratio - one.ratio)[0]
  if (own !== undefined) return own.lab
  const dark = fromHex('#111827')
  const light = fromHex('#f9fafb')
  return contrastRatio(dark, background) >= contrastRatio(light, background) ? dark : light
}

function isSurface(lab: Oklab, background: Oklab): boolean {
  const away = differenceOf(lab, background)
  return away > 0.01 && away < 0.12
}

function shade(lab: Oklab, by: number): Oklab {
  return { ...lab, l: Math.max(0, Math.min(1, lab.l + by)) }
}

function moodOf(colors: readonly PaletteColor[], background: Oklab): ExtractedStyle['style'] {
  const vividShare = colors.reduce((sum, { lab, share }) => sum + (chroma(lab) > 0.1 ? share : 0), 0)
  const hues = new Set(
    colors
      .filter(({ lab }) => chroma(lab) > 0.08)
      .map(({ lab }) => Math.round(Math.atan2(lab.b, lab.a) / 0.8)),
  )
  if (hues.size >= 4) return 'playful'
  if (lightnessOf(background) < 0.4 && vividShare > 0.05) return 'bold'
  if (vividShare < 0.03) return 'minimal'
  return colors.some(({ lab }) => lab.b > 0.03 && chroma(lab) < 0.08 && lab.l < 0.7) ? 'classic' : 'modern'
}
