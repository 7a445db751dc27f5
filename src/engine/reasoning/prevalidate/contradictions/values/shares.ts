import { followersOf } from '../acts/neighbours.ts'
import type { Clash } from '../clash.ts'
import { isOfAnother } from './numbered-things.ts'
import { type Part, splitParts, squeeze } from './parts.ts'
import { areApart } from './reading.ts'
import { isTime, readPartValues } from './said-values.ts'
import { doesNothingNew, saysNothingNew } from './same-thing.ts'

/** How much of a thing a part speaks of. */
interface Share {
  readonly part: Part
  readonly amount: 'all' | 'none' | 'some'
  /** It speaks of what stays out: “three have to be left”, “half of it unspent”. */
  readonly isRest: boolean
  /** So much and no more: “only two”, “exactly six”, “at most half”. */
  readonly isBounded: boolean
}

/** All of something is to be done, and some of it must not be; or none of it, and yet some. */
export function findSplitWhole(written: string): Clash | undefined {
  const goal = squeeze(written)
  if (!anyWhole.test(goal)) return undefined
  const shares = splitParts(goal).flatMap(part => readShare(part) ?? [])
  for (const [at, one] of shares.entries()) {
    const other = followersOf(shares, at).find(two => excludeEachOther(one, two) && areOfOne(goal, one, two))
    if (other !== undefined)
      return {
        because: 'all and only a part of it cannot both be meant',
        evidence: [one.part.text, other.part.text],
      }
  }
  return undefined
}

const anyWhole =
  /\b(?:all|every|each|entire|whole|both|everyone|everybody|everything|none|nobody|no one|zero|not (?:one|a single)|nothing)\b|\b(?<count>\d+|\p{L}+) of (?:the|those|these) \k<count>\b/iu
const all =
  /\b(?:all(?! (?:right|day|night|week|year|the time|times|along|over|in all))|every(?! (?:day|week|month|year|hour|morning|evening|mon|tue|wed|thu|fri|sat|sun|\d|two|three|other|time))|each(?! other)|entire|whole|both|everyone|everybody|everything)\b|\b(?<count>\d+|\p{L}+) of (?:the|those|these) \k<count>\b/iu
const none = /\b(?:none|nobody|no one|no-one|zero|not (?:one|a single|any)(?! more)|nothing)\b/i
const number =
  '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a dozen|a few|several|some|many|most)'
const some = new RegExp(
  String.raw`\b(?:half|a (?:third|quarter|fifth|tenth)|(?:two|three) (?:thirds|quarters|fifths)|\d+\s?(?:%|percent)|majority|minority|a part|parts?(?= of)|${number}(?=\s+(?:of\b|(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b)\p{L}+|must\b|should\b|may\b|have\b|are\b|left\b)))`,
  'iu',
)
const rest =
  /\b(?:left|leftover|leave|leaving|remain\w*|stays?|staying|stay|keep|keeping|kept|hold|holding|spared?|sparing|vacant|empty|free|missing|without|skip\w*|omit\w*|excluded?|excluding|untouched|unchanged|un(?:\p{L}{3,})(?:ed|id|nt|n|wered)|miss(?:es)?|never|not|out of it|go without)\b|n['’]t\b/iu
const bounded =
  /\b(?:only|just|exactly|precisely|at most|no more than|not more than|merely)\s+(?:\p{L}+\s+)?(?:half|a (?:third|quarter|fifth|tenth)|\d+|one\b|two|three|four|five|six|seven|eight|nine|ten|some|a few|part)/iu

function readShare(part: Part): Share | undefined {
  const { text, isAside } = part
  if (isAside) return undefined
  const isAll = all.test(text)
  const isNone = none.test(text)
  const isBounded = bounded.test(text)
  const isSome = !isAll && !isNone && some.test(text)
  if (!isAll && !isNone && !isSome) return undefined
  const amount = isNone ? 'none' : isAll ? 'all' : 'some'
  return {
    part,
    amount,
    isRest: rest.test(isNone ? text.replace(none, ' ') : text),
    isBounded: isBounded && isSome,
  }
}

function excludeEachOther(one: Share, two: Share): boolean {
  return isExcluded(one, two) || isExcluded(two, one)
}

function isExcluded(whole: Share, piece: Share): boolean {
  const isWhole = whole.amount === 'all' ? !whole.isRest : whole.amount === 'none' && whole.isRest
  const isNothing = whole.amount === 'none' && !whole.isRest
  if (isWhole && piece.amount === 'none') return !piece.isRest && whole.amount === 'all'
  if (isWhole && piece.amount === 'some') return piece.isRest ? isDemanded(piece) : piece.isBounded
  return isNothing && isForbidden(whole) && piece.amount === 'some' && !piece.isRest && isDemanded(piece)
}

/** “have to be left”, “hold five vacant”, “with half of it left”, “and keep one of the two” */
function isDemanded({ part }: Share): boolean {
  return part.obliges || part.isCommand
}

/** “send nobody”, “nobody may”: not “nobody says a word”. */
function isForbidden({ part }: Share): boolean {
  return part.isCommand || /\b(?:must|may|should|can|is to|are to|shall|has to|have to)\b/i.test(part.text)
}

const apart =
  /\b(?:except(?! that\b)|apart from|but not|but for|besides|other than|others?|the rest|else|until|till|then|afterwards|first|later|instead|if|unless|when(?! you(?:['’]re| are) done)|per|sorry|wait|i mean|another|those (?:two|three|that|who)|who|apiece|copies|or)\b/i

function areOfOne(goal: string, one: Share, two: Share): boolean {
  const stretch = goal.slice(one.part.start, two.part.end)
  if (apart.test(stretch) || stretch.length > 300 || areAtOtherTimes(one.part, two.part)) return false
  if (named.test(two.part.text) && !unexcepted.test(stretch)) return false
  const isPointed = /\bof (?:them|these|those|the two|which)\b/i.test(two.part.text)
  if (!isPointed && isOfAnother(one.part.text, two.part.text)) return false
  const context = goal.slice(Math.max(0, one.part.start - 200), two.part.start)
  if (!saysNothingNew(bareOf(two.part.text, one.part.text), context)) return false
  return one.isRest || two.isRest || doesNothingNew(bareOf(two.part.text, one.part.text), context)
}

/** One that is named: “invoice 207”, “question 3”. */
const named =
  /\b(?!(?:of|all|only|just|exactly|least|most|than|leave|keep|hold|at|to|by|and|for|about|the)\b)\p{L}{3,} \d+\b/iu
const unexcepted =
  /\b(?:without (?:any |an )?exceptions?|no exceptions?|each and every|every single|all of (?:them|the)|whichever|every last)\b/i
const measures =
  /\b(?:half|third|quarter|fifth|percent|majority|most|zero|couple|pair|dozen|exactly|over|end|up|gone|out|left|whole|entire|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|done|finish\w*|along|dirty|clean|hand|one)s?\b/gi
const everyRest = new RegExp(rest.source, 'giu')
const places = /\b(?:in|on|at|from) (?:the|my|our|its|that) \p{L}+/giu
const someOf = /\b(?:half|most|some|a (?:third|quarter)) (?:of )?(?:the|our|my) \p{L}+/giu

/** What a part says besides how much of it stays or goes. */
function bareOf(text: string, other: string): string {
  const isOfPeople = /\b(?:nobody|no one|everybody|everyone|anyone)\b/i.test(other)
  const people = isOfPeople ? text.replace(someOf, ' ') : text
  return people.replace(places, ' ').replace(everyRest, ' ').replace(measures, ' ')
}

function areAtOtherTimes(one: Part, two: Part): boolean {
  const [first, second] = [one, two].map(part =>
    readPartValues(part).filter(({ reading }) => isTime(reading.kind)),
  )
  return (first ?? []).some(left =>
    (second ?? []).some(
      right => left.reading.kind === right.reading.kind && areApart(left.reading, right.reading),
    ),
  )
}
