import { cut } from './clean-text.ts'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const DATE = new RegExp(
  String.raw`\b((?:${WEEKDAY},?\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH}|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?)(?:,?\s+\d{4})?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:next|this)\s+${WEEKDAY}|${WEEKDAY})\b`,
  'i',
)

const FACTS: readonly (readonly [name: string, words: RegExp])[] = [
  ['email', /\b([\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+)\b/],
  ['phone', /(?:phone|tel\.?|call|mobile|whatsapp)[:\s]*(\+?\d[\d\s()/-]{5,20}\d)|(\+\d[\d\s()-]{7,20}\d)/i],
  [
    'website',
    /\b(?:website|site|web|portfolio)[:\s]+((?:https?:\/\/)?(?:www\.)?[\w-]+(?:\.[\w-]+)+[\w/-]*)/i,
  ],
  ['date', DATE],
  [
    'time',
    /\b(?:at|from|starts?(?: at)?|@)\s+(\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|h|o'clock)|\d{1,2}:\d{2}|noon|midnight)\b/i,
  ],
  [
    'hours',
    /\b(?:open(?:ing hours)?|hours)(?:\s+(?:are|is|from))?\s*:?\s+([^\n;]{3,80}?\d[^\n;.]{0,40})(?:[.;\n]|$)/i,
  ],
  [
    'destination',
    /\b(?:trip|journey|travel(?:ling)?|itinerary|holiday|vacation|weekend|days?|weeks?|honeymoon|getaway|guide)\s+(?:to|in|through|around|for|across)\s+((?:the\s+)?[A-Z][\p{L}'’-]+(?:(?:\s+|\s*,\s*|\s+and\s+)[A-Z][\p{L}'’-]+){0,3})/u,
  ],
  ['days', /\b(\d{1,2})[ -]?(?:days?|nights?)\b/i],
  [
    'place',
    /\b(?:at|in|venue(?: is|:)?|location:?|address:?|where:)\s+(?!\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|h\b))((?:the\s+|our\s+)?[A-Z0-9][\p{L}\p{N}'’&.-]*(?:\s+(?:[A-Z0-9][\p{L}\p{N}'’&.-]*|of|the|de|la)){0,5})/u,
  ],
  [
    'hosts',
    /\b(?:wedding of|hosted by|hosts?:|(?:party|invitation) (?:by|from))\s+([A-Z][\p{L}'’-]+(?:\s+(?:&|and|[A-Z][\p{L}'’-]+)){0,4})/u,
  ],
  ['hosts', /\b([A-Z][\p{L}'’-]+\s+(?:&|and)\s+[A-Z][\p{L}'’-]+)['’]s?\s+wedding\b/u],
  [
    'person',
    /\b(?:i am|i'm|my name is|card for|name:)\s+((?:Dr\.?\s+)?[A-Z][\p{L}'’-]+(?:\s+[A-Z][\p{L}'’.-]+){0,3})/iu,
  ],
  [
    'role',
    /\b(?:i work as|i am|i'm|,)\s+(?:an?|the)\s+([\p{L}][\p{L} /&-]{2,50}?)(?=\s+(?:at|in|from|with|based|for|who)\b|[.,;\n]|$)/iu,
  ],
  ['company', /\b(?:work(?:ing)? (?:at|for)|company:)\s+([A-Z][\p{L}\p{N}&'’ -]{1,40}?)(?=[.,;\n]|$)/u],
  ['dress_code', /\bdress(?:\s?code)?(?: is|:)?\s+([\p{L}][\p{L} -]{2,40})/iu],
  ['page_count', /\b(\d{1,2}|two|three|four|five|six|seven|eight)[- ](?:pages?|screens)\b/i],
]

/** What the words say by name: contact, date and place, destination, hosts, …; the first of each. */
export function readFacts(text: string): Readonly<Record<string, string>> {
  const facts: Record<string, string> = {}
  for (const [name, words] of FACTS) {
    if (facts[name] !== undefined) continue
    const found = words.exec(text)
    const value = found?.slice(1).find(group => group !== undefined)
    if (value !== undefined) facts[name] = cut(value.replace(/\s+/g, ' ').replace(/[.,;\s]+$/, ''), 120)
  }
  return facts
}

const FEATURES: readonly (readonly [feature: string, words: RegExp])[] = [
  ['favourites', /\bfavou?rit\w*|\bwish ?list|\bsave for later|\bwatch ?list/i],
  ['search', /\bsearch\w*/i],
  ['delivery', /\bdeliver\w*/i],
  ['pickup', /\bpick[- ]?up|\bcollect\w*/i],
  ['reviews', /\breviews?|\bratings?|\btestimonials?/i],
  ['newsletter', /\bnewsletter|\bmailing list/i],
  ['opening hours', /\bopening hours|\bopening times|\bopen (?:from|mon|daily)/i],
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

export function readWantedPages(text: string): readonly string[] {
  const told = /\bpages\s*(?::|\(|are|should be|for|called)\s*([^\n.)]{3,300})/i.exec(text)?.[1]
  const listed =
    told?.split(/\s*[,;/]\s*|\s+(?:and|&)\s+/).map(part => cut(part.replace(/^(?:an?|the)\s+/i, ''), 40)) ??
    []
  const single = [
    ...text.matchAll(
      /\b(?:an?|the)\s+(about|contact|faq|gallery|favou?rites|story|team)\s+(?:page|screen|section)\b/gi,
    ),
  ].map(([, page = '']) => page)
  const named =
    listed.length >= 2 ? listed.filter(part => part.length >= 2 && part.split(' ').length <= 4) : []
  return [...new Set([...named, ...single])].slice(0, 20)
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

export function readTagline(text: string): string | undefined {
  const told =
    /\b(?:tagline|slogan|motto|headline|claim)\s*(?:is|:)?\s*["“„]?([^"”“\n]{3,100}?)["”“]?(?:[.\n]|$)/i.exec(
      text,
    )?.[1]
  return told && cut(told, 100)
}
