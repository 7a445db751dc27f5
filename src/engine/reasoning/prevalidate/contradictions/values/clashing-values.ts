import { isFunctionWord, stemWord } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'

interface Quantity {
  readonly value: number
  readonly unit: string
  readonly text: string
  readonly start: number
}

const number = String.raw`(?<number>-?\d[\d,]*(?:\.\d+)?)`
const unit = String.raw`\s*(?<unit>%|percent|°|degrees?|euros?|dollars?|pounds?|€|\$|£|eur|usd|gbp|km\/h|mph|kg|kilos?|grams?|g|km|metres?|meters?|minutes?|hours?|days?|weeks?|months?|years?|people|seats|guests|copies|pages|words)?`
const quantities = new RegExp(`(?<currency>[€$£])?${number}(?![\\d:/-]|\\.\\d)${unit}`, 'gi')
const lowest =
  /(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|more than|above|over|exceeding|a minimum of|minimum|from)\s*$/i
const highest =
  /(?:at most|no more than|not more than|not exceed|not be (?:over|above|more than)|never exceed|below|under|less than|a maximum of|maximum|stay (?:below|under)|cheaper than)\s*$/i
/** Bounds of what is looked for or waited for are no demands. */
const conditional =
  /\b(?:if|when|whenever|alert|warn|notify|find|search|show|list|which|who|how|drops?|falls?|rises?|exceeds|as soon as|unless)\b/i
const several =
  /\b(?:then|instead|respectively|each|per|from|or|old|new|was|were|other|another|second|also for|first)\b/i

/** Two bounds of one goal that leave no number, or one quality with two values. */
export function findClashingValues(goal: string): Clash | undefined {
  if (conditional.test(goal)) return undefined
  return noNumberLeft(goal) ?? twoValues(goal) ?? twoAtOnce(goal)
}

/** Two bounds that leave no number between them. */
function noNumberLeft(goal: string): Clash | undefined {
  const bounds = [...goal.matchAll(quantities)]
    .map(readQuantity)
    .filter(one => !isName(goal, one) && boundBefore(goal, one) !== undefined)
  for (const [at, bound] of bounds.entries()) {
    const opposed = bounds.slice(at + 1).find(two => isSameUnit(two, bound) && isEmptyRange(goal, bound, two))
    if (opposed !== undefined)
      return { because: 'no number meets both bounds', evidence: [bound.text, opposed.text] }
  }
  return undefined
}

/** “below −80 and above −60 at the same time”. */
function isEmptyRange(goal: string, one: Quantity, two: Quantity): boolean {
  if (several.test(goal.slice(one.start, two.start)) || two.start - one.start > 60) return false
  const [left, right] = [boundBefore(goal, one), boundBefore(goal, two)]
  if (left === right) return false
  return left === 'lowest' ? one.value > two.value : two.value > one.value
}

/** “for 12 months that also runs for 36 months”. */
function twoAtOnce(goal: string): Clash | undefined {
  const link = /\b(?:that also|and also|but also|at the same time|simultaneously)\b/i.exec(goal)
  if (link === null) return undefined
  const found = [...goal.matchAll(quantities)]
    .map(readQuantity)
    .filter(one => one.unit !== '' && !isName(goal, one))
  const [one, two] = [
    found.find(({ start }) => start < link.index),
    found.find(({ start }) => start > link.index),
  ]
  if (one === undefined || two === undefined || found.length !== 2) return undefined
  return one.unit === two.unit && one.value !== two.value
    ? { because: 'one quality cannot have two values', evidence: [one.text, two.text] }
    : undefined
}

function readQuantity(match: RegExpExecArray): Quantity {
  const { number: digits = '', currency, unit: said = '' } = match.groups ?? {}
  return {
    value: Number(digits.replaceAll(',', '')),
    unit: kindOfUnit(currency ?? said),
    text: match[0].trim(),
    start: match.index,
  }
}

function kindOfUnit(said: string): string {
  const lower = said.toLowerCase()
  if (/^(?:€|\$|£|euros?|dollars?|pounds?|eur|usd|gbp)$/.test(lower)) return 'money'
  if (/^(?:%|percent)$/.test(lower)) return '%'
  return /^(?:°|degrees?)$/.test(lower) ? 'degree' : stemWord(lower)
}

/** A number that names something: “room 118”, “B-12”, “on 3 December”. */
function isName(goal: string, { start, text, value, unit: kind }: Quantity): boolean {
  const before = goal.slice(0, start)
  if (/\bat\s*$/i.test(before) && kind === '' && value <= 24) return true
  if (/[\p{L}\d][-_#]?$/u.test(before) || /[#№]$/.test(before)) return true
  if (
    /\b(?:room|number|no\.?|order|ticket|invoice|bay|gate|shelf|bin|row|seat|chapter|version|zone|line|platform|hall|on the|the)\s*$/i.test(
      before,
    ) &&
    !/%|[€$£]/.test(text)
  )
    return true
  return /^(?:st|nd|rd|th)\b|^\s*(?:am|pm|o['’]clock|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
    goal.slice(start + text.length),
  )
}

function boundBefore(goal: string, { start }: Quantity): 'lowest' | 'highest' | undefined {
  const before = goal.slice(Math.max(0, start - 30), start).replace(/[€$£]$/, '')
  if (highest.test(before)) return 'highest'
  return lowest.test(before) && !/\bno (?:more|longer)\b/i.test(before) ? 'lowest' : undefined
}

function isSameUnit(one: Quantity, two: Quantity): boolean {
  return one.unit === two.unit || one.unit === '' || two.unit === ''
}

const qualities = new RegExp(
  String.raw`(?<own>[a-z]+\s+)?\b(?<noun>[a-z]{4,})(?<link>\s+(?:of|at|is|to be)\s+|\s*[:=]\s*|\s+)${number}(?![\d:/-]|\.\d)`,
  'gi',
)

/** “infill 0, with an infill of 60 percent”: one quality, named twice, with two values. */
function twoValues(goal: string): Clash | undefined {
  const found = [...goal.matchAll(qualities)].map(match => ({
    noun: stemWord((match.groups?.noun ?? '').toLowerCase()),
    own: (match.groups?.own ?? '').trim().toLowerCase(),
    value: match.groups?.number ?? '',
    isOf: /\b(?:of|is|to be)\b|[:=]/.test(match.groups?.link ?? ''),
    text: match[0],
    start: match.index,
  }))
  for (const [at, one] of found.entries())
    for (const two of found.slice(at + 1)) {
      if (isOfOther(one.own, two.own)) continue
      if (one.noun !== two.noun || one.value === two.value || !(one.isOf || two.isOf)) continue
      const between = goal.slice(one.start + one.text.length, two.start)
      if (/\b(?:with|and|but)\b/i.test(between) && between.length < 40 && !several.test(between))
        return { because: 'one quality cannot have two values', evidence: [one.text, two.text] }
    }
  return undefined
}

/** “a gauge pressure of 2 … an atmospheric pressure of 1”: two qualities of one kind. */
function isOfOther(one: string, two: string): boolean {
  const isTelling = (word: string): boolean => word !== '' && !isFunctionWord(word)
  return one !== two && isTelling(one) && isTelling(two)
}
