import { shownText } from '../generate/complete-page.ts'
import { itemsOf, sectionsOf } from './locate.ts'
import type { Site } from './site.ts'

/** What a session's pages hold, by name, for whoever proposes operations on them. */
export interface SiteOutline {
  readonly name?: string
  readonly pages: readonly {
    readonly slug: string
    readonly title: string
    readonly sections: readonly string[]
    readonly items: readonly { readonly name: string; readonly price?: string }[]
    readonly text: string
  }[]
  readonly columns: readonly string[]
  readonly colors: Readonly<Record<string, string>>
}

const MAX_TEXT = 1500

/** Names and texts of a site in few words. Pure. */
export function outlineOf({ brief, pages, design }: Site): SiteOutline {
  const { primary = '', button = '', accent = '', background = '', text = '' } = design.tokens.colors
  return {
    ...(brief.name === undefined ? {} : { name: brief.name }),
    pages: pages.map(({ slug, title, html }) => ({
      slug,
      title,
      sections: sectionsOf(html)
        .map(section => section.title || section.region)
        .filter(section => section !== ''),
      items: itemsOf(html).map(({ name, price }) => ({ name, ...(price ? { price: price.text } : {}) })),
      text: shownText(html).slice(0, MAX_TEXT),
    })),
    columns: brief.columns,
    colors: { primary, button, accent, background, text },
  }
}
