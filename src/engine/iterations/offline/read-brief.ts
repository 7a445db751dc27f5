import { type Brief, GOAL_REFERENCE, REQUEST_REFERENCE, type Spoken } from '../planner.ts'

/** What a statement is about; one statement may have several. */
export type Tag =
  | ('money' | 'time' | 'people' | 'customer' | 'rival' | 'strength' | 'weakness' | 'risk')
  | (
      | 'opportunity'
      | 'constraint'
      | 'offer'
      | 'channel'
      | 'quality'
      | 'measure'
      | 'system'
      | 'rule'
      | 'figure'
    )

/** One thing the person (or memory, or a tool) said, as it stands there. */
export interface Fact {
  readonly quote: string
  /** The same, spoken to the person: “our shop” is “your shop”. */
  readonly text: string
  readonly tags: readonly Tag[]
  readonly source: Spoken
}

export type PlanKind =
  | 'market'
  | 'hiring'
  | 'migration'
  | 'product'
  | 'launch'
  | 'savings'
  | 'event'
  | 'general'

/** The person's words, taken apart. Nothing in it was not said. */
export interface ReadBrief {
  readonly kind: PlanKind
  /** What the plan is about, spoken to the person, such as “your oat drink in Portugal”. */
  readonly topic: string
  readonly facts: readonly Fact[]
  readonly place?: string
  readonly deadline?: string
  readonly budget?: string
  readonly team?: string
}

/** In order of weight: what a statement says first is what it is about. */
const TAGS: readonly (readonly [Tag, RegExp])[] = [
  [
    'measure',
    /\d\s?%|\b(?:success (?:means|is)|revenue|sales|sign-?ups?|conversion|retention|churn|nps|margin|profit|market share|uptime|targets?|kpis?|goal of)\b/i,
  ],
  [
    'rival',
    /\b(?:competitors?|competition|rivals?|incumbents?|versus|vs\.?|alternatives?|market leader|dominates?)\b/i,
  ],
  [
    'risk',
    /\b(?:risks?|risky|worr(?:y|ied)|afraid|concern(?:ed)?|danger|fail(?:s|ure)?|lose|loss|downtime|outages?|uncertain|unclear|depends?|threat|delay(?:s|ed)?|burn(?:out)?|churn)\b/i,
  ],
  [
    'rule',
    /\b(?:regulat\w*|complian\w*|legal|laws?|gdpr|licen[cs]\w*|certif\w*|permits?|labell?ing|tax(?:es)?|contract\w*|privacy|security)\b/i,
  ],
  [
    'money',
    /[$€£]\s?\d|\b\d[\d.,]*\s?(?:k|m|million|thousand)?\s?(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)\b|\b(?:budget|cost|price|funding|margin|revenue|salary|salaries|capital)\b/i,
  ],
  [
    'weakness',
    /\b(?:no|not|without|lack|lacks|missing|only|never|weak|slow|old|legacy|limited|don[’']t|cannot|can[’']t|haven[’']t|nobody|none|too few|undocumented)\b/i,
  ],
  [
    'people',
    /\b(?:team|people|engineers?|developers?|staff|hires?|hiring|founders?|co-?founders?|employees?|managers?|designers?|analysts?|leads?|contractors?|freelancers?|agency|one person|part[- ]time|full[- ]time)\b/i,
  ],
  [
    'strength',
    /\b(?:we have(?! no\b| not\b| to\b|n[’']t)|we own|we already|already|experienced?|patents?|loyal|profitable|proven|existing|well[- ]known|strong|award|waiting list|in[- ]house|know how|expertise|successful)\b/i,
  ],
  [
    'customer',
    /\b(?:customers?|clients?|users?|buyers?|audience|guests?|patients?|students?|members?|subscribers?|households?|families|companies|businesses|smes?|candidates?|visitors?|readers?|consumers?|people who)\b/i,
  ],
  [
    'channel',
    /\b(?:online|retail\w*|supermarkets?|marketplaces?|direct|partners?|distributors?|agenc\w*|social|newsletter|events?|word of mouth|seo|ads?|referrals?|linkedin|instagram|website|caf[eé]s?|wholesale)\b/i,
  ],
  [
    'system',
    /\b(?:databases?|servers?|cloud|code\w*|systems?|data|apis?|postgres\w*|mysql|oracle|aws|azure|monolith|kubernetes|services|tables?|terabytes?|tb|gb|integration\w*|scripts?)\b/i,
  ],
  [
    'quality',
    /\b(?:quality|tests?|testing|standards?|certif\w*|audits?|reviews?|sla|uptime|accuracy|reliab\w*)\b/i,
  ],
  [
    'opportunity',
    /\b(?:grow(?:s|ing|th)?|demand|opportunit\w*|trend\w*|expand\w*|untapped|rising|interested|asked for|requests?)\b/i,
  ],
  [
    'time',
    /\b(?:by|until|before|within|deadline|due|q[1-4]|20\d\d|weeks?|months?|days?|quarters?|years?|january|february|march|april|may \d|june|july|august|september|october|november|december|spring|summer|autumn|winter)\b/i,
  ],
  [
    'constraint',
    /\b(?:must|may not|only|no more than|at most|at least|cannot|can[’']t|without|budget|deadline|keep|never|limit\w*|not allowed|have to|has to)\b/i,
  ],
  [
    'offer',
    /\b(?:products?|services?|offer\w*|apps?|platform|brand|shop|store|tool|features?|subscription|pricing|packages?|menu|drinks?|courses?)\b/i,
  ],
  ['figure', /\d/],
]

const KINDS: readonly (readonly [PlanKind, RegExp])[] = [
  [
    'market',
    /market[- ]entry|\benter(?:ing)?\b.{0,40}\bmarket|\bexpand(?:ing|sion)?\b.{0,30}\b(?:to|into)\b|new market|\bexport(?:ing)? to\b|\babroad\b|international/i,
  ],
  ['hiring', /\b(?:hire|hires|hiring|recruit\w*|headcount|staffing|talent)\b/i],
  [
    'migration',
    /\bmigrat\w*|\bmove\b.{0,40}\b(?:from|off|to)\b|\breplace\b.{0,60}\bwith\b|\bswitch(?:ing)?\b.{0,40}\b(?:from|to)\b|\bcut-?over\b|\bdecommission\w*|\brewrite\b|\bport(?:ing)? to\b/i,
  ],
  [
    'savings',
    /\b(?:save money|savings?|cut(?:ting)? (?:our |the )?costs?|reduc\w* (?:our |the )?(?:costs?|spend\w*)|cheaper)\b/i,
  ],
  ['event', /\b(?:conference|workshop|wedding|festival|meetup|offsite|trade fair|exhibition)\b/i],
  ['product', /\bproduct\b|\broadmap\b|\bpositioning\b|\bfeatures?\b|\bstrategy\b/i],
  [
    'launch',
    /\b(?:launch\w*|release|go-to-market|campaign|open(?:ing)? (?:a|an|our|the)|start (?:a|an|our))\b/i,
  ],
]

const MAX_FACTS = 200
const MAX_QUOTE_LENGTH = 400

/** Takes the words of people (and what was remembered and read) apart into facts with what they are about. */
export function readBrief(brief: Brief): ReadBrief {
  const facts = brief.spoken.flatMap(source => statementsOf(source)).slice(0, MAX_FACTS)
  const own = facts.filter(({ source }) => source.kind === 'person' || isGoal(source))
  const find = (...patterns: readonly RegExp[]): string | undefined => {
    for (const pattern of patterns)
      for (const { quote } of own) {
        const found = pattern.exec(quote)
        if (found) return toSecondPerson((found[1] ?? found[0]).trim())
      }
    return undefined
  }
  const money =
    /(?:[$€£]\s?\d[\d.,]*\s?(?:k|m|million|thousand)?|\b\d[\d.,]*\s?(?:k|m|million|thousand)?\s?(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?))\b/i
  const budget = find(
    new RegExp(`budget[^.;]{0,20}?(${money.source})`, 'i'),
    new RegExp(`(${money.source})[^.;]{0,20}budget`, 'i'),
  )
  const month =
    '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q[1-4]|20\\d\\d)'
  const deadline = find(
    new RegExp(
      `\\b((?:by|until|before)\\s+(?:the\\s+)?(?:end of\\s+|early\\s+|mid\\s+)?(?:\\d{1,2}\\s+)?${month}(?:\\s+(?:\\d{1,2},?\\s+)?20\\d\\d)?)`,
      'i',
    ),
    /\b((?:within|in) (?:the next )?(?:\d+|two|three|four|five|six|eight|nine|ten|twelve) (?:days|weeks|months|quarters|years))\b/i,
  )
  const team = find(
    /\b((?:a )?team of [\w-]+|(?:\d+|one|two|three|four|five|six|seven|eight|ten|twelve) (?:\w+ )?(?:people|engineers?|developers?|employees?|founders?|designers?|persons?))\b/i,
  )
  const kind = kindOf(brief.goal)
  const place = ['market', 'launch', 'event'].includes(kind) ? placeOf(brief.goal) : undefined
  return {
    kind,
    topic: topicOf(brief.goal),
    facts,
    ...(place === undefined ? {} : { place }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(budget === undefined ? {} : { budget }),
    ...(team === undefined ? {} : { team }),
  }
}

/** The person's own words, spoken back to them. */
export function toSecondPerson(text: string): string {
  const swaps: readonly (readonly [RegExp, string])[] = [
    [/\b(?:I am|I[’']m)\b/g, 'you are'],
    [/\bwe[’']re\b/gi, 'you are'],
    [/\b(?:we|I)[’']ve\b/gi, 'you have'],
    [/\b(?:we|I)[’']ll\b/gi, 'you will'],
    [/\b(?:ours|mine)\b/gi, 'yours'],
    [/\b(?:our|my)\b/gi, 'your'],
    [/\bwe\b/gi, 'you'],
    [/\bI\b/g, 'you'],
    [/\b(?:us|me)\b/g, 'you'],
  ]
  return swaps.reduce((said, [from, to]) => said.replaceAll(from, to), text)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Telling somebody what to do is no fact about the world. */
const COMMAND =
  /^(?:please\s+)?(?:look|focus|start|make|use|add|drop|skip|go|put|give|consider|think|include|show|tell|write|change|shorten|less|more|concentrate|do|don[’']t|leave|take|keep to|cut|begin|first|now|plan|create|develop|draft|prepare|design|help)\b/i
/** The sentences of a text that tell what to do; the whole text where none does. */
export function instructionsIn(text: string): string {
  const sentences = text.split(/\r?\n|(?<=[.!?;])\s+|;\s+/)
  const telling = sentences.filter(
    sentence => COMMAND.test(sentence.trim()) || /\b(?:first|next|focus|instead)\b/i.test(sentence),
  )
  return telling.length === 0 ? text : telling.join('\n')
}

/** The words of a goal that only ask for a plan. */
const ASKING: readonly RegExp[] = [
  /^(?:please\s+|can you\s+|could you\s+|help (?:me|us)\s+(?:to\s+)?|(?:i|we)\s+(?:want|need|would like)\s+(?:to\s+)?|let[’']s\s+)+/i,
  /^(?:make|create|develop|write|draft|prepare|build|design|work out|plan)\s+(?:(?:a|an|the)\s+)?/i,
  /^(?:a|an|the|our|my)?\s*(?:detailed |good |full )?(?:[\w-]+\s){0,2}(?:plan|strategy|roadmap)\s+(?:for|to|of|on)\s+/i,
]
const TELLING: readonly Tag[] = ['figure', 'money', 'time', 'people', 'measure', 'system']

function statementsOf(source: Spoken): readonly Fact[] {
  const sentences = source.text
    .split(/\r?\n|(?<=[.!?;])\s+(?=[\p{L}\d“"'$€£-])|;\s+/u)
    .flatMap(sentence => splitClauses(sentence))
  return sentences.flatMap((sentence, nth) => {
    const bare = nth === 0 && isGoal(source) ? withoutAsking(sentence.trim()) : sentence
    const quote = bare
      .replace(/^[\s\-*•\d.)|#>]*(?=\p{L}|[$€£\d“"])/u, '')
      .replace(/[\s.,;:|]+$/u, '')
      .replace(/^(?:and|but|so|also|then|plus)\s+/i, '')
      .trim()
    if (quote.length < 4 || quote.length > MAX_QUOTE_LENGTH || !source.text.includes(quote)) return []
    const tags = tagsOf(quote)
    const isEmpty = nth === 0 && isGoal(source) && tags.length === 0
    const isInstruction =
      (source.kind === 'person' || isGoal(source)) && COMMAND.test(quote) && !tells(tags, source)
    if (isEmpty || isInstruction) return []
    return [{ quote, text: capitalize(toSecondPerson(quote)), tags, source }]
  })
}

function withoutAsking(sentence: string): string {
  return ASKING.reduce((rest, words) => rest.replace(words, ''), sentence)
}

/** A goal in one sentence holds its facts; an instruction to us holds one only with a figure in it. */
function tells(tags: readonly Tag[], source: Spoken): boolean {
  return tags.some(tag => (isGoal(source) ? TELLING.includes(tag) : tag === 'figure'))
}

function isGoal({ reference }: Spoken): boolean {
  return reference === GOAL_REFERENCE || reference.startsWith(REQUEST_REFERENCE)
}

/** A gap is no strength, and a rival’s way is not one’s own. */
function tagsOf(quote: string): readonly Tag[] {
  const tags = TAGS.filter(([, pattern]) => pattern.test(quote)).map(([tag]) => tag)
  const not: readonly Tag[] = [
    ...(tags.includes('weakness') ? (['strength', 'opportunity', 'channel'] as const) : []),
    ...(tags.includes('rival') ? (['strength', 'opportunity', 'channel', 'offer'] as const) : []),
  ]
  return tags.filter(tag => !not.includes(tag))
}

/** A list in one sentence is several statements: “budget 80,000 EUR, two people, launch by May 2027”. */
function splitClauses(sentence: string): readonly string[] {
  const clauses = sentence.split(
    /,\s+(?:and\s+|but\s+)?|\s+(?:but|while|whereas)\s+|:\s+|\s+and\s+(?=(?:we|our|nobody|no one|there|it|they|I|he|she)\b)/,
  )
  const telling = clauses.filter(clause => TAGS.some(([, pattern]) => pattern.test(clause)))
  return clauses.length >= 2 && telling.length >= 2 && clauses.every(clause => clause.trim().length >= 6)
    ? clauses
    : [sentence]
}

function kindOf(goal: string): PlanKind {
  return KINDS.find(([, pattern]) => pattern.test(goal))?.[0] ?? 'general'
}

/** What the plan is about, without the words that only ask for one. */
function topicOf(goal: string): string {
  const first = goal.split(/\r?\n|(?<=[.!?])\s|;\s/)[0]?.replace(/[.!?\s]+$/, '') ?? goal
  const bare = withoutAsking(first)
  const short = bare.split(/,\s/)[0] ?? bare
  return toSecondPerson(short.trim() === '' ? first : short).slice(0, 160)
}

function placeOf(goal: string): string | undefined {
  return /\b(?:in|into|to|for|across)\s+((?:the\s+)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,2})(?:\s+market)?\b/u.exec(
    goal,
  )?.[1]
}
