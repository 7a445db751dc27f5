import { z } from 'zod'
import {
  BriefFactKind,
  BriefItem,
  HexColor,
  type PageBrief,
  PageMode,
  PageStyle,
  ProductType,
} from '../../../contracts/page.ts'
import { readBrief } from './brief.ts'
import { cleanText, cut } from './clean-text.ts'
import { priceOf } from './money.ts'

const quote = z.string().min(1).max(600)

/** The brief as a language model fills it: each entry with the person's words that it rests on. */
export const ModelBrief = z.object({
  product_type: ProductType,
  language: z.string().max(20),
  name: z.object({ value: z.string().min(1).max(120), quote }).optional(),
  tagline: z.object({ value: z.string().min(1).max(300), quote }).optional(),
  audience: z.string().max(300).optional(),
  /** As the person listed them; without a quote it is the model's suggestion. */
  pages: z
    .array(
      z.object({ title: z.string().min(1).max(80), purpose: z.string().max(600), quote: quote.optional() }),
    )
    .max(12),
  items: z.array(BriefItem.omit({ price: true }).extend({ quote })).max(60),
  statements: z
    .array(
      z.object({
        kind: BriefFactKind,
        value: z.string().min(1).max(1000),
        label: z.string().max(80).optional(),
        page: z.string().max(120).optional(),
        quote,
      }),
    )
    .max(120),
  columns: z.array(z.object({ name: z.string().min(1).max(60), quote })).max(12),
  exclusions: z.array(quote).max(20),
  colors: z.array(HexColor).max(8),
  style: PageStyle.optional(),
  mode: PageMode.optional(),
  currency: z.string().max(8).optional(),
  not_placed: z.array(z.string().min(1).max(500)).max(60),
})
export type ModelBrief = z.infer<typeof ModelBrief>

/** A brief that the words bear out, and what of the model's they do not. */
export interface VerifiedBrief {
  readonly brief: PageBrief
  /** Entries that were left out, with the reason, in words that the model can act on. */
  readonly faults: readonly string[]
}

/**
 * Checks a model's brief against the words: each quote stands in them, each figure and name stands in its quote, texts
 * stand word for word. What fails is left out and named; what the rules are certain of and the model passed over is kept
 * under `not_placed`. Pure.
 */
export function verifyBrief(text: string, told: ModelBrief): VerifiedBrief {
  const words = cleanText(text)
  const said = comparable(words)
  const faults: string[] = []
  const keep = <Entry extends { readonly quote?: string | undefined }>(
    entries: readonly Entry[],
    shown: (entry: Entry) => readonly string[],
  ): Entry[] =>
    entries.filter(entry => {
      const fault = faultOf(entry.quote ?? '', shown(entry), said)
      if (fault !== undefined) faults.push(fault)
      return fault === undefined
    })
  const items = keep(told.items, ({ name, price_text: price }) => [name, ...(price ? [price] : [])])
  const statements = keep(told.statements, ({ value }) => [value])
  const columns = keep(told.columns, ({ name }) => [name])
  const listed = keep(
    told.pages.filter(page => page.quote !== undefined),
    ({ title }) => [title],
  )
  const suggested = told.pages.filter(page => page.quote === undefined)
  if (listed.length > 0 && suggested.length > 0)
    faults.push(
      `The person listed the pages; ${suggested.map(({ title }) => title).join(', ')} are not among them.`,
    )
  const [name] = told.name ? keep([told.name], ({ value }) => [value]) : []
  const [tagline] = told.tagline ? keep([told.tagline], ({ value }) => [value]) : []
  const rules = readBrief(text)
  const { tagline: _tagline, name: _name, style: _style, mode: _mode, ...base } = rules
  const pages = listed.length > 0 ? listed : suggested
  const brief: PageBrief = {
    ...base,
    product_type: told.product_type,
    confidence: 1,
    language: told.language || rules.language,
    ...(name ? { name: name.value } : {}),
    ...(tagline ? { tagline: tagline.value } : {}),
    ...(told.audience === undefined ? {} : { audience: told.audience }),
    items: items.map(item => ({ ...item, ...priceOf(item.price_text) })),
    statements,
    columns: columns.map(column => column.name),
    page_list: pages.map(({ title, purpose }) => ({ title, purpose })),
    wanted_pages: [],
    exclusions: told.exclusions.filter(excluded => said.includes(comparable(excluded))),
    colors: told.colors,
    ...(told.style === undefined ? {} : { style: told.style }),
    ...(told.mode === undefined ? {} : { mode: told.mode }),
    ...(told.currency === undefined ? {} : { currency: told.currency }),
    not_placed: [],
    read_by: 'model',
  }
  return {
    brief: { ...brief, not_placed: [...leftOver(brief, rules, told.not_placed)], missing: [] },
    faults,
  }
}

function faultOf(quoted: string, shown: readonly string[], said: string): string | undefined {
  const words = comparable(quoted)
  if (words === '' || !said.includes(words)) return `“${cut(quoted, 120)}” is not in the person's words.`
  const strange = shown.find(text => !words.includes(comparable(text)))
  return strange === undefined
    ? undefined
    : `“${cut(strange, 120)}” is not in its quote “${cut(quoted, 120)}”: write it word for word.`
}

/** What the rules are certain of and no entry holds, and what the model itself could not place. */
function leftOver(brief: PageBrief, rules: PageBrief, own: readonly string[]): readonly string[] {
  const placed = comparable(
    JSON.stringify([
      brief.name,
      brief.tagline,
      brief.items,
      brief.statements,
      brief.columns,
      brief.page_list,
      brief.exclusions,
    ]),
  )
  const isLost = (text: string): boolean => !placed.includes(comparable(text).replaceAll('"', ''))
  const certain = [
    ...rules.items
      .filter(item => item.price_text !== undefined && isLost(item.name))
      .map(item => item.quote ?? item.name),
    ...rules.statements
      .filter(({ kind, value }) => kind !== 'text' && kind !== 'person' && isLost(value))
      .map(({ value }) => value),
  ]
  return [...new Set([...own, ...certain])].slice(0, 60)
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[“”„«»]/g, '"')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
