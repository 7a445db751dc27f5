import { findDates, stemWord } from '../../language/language.ts'
import type { Clash } from './clash.ts'

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

/** A value that a bound of the same goal rules out, or one quality with two values. */
export function findClashingValues(goal: string): Clash | undefined {
  if (conditional.test(goal)) return undefined
  return valueOutOfBound(goal) ?? twoValues(goal) ?? twoAtOnce(goal) ?? dayOutOfBound(goal)
}

/** “Pay 92.15, but the payment must not exceed 50 euros”. */
function valueOutOfBound(goal: string): Clash | undefined {
  const found = [...goal.matchAll(quantities)].map(readQuantity).filter(one => !isName(goal, one))
  const bounds = found.filter(one => boundBefore(goal, one) !== undefined)
  for (const bound of bounds) {
    const opposed = bounds.find(
      two => two.start > bound.start && isSameUnit(two, bound) && isEmptyRange(goal, bound, two),
    )
    if (opposed !== undefined)
      return { because: 'no number meets both bounds', evidence: [bound.text, opposed.text] }
    const values = found.filter(
      one => !bounds.includes(one) && one.start < bound.start && isSameUnit(one, bound),
    )
    const [value] = values
    if (value === undefined || values.length !== 1) continue
    const isExact = /\b(?:exactly|precisely)\s*$/i.test(goal.slice(0, value.start))
    if (!isExact && several.test(goal.slice(value.start, bound.start))) continue
    const isUnder =
      boundBefore(goal, bound) === 'lowest' ? value.value < bound.value : value.value > bound.value
    if (isUnder)
      return { because: 'the value lies outside its own bound', evidence: [value.text, bound.text] }
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

const notBefore = /(?:only after|not before|no earlier than|not earlier than)\s+(?:the\s+)?$/i
const notAfter = /(?:only before|not after|no later than|not later than|at the latest on)\s+(?:the\s+)?$/i

const bounded =
  /\b(?:only after|not before|no earlier|not earlier|only before|not after|no later|not later|at the latest)\b/i

/** “on 2 December, but only after 5 December”. */
function dayOutOfBound(goal: string): Clash | undefined {
  if (!bounded.test(goal)) return undefined
  const days = findDates(goal, new Date(0)).filter(({ hasDay }) => hasDay)
  const exact = days.find(
    ({ start }) => !notBefore.test(goal.slice(0, start)) && !notAfter.test(goal.slice(0, start)),
  )
  const bound = days.find(day => day !== exact && day.start > (exact?.start ?? 0))
  if (exact === undefined || bound === undefined || days.length !== 2) return undefined
  const head = goal.slice(0, bound.start)
  const isOut =
    (notBefore.test(head) && exact.date < bound.date) || (notAfter.test(head) && exact.date > bound.date)
  return isOut && !several.test(goal.slice(exact.start, bound.start))
    ? { because: 'the day lies outside its own bound', evidence: [exact.text, bound.text] }
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
  String.raw`\b(?<noun>[a-z]{4,})(?<link>\s+(?:of|at|is|to be)\s+|\s*[:=]\s*|\s+)${number}(?![\d:/-]|\.\d)`,
  'gi',
)

/** “infill 0, with an infill of 60 percent”: one quality, named twice, with two values. */
function twoValues(goal: string): Clash | undefined {
  const found = [...goal.matchAll(qualities)].map(match => ({
    noun: stemWord((match.groups?.noun ?? '').toLowerCase()),
    value: match.groups?.number ?? '',
    isOf: /\b(?:of|is|to be)\b|[:=]/.test(match.groups?.link ?? ''),
    text: match[0],
    start: match.index,
  }))
  for (const [at, one] of found.entries())
    for (const two of found.slice(at + 1)) {
      if (one.noun !== two.noun || one.value === two.value || !(one.isOf || two.isOf)) continue
      const between = goal.slice(one.start + one.text.length, two.start)
      if (/\b(?:with|and|but)\b/i.test(between) && between.length < 40 && !several.test(between))
        return { because: 'one quality cannot have two values', evidence: [one.text, two.text] }
    }
  return undefined
}
