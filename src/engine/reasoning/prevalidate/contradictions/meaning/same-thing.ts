import {
  isFunctionWord,
  nearnessOfMeaning,
  relatedNounStems,
  relatedVerbStems,
  stemWord,
} from '../../../language/language.ts'
import { isOfAnother } from '../values/numbered-things.ts'
import type { Pole } from './poles.ts'
import type { Saying, Token } from './sayings.ts'

/** A saying with the pole that it wants or rules out. */
export interface Side {
  readonly saying: Saying
  readonly pole: Pole
  /** Stems of the saying and of what it goes on about. */
  readonly known: ReadonlySet<string>
  /** It, or what it goes on about, is an order that rules no state. */
  readonly isPlainOrder: boolean
}

/** Whether the later of two sayings, or the ban of the two, speaks of what the other one is about. */
export function isAboutSame(one: Side, other: Side): boolean {
  if (elsewhere.test(one.saying.text) || elsewhere.test(other.saying.text)) return false
  if ([one, other].some(({ saying, pole }) => !pole.denied && /\bor\b/i.test(saying.text))) return false
  if (isOfAnother(one.saying.text, other.saying.text)) return false
  if (placesDiffer(one, other) || [one, other].some(isMark)) return false
  if (/^\W*who\b/i.test(other.saying.text) && !other.saying.isAside) return false
  if (isForAnother(one, other)) return false
  if (goesOn(one, other)) return true
  if (one.pole.denied && other.saying.isOrder && coversDemand(one, other)) return true
  return !hasStrangers(one, other) && isTold(one, other)
}

/** Words by which people part one thing from another of its kind. */
const elsewhere =
  /\b(?:others?|another|else|rest|except|apart from|besides|instead|either|remaining|(?<!\bamong the [\w-]{1,20} )ones|(?:those|these|any) (?:on|in|from|that|who|which|with|of|at|for|marked|already)|those$|(?<!\b(?:every|each|not|single) )one (?:with|for|of|in|on|from|should|is)|(?<!\bbe )the \p{L}+ one$|compare|difference|versus|vs|between|(?<=\b(?:to|and|for|into|from)\s)one$|^one$|the (?:second|latter|former|new one|old one)|as well|too|elsewhere|meanwhile|all but|that one|(?:everyone|everybody|everything|anyone|all|any) but|herself|himself|themselves|in general|normally|usually|per)\b/iu

/** “with fish for me”, “for Tim”: somebody of whom the first one does not speak. */
function isForAnother({ saying: one }: Side, { saying: other }: Side): boolean {
  const receiver = /\bfor (?:me|him|her|us|them|(?:my|our|his|her) \p{Ll}+|\p{Lu}\p{Ll}+)\b/u.exec(
    other.text,
  )?.[0]
  return receiver !== undefined && !one.text.includes(receiver)
}

/** “the blue tank”: a matter of degree that tells which thing is meant, instead of how it is to be. */
function isMark({ saying, pole }: Side): boolean {
  if (!pole.aspect.isDegree || choosing.test(saying.text)) return false
  const first = saying.tokens[(pole.places[0] ?? 0) - 1]
  const next = saying.tokens[(pole.places.at(-1) ?? 0) + 1]
  return first !== undefined && next !== undefined && pointing.test(first.lower) && isTelling(next)
}

const choosing = /^\W*(?:please\s+)?(?:choose|pick|select|take|order|buy|book|get|use|wear|reserve)\b/i
const pointing = /^(?:the|my|our|your|his|her|their|its|this|that|these|those)$/

function isTold(one: Side, other: Side): boolean {
  const { saying, pole } = other
  const { isDegree } = pole.aspect
  if (isDegree && having.test(saying.text)) return false
  const own = new Set(pole.places)
  const topic = topicOf(saying, own)
  if (topic.some(token => pronouns.has(token.lower) || isHer(token, saying))) return true
  const nouns = topic.filter(token => isTelling(token))
  const strangers = nouns.filter((token, at) =>
    at < nouns.length - 1 ? !isNamed(token, one) : !isKnown(token, one),
  )
  if (strangers.length > 0) return false
  if (nouns.length > 0) return true
  const rest = saying.tokens.filter((token, at) => !own.has(at) && isTelling(token))
  if (isDegree) return rest.length > 0 && rest.every(token => isKnown(token, one))
  if (saying.tokens.some(token => pronouns.has(token.lower) || isHer(token, saying))) return true
  const isNew = pole.aspect.kind === 'kind' && rest.some(token => !isKnown(token, one))
  if (!isNew && rest.some(token => isKnown(token, one))) return true
  return rest.length === 0 && pole.denied && universal.test(saying.text)
}

/** “but no call may be made”: it says nothing of a thing, and so means this one too. */
const universal = /\b(?:no|nothing|nobody|any|anything|anyone|anybody|make|making)\b/i

/** “it must have blue buttons”: the colour, size or price is that of a part. */
const having = /\b(?:have|has|having|contains?|containing|include|includes|with)\b(?! to\b)/i

/** “…, which …”, “… with …”: it goes on about the thing, unless it speaks of the size or price of a part. */
function goesOn(one: Side, { saying, pole }: Side): boolean {
  const own = new Set(pole.places)
  const isOfAnother =
    pole.denied &&
    saying.tokens.some(
      (token, at) => !own.has(at) && isTelling(token) && !/ing$/.test(token.lower) && !isKnown(token, one),
    )
  return (
    !isOfAnother &&
    saying.head !== undefined &&
    !pole.aspect.isDegree &&
    one.saying.sentence === saying.sentence
  )
}

/** “No money may leave the account. Wire 300 from it”: what the ban is limited to, the order names or points at. */
function coversDemand(ban: Side, demand: Side): boolean {
  const own = new Set(ban.pole.places)
  const limits = ban.saying.tokens.filter((token, at) => !own.has(at) && isTelling(token))
  if (!/\b(?:nothing|nobody|no|any|anything|anyone|anybody)\b/i.test(ban.saying.text)) return false
  return (
    limits.length === 0 ||
    demand.saying.tokens.some(({ lower }) => pronouns.has(lower)) ||
    limits.every(token => isKnown(token, demand))
  )
}

/** “answer her”, unlike “her garden”. */
function isHer(token: Token, { tokens }: Saying): boolean {
  const next = tokens[tokens.indexOf(token) + 1]
  return token.lower === 'her' && (next === undefined || !isTelling(next))
}

const pronouns = new Set('it they them he him she this these those itself its there their which'.split(' '))
const finite =
  /^(?:must|has|have|may|can|should|is|are|shall|needs?|will|stays?|remains?|goes|keeps?|ought|cannot|continues?|being|continuing|does)$/
const prepositions =
  /^(?:in|on|at|to|from|for|by|with|as|into|off|out|without|through|among|until|under|over|about|not)$/

/** The words that name what a saying is about: in front of its verb, or behind an order. */
function topicOf({ tokens, isOrder }: Saying, own: ReadonlySet<number>): readonly Token[] {
  const from = isOrder ? orderAt(tokens) + 1 : 0
  const rest = tokens.slice(from)
  const to = rest.findIndex(({ lower }, at) =>
    isOrder ? prepositions.test(lower) && at > 0 : finite.test(lower),
  )
  const isWhole = to < 0 && !isOrder
  return rest.slice(0, to < 0 ? rest.length : to).filter((_, at) => !own.has(at + from) && !isWhole)
}

function orderAt(tokens: readonly Token[]): number {
  return Math.max(
    0,
    tokens.findIndex(
      ({ lower }) => !/^(?:please|kindly|now|just|then|also|never|do|not|always|simply)$/.test(lower),
    ),
  )
}

function isTelling({ lower, stem }: Token): boolean {
  return !isFunctionWord(lower) && !fillers.has(stem) && !/^¤+$/.test(lower)
}

/** Words that name no thing of their own: how, how long, how much, or people in general. */
const fillers = new Set(
  `same very single whole entire whatsoever still always ever never way time day moment point place whilst time state status case circumstance
  account thing anything nothing everything something nobody noone anybody anyone everybody everyone people person public stranger
  content contents completely entirely fully totally absolutely strictly exactly simply really actually definitely certainly permanently
  please must stay remain keep leave let make sure see go come take put set turn switch mark tick hold have get be happen include including
  right today tonight now tomorrow week month afterwards end begin start done finish save long far away back ahead together yet hence whatever
  allow permit forbid prohibit suppose mean like want wish insist case event least most even part instant minute hour year throughout
  none neither nor not without cannot avoid refrain use way kind sort type form version level mode value continue need text
  membership subscription group one two three all alone forever constantly continuously nonstop normal normally usual ordinary actual current`
    .split(/\s+/)
    .map(stemWord),
)

const NEAR = 0.8

/** Said in the same word: what stands in front of a noun tells one of its kind from another. */
function isNamed({ stem }: Token, one: Side): boolean {
  return one.known.has(stem) || [...one.known].some(word => isDerived(word, stem))
}

function isKnown({ stem }: Token, one: Side): boolean {
  if (one.known.has(stem)) return true
  for (const word of [...relatedNounStems(stem), ...relatedVerbStems(stem)])
    if (word.length > 3 && one.known.has(word)) return true
  for (const word of one.known)
    if (isDerived(word, stem) || nearnessOfMeaning(word, stem) >= NEAR) return true
  return false
}

/** “subscription” of “subscribe”, “payment” of “pay”. */
export function isDerived(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return short.length >= 4 && long.startsWith(short.slice(0, Math.max(4, short.length - 2)))
}

/** A name or a code that only the later saying has. */
function hasStrangers(one: Side, other: Side): boolean {
  const own = new Set(other.pole.places)
  return other.saying.tokens.some(
    ({ text, stem }, at) =>
      at > 0 && !own.has(at) && /^\p{Lu}/u.test(text) && !noName.test(text) && !one.known.has(stem),
  )
}

const noName =
  /^(?:I|TV|PM|AM|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)$/

const parting = /^(?:on|in|for|from|to|at|by|with)$/

/** “on the phone … on the laptop”, “for guests … for members”. */
function placesDiffer(one: Side, other: Side): boolean {
  const [left, right] = [placesOf(one), placesOf(other)]
  for (const [preposition, stems] of right) {
    const others = left.get(preposition)
    if (others === undefined || stems.size === 0 || others.size === 0) continue
    if (![...stems].some(stem => others.has(stem))) return true
  }
  return false
}

function placesOf({ saying, pole }: Side): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Set(pole.places)
  const found = new Map<string, Set<string>>()
  let current: Set<string> | undefined
  for (const [at, token] of saying.tokens.entries()) {
    if (parting.test(token.lower)) {
      current = own.has(at) ? undefined : (found.get(token.lower) ?? new Set<string>())
      if (current !== undefined) found.set(token.lower, current)
    } else if (prepositions.test(token.lower)) current = undefined
    else if (!own.has(at) && isTelling(token)) current?.add(token.stem)
    else if (own.has(at)) current = undefined
  }
  return found
}
