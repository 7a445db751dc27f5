import { cut } from './clean-text.ts'

/** Hints about the product itself, beside what has to stand on its pages. */
const HINTS: readonly (readonly [name: string, words: RegExp])[] = [
  [
    'destination',
    /\b(?:trip|journey|travel(?:ling)?|itinerary|holiday|vacation|weekend|days?|weeks?|honeymoon|getaway|guide)\s+(?:to|in|through|around|for|across)\s+((?:the\s+)?[A-Z][\p{L}'’-]+(?:(?:\s+|\s*,\s*|\s+and\s+)[A-Z][\p{L}'’-]+){0,3})/u,
  ],
  ['days', /\b(\d{1,2})[ -]?(?:days?|nights?)\b/i],
  [
    'person',
    /\b(?:i am|i'm|my name is|card for)\s+((?:Dr\.?\s+)?[A-Z][\p{L}'’-]+(?:\s+[A-Z][\p{L}'’.-]+){0,3})/iu,
  ],
  [
    'role',
    /\b(?:i work as|i am|i'm|,)\s+(?:an?|the)\s+([\p{L}][\p{L} /&-]{2,50}?)(?=\s+(?:at|in|from|with|based|for|who)\b|[.,;\n]|$)/iu,
  ],
  ['company', /\b(?:work(?:ing)? (?:at|for)|company:)\s+([A-Z][\p{L}\p{N}&'’ -]{1,40}?)(?=[.,;\n]|$)/u],
  ['page_count', /\b(\d{1,2}|two|three|four|five|six|seven|eight)[- ](?:pages?|screens)\b/i],
]

/** What the words say of the product by the way; the first of each. */
export function readHints(text: string): Readonly<Record<string, string>> {
  const hints = HINTS.flatMap(([name, words]) => {
    const value = words
      .exec(text)
      ?.slice(1)
      .find(group => group !== undefined)
    return value === undefined
      ? []
      : [[name, cut(value.replace(/\s+/g, ' ').replace(/[.,;\s]+$/, ''), 120)] as const]
  })
  return Object.fromEntries(hints)
}

const FEATURES: readonly (readonly [feature: string, words: RegExp])[] = [
  ['favourites', /\bfavou?rit\w*|\bwish ?list|\bsave for later|\bwatch ?list/i],
  ['search', /\bsearch\w*/i],
  ['delivery', /\bdeliver\w*/i],
  ['pickup', /\bpick[- ]?up|\bcollect\w*/i],
  ['reviews', /\breviews?|\bratings?|\btestimonials?/i],
  ['newsletter', /\bnewsletter|\bmailing list/i],
  ['opening hours', /\bopening hours|\bopening times/i],
  ['gallery', /\bgaller\w+|\bphotos? of|\blookbook/i],
  ['countdown', /\bcount ?down/i],
  ['rsvp', /\brsvp/i],
  ['map', /\bmap\b|\bdirections\b/i],
  ['contact form', /\bcontact (?:form|page|us)/i],
  ['faq', /\bfaq\b|\bfrequently asked/i],
  ['pricing', /\bpricing|\bplans? and prices/i],
  ['filters', /\bfilters?\b/i],
  ['checklist', /\bcheck ?list|\bpacking list/i],
  ['dark mode', /\bdark (?:mode|theme)/i],
]

export function readFeatures(text: string): readonly string[] {
  const known = FEATURES.filter(([, words]) => words.test(text)).map(([feature]) => feature)
  const told = /\b(?:features?|with features)\s*(?::|are|like|such as)\s*([^\n.]{4,400})/i.exec(text)?.[1]
  const own =
    told
      ?.split(/\s*[,;]\s*|\s+and\s+/)
      .map(part => cut(part, 80))
      .filter(part => part.length > 2) ?? []
  return [...new Set([...known, ...own])].slice(0, 40)
}

/** Further pages that the words mention by the way: “a contact page”, “a page for the team”. */
export function readWantedPages(text: string): readonly string[] {
  const single = [
    ...text.matchAll(
      /\b(?:an?|the)\s+(about|contact|faq|gallery|favou?rites|story|team)\s+(?:page|screen|section)\b/gi,
    ),
  ].map(([, page = '']) => page)
  return [...new Set(single)].slice(0, 20)
}

export function readAudience(text: string): string | undefined {
  const told =
    /\b(?:audience|target(?:ed)?(?: group| audience)?(?: is|:| at)?|aimed at|made for|meant for)\s*:?\s+([^\n.,;]{3,100})/i.exec(
      text,
    )?.[1] ??
    /\bfor\s+((?:(?:our|my|young|busy|local|new|small|older?|first-time|professional|remote)\s+)?(?:customers|students|families|parents|kids|children|teens?|teams?|guests|beginners|professionals|developers|travell?ers|friends|neighbou?rs|locals|employees|clients|users|office workers|commuters|runners|freelancers|couples)[^\n.,;]{0,60})/i.exec(
      text,
    )?.[1]
  return told && cut(told, 120)
}
