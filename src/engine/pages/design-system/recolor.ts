import type { ExtractedStyle, PageMode } from '../../../contracts/page.ts'
import { fromOklch, mix, type Seeds, shift, toOklch } from './palette.ts'

/** A look's own grounds, tinted by the brand; its pictures in the brand's hues. */
export function seedsFromBrand(own: Seeds, brand: readonly string[], mode: PageMode): Seeds {
  const vivid = [...brand].filter(color => toOklch(color).c >= 0.03)
  const primary = vivid[0] ?? brand[0] ?? own.primary
  const accent = vivid.find(color => color !== primary) ?? apart(own.accent, primary)
  const tint = mode === 'dark' ? 0.06 : 0.05
  return {
    ...own,
    primary,
    accent,
    background: mix(own.background, primary, tint),
    text: mix(own.text, primary, 0.06),
    art: artOf({ primary, accent, other: own.art[4] ?? accent }, mode),
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
    art: artOf({ primary: colors.primary, accent: colors.accent, other: colors.secondary }, mode),
  }
}

interface Hues {
  readonly primary: string
  readonly accent: string
  readonly other: string
}

function artOf({ primary, accent, other }: Hues, mode: PageMode): readonly string[] {
  const pale = toOklch(primary)
  const isDark = mode === 'dark'
  const ground = fromOklch({ ...pale, l: isDark ? 0.27 : 0.91, c: Math.min(pale.c, 0.045) })
  const deep = fromOklch({ ...pale, l: isDark ? 0.9 : 0.3, c: Math.min(pale.c, 0.06) })
  return [ground, shift(primary, 0.04), deep, accent, other]
}

/** A look's own second colour, turned away where it is nearly the brand's. */
function apart(accent: string, primary: string): string {
  const [own, brand] = [toOklch(accent), toOklch(primary)]
  const between = Math.abs((((own.h ?? 0) - (brand.h ?? 0) + 540) % 360) - 180)
  if (own.c < 0.03 || between > 35) return accent
  return fromOklch({
    ...own,
    l: Math.min(0.82, Math.max(0.55, own.l + 0.12)),
    c: own.c * 0.8,
    h: ((own.h ?? 0) + 45) % 360,
  })
}
