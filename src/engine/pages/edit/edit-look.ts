import type { DesignSystem, DesignTokens, PageBrief } from '../../../contracts/page.ts'
import type { PageColorRole, PageOperation } from '../../../contracts/page-operation.ts'
import {
  createDesignSystem,
  designFromTokens,
  fillFor,
  inMode,
  readableOn,
  textOn,
} from '../design-system/design-system.ts'
import { favouriteButton } from '../generate/blocks/parts.ts'
import { itemsOf } from './locate.ts'
import { applySplices, attributeOf, elementsOf, hasClass, isInside, spliceAttribute } from './page-tree.ts'
import { rebuild, toSpec } from './rebuild.ts'
import { ask, type Outcome, type Site, withHtml } from './site.ts'

type Operation<Kind extends PageOperation['kind']> = Extract<PageOperation, { kind: Kind }>

const TEXT_CONTRAST = 4.6
const SAID: Readonly<Record<PageColorRole, string>> = {
  primary: 'main colour',
  button: 'colour of buttons',
  accent: 'accent',
  background: 'background',
  text: 'colour of text',
}

/** One colour of the shared look; what is read on it or with it stays readable. */
export function setColor(site: Site, { role, value }: Operation<'set_color'>): Outcome {
  const { design } = site
  const before = design.tokens.colors[role] ?? design.tokens.colors.primary ?? ''
  const next = withColor(design, role, value)
  const after = next.tokens.colors[role] ?? ''
  if (next.css === design.css) return ask(`The ${SAID[role]} is ${after} already.`)
  const near = after === value ? '' : ` (${after}, the nearest to ${value} that can be read)`
  return {
    done: true,
    site: { ...site, design: next },
    said: `The ${SAID[role]} is ${value} now${near}.`,
    before,
    after,
  }
}

function withColor(design: DesignSystem, role: PageColorRole, color: string): DesignSystem {
  const { colors } = design.tokens
  const { background = '#ffffff', surface = '#ffffff' } = colors
  const grounds = [background, surface, colors.surface_raised ?? surface]
  const put = (more: DesignTokens['colors']): DesignSystem =>
    designFromTokens({ ...design, tokens: { ...design.tokens, colors: { ...colors, ...more } } })
  switch (role) {
    case 'background':
      return designFromTokens({ ...design, tokens: onGround(design, color) })
    case 'button': {
      const fill = fillFor(color, [background, surface])
      return put({ button: fill, on_button: textOn(fill) })
    }
    case 'accent':
      return put({ accent: color, on_accent: textOn(color), art_3: color })
    case 'text':
      return put({ text: readableOn(color, grounds, TEXT_CONTRAST) })
    case 'primary': {
      const fill = fillFor(color, [background, surface])
      return put({
        primary: fill,
        on_primary: textOn(fill),
        link: readableOn(color, grounds, TEXT_CONTRAST),
        art_1: color,
      })
    }
  }
}

/** Another background: everything that is read on it is made readable again. */
function onGround(design: DesignSystem, background: string): DesignTokens {
  const { colors } = design.tokens
  const surface = colors.surface ?? '#ffffff'
  const grounds = [background, surface, colors.surface_raised ?? surface]
  const readable = (role: string): string => readableOn(colors[role] ?? '#111111', grounds, TEXT_CONTRAST)
  const roles = ['text', 'text_secondary', 'text_muted', 'link', 'danger', 'success'] as const
  const repaired = Object.fromEntries(roles.map(role => [role, readable(role)]))
  return { ...design.tokens, colors: { ...colors, ...repaired, background } }
}

/** Light or dark, a style, corners, air: what is named changes, and colours that were chosen before stay. */
export function setTheme(site: Site, operation: Operation<'set_theme'>): Outcome {
  const { mode, style, radius, spacing, scale, shadow } = operation
  const measures = {
    ...(radius === undefined ? {} : { radius }),
    ...(spacing === undefined ? {} : { spacing }),
    ...(scale === undefined ? {} : { scale }),
    ...(shadow === undefined ? {} : { shadow }),
  }
  let design = site.design
  if (style !== undefined && style !== design.style) design = inStyle(site, style)
  if (mode !== undefined && mode !== design.mode) design = inMode(design, mode)
  if (Object.keys(measures).length > 0)
    design = designFromTokens({ ...design, tokens: { ...design.tokens, ...measures } })
  if (design.css === site.design.css) return ask('It looks like that already. What shall be different?')
  const { style: oldStyle, mode: oldMode } = site.design
  const said = [
    ...(style === undefined ? [] : [`The style is ${design.style} now.`]),
    ...(mode === undefined ? [] : [`The pages are ${design.mode} now.`]),
    ...Object.entries(measures).map(([name, value]) => `${MEASURES[name] ?? name}: ${String(value)}.`),
  ].join(' ')
  return {
    done: true,
    site: { ...site, design },
    said,
    before: `${oldStyle}, ${oldMode}`,
    after: `${design.style}, ${design.mode}`,
  }
}

const MEASURES: Readonly<Record<string, string>> = {
  radius: 'Corners',
  spacing: 'Space',
  scale: 'Sizes',
  shadow: 'Shadows',
}
const CHOSEN: readonly PageColorRole[] = ['background', 'primary', 'button', 'accent', 'text']

function inStyle(
  { design, brief }: Pick<Site, 'design' | 'brief'>,
  style: DesignSystem['style'],
): DesignSystem {
  const plain = (of: DesignSystem['style']): DesignSystem =>
    createDesignSystem({ brief: withoutLook(brief), style: of, mode: design.mode })
  const before = plain(design.style).tokens.colors
  return CHOSEN.reduce((next, role) => {
    const color = design.tokens.colors[role]
    return color === undefined || color === before[role] ? next : withColor(next, role, color)
  }, plain(style))
}

function withoutLook({ style: _style, mode: _mode, ...brief }: PageBrief): PageBrief {
  return brief
}

export function setCardSize(site: Site, { page: slug, size }: Operation<'set_card_size'>): Outcome {
  const next = withHtml(site, page => {
    if (slug !== undefined && page.slug !== slug) return page.html
    const lists = elementsOf(page.html).filter(
      element =>
        (hasClass(element, 'cards') || hasClass(element, 'rows')) &&
        hasClass(element, 'cards-large') === (size === 'normal'),
    )
    return applySplices(
      page.html,
      lists.flatMap(element => {
        const now = attributeOf(element, 'class') ?? ''
        return spliceAttribute(
          element,
          'class',
          size === 'large' ? `${now} cards-large` : now.replace(/\s?cards-large/, ''),
        )
      }),
    )
  })
  const isChanged = next.pages.some((page, index) => page.html !== site.pages[index]?.html)
  if (!isChanged)
    return ask(
      size === 'large'
        ? 'There are no cards that could be bigger here.'
        : 'The cards have their usual size already.',
    )
  return {
    done: true,
    site: next,
    said: `Cards are ${size === 'large' ? 'bigger' : 'their usual size'} now.`,
    before: '',
    after: size,
  }
}

/** A heart on each item; it is remembered on the visitor's device. */
export function addFavourites(site: Site, { page: slug }: Operation<'add_favourites'>): Outcome {
  const isShop =
    site.pages.some(({ role }) => role === 'catalog') && !site.pages.some(({ role }) => role === 'favourites')
  if (isShop && slug === undefined) {
    const brief = { ...site.brief, features: [...new Set([...site.brief.features, 'favourites'])] }
    const page = {
      slug: 'favourites',
      title: 'Favourites',
      purpose: 'What a visitor marked with a heart.',
      role: 'favourites',
    }
    const made = rebuild(site, { brief, pages: [...site.pages.map(toSpec), page] })
    const before = site.pages.find(({ role }) => role === 'catalog')?.html
    const isThere = made.pages.find(({ role }) => role === 'catalog')?.html !== before
    if (isThere)
      return {
        done: true,
        site: made,
        said: 'Items have a heart now, and there is a page “Favourites”; it is remembered on the device.',
        before: '',
        after: 'Favourites',
      }
  }
  let count = 0
  const next = withHtml(site, page => {
    if (slug !== undefined && page.slug !== slug) return page.html
    const elements = elementsOf(page.html)
    const has = (box: (typeof elements)[number]): boolean =>
      elements.some(one => attributeOf(one, 'data-favourite') !== undefined && isInside(one, box))
    const open = itemsOf(page.html).filter(
      ({ box }) => attributeOf(box, 'data-item') !== undefined && !has(box),
    )
    const splices = open.flatMap(({ box, name }) => {
      const picture = elements.find(one => hasClass(one, 'card-art') && isInside(one, box))
      const at = picture?.sourceCodeLocation?.endOffset
      return at === undefined
        ? []
        : [{ from: at, to: at, text: `\n${favouriteButton(attributeOf(box, 'data-item') ?? '', name).text}` }]
    })
    count += splices.length
    return applySplices(page.html, splices)
  })
  if (count === 0) return ask('There are no items without a heart here. Where shall favourites stand?')
  return {
    done: true,
    site: next,
    said: `${count} items have a heart now; it is remembered on the device.`,
    before: '',
    after: 'favourites',
  }
}
