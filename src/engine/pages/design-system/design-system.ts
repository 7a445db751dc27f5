import type { DesignSystem, ExtractedStyle, PageBrief, PageMode, PageStyle } from '../../../contracts/page.ts'
import { contentCss } from './css/content.ts'
import { controlsCss } from './css/controls.ts'
import { foundationCss } from './css/foundation.ts'
import { productsCss } from './css/products.ts'
import { shellCss } from './css/shell.ts'
import { type Look, looks } from './looks.ts'
import { makePalette, type Seeds } from './palette.ts'
import { seedsFromBrand, seedsFromImage } from './recolor.ts'
import { skins } from './skins/skins.ts'
import { chooseStyle } from './styles-for.ts'
import { variablesCss } from './variables.ts'

export interface DesignWish {
  readonly brief: PageBrief
  readonly style?: PageStyle
  readonly mode?: PageMode
  /** Most important first; they win over the brief's colours. */
  readonly brandColors?: readonly string[]
  readonly extracted?: ExtractedStyle
}

/**
 * The look of all pages of one product: a style's tokens, recoloured by brand or image, every text role at least 4.5 to
 * 1 against each ground it stands on (repaired in OKLCH), and the whole of `design-system.css`. No font, picture or
 * address outside of the file. Deterministic.
 */
export function createDesignSystem(wish: DesignWish): DesignSystem {
  const { brief, extracted } = wish
  const style = wish.style ?? brief.style ?? chooseStyle(brief, extracted)
  const look = findLook(style)
  const mode = wish.mode ?? brief.mode ?? extracted?.mode ?? look.usualMode
  const brand = wish.brandColors ?? (brief.colors.length > 0 ? brief.colors : undefined)
  const colors = makePalette(seedsFor(look, mode, { brand, extracted }), mode)
  return designFromTokens({ style, mode, tokens: { ...look.tokens, colors: { ...colors } } })
}

/** The same look with other tokens (a changed colour, radius or scale), its CSS made anew. */
export function designFromTokens({ style, mode, tokens }: Omit<DesignSystem, 'css'>): DesignSystem {
  const title = `/* ${style}, ${mode}. Change the values of :root; everything else follows. */\n`
  const parts = [foundationCss, shellCss, controlsCss, contentCss, productsCss, skins[style]]
  return { style, mode, tokens, css: `${title}${variablesCss(tokens, { style, mode })}${parts.join('')}` }
}

/** The same look in its other light: brand colours are kept, everything is made readable anew. */
export function inMode(design: DesignSystem, mode: PageMode): DesignSystem {
  if (design.mode === mode) return design
  const look = findLook(design.style)
  const own = makePalette(look.colors[design.mode], design.mode)
  const isBranded = own.primary !== design.tokens.colors.primary
  const brand = isBranded
    ? [design.tokens.colors.primary ?? '', design.tokens.colors.accent ?? '']
    : undefined
  const seeds = seedsFor(look, mode, { brand: brand?.filter(color => color !== '') })
  return designFromTokens({
    style: design.style,
    mode,
    tokens: { ...design.tokens, colors: { ...makePalette(seeds, mode) } },
  })
}

export { fillFor, readableOn, textOn } from './palette.ts'

interface Sources {
  readonly brand?: readonly string[] | undefined
  readonly extracted?: ExtractedStyle | undefined
}

function seedsFor(look: Look, mode: PageMode, { brand, extracted }: Sources): Seeds {
  const own = look.colors[mode]
  if (brand && brand.length > 0) return seedsFromBrand(own, brand, mode)
  return extracted ? seedsFromImage(own, extracted, mode) : own
}

function findLook(style: PageStyle): Look {
  const found = looks.find(look => look.style === style)
  if (!found) throw new Error(`There is no look called ${style}.`)
  return found
}
