import { readWords, stemWord } from '../../reasoning/reasoning.ts'
import { readExclusions, readParts } from './parts.ts'
import { type Quantity, readQuantities } from './quantities.ts'
import { withoutTimes } from './without-times.ts'

export { roundedText } from './numbers.ts'
export type { Quantity } from './quantities.ts'
export { isMoney, withoutTimes } from './without-times.ts'

/** What a goal is about, times and rhythms aside: the subject matter in the person's own words. */
export interface Subject {
  /** The goal as it was given, on one line. */
  readonly said: string
  /** What is wanted, without courtesies, times and limits; a title. */
  readonly wish: string
  /** Base forms of what is done, the main one first. */
  readonly verbs: readonly string[]
  /** What it is done to, without article; the verb as a noun where there is nothing else. */
  readonly thing: string
  /** The same with the article that it takes inside a sentence. */
  readonly theThing: string
  /** Words of the object, most telling last: the head of “a half marathon in Berlin” is `marathon`. */
  readonly headStem: string
  readonly quantities: readonly Quantity[]
  /** Phases that the person named, in their order. */
  readonly phases: readonly string[]
  /** Things that the person listed and that each want attention. */
  readonly items: readonly string[]
  /** What the person does not want. */
  readonly exclusions: readonly string[]
}

interface Moment {
  readonly now: string
  readonly timezone: string
}

const COURTESIES = new RegExp(
  '^(?:(?:hi|hello|hey|please|kindly|ok|okay|so|well)[,!.]?\\s+|' +
    "(?:i|we)(?:'d| would)? (?:really |just |also )?(?:want|wish|like|love|need|plan|hope|aim|intend|have|am going|are going|'m going)(?: to)? (?:(?:you|us|me) to )?|" +
    "(?:i|we)(?:'m| am|'re| are) (?:trying|planning|hoping|going|looking|aiming|working) (?:to|on) |" +
    "(?:i|we)(?:'ve| have) (?:decided|promised|agreed|got|signed up) to |" +
    '(?:can|could|would|will) you (?:please )?|(?:to )?be able to |' +
    '(?:help|assist|let|get) (?:me|us) (?:to |with |in )?|' +
    "(?:my|our|the|main|new year's|a)? ?(?:goal|aim|resolution|plan|project|objective|target|dream|idea)(?: this year| for this year| for the year)?(?: is|:)(?: to)? |" +
    '(?:make|create|write|draft|draw up|prepare|build|give|design|set up|put together|show) (?:me |us )?(?:a|an|the|my|our|some)? ?(?:[\\p{L}-]+ ){0,2}?(?:plan|schedule|roadmap|timetable|programme|program)(?: so (?:that )?(?:i|we) can| that lets me| which lets me)? (?:for|to|of|on how to|with which to) (?:me |us )?(?:to )?|' +
    '(?:plan|organi[sz]e|schedule) (?:how to |for (?=\\p{L}+ing\\b)|to ))',
  'iu',
)
const ARTICLES =
  /^(?:an?|the|my|our|your|his|her|their|this|that|these|those|some|all|all of|its|more|another|own)\s+/i
const ENDS_OBJECT =
  /\s+(?:for|in|at|on|with|without|from|to|into|onto|through|by|before|after|so|because|while|during|that|which|who|whose|where|when|using|via|against|about|across|among|starting|beginning|including|covering|if|but|as|within|under|over|between|alongside|around|and then|then|until)\s+|\s*(?:,(?!\d)|[;:()–—])\s*|\.(?:\s|$)|\s+-\s+/i

const MONEY_LIMIT =
  /[,;]?\s*\b(?:(?:on|with|within|for|under|at)\s+)?(?:(?:a|an|our|my|the)\s+)?(?:(?:total|maximum|max\.?)\s+)?(?:budget(?: of| is|:)?|for (?:under|less than|at most|no more than|up to)|under|below|spend(?:ing)? (?:at most|no more than|less than|up to)|no more than|at most|up to)\s+(?:about |around )?(?:US\$|[$€£¥₹]|CHF |USD |EUR |GBP )?\s?\d[\d,.\u2019]*\s?(?:k\b|m\b|thousand|million)?\s?(?:dollars?|euros?|pounds|francs|usd|eur|gbp|chf|[$€£])?(?:\s+budget)?/giu

/** What a goal is about. Pure; today is asked for because only with it times can be told from other words. */
export function readSubject(goal: string, about: Moment): Subject {
  const said = goal.replace(/\s*\n\s*/g, goal.includes('\n') ? '; ' : ' ').trim()
  const { text } = withoutTimes(said, about)
  const { phases, items, rest: withoutParts } = readParts(text)
  const { exclusions, rest } = readExclusions(withoutParts)
  const wish = tidy(stripCourtesies(tidy(rest.replace(MONEY_LIMIT, ' ')))) || tidy(stripCourtesies(said))
  const { verbs, object: first, whole } = readAct(wish)
  const listed = items.length > 0 ? [] : readList(whole)
  const object = listed.length > 0 ? listed.join(' and ') : first
  const thing = object === '' ? nounOf(verbs[0] ?? wish) : bare(object)
  return {
    said,
    wish: capitalised(wish),
    verbs,
    thing,
    theThing: withArticle(object, thing),
    headStem: stemWord(readWords(thing).at(-1)?.lower ?? ''),
    quantities: readQuantities(text),
    phases,
    items: items.length > 0 ? items : listed.map(item => capitalised(bare(item))),
    exclusions,
  }
}

/** “the kitchen, the bathroom and the hallway”: each a thing of its own, when each has its article. */
function readList(whole: string): readonly string[] {
  const parts = whole.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map(part => part.trim())
  const isList =
    parts.length >= 2 &&
    parts.every(part => /^(?:the|our|my|an?)\s/i.test(part) && part.split(' ').length <= 4)
  return isList ? parts : []
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function stripCourtesies(text: string): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(COURTESIES, '').trimStart()
  }
  return rest
}

/** No doubled spaces, no signs and little words that hang in the air. */
function tidy(text: string): string {
  let clean = text.replace(/\s+/g, ' ').replace(/\s+([,;:.!?])/g, '$1')
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean
      .replace(/^[\s,;:.!?–—-]+|[\s,;:.!?–—-]+$/g, '')
      .replace(/([,;:.])(?:\s*[,;:.])+/g, '$1')
      .replace(
        /\s(?:and|or|but|by|on|in|at|for|from|with|to|the|a|an|of|before|not|then|so|until|over)$/i,
        '',
      )
      .replace(
        /\s(?:in|for|over|within|every|each|per)\s(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve)$/i,
        '',
      )
      .replace(/,\s*(?:not\s+)?(?:training|working|practi[sc]ing|studying|meeting|starting|beginning)$/i, '')
      .replace(/^(?:and|or|but|then|so|by|on|for)\s/i, '')
  }
  return clean
}

const PARTICLES = /^(?:up|out|off|down|away|over|back|through|on|aside)$/i
/** Verbs that only lead to another one, which tells what is done: “learn to play”, “get ready to speak”. */
const LEADING =
  /^(?:learn|start|begin|try|manage|want|get|go|prepare|practise|practice|finish|stop|keep|help)$/i

/** The acting verbs and the object behind the last of them. */
function readAct(wish: string): {
  readonly verbs: readonly string[]
  readonly object: string
  /** All that stands behind the verb. */
  readonly whole: string
} {
  const verbs: string[] = []
  let rest = wish
  for (let round = 0; round < 3; round += 1) {
    const match = /^(?<verb>\p{L}[\p{L}'’-]*)(?:\s+(?<next>[\s\S]*))?$/u.exec(rest)
    const verb = match?.groups?.verb?.toLowerCase() ?? ''
    const next = match?.groups?.next ?? ''
    if (round === 0 && isNounPhrase(wish)) break
    const [particle = '', ...others] = next.split(' ')
    const isPhrasal = PARTICLES.test(particle)
    verbs.push(baseOf(verb), ...(isPhrasal ? [`${baseOf(verb)}_${particle.toLowerCase()}`] : []))
    rest = (isPhrasal ? others.join(' ') : next).trim()
    const chained = /^(?:to|how to|and)\s+(?=\p{Ll}+(?:\s|$))/u.exec(rest)
    const gerund = LEADING.test(verb) && /^\p{Ll}+ing\s+\p{L}/u.test(rest)
    if (chained !== null && (LEADING.test(verb) || chained[0].startsWith('and')))
      rest = rest.slice(chained[0].length)
    else if (!gerund) break
  }
  const led = rest.replace(
    /^(?:for|to|on|about|at|into|with|from|in|towards?|of|across|around|along)\s+(?=\S)/i,
    '',
  )
  return { verbs: verbs.reverse(), object: objectOf(led), whole: led }
}

function isNounPhrase(wish: string): boolean {
  return ARTICLES.test(`${wish} `) || /^\d/.test(wish)
}

function objectOf(text: string): string {
  const [first = ''] = text.split(ENDS_OBJECT)
  const plain = first.replace(/\s+of\s+\d[\d,.]*\s*\p{L}+$/u, '')
  const [alone = plain] = plain.split(/\s+and\s+(?=(?:\p{L}+\s+){0,1}(?:my|our|the|a|an)\s)/iu)
  return alone
    .split(' ')
    .slice(0, 7)
    .join(' ')
    .replace(/[.,;:!?]+$/, '')
    .trim()
}

function bare(object: string): string {
  return object.replace(ARTICLES, '').replace(ARTICLES, '').trim() || object
}

/** “the” where the person used an article, a possessive or “this”; otherwise as it was said. */
function withArticle(object: string, thing: string): string {
  if (object === '') return `the ${thing}`
  return ARTICLES.test(object) && !/^(?:some|all|more)\s/i.test(object) ? `the ${thing}` : thing
}

const NOUNS: Readonly<Record<string, string>> = {
  move: 'move',
  relocate: 'move',
  marry: 'wedding',
  travel: 'journey',
  retire: 'retirement',
  meditate: 'meditation',
  declutter: 'clear-out',
  fundraise: 'fundraising',
}

function nounOf(verb: string): string {
  return NOUNS[verb] ?? verb.replaceAll('_', ' ')
}

function baseOf(verb: string): string {
  const doubled = /^(\p{L}+?)(\p{L})\2ing$/u.exec(verb)
  if (doubled && !/(?:ll|ss|zz|ff)ing$/.test(verb)) return `${doubled[1]}${doubled[2]}`
  if (!/^\p{L}{3,}ing$/u.test(verb) || /^(?:bring|sing|swing|string)$/.test(verb)) return verb
  const base = verb.slice(0, -3)
  return /(?:[^aeiou][aiou][vszcgkt]|[aeiou]{1}[cvsgz]|at|iz|us|ov|iv|ur|is|id|ar|in|ik|ok|ak|ap|ip|ut|it|ud)$/.test(
    base,
  ) && EEND.has(`${base}e`)
    ? `${base}e`
    : base
}

/** Verbs on -e that people put into the -ing form when they name a goal. */
const EEND = new Set(
  'write move save prepare organise organize celebrate migrate renovate create improve launche bake dance practise practice take make change retire ride drive hike hire manage reduce lose skate store invite cycle cultivate compose plane tidye file decorate relocate release declare code bike graduate nurture publishe share pursue analyse introduce replace upgrade bike raise stage emigrate translate revise'.split(
    ' ',
  ),
)
