import type { ExtractedStyle, PageMode } from '../../../contracts/page.ts'
import { fromOklch, mix, type Seeds, shift, toOklch } from './palette.ts'

/** A look's own grounds, tinted by the brand; its pictures in the brand's hues. */
export function seedsFromBrand(own: Seeds, brand: readonly string[], mode: PageMode): Seeds {
  const vivid = [...brand].filter(color => toOklch(color).c >= 0.03)
  const primary = vivid[0] ?? brand[0] ?? own.primary
  const accent = vivid.find(color => color !== primary) ?? turn(primary, 40)
  const tint = mode === 'dark' ? 0.06 : 0.05
  return {
    ...own,
    primary,
    accent,
    background: mix(own.background, primary, tint),
    text: mix(own.text, primary, 0.06),
    art: artOf(primary, accent, mode),
  }
}

/** An image gives the whole palette; its own grounds are taken when they suit the mode. */
export function seedsFromImage(
  own: Seeds,
  { colors, mode: imageMode }: ExtractedStyle,
  mode: PageMode,
): Seeds {
  const fits = imageMode === mode
  return {
    primary: colors.primary,
    accent: colors.accent,
    background: fits ? colors.background : mix(own.background, colors.primary, 0.06),
    surface: fits ? colors.surface : own.surface,
    text: fits ? colors.text.primary : own.text,
    art: artOf(colors.primary, colors.accent, mode),
  }
}

function artOf(primary: string, accent: string, mode: PageMode): readonly string[] {
  const pale = toOklch(primary)
  const ground = fromOklch({
    ...pale,
    l: mode === 'dark' ? 0.27 : 0.91,
    c: Math.min(pale.c, mode === 'dark' ? 0.05 : 0.045),
  })
  const deep = fromOklch({ ...pale, l: mode === 'dark' ? 0.9 : 0.3, c: Math.min(pale.c, 0.06) })
  return [ground, shift(primary, 0.04), deep, accent, turn(accent, 60)]
}

function turn(color: string, degrees: number): string {
  const from = toOklch(color)
  return fromOklch({ ...from, l: Math.min(0.78, Math.max(0.5, from.l)), h: ((from.h ?? 0) + degrees) % 360 })
}
