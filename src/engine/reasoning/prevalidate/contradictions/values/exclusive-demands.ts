import { contentStems, readNumber, stemWord } from '../../../language/language.ts'
import type { ActionFrame } from '../acts/action-frame.ts'
import type { Clash } from '../clash.ts'

/** Demands that cannot hold together: bounds that leave no number, two sole formats, two sole languages, times in reverse. */
export function findExclusiveDemands(goal: string, frames: readonly ActionFrame[]): Clash | undefined {
  return (
    boundsClash(goal) ??
    soleValueClash(goal) ??
    levelClash(goal) ??
    formatClash(goal) ??
    languageClash(goal) ??
    orderClash(goal) ??
    timeClash(goal) ??
    audienceClash(frames)
  )
}

const soleValue =
  /(?:has to|have to|must|should|needs to) be (?:an? |exactly |at )?(?<value>\d[\d.,:]*\d|\d)/gi

/** “it has to be a 1 and it has to be a 4”. */
function soleValueClash(goal: string): Clash | undefined {
  const found = [...goal.matchAll(soleValue)]
  const [one, two] = found
  if (one === undefined || two === undefined || one.groups?.value === two.groups?.value) return undefined
  const between = goal.slice(one.index + one[0].length, two.index)
  if (!/^\W*(?:and|but|yet|,)\s+(?:also\s+)?(?:it|this|that|they)?\s*(?:also\s+)?$/i.test(between))
    return undefined
  return { because: 'two sole values are asked for', evidence: [one[0], two[0]] }
}

const level =
  /(?:to|at)\s+(?:at (?:least|most)\s+)?(?<value>\d+(?:\.\d+)?|silent|zero|mute|full|maximum|minimum|off|on)\b/gi
const allAlong =
  /\b(?:at the same time|simultaneously|for the whole time|all (?:the time|day|evening|night|along)|throughout)\b/i

/** “turn the heating to 23 and keep it at 18 at the same time”: one thing at two levels at once. */
function levelClash(goal: string): Clash | undefined {
  if (!allAlong.test(goal)) return undefined
  const [one, two] = [...goal.matchAll(level)]
  if (one === undefined || two === undefined || one.groups?.value === two.groups?.value) return undefined
  const things = goal.slice(one.index + one[0].length, two.index)
  const before = new Set(contentStems(goal.slice(0, one.index)))
  const isOther = contentStems(things).some(stem => !before.has(stem) && !holds.has(stem))
  return isOther
    ? undefined
    : { because: 'one thing cannot be at two levels at once', evidence: [one[0], two[0]] }
}

const holds = new Set(
  ['keep', 'hold', 'leave', 'set', 'turn', 'stay', 'whole', 'time', 'put', 'same'].map(stemWord),
)

interface Bound {
  readonly lower?: number
  readonly upper?: number
  readonly unit: string
  readonly text: string
  readonly start: number
}

const numeral = String.raw`(?<number>\d[\d,]*(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred)`
const boundPattern = new RegExp(
  String.raw`\b(?<kind>at least|above|greater than|higher than|no (?:fewer|less) than|a minimum of|minimum|more than|over|longer than|at most|no longer than|not longer than|no higher than|no larger than|no later than|no more than|not more than|a maximum of|maximum|up to|fewer than|less than|under|below|lower than|shorter than|exactly|precisely)\s+[$€£]?${numeral}\s*(?<unit>°?[a-z%]+(?:\s(?:points?|characters?|words?|pages?|items?))?)?`,
  'gi',
)

function boundsClash(goal: string): Clash | undefined {
  const bounds = [...goal.matchAll(boundPattern)].map(readBound)
  for (const [index, one] of bounds.entries()) {
    for (const two of bounds.slice(index + 1)) {
      const apart = two.start - one.start - one.text.length
      if (!sameUnit(one.unit, two.unit, apart) || !isOneDemand(goal, one, two)) continue
      // “above 30 or below 10”: either of them.
      if (/\bor\s*$/i.test(goal.slice(one.start, two.start))) continue
      const lower = Math.max(one.lower ?? Number.NEGATIVE_INFINITY, two.lower ?? Number.NEGATIVE_INFINITY)
      const upper = Math.min(one.upper ?? Number.POSITIVE_INFINITY, two.upper ?? Number.POSITIVE_INFINITY)
      if (lower > upper) return { because: 'no number meets both bounds', evidence: [one.text, two.text] }
    }
  }
  return undefined
}

function readBound(match: RegExpExecArray): Bound {
  const written = (match.groups?.number ?? '').toLowerCase()
  const number = readNumber(written)
  const kind = (match.groups?.kind ?? '').toLowerCase()
  const place = {
    unit: stemWord((match.groups?.unit ?? '').toLowerCase()),
    text: match[0],
    start: match.index,
  }
  if (/exactly|precisely/.test(kind)) return { ...place, lower: number, upper: number }
  return /least|fewer than|less than|minimum|more than|over|longer|above|greater|higher/.test(kind) &&
    !/^no (?:more|longer|higher|larger|later)|^not (?:more|longer)|^fewer|^less/.test(kind)
    ? { ...place, lower: number }
    : { ...place, upper: number }
}

const unitless = new Set(['them', '', 'and', 'but', 'or', 'in', 'for', 'of', 'on', 'to', 'while'])

/** A bound without a unit shares that of the one right beside it. */
function sameUnit(one: string, two: string, apart: number): boolean {
  if (unitless.has(one) || unitless.has(two)) return apart <= (two === 'of' || two === 'in' ? 40 : 8)
  return one === two
}

/** Two bounds speak of one thing when no other noun phrase with a verb of its own stands between them. */
function isOneDemand(goal: string, one: Bound, two: Bound): boolean {
  const between = goal.slice(one.start + one.text.length, two.start)
  if (/\b(?:and|then|,)\s+(?:a|an|another|the other|one)\s+\w+/i.test(between)) return false
  if (/\b(?:respectively|each of|chapters?|sections?|per)\b/i.test(between)) return false
  return between.length < 90 && !/[.;]\s*(?:then|also|another)\b/i.test(between)
}

const formats =
  'json|csv|xml|yaml|pdf|markdown|html|plain text|docx|xlsx|png|jpe?g|svg|word document|spreadsheet'

const soleFormat = new RegExp(
  String.raw`\b(?:(?:only|nothing but|exclusively|solely|purely)\s+(?:as |in |valid |a |an )*(?<one>${formats})|(?:as|in|to|into)\s+(?:a |an )?(?<two>${formats})\s+(?:only|and nothing else|exclusively))\b`,
  'i',
)
const anyFormat = new RegExp(
  String.raw`\b(?:as|in|be|a|an|to|using)\s+(?:(?:valid|proper|well-formed|a|an)\s+)*(?<other>${formats})\b`,
  'gi',
)

function formatClash(goal: string): Clash | undefined {
  const sole = soleFormat.exec(goal)
  const only = (sole?.groups?.one ?? sole?.groups?.two ?? '').toLowerCase()
  if (sole === null || only === '') return anyFormatClash(goal)
  const others = [...goal.matchAll(anyFormat)]
  const other = others.find(match => {
    const outside = match.index + match[0].length <= sole.index || match.index >= sole.index + sole[0].length
    return (
      outside &&
      (match.groups?.other ?? '').toLowerCase() !== only &&
      !/\b(?:from|not|instead of|than|convert(?:ing)?|read)\b[^.]*$/i.test(
        goal.slice(Math.max(0, match.index - 25), match.index),
      )
    )
  })
  return other === undefined
    ? anyFormatClash(goal)
    : { because: 'two sole formats are asked for', evidence: [sole[0], other[0]] }
}

/** “only as X … as Y as well”, whatever X and Y are. */
function anyFormatClash(goal: string): Clash | undefined {
  const sole =
    /\b(?:only\s+(?:as|in)\s+(?:an?\s+)?(?<one>[\w-]+)|(?:as|in)\s+(?:an?\s+)?(?<two>[\w-]+)\s+only)\b/i.exec(
      goal,
    )
  const also =
    /\b(?:as|in)\s+(?:an?\s+)?(?<other>[\w-]+)\s+(?:as well|too|also)\b|\balso\s+(?:as|in)\s+(?:an?\s+)?(?<another>[\w-]+)/i.exec(
      goal,
    )
  if (sole === null || also === null) return undefined
  const same =
    (sole.groups?.one ?? sole.groups?.two ?? '') === (also.groups?.other ?? also.groups?.another ?? '')
  return same ? undefined : { because: 'two sole forms are asked for', evidence: [sole[0], also[0]] }
}

const languages =
  'english|german|french|spanish|italian|portuguese|dutch|polish|chinese|japanese|korean|russian|arabic|turkish|swedish|danish|norwegian|finnish|czech|greek|hindi|latin'

const soleLanguage = new RegExp(
  String.raw`\b(?:only|entirely|exclusively|completely|purely|solely|fully)\s+in\s+(?<one>${languages})\b|\bin\s+(?<two>${languages})\s+(?:only|exclusively|throughout)\b`,
  'i',
)
const anyLanguage = new RegExp(String.raw`\bin\s+(?:proper |plain |fluent )?(?<other>${languages})\b`, 'gi')

function languageClash(goal: string): Clash | undefined {
  const sole = soleLanguage.exec(goal)
  const only = (sole?.groups?.one ?? sole?.groups?.two ?? '').toLowerCase()
  if (sole === null) return undefined
  const other = [...goal.matchAll(anyLanguage)].find(
    match =>
      (match.groups?.other ?? '').toLowerCase() !== only &&
      !/\b(?:not|from|than|written)\s*$/i.test(goal.slice(0, match.index)),
  )
  return other === undefined
    ? undefined
    : { because: 'two sole languages are asked for', evidence: [sole[0], other[0]] }
}

function orderClash(goal: string): Clash | undefined {
  const ascending = /\b(?:ascending|oldest first|smallest first|lowest first|a to z)\b/i.exec(goal)
  const descending = /\b(?:descending|newest first|largest first|highest first|z to a)\b/i.exec(goal)
  if (ascending === null || descending === null) return undefined
  const keys = (goal.match(/\bby\s+\w+/gi) ?? []).length
  const isChoice =
    /\b(?:then|or|toggle|switch|both orders|two lists|twice|separate|from ascending|from descending|instead)\b/i.test(
      goal,
    )
  return keys >= 2 || isChoice
    ? undefined
    : { because: 'two opposite orders are asked for', evidence: [ascending[0], descending[0]] }
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const latest =
  /\b(?:by|before|no later than|not later than|earlier than|until)\s+(?<time>\d{1,2}(?::\d{2})?\s*(?:am|pm)?|(?:next\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d{2}-\d{2}|noon)\b/i
const earliest =
  /\b(?:after|not before|no earlier than|not earlier than|at the earliest (?:on|at)?|starting(?: from)?|not until)\s+(?<time>\d{1,2}(?::\d{2})?\s*(?:am|pm)?|(?:next\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d{2}-\d{2}|noon)\b/i

function timeClash(goal: string): Clash | undefined {
  const masked = goal.replace(/\bnot (?=before|until)/gi, 'NOT-')
  const until = latest.exec(masked.replace(/NOT-\w+\s+\S+/g, hidden => '#'.repeat(hidden.length)))
  const from = earliest.exec(goal)
  if (until === null || from === null) return undefined
  const between = goal.slice(Math.min(until.index, from.index), Math.max(until.index, from.index))
  if (
    /\b(?:then|another|other|reminder|and (?:send|book|lend|call|remind|tell|create|close|open))\b/i.test(
      between,
    )
  )
    return undefined
  const end = readTime(until.groups?.time ?? '')
  const begin = readTime(from.groups?.time ?? '')
  if (end === undefined || begin === undefined || end.kind !== begin.kind || begin.value <= end.value)
    return undefined
  return { because: 'it has to end before it may begin', evidence: [until[0], from[0]] }
}

function readTime(
  text: string,
): { readonly kind: 'day' | 'hour' | 'date'; readonly value: number } | undefined {
  const lower = text.toLowerCase().trim()
  if (/^\d{4}-/.test(lower)) return { kind: 'date', value: Date.parse(`${lower}T00:00:00Z`) }
  const day = days.findIndex(name => lower.endsWith(name))
  if (day >= 0) return { kind: 'day', value: day + (lower.startsWith('next') ? 7 : 0) }
  if (lower === 'noon') return { kind: 'hour', value: 12 }
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/.exec(lower)
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined
  const hour = (Number(match[1]) % 12) + (match[3] === 'pm' ? 12 : 0)
  return {
    kind: 'hour',
    value: (match[3] === undefined ? Number(match[1]) : hour) + Number(match[2] ?? 0) / 60,
  }
}

/** “Invite only Ann, and invite everybody”. */
function audienceClash(frames: readonly ActionFrame[]): Clash | undefined {
  for (const { text } of frames) {
    const none = /\bto (?:nobody|no one)\b/i.exec(text)
    const every = /\bto (?:all|every|everyone|everybody)\b/i.exec(text)
    if (none !== null && every !== null)
      return { because: 'it is for nobody and for everyone', evidence: [none[0], every[0]] }
  }
  const only = frames.find(
    frame => !frame.forbids && /\b(?:only|nobody but|no one but)\s+(?:to\s+)?[A-Z]/.test(frame.text),
  )
  if (only === undefined) return undefined
  const all = frames.find(
    frame =>
      frame !== only &&
      !frame.forbids &&
      frame.family.has(stemWord(only.verb)) &&
      /\b(?:everyone|everybody|all (?:members|people|users|customers|colleagues))\b/i.test(frame.text),
  )
  return all === undefined
    ? undefined
    : { because: 'it names both a single receiver and everyone', evidence: [only.text, all.text] }
}
