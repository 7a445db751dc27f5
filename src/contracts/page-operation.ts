import { z } from 'zod'
import { PageSlug } from './chat.ts'
import { HexColor, PageMode, PageStyle } from './page.ts'

const words = z.string().min(1).max(2000)
const name = z.string().min(1).max(200)

/** Where something moves within its own list. */
export const PagePlace = z.object({
  at: z.enum(['first', 'last', 'before', 'after', 'up', 'down']),
  /** Name of what it goes before or after. */
  other: name.optional(),
})
export type PagePlace = z.infer<typeof PagePlace>

/** Roles of the shared look that a colour can be given to. */
export const PageColorRole = z.enum(['primary', 'button', 'accent', 'background', 'text'])
export type PageColorRole = z.infer<typeof PageColorRole>

/** An element of a page by its place: the how-many-th element in the order of the source, from 0. */
const element = z.int().min(0).max(100_000)

/**
 * One change of the pages of a session, on a named target. What a target does not name surely is asked about; nothing
 * else on any page changes. `page` is a slug; an item without one is changed wherever it stands.
 */
export const PageOperation = z.discriminatedUnion('kind', [
  /** By `element`, by the `words` that stand there now, or by the `part` of the page. */
  z.object({
    kind: z.literal('set_text'),
    page: PageSlug.optional(),
    element: element.optional(),
    words: words.optional(),
    part: z.enum(['heading', 'lead', 'button', 'hours', 'place', 'phone', 'email']).optional(),
    value: words,
  }),
  z.object({
    kind: z.literal('set_price'),
    page: PageSlug.optional(),
    item: name,
    value: z.string().min(1).max(80),
  }),
  /** Of the prices that stand as bare numbers. */
  z.object({
    kind: z.literal('set_currency'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'a currency is written as its ISO 4217 code, such as `EUR`'),
  }),
  z.object({ kind: z.literal('set_link'), page: PageSlug, element, value: z.string().min(1).max(500) }),
  /** `value` says what the picture shows: “croissant”. */
  z.object({
    kind: z.literal('set_picture'),
    page: PageSlug.optional(),
    element: element.optional(),
    item: name.optional(),
    value: z.string().min(1).max(100),
  }),
  z.object({ kind: z.literal('set_color'), role: PageColorRole, value: HexColor }),
  z.object({
    kind: z.literal('set_theme'),
    mode: PageMode.optional(),
    style: PageStyle.optional(),
    radius: z.enum(['none', 'small', 'medium', 'large', 'full']).optional(),
    spacing: z.enum(['compact', 'normal', 'airy']).optional(),
    scale: z.enum(['compact', 'normal', 'spacious']).optional(),
    shadow: z.enum(['none', 'subtle', 'medium', 'strong']).optional(),
  }),
  /** `texts`: the words that stand on the pages now and those that shall; a text without an entry is asked for. */
  z.object({
    kind: z.literal('set_language'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'a language is written as in `de` or `pt-BR`'),
    texts: z.array(z.object({ words, value: words })).max(1000),
  }),
  z.object({
    kind: z.literal('set_card_size'),
    page: PageSlug.optional(),
    size: z.enum(['normal', 'large']),
  }),
  z.object({
    kind: z.literal('add_item'),
    page: PageSlug.optional(),
    name,
    price: z.string().max(80).optional(),
    description: z.string().max(500).optional(),
    group: z.string().max(80).optional(),
  }),
  z.object({ kind: z.literal('remove_item'), page: PageSlug.optional(), item: name }),
  z.object({ kind: z.literal('rename_item'), page: PageSlug.optional(), item: name, value: name }),
  z.object({ kind: z.literal('move_item'), page: PageSlug.optional(), item: name, place: PagePlace }),
  z.object({
    kind: z.literal('add_section'),
    page: PageSlug,
    title: name,
    text: words.optional(),
    place: PagePlace.optional(),
  }),
  z.object({ kind: z.literal('remove_section'), page: PageSlug, section: name }),
  z.object({ kind: z.literal('rename_section'), page: PageSlug, section: name, value: name }),
  z.object({ kind: z.literal('move_section'), page: PageSlug, section: name, place: PagePlace }),
  z.object({ kind: z.literal('add_page'), title: z.string().min(1).max(80), text: words.optional() }),
  z.object({ kind: z.literal('remove_page'), page: PageSlug }),
  z.object({ kind: z.literal('rename_page'), page: PageSlug, value: z.string().min(1).max(80) }),
  z.object({ kind: z.literal('move_page'), page: PageSlug, place: PagePlace }),
  z.object({ kind: z.literal('rename_product'), value: z.string().min(1).max(80) }),
  z.object({ kind: z.literal('add_favourites'), page: PageSlug.optional() }),
])
export type PageOperation = z.infer<typeof PageOperation>

/** What one operation did: in words, and what stood there before and stands there now. */
export const AppliedOperation = z.object({
  operation: PageOperation,
  said: z.string(),
  before: z.string(),
  after: z.string(),
  /** Slugs of the pages that changed; all of them where the shared look did. */
  pages: z.array(PageSlug),
})
export type AppliedOperation = z.infer<typeof AppliedOperation>

/** What came of a change of pages: what was done, what has to be asked before more is, what was not understood. */
export const PagesChanged = z.object({
  applied: z.array(AppliedOperation),
  asked: z.array(
    z.object({
      said: z.string(),
      ask: z.string(),
      options: z.array(z.string()).optional(),
      needs: z.enum(['page', 'text']).optional(),
      /** What a yes does. */
      operation: PageOperation.optional(),
    }),
  ),
  not_understood: z.array(z.string()),
  affected_pages: z.array(PageSlug),
})
export type PagesChanged = z.infer<typeof PagesChanged>
