import { findDates, stemWord } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { type MeasuredValue, readMeasuredValues } from './measured-values.ts'
import { isOtherName } from './named-values.ts'
import { isAboutDemand, type Rule, readRuledDemands } from './rules.ts'

/** A value that is asked for and that a rule on the same thing excludes: “set it to 70 … no higher than 40”. */
export function findBrokenRule(goal: string): Clash | undefined {
  for (const { demand, rule } of readRuledDemands(goal)) {
    if (clashOfValues(demand, rule) || clashOfDays(demand, rule) || isOtherName(demand, rule))
      return { because: 'the value that is asked for breaks its own rule', evidence: [demand, rule.text] }
  }
  return undefined
}

function clashOfValues(demand: string, rule: Rule): boolean {
  const asked = readMeasuredValues(demand).filter(one => !isLeftBehind(demand, one))
  const [ruled, ...more] = readMeasuredValues(rule.text, rule.denies).filter(one =>
    isRuling(one, rule, asked),
  )
  if (ruled === undefined || more.length > 0 || (rule.denies && !ruled.isBound)) return false
  const same = asked.filter(one => isSameUnit(one, ruled))
  const [wanted] = same
  if (wanted === undefined || new Set(same.map(({ value }) => value)).size > 1) return false
  if (wanted.lowest <= ruled.highest && ruled.lowest <= wanted.highest) return false
  const rest = without(rule.text, ruled)
  return isAboutAct(rest, demand, ruled) && !isLevelOfPlace(demand, rule)
}

/** What the demand also says, with the same number, only names the thing: “table 4”, “on 2 July”. */
function isRuling(one: MeasuredValue, rule: Rule, asked: readonly MeasuredValue[]): boolean {
  const isSaidBefore = asked.some(({ value, unit }) => value === one.value && unit === one.unit)
  if (isSaidBefore) return false
  return one.isBound || !one.unit.startsWith('no. of') || one.start >= rule.text.length - rule.rest.length
}

/** “from 3.1 to 3.2”, “not 2 June”, “the second of the 8”. */
function isLeftBehind(text: string, { start }: MeasuredValue): boolean {
  return /\b(?:from|instead of|not|than|since|was)\s+(?:the\s+|version\s+)?$/i.test(text.slice(0, start))
}

const isTime = (unit: string): boolean => unit === 'clock' || unit === 'weekday'

function isSameUnit(one: MeasuredValue, ruled: MeasuredValue): boolean {
  if (one.unit === ruled.unit) return true
  if (isTime(one.unit) || isTime(ruled.unit) || /^no\. of/.test(one.unit + ruled.unit)) return false
  return one.unit === '' || ruled.unit === '' || generic.has(ruled.unit)
}

const generic = new Set(['piece', 'item', 'unit', 'article'].map(stemWord))

function without(text: string, { start, text: said }: MeasuredValue): string {
  return `${text.slice(0, start)} ${text.slice(start + said.length)}`
}

/**
 * The rule names what the demand names; a bound that is no time may be put on any act (“must not be sold for less than”),
 * a time only on the demanded one.
 */
function isAboutAct(text: string, demand: string, ruled: MeasuredValue): boolean {
  const eased = ruled.isBound && !isTime(ruled.unit) ? text.replace(passive, '$<modal> ') : text
  return isAboutDemand(eased, demand, stem => isTime(ruled.unit) && comings.has(stem))
}

const passive =
  /(?<modal>\b(?:must|may|should|can|has to|have to|to)(?:\s?not|n['’]t)?)\s+be\s+\w+(?:ed|t|d|en)\b/i
const comings = new Set(
  'go goe come through plan schedule send sent make made do done call text message mail room'
    .split(' ')
    .map(stemWord),
)

const moving =
  /^(?:please\s+)?(?:add|transfer|move|take|withdraw|deposit|remove|pour|pay|send|sell|buy|ship|bring|spend|load)\b/i
const level = /\b(?:below|under|hold|contain|have|has|balance|left|reach|stay|remain|keep|above)\b/i

/** “Transfer 500 from A; A must not fall below 800”: what is moved is not what is left. */
function isLevelOfPlace(demand: string, rule: Rule): boolean {
  return moving.test(demand) && level.test(rule.rest) && !/^(?:it|they|this|that)?$/i.test(rule.subject)
}

/** “End it on 31 August; it must run until 31 December at least”. */
const ending = /^(?:please\s+)?(?:end|terminate|close|stop|finish|cancel|conclude)\b/i
const atLeastUntil =
  /\b(?:until|till|to)\b.*\bat (?:the (?:very )?)?(?:least|earliest)\b|\bat least (?:until|till|to)\b/i

const FIXED_MOMENT = new Date('2000-06-15T12:00:00Z')
const MOST_APART_MS = 300 * 86_400_000
const notBefore = /\b(?:before|earlier than|sooner than|prior to|until|till)\s+(?:the\s+)?$/i
const notAfter = /\b(?:after|later than)\s+(?:the\s+)?$/i

/** “on 4 April, and it must not be posted earlier than 20 April”. */
function clashOfDays(demand: string, rule: Rule): boolean {
  const [asked, ...others] = findDates(demand, FIXED_MOMENT).filter(({ hasDay }) => hasDay)
  const [ruled, ...more] = findDates(rule.text, FIXED_MOMENT).filter(({ hasDay }) => hasDay)
  if (asked === undefined || ruled === undefined || others.length + more.length > 0) return false
  if (!/\d/.test(asked.text) || !/\d/.test(ruled.text) || asked.endDate !== undefined) return false
  const apart = Date.parse(asked.date) - Date.parse(ruled.date)
  const before = rule.text.slice(0, ruled.start)
  const isEarly = notBefore.test(before) && rule.denies && apart < 0
  const isLate = notAfter.test(before) && rule.denies && apart > 0
  const isCutShort = ending.test(demand) && apart < 0 && !rule.denies && atLeastUntil.test(rule.text)
  if ((!isEarly && !isLate && !isCutShort) || Math.abs(apart) > MOST_APART_MS) return false
  const rest = `${before} ${rule.text.slice(ruled.end)}`.replace(/\bat the very least\b/i, ' ')
  return isAboutAct(rest, demand, { ...NO_VALUE, unit: 'clock' })
}

const NO_VALUE: MeasuredValue = {
  text: '',
  start: 0,
  unit: '',
  value: 0,
  lowest: 0,
  highest: 0,
  isBound: true,
}
