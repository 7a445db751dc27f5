import { neighboursOf } from '../acts/neighbours.ts'
import type { Clash } from '../clash.ts'
import { areOneKind } from './kinds.ts'
import { isOfAnother } from './numbered-things.ts'
import { type Part, splitParts, squeeze } from './parts.ts'
import { areApart, type ValueReading } from './reading.ts'
import { isTime, readSaidValues, type SaidValue } from './said-values.ts'
import {
  doesNothingNew,
  isOtherOfKind,
  namesNothing,
  namesSame,
  saysNothingNew,
  sharesThing,
  sharesWord,
} from './same-thing.ts'

/** A value that is asked for and a rule of the same goal that leaves no room for it. */
export function findBrokenLimit(written: string): Clash | undefined {
  const goal = squeeze(written)
  const values = readSaidValues(goal).filter(
    ({ part, isLeft, ...said }) => !part.isAside && !isLeft && !isArticle(said),
  )
  if (values.length < 2) return undefined
  for (const [at, rule] of values.entries()) {
    if (!isRule(rule)) continue
    const near = neighboursOf(values, at)
    const askedFor = near.filter(one => isAsked(one, rule) && isOneThing(goal, one, rule))
    const meant = nearestOf(askedFor, rule)
    const [first] = meant
    if (first === undefined || !meant.every(one => breaks(one, rule))) continue
    return {
      because: 'the value that is asked for breaks its own rule',
      evidence: [first.part.text, rule.part === first.part ? rule.reading.text : rule.part.text],
    }
  }
  return undefined
}

/** “has between 5 and 7 players” */
function isRange({ text, isCommand }: Part, { isSpan, start, kind }: ValueReading): boolean {
  if (isSpan !== true || isTime(kind)) return false
  if (/\bbetween\s+$/i.test(text.slice(0, start))) return true
  return !isCommand && /\b(?:range|scale|goes|go|allowed|accepts?|takes?|values?|possible)\b/i.test(text)
}

/** “for the weekend, on a Tuesday”: the same time told once more, as a part of its own. */
function isRestated({ part, reading, moment }: SaidValue): boolean {
  if (!isTime(reading.kind) || reading.isSpan === true || moment !== 'whole') return false
  return (
    /^(?:in|on|at|for|during)\s/i.test(part.text) &&
    namesNothing(part.text) &&
    !/\b(?:and|or)\b/i.test(part.text)
  )
}

/** What the rule names itself; else what stands next to it. */
function nearestOf(found: readonly SaidValue[], rule: SaidValue): readonly SaidValue[] {
  const counted = found.filter(
    one => rule.reading.kind === '' && sharesWord(rule.part.text, one.reading.text),
  )
  if (counted.length > 0) return counted
  const named = found.filter(one => sharesWord(withoutValue(rule), withoutValue(one)))
  if (named.length > 0) return named
  const before = found.filter(({ partAt }) => partAt <= rule.partAt)
  const last = before.at(-1) ?? found[0]
  return found.filter(({ part }) => part.sentence === last?.part.sentence)
}

/** “in one go”, “for a week” */
function isArticle({ reading, limit }: Pick<SaidValue, 'reading' | 'limit'>): boolean {
  return (
    limit === undefined &&
    !isTime(reading.kind) &&
    !/^a (?:single|pair|couple)\b/i.test(reading.text) &&
    /^(?:one|an?)\b/i.test(reading.text)
  )
}

function isRule(said: SaidValue): boolean {
  const { limit, part, isDenied, mustBe, reading } = said
  if (limit !== undefined) return true
  if (isRange(part, reading)) return true
  if (isDenied && isTime(reading.kind)) return true
  if (isRestated(said)) return true
  return mustBe && !part.denies
}

/** “at 3” may count what the rule counts: “the number of winners at 3 … at least 5 winners”. */
function areOfOneKind(one: SaidValue, rule: SaidValue): boolean {
  if (areOneKind(one.reading.kind, rule.reading.kind)) return true
  return (
    one.reading.kind === 'bare' && !isTime(rule.reading.kind) && sharesWord(rule.reading.text, one.part.text)
  )
}

/** One of two times of a sentence, the other being a wide one: “the weekend”, “summer”. */
function isTimeTwice(one: SaidValue, rule: SaidValue): boolean {
  if (!isTime(rule.reading.kind)) return true
  const isWide = [one, rule].some(
    ({ reading }) => reading.lowest < reading.highest && reading.isSpan !== true,
  )
  return isWide && one.part.sentence === rule.part.sentence && one.partAt < rule.partAt && one.part.isCommand
}

/** A value of the same kind that stands as what is wanted. */
function isAsked(one: SaidValue, rule: SaidValue): boolean {
  if (rule.limit === undefined && !rule.mustBe && !rule.isDenied && !isTimeTwice(one, rule)) return false
  if (one.isDenied || !areOfOneKind(one, rule)) return false
  if (
    one.part === rule.part &&
    (rule.limit === undefined || one.reading.kind !== rule.reading.kind || one.reading.kind === '')
  )
    return false
  if (one.limit !== undefined && (rule.limit === undefined || one.limit.side === rule.limit.side))
    return false
  if (!isTime(rule.reading.kind) && isOfEach(one, rule)) return false
  if (!isTime(rule.reading.kind))
    return (
      (one.per === rule.per || one.per === '' || (rule.per === '' && one.per !== 'each')) &&
      rule.per !== 'each'
    )
  return momentsMeet(one, rule)
}

/** “60 in total while nobody gets more than 40” */
function isOfEach(one: SaidValue, rule: SaidValue): boolean {
  const isEach = /\b(?:nobody|no one|no-one|none|anyone|everyone|any one)\b/i.test(rule.part.text)
  const isForOne = /\b(?:him|her|me|us|my|his)\b|\s\p{Lu}\p{Ll}+/u.test(one.part.text)
  return isEach && !isForOne && one.per === '' && one.part !== rule.part
}

/** A beginning is not held against an end; that something lasts until a day says nothing of when it begins. */
function momentsMeet(one: SaidValue, rule: SaidValue): boolean {
  if (one.moment === 'whole' && one.reading.lowest < one.reading.highest) return true
  if (rule.moment === 'end' && rule.limit?.side === 'lowest') return one.moment === 'end'
  if (one.moment === 'begin' && rule.moment === 'end')
    return rule.limit?.side === 'highest' && isNear(one, rule)
  if (one.moment === 'end' && rule.moment === 'begin')
    return rule.limit?.side === 'lowest' && isNear(one, rule)
  return one.moment === 'whole' || rule.moment === 'whole' || one.moment === rule.moment
}

function breaks(one: SaidValue, rule: SaidValue): boolean {
  const [left, right] = [allowedBy(atMoment(one, rule)), allowedBy(rule)]
  if (rule.isDenied) return one.limit === undefined && isWithin(left, right)
  return areApart(left, right)
}

/** A night may run over midnight, and a stay over New Year. */
function isNear({ reading: one }: SaidValue, { reading: other }: SaidValue): boolean {
  const most = one.kind === 'clock' ? 480 : 150
  return Math.abs(one.lowest - other.lowest) <= most
}

/** Of a span, the end that the rule speaks of. */
function atMoment(one: SaidValue, { moment }: SaidValue): SaidValue {
  const { reading } = one
  if (reading.isSpan !== true || moment === 'whole' || one.limit !== undefined) return one
  const at = moment === 'end' ? reading.highest : reading.lowest
  return { ...one, reading: { ...reading, lowest: at, highest: at } }
}

function isWithin(one: ValueReading, other: ValueReading): boolean {
  return other.shifts.some(
    shift => one.lowest >= other.lowest + shift && one.highest <= other.highest + shift,
  )
}

const TINY = 1e-6

/** The values that a value with its limit leaves. */
function allowedBy({ reading, limit }: SaidValue): ValueReading {
  if (limit === undefined) return reading
  if (limit.side === 'highest')
    return {
      ...reading,
      lowest: Number.NEGATIVE_INFINITY,
      highest: limit.isStrict ? reading.lowest - TINY : reading.highest,
    }
  return {
    ...reading,
    lowest: limit.isStrict ? reading.highest + TINY : reading.lowest,
    highest: Number.POSITIVE_INFINITY,
  }
}

/** Other moments or things, exceptions and words taken back: what stands beside one of these is no rule on all. */
const apart =
  /\b(?:then|afterwards|later(?! than)(?<!or later)|instead|except|apart from|besides|other than|but for|excluding|another(?! (?:\w+ )?(?:day|week|month|year|hour)s?)|others?|else|everyone|respectively|back (?:to|down|again|at)(?! me)|sorry|wait|rather(?! than)|i mean|scratch|actually|make (?:that|it \d)|(?<!\bit |\bso that )after all|or(?! (?:upwards?|downwards?|less|fewer|more|lower|higher|under|over|above|below|earlier|sooner|later|before|after|longer|shorter|narrower|wider|larger|bigger|smaller|better|cheaper|lighter|heavier|faster|slower|older|younger|cropping|\w+ing|no|any|so|\w+er)\b)|in between|between (?:the )?two|others)\b/i

function isOneThing(goal: string, one: SaidValue, rule: SaidValue): boolean {
  const [first, second] =
    one.reading.start + one.part.start < rule.reading.start + rule.part.start ? [one, rule] : [rule, one]
  const stretch = goal.slice(first.part.start, second.part.end)
  if (apart.test(stretch) || isOfAnother(withoutValue(first), withoutValue(second))) return false
  if (first.part === second.part) return !areOfTwoSides(first, second)
  if (isOfPlace(first, second)) return false
  const earlier = withoutValue(first)
  const later = withoutValue(second)
  const context = goal.slice(Math.max(0, first.part.start - 200), second.part.start).replace(spared, ' ')
  if (isOtherOfKind(later, context)) return false
  if (isTime(rule.reading.kind) && !namesSame(later, context) && !doesNothingNew(later, context)) return false
  if (one.limit !== undefined && one.reading.kind !== rule.reading.kind && !namesSame(later, earlier))
    return false
  if (second === rule || second.limit !== undefined)
    return speaksOf(second, context) && !hasOtherTopic(goal, first, second)
  if (rule.limit !== undefined && one.per !== '' && one.per === rule.per) return true
  return (
    (rule.limit !== undefined || (rule.mustBe && !rule.part.isCommand)) &&
    sharesThing(sentenceTo(goal, second), context) &&
    isSaidOf(first, second)
  )
}

/** A rule that comes first names its thing, or is of the very unit of what follows. */
function isSaidOf(rule: SaidValue, later: SaidValue): boolean {
  return (
    !namesNothing(withoutValue(rule)) ||
    (rule.reading.kind !== '' && rule.reading.kind === later.reading.kind)
  )
}

/** A part with what stands before it in its sentence: “Run the ad | with a cost of 650”. */
function sentenceTo(goal: string, said: SaidValue): string {
  const later = withoutValue(said)
  if (!namesNothing(later)) return later
  const before = splitParts(goal).filter(
    ({ sentence, start }) => sentence === said.part.sentence && start !== said.part.start,
  )
  return `${before.map(({ text }) => text).join(' ')} ${later}`
}

/** “to staging, not to production”: what is left out is not spoken of. */
const spared = /,?\s*\bnot\s+(?:to|in|on|for|at|into|onto)\s[^,;.]*/gi

/** Sides that are measured apart: “1200 mm wide and 900 mm high”. */
const sides: readonly RegExp[] = [
  /\b(?:wide|width|wider|narrow\w*)\b/i,
  /\b(?:high|height|tall|taller)\b(?! \p{L}+ than)/iu,
  /\b(?:deep|deeper|depth)\b/i,
  /\b(?:long|longer|length|shorter)\b/i,
  /\b(?:weigh\w*|heav\w*)\b/i,
]

function areOfTwoSides(one: SaidValue, other: SaidValue): boolean {
  const [left, right] = [one, other].map(({ part, reading }) => {
    const near = part.text.slice(Math.max(0, reading.start - 25), reading.end + 20)
    return sides.findIndex(side => side.test(near))
  })
  return left !== undefined && right !== undefined && left >= 0 && right >= 0 && left !== right
}

/** “6 hours at 90 euros, the total must be 540” */
function isOfSum(one: SaidValue, rule: SaidValue): boolean {
  if (!/\b(?:total|sum|altogether|in all|overall|combined)\b/i.test(rule.part.text)) return false
  return (one.part.text.match(/\d+(?:[.,]\d+)*/g) ?? []).length > 1 || one.per !== ''
}

const relative =
  /^(?:that|which|who)\s+(?:must|has|have|may|can|cannot|should|is|are|will|needs?|(?:hold|take|carry|seat|cost|contain|run|last|fit|weigh|accept|allow)s?|carries)\b/i
const moving =
  /^(?:please\s+)?(?:add|transfer|move|take|withdraw|deposit|remove|pour|pay|send|wire|load|bring|put|pack|raise\b.*\bby|lower\b.*\bby|increase\b.*\bby|reduce\b.*\bby)\b/i
const level = /\b(?:balance|fall|drop|go|dip|hold|contain|have|has|left|reach|remain|sink|stock)\b/i

const filling = /^(?:please\s+)?(?:add|put|pour|load|pack|stack|upload|enter)\b/i
const singular = /\b(?:into|in|to|onto|on)\s+(?:the|a|an|my|our|this|that|its)\s+\p{L}+/iu
const changing = /^(?:please\s+)?(?:add|remove|take|withdraw|deposit|delete|drop|discard|throw)\b/i
const remaining =
  /\b(?:remain\w*|left|stays?|there (?:must|has to|have to|should|are|is)|ha(?:s|ve)(?! to)|contains?|balance)\b/i

/** “from the account that must not fall below 800”: what is moved is not what is left or what fits. */
function isOfPlace(first: SaidValue, second: SaidValue): boolean {
  if (isTime(first.reading.kind)) return false
  if (areOfTwoSides(first, second) || isOfSum(first, second)) return true
  const behind = first.part.text.slice(first.reading.end)
  const hasPlace = /\b(?:from|into|in|to|on|onto|at|of)\s+\p{L}/iu.test(behind)
  const isOverfilled =
    filling.test(first.part.text) && second.limit?.side !== 'lowest' && (second.limit ?? second.mustBe)
  if (isOverfilled && singular.test(behind)) return false
  if (relative.test(second.part.text) && hasPlace && namesNothing(withoutValue(second))) return true
  if (changing.test(first.part.text) && remaining.test(second.part.text)) return true
  if (!moving.test(first.part.text) || !level.test(second.part.text)) return false
  return hasPlace && namesSame(second.part.text, behind)
}

const scope =
  /\b(?:for|of|from|by|to)\s+(?:(?:the|a|an|my|our|your|his|her|their|each|every|all|any|other)\s+)?\p{L}+|\b\p{Lu}[\p{L}-]+/gu

/** What stands before the value is known; behind it, only names and what it is “for” or “of” have to be. */
function speaksOf({ part, reading }: SaidValue, context: string): boolean {
  if (!saysNothingNew(part.text.slice(0, reading.start), context)) return false
  const behind = part.text.slice(reading.end)
  return saysNothingNew([...behind.matchAll(scope)].map(([said]) => said).join(' , '), context)
}

/** “The reorder point is not to change, it stays at 25”: what stands between has its own subject. */
function hasOtherTopic(goal: string, first: SaidValue, second: SaidValue): boolean {
  if (!namesNothing(withoutValue(second))) return false
  return splitParts(goal)
    .slice(first.partAt + 1, second.partAt)
    .some(({ text, isCommand }) => !isCommand && !saysNothingNew(text, first.part.text))
}

function withoutValue({ part, reading }: SaidValue): string {
  return `${part.text.slice(0, reading.start)} ${part.text.slice(reading.end)}`
}
