import { findSpots, isFunctionWord, stemWord } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { type Pole, readPoles } from './poles.ts'
import { isDerived } from './same-thing.ts'
import { readSayings, type Saying, type Token } from './sayings.ts'

/** A saying together with what goes on about it without a comma: “Share it” + “with Ada” + “and with nobody else”. */
interface Unit {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly isOrder: boolean
  readonly poles: readonly Pole[]
}

/**
 * Somebody or something is to be the only one, and another is to be one too; or one thing is to have two values.
 * `asked` is the goal with its contents blanked, of the same length as `goal`.
 */
export function findSoleHolders(goal: string, asked: string): Clash | undefined {
  const units = readUnits(nameQuotes(goal, asked))
  for (const [at, one] of units.entries())
    for (const other of units.slice(at + 1, at + 1 + REACH)) {
      if (areAtTwoTimes(one, other)) continue
      if (apart.test(`${one.text} ${other.text}`.replace(new RegExp(sole, 'giu'), ' '))) continue
      const because =
        whyNotSole(one, other, false) ?? whyNotSole(other, one, true) ?? whyTwoValues(one, other)
      if (because !== undefined) return { because, evidence: [one.text, other.text] }
    }
  return undefined
}

const REACH = 3

const occasion =
  /\b(?:during|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|in the (?:morning|evening|afternoon)s?|at (?:night|noon|lunch|dinner|breakfast)|by day|by night|in (?:spring|summer|autumn|winter))\b/i

/** “only jazz during dinner”: what holds for one occasion leaves the others free. */
function areAtTwoTimes(one: Unit, other: Unit): boolean {
  const [first, second] = [occasion.exec(one.text)?.[0], occasion.exec(other.text)?.[0]]
  return first?.toLowerCase() !== second?.toLowerCase()
}

/** Quoted texts as one capitalised word each: they are values. */
function nameQuotes(goal: string, asked: string): string {
  let named = asked
  for (const spot of [...findSpots(goal)].reverse())
    if (spot.kind === 'quoted' && spot.end - spot.start < MOST_QUOTED)
      named = `${named.slice(0, spot.start)}Q${goal.slice(spot.start, spot.end).replace(/[^\p{L}\p{N}]/gu, '')}${named.slice(spot.end)}`
  return named
}

const MOST_QUOTED = 60

function readUnits(goal: string): readonly Unit[] {
  const units: Saying[][] = []
  let isKept = false
  for (const saying of readSayings(goal)) {
    const isSkipped = saying.isTold || saying.isOpen
    const last = units.at(-1)
    const joins = saying.head !== undefined && !saying.isAside
    if (joins && isKept && last !== undefined) last.push(saying)
    else if (!joins || isKept) {
      isKept = !isSkipped
      if (isKept) units.push([saying])
    }
  }
  return units.map(sayings => {
    const tokens = sayings.flatMap(saying => saying.tokens)
    const isOrder = sayings[0]?.isOrder ?? false
    const text = sayings.map(saying => saying.text).join(' ')
    return { text, tokens, isOrder, poles: readPoles({ tokens, isOrder }) }
  })
}

/** Other moments, cases or parts; `only` has its own words for leaving out. */
const apart =
  /\b(?:then|later|afterwards|again|finally|until|till|before|after|from now|from \w+day|except|apart from (?!the|me|my|him|her|\p{Lu})|besides|instead|each|respectively|rest|others|another|or|replace|so far|for now|temporarily|if|unless|read only|sorry)\b/iu

const sole =
  /\b(?:(?<!\b(?:i|we|they|he|she|you|read|view|not) )only(?! (?:that\b|took\b|got\b|came\b|had\b|has\b|have\b|was\b|were\b|needs?\b|wants?\b|\p{L}+ed\b|this\b|the one\b|(?:one|two|three|four|five|six|half|a|\d+)\b|to\b|if\b|when\b|because\b))|solely|exclusively|exclusive|purely|nothing but|nobody but|none but|no one but|nobody (?:except|other than|apart from|besides|save)|no one (?:except|other than|apart from|besides|save)|nothing (?:except|other than|apart from|besides)|nobody else|no one else|nothing else(?! in\b)|nowhere else|nowhere but|nowhere (?:except|other than|outside)|(?:to|by) (?:himself|herself|themselves|itself|myself|ourselves)|(?:have|has|be|with|get) one (?:\p{Ll}+ )?(?:owner|author|winner|leader|admin|holder|editor|contact|recipient|speaker|driver|captain|member|answer|user|name|address|manager|seat)|the one (?=\p{Ll}+ (?:is|must|has|may|should))|no other|none other|sole|one and only|a single|one single|just one|only one|the single (?!room|bed|ticket|most|point)|single correct|exactly one|its single|lone|(?<!\b(?:leave|leaving|left|let)\b.{0,30})alone|for (?:himself|herself|themselves|itself|myself)|without any other|monopoly)\b/iu
const soleName = /\b[Jj]ust (?=\p{Lu}\p{Ll})/u
const whole =
  /\b(?:entirely|completely|wholly|fully|all of (?:it|them)|the (?:entire|whole|full|complete)|without exception|in full|every single|every last|all (?:the |my |our )?\p{Ll}+s|undivided|100 percent)\b/iu
const joining =
  /\b(?:too|also|as well|both|share|along with|together with|alongside|in addition|co \p{Ll}+|additional|permission|allow|access|rights|let(?! \p{L}+ know\b| me\b| us\b)|likewise|jointly|equally|half of)\b/iu
const leaving =
  /\b(?:tak(?:e|en|ing) (?:\p{L}+ ){0,2}(?:off|out|away|back)|remov\p{L}+|revok\p{L}+|delete|unmark|untick|uncheck|withdraw|turn off|switch off|turn \p{L}+(?: \p{L}+)? off|cancel|deactivate|disable|block|stop|end|exclude|drop|kick|replace|hide|decline|reject|refuse|close|forbid|deny|unassign|unsubscribe|clear|strip|not|no|never|nobody|nothing|without|don)\b/iu

/** “Only Greta may …” beside “… give Milan … as well”. */
function whyNotSole(limit: Unit, other: Unit, isLater: boolean): string | undefined {
  const isSole = sole.test(limit.text) || soleName.test(limit.text)
  if (!isSole && !(whole.test(limit.text) && (limit.isOrder || ruled.test(limit.text)))) return undefined
  const isSoleToo = sole.test(other.text)
  if (leaving.test(isSoleToo ? other.text.replace(sole, ' ') : other.text)) return undefined
  if (!isSameAct(limit, other)) return undefined
  const because = isSole
    ? 'only one is to be it, and another is to be it too'
    : 'all of it cannot go two ways'
  const named = new Set(limit.tokens.map(({ stem }) => stem))
  const isTwo = isSole && counted.test(limit.text) && joinedNames.test(other.text)
  if (isTwo && sharesRelation(limit, other)) return because
  if (
    hasOtherOfGroup(limit, other) &&
    (isSole || whole.test(other.text)) &&
    (sharesRelation(limit, other) || (!isLater && mixing.test(other.text)))
  )
    return because
  const isRuledToo = isSole && !other.isOrder && obliging.test(other.text)
  const isHandedOn = isSole && other.isOrder && holds.test(limit.text) && hands.test(other.text)
  const isJoining = isHandedOn || joining.test(other.text) || isRuledToo || whole.test(other.text)
  const isNew = other.tokens.some((token, at) => isValue(token, at) && !named.has(token.stem))
  const news = isNew || (isJoining && other.tokens.some(token => isTelling(token) && !named.has(token.stem)))
  if (!news || !sharesRelation(limit, other)) return undefined
  if (!isSole && !whole.test(other.text) && !everyOne.test(limit.text)) return undefined
  return because
}

const permitted =
  /\b(?:may|can|could|should|must|is to|are to|has to|have to)\s+(?:only\s+)?(?<verb>\p{L}+)/iu

/** “everyone may read it, only Ada may edit it”: two acts. */
function isSameAct(limit: Unit, other: Unit): boolean {
  const verb = permitted.exec(limit.text)?.groups?.verb?.toLowerCase()
  if (
    verb === undefined ||
    /^(?:be|have|get|go|come|read|say|show)$/.test(verb) ||
    !permitted.test(other.text)
  )
    return true
  const stem = stemWord(verb)
  return (
    other.tokens.some(token => token.stem === stem || isDerived(token.stem, stem)) || joining.test(other.text)
  )
}

/** “nobody but me may read it … show it to the press”. */
const holds =
  /\b(?:may|can|is to|are to|should|must)\s+(?:only\s+)?(?:see|read|have|know|get|use|view|hold|own|hear|receive|access)\b/i
const hands =
  /^\W*(?:(?:and|but|so)\s+)?(?:show|give|send|tell|hand|lend|read|forward|pass)\s+(?:it|them)\s+(?:on\s+)?to\b/i
const obliging = /\b(?:must|has to|have to|having to|needs? to|(?:is|are) to|ought to|should|shall)\b/i
const everyOne = /\bwithout (?:any )?exception\b/i
const counted = /\b(?:exactly one|just one|a single|only one|one single|one and only one|sole)\b/i
const joinedNames = /\b(?:both|two)\b|\p{Lu}[\p{L}\p{N}]*,? and (?:to |for )?\p{Lu}/u
const mixing = /\b(?:mix in|throw in|some|also|too|as well|selectable|available)\b/i
const ruled = /\b(?:must|has to|have to|should|needs? to|may|is to|are to|being|having to|shall|can)\b/i

function isValue({ text }: Token, at: number): boolean {
  return (
    (at > 0 && /^\p{Lu}/u.test(text) && text !== 'I') ||
    /^\p{Lu}\p{L}*\d|^\d+\p{Lu}|^Q\p{Lu}?\p{Ll}/u.test(text)
  )
}

function isTelling({ lower, stem }: Token): boolean {
  return !isFunctionWord(lower) && stem.length > 1 && !loose.has(stem)
}

const loose = new Set(
  `only sole solely single alone just else nobody nothing one too also as well both exclusive exclusively entire entirely whole must may
  same very reserve make set put give let have keep get be time please part all add enter include take go come right permission allow need`
    .split(/\s+/)
    .map(stemWord),
)

/** They speak of the same relation: a word of it is said twice, or the later one points back. */
function sharesRelation(one: Unit, other: Unit): boolean {
  const words = one.tokens.filter((token, at) => isTelling(token) && !isValue(token, at))
  const isShared = other.tokens.some(
    (token, at) =>
      isTelling(token) &&
      !isValue(token, at) &&
      words.some(({ stem }) => stem === token.stem || isDerived(stem, token.stem)),
  )
  return isShared || pointing.test(other.text) || /\b(?:its?|their|them)\b/i.test(one.text)
}

const pointing = /\b(?:it|its|them|there|that (?:very |same )?\p{Ll}+|thereof)\b/iu

/** Another member of a group of which the limit names one: “solely jazz” and “some techno”. */
function hasOtherOfGroup(limit: Unit, other: Unit): boolean {
  return limit.poles.some(({ aspect, side }) => {
    if (aspect.kind !== 'group' && (aspect.kind !== 'kind' || aspect.isDegree)) return false
    const ours = limit.poles.filter(pole => pole.aspect === aspect)
    const theirs = other.poles.filter(pole => pole.aspect === aspect)
    return theirs.length > 0 && theirs.every(pole => ours.every(own => own.side !== pole.side)) && side >= 0
  })
}

const setting =
  /^(?:\W*(?:please|kindly|now|just|then)\s+)*(?:set|make|put|book|rename|call|name|choose|select|pick|assign|enter|change|move|place|deliver|send|ship|label|mark|tag|switch|register|list|appoint|title|use|store|save|reserve|address|pay|charge|store|park|hang|seat|schedule|file|play|plant|paint|dye|print|give|route|have|let)\b/i
const valueRule =
  /\b(?:(?:must|has to|have to|having to|should|needs? to|(?:is|are|was) to|shall|may only|can only|ought to) (?:\p{Ll}+ )?(?:be|read|say|show|go to|go into|belong to|stand|sit|hang|stay|bear|carry|come from|come out of|come in|be called|be named|be set to|be in|be at|remain|live in|lie|land)|being|reads?|is called|it (?:stays|remains))\s+(?:(?:in|at|on|to|with|the|a|an|solid|set|put|called|named|none other than|always|fully|entirely|of|from|under|into)\s+)*(?<value>\S+)/iu

/** “Set the name to Meyer, and that name must be Schulz”. */
function whyTwoValues(one: Unit, other: Unit): string | undefined {
  const [demand, rule] = valueRule.test(other.text) ? [one, other] : [other, one]
  const ruledValue = valueRule.exec(rule.text)?.groups?.value?.replace(/[^\p{L}\p{N}_-]/gu, '') ?? ''
  if (
    ruledValue === '' ||
    leaving.test(rule.text.replace(sole, ' ')) ||
    leaving.test(demand.text.replace(/^\W*drop\b/i, ' '))
  )
    return undefined
  const isSet = setting.test(demand.text) || valueRule.test(demand.text)
  const value = demand.tokens.filter(isValue).at(-1)
  const isProper = /^\p{Lu}/u.test(ruledValue) || /^\p{Lu}*\d+\p{Lu}+$|^\p{Lu}+-?\d+$/u.test(ruledValue)
  if (!isSet || value === undefined || !isProper) return undefined
  const ruledStem = stemWord(ruledValue.toLowerCase())
  if (
    demand.tokens.some(({ stem }) => stem === ruledStem) ||
    rule.tokens.some(({ stem }) => stem === value.stem)
  )
    return undefined
  return (demand === one ? isOfSameThing(demand, rule, ruledStem) : isOfSameThing(rule, demand, value.stem))
    ? 'one thing cannot have two values at once'
    : undefined
}

/** What the later one is about is named by the one before it, or pointed at. */
function isOfSameThing(before: Unit, later: Unit, value: string): boolean {
  const isRule = valueRule.test(later.text)
  const topic = isRule ? later.text.slice(0, later.text.search(valueRule)) : later.text.replace(setting, ' ')
  const nouns = later.tokens.filter(
    token =>
      isTelling(token) &&
      token.stem !== value &&
      topic.toLowerCase().includes(token.lower) &&
      !setting.test(token.text),
  )
  const known = new Set(before.tokens.map(({ stem }) => stem))
  if (
    nouns.some(
      ({ stem }) => !known.has(stem) && !roles.has(stem) && ![...known].some(word => isDerived(word, stem)),
    )
  )
    return false
  return nouns.length > 0 || pointing.test(topic) || /\b(?:he|she|him|her|his|this|that)\b/i.test(topic)
}

/** What a value may be called without having been named: “its one destination”. */
const roles = new Set(
  'destination address owner recipient name place value title user target source holder location position winner choice default'
    .split(' ')
    .map(stemWord),
)
