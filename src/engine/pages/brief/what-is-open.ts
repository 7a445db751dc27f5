import type { BriefItem, PageBrief } from '../../../contracts/page.ts'

/** Above this many words, with a name or content, a brief is told and not asked about. */
const DETAILED_WORDS = 40

/** Ids of the questions that are worth asking: three to five for a vague brief, none or one for a told one. */
export function whatIsMissing(brief: PageBrief): readonly string[] {
  const open = openIds(brief)
  const counted = brief.facts.page_count !== undefined && brief.page_list.length === 0 ? ['pages'] : []
  return isTold(brief) ? counted : open.slice(0, MAX_QUESTIONS)
}

const MAX_QUESTIONS = 5

/** What the pages cannot show, in words for a person: what nobody said yet and what fits no entry surely. */
export function whatIsOpen(brief: PageBrief): readonly string[] {
  const wanted = brief.features.flatMap(feature => {
    const fact = NEEDED[feature]
    return fact !== undefined && !fact.isTold(brief) ? [fact.words] : []
  })
  const listOf = ({ page, category }: BriefItem): string => `${page ?? ''}|${category ?? ''}`
  const priced = new Set(brief.items.filter(({ price }) => price !== undefined).map(listOf))
  const unpriced = brief.items
    .filter(item => item.price === undefined && priced.has(listOf(item)))
    .map(({ name }) => `the price of “${name}”`)
  return [
    ...(brief.name === undefined ? ['what it is called'] : []),
    ...(needsItems(brief) && brief.items.length === 0
      ? [WHAT_ITEMS[brief.product_type] ?? 'what is on it']
      : []),
    ...(brief.facts.page_count !== undefined && brief.page_list.length === 0
      ? [`which ${brief.facts.page_count} it has`]
      : []),
    ...wanted,
    ...unpriced.slice(0, 5),
    ...(brief.currency === undefined && priced.size > 0 ? ['the currency of the prices'] : []),
    ...brief.not_placed.map(words => `“${words}”`),
  ]
}

const NEEDED: Readonly<
  Record<string, { readonly words: string; readonly isTold: (brief: PageBrief) => boolean }>
> = {
  'opening hours': { words: 'the opening hours', isTold: ({ facts }) => facts.hours !== undefined },
  pricing: { words: 'the prices', isTold: ({ items }) => items.some(({ price }) => price !== undefined) },
  reviews: {
    words: 'the words of the reviews',
    isTold: ({ statements }) => statements.some(({ label }) => /review|said|testimonial/i.test(label ?? '')),
  },
  faq: {
    words: 'the questions and their answers',
    isTold: ({ statements }) => statements.some(({ value }) => value.includes('?')),
  },
}

const WHAT_ITEMS: Readonly<Record<string, string>> = {
  ecommerce: 'what is sold, and at which prices',
  booking: 'what can be booked, how long it takes and what it costs',
  travel: 'the stops of the trip',
  manual: 'the chapters',
  kanban: 'the first tasks',
  dashboard: 'which figures it shows',
}

function needsItems({ product_type: type }: PageBrief): boolean {
  return type in WHAT_ITEMS
}

/** Enough was said to begin: things, pages or facts, or a look with a part of them. */
function isTold(brief: PageBrief): boolean {
  const { items, page_list: pages, statements, columns, colors } = brief
  const words = brief.text.split(/\s+/).length
  const content = items.length + pages.length + statements.length + columns.length
  const hasLook = brief.style !== undefined || brief.mode !== undefined || colors.length > 0
  const isPlanned = brief.facts.page_count !== undefined || brief.facts.days !== undefined
  return content >= 2 || (words >= DETAILED_WORDS && content > 0) || (hasLook && (content > 0 || isPlanned))
}

function openIds(brief: PageBrief): readonly string[] {
  const { product_type: product, facts } = brief
  const hasPlaceName = product === 'travel' && facts.destination !== undefined
  const isNamed = brief.name !== undefined || facts.like !== undefined || hasPlaceName
  const isPlace = product === 'ecommerce' || product === 'booking' || product === 'landing'
  return [
    product === 'unknown' && 'product_type',
    !isNamed && 'name',
    brief.items.length === 0 && 'items',
    product === 'kanban' && brief.columns.length === 0 && 'columns',
    isPlace && facts.hours === undefined && facts.place === undefined && 'hours',
    product === 'unknown' && 'audience',
    brief.style === undefined && brief.colors.length === 0 && brief.mode === undefined && 'style',
    (product === 'unknown' || facts.page_count !== undefined) && brief.page_list.length === 0 && 'pages',
  ].filter(id => id !== false)
}
