import type { Temporal } from 'temporal-polyfill'
import { DAY_PART, spansOfParts, windowsAt } from './clock-words.ts'
import { settleDate } from './date-rules.ts'
import { RANGE, readRange } from './read-range.ts'
import {
  type CalendarContext,
  type CalendarFact,
  type Match,
  type Outcome,
  type Rule,
  rule,
} from './reading.ts'
import { WEEKDAY, weekdaysIn } from './words.ts'

const AWAY =
  '(?:away|off|on (?:a |an |my |our )?(?:[a-z]+ )?(?:holidays?|vacation|leave|trip|retreat|honeymoon|break|conference)|travell?ing|traveling|abroad|out(?: of (?:the )?(?:office|town|country))?|unavailable|not available|not around|not here|not in|not free|busy|in hospital|at (?:a|the) (?:[a-z]+ )?conference|closed|gone|sick)'
/** “Not working on”, “never study at”: what is not done then. Words that compare or narrow deny something else. */
const ELSE =
  '(?:only|more|less|fewer|later|earlier|before|after|until|till|than|just|always|sure|too|bad|yet|necessarily|problem|problems|issue|matter|longer|sooner)'
const UNDONE = `(?:not|never|no|without|nothing)(?: (?!${ELSE}(?![a-z]))[a-z]+){1,3} (?:on|at|in|during|over)`
const NOTHING =
  '(?:no (?:work|sessions?|training|practice|classes|lessons|tasks?|time)|nothing|excluding|except(?: for)?|but not|not|skip(?:ping)?|blocked(?: out)?:?|blackout:?|vacation:?|holidays?:?|leave:?|(?:take|taking|have|need) (?:a break|time off|off)|pause(?:d)?|without)'
const CANNOT =
  "(?:can'?t|cannot|can not|won'?t be able to|not able to|unable to|will not|won'?t|don'?t|do not)(?: [a-z]+){0,4}?"
const LEAD = '(?: all)?(?: from| between| on| in| during| over| for|:)?(?: the)? '

const DAY_WORD = `(?:${WEEKDAY}|week-?ends?|week ?days?|workdays?)`
const DAY_LIST = `${DAY_WORD}(?:(?:,? ?(?:and|or|nor|&|/|,)? ?(?:on |at )?)${DAY_WORD}){0,6}`
const NEVER =
  '(?:any(?:thing|time| day) (?:but|except)|but not|and not|not|never|nothing|no work|no sessions?|no training|except(?: for)?(?: on)?|excluding|other than|apart from|avoid(?:ing)?|skip(?:ping)?|without|no|rather not|unavailable|not available|not free|busy|off|away)'

const OUT =
  "(?:(?:is|are) )?(?:always )?(?:off|out|not possible|impossible|taken|busy|blocked|no good|not an option|my day off|our day off|days? off|rest days?|don'?t work|doesn'?t work|won'?t work|(?:do not|does not|will not) work)"

/** Time that is taken: whole days by date, days of the week, and parts of days. */
export function takenRules(context: CalendarContext): readonly Rule[] {
  const blackout = (match: Match) => readBlackout(match, context)
  return [
    rule(`(?<![a-z])${AWAY}${LEAD}(?<range>${RANGE})(?! ?(?:${DAY_PART}))`, blackout),
    rule(`(?<![a-z])${NOTHING}${LEAD}(?<range>${RANGE})(?! ?(?:${DAY_PART}))`, blackout),
    rule(
      `(?<![a-z])(?:not|never|no|without)(?: (?!${ELSE}(?![a-z]))[a-z]+){1,2}(?: from| between| on| in| during| over)(?: the)? (?<range>${RANGE})(?! ?(?:${DAY_PART}))`,
      blackout,
    ),
    rule(
      `(?<![a-z])${CANNOT}(?: from| between| on| in| during| over)(?: the)? (?<range>${RANGE})(?! ?(?:${DAY_PART}))`,
      blackout,
    ),
    rule(
      `(?<![a-z])(?<range>${RANGE})(?:,)? (?:is|are|will be) (?:already )?(?:blocked|off|out|taken|not possible|impossible|a (?:public )?holiday|holidays?|vacation|closed|no good)`,
      blackout,
    ),
    rule(
      `(?<![a-z])(?:leav(?:e|ing)|keep(?:ing)?|(?<wish>want|need|take|taking)) (?:my |the |all )?(?<days>${DAY_LIST})(?: (?<part>${DAY_PART}))? (?:free|clear|open|empty|off|to myself|to ourselves|for myself)(?! for)`,
      match =>
        match.groups.wish !== undefined && !/off$|sel/.test(match.text) ? undefined : readForbidden(match),
    ),
    rule(
      `(?<![a-z])${AWAY} (?:every|each) (?:other|second|third|fourth|\\d+(?:st|nd|rd|th)?) (?:${DAY_LIST}|week|month)(?![a-z])`,
      ({ text }) => ({ question: `Which ones are taken (“${text.trim()}”)? Name their dates.`, options: [] }),
    ),
    rule(
      `(?<![a-z])(?:${UNDONE}|${NEVER}(?: on| at| for| in| during)?) (?:the |any |my |a )?(?<days>${DAY_LIST})(?: (?<part>${DAY_PART}))?`,
      readForbidden,
    ),
    rule(
      `(?<![a-z])(?:${CANNOT})(?: on| at)?(?: the)? (?<days>${DAY_LIST})(?: (?<part>${DAY_PART}))?`,
      readForbidden,
    ),
    rule(`(?<![a-z])(?<days>${DAY_LIST})(?: (?<part>${DAY_PART}))?(?:,)? ${OUT}(?![a-z])`, readForbidden),
    rule(
      `(?<![a-z])(?:i|we)(?:'ve| have| am| are)?(?: got)? (?:have |got )?(?:[a-z]+ ){1,4}(?:on|every) (?<days>${DAY_LIST})(?: (?<part>${DAY_PART}))?`,
      readCommitment,
    ),
    rule(
      `(?<![a-z])(?:${UNDONE}|${CANNOT}(?: in| at| during| on)?|(?:but not|not|never|no|nothing|avoid|without)(?: work| sessions?| training)?(?: in| at| during| on)?) (?:the |any |my )?(?<part>${DAY_PART})`,
      readForbiddenPart,
    ),
    rule(`(?<![a-z])(?:my |the |in the )?(?<part>${DAY_PART}),? ${OUT}(?![a-z])`, readForbiddenPart),
  ]
}

function blackoutOf(first: Temporal.PlainDate, last: Temporal.PlainDate): CalendarFact {
  return { kind: 'blackout', start: first.toString(), end: last.toString() }
}

function readBlackout({ groups }: Match, context: CalendarContext): Outcome | undefined {
  const text = (groups.range ?? '').trim()
  if (isWeekly(text)) return undefined
  const range = readRange(text, context)
  if (range?.kind === 'problem') return range.outcome
  if (range !== undefined) {
    const more = range.takenAs === undefined ? {} : { takenAs: range.takenAs }
    return { facts: [blackoutOf(range.first, range.last)], ...more }
  }
  const single = text.replace(/^(?:all of|the whole of|the rest of) /, '')
  return settleDate(single, context, ({ first, last }) => [blackoutOf(first, last)])
}

/** `Wednesdays` and a bare `Wednesday` after “not” are every week; `next Wednesday` is one day. */
function isWeekly(text: string): boolean {
  return (
    new RegExp(`^${DAY_LIST}$`).test(text) ||
    new RegExp(`^${WEEKDAY}(?: ?- ?| to | and )${WEEKDAY}$`).test(text)
  )
}

/** What begins is not off. */
const BEGUN = /(?:kick|set|head|show|round)(?:s|ing|ting)? $/

function readForbidden({ text, groups, before }: Match): Outcome | undefined {
  if (text.startsWith('off ') && BEGUN.test(before)) return undefined
  const days = weekdaysIn(groups.days ?? '')
  if (days.length === 0) return undefined
  const part = groups.part
  if (part === undefined) return { facts: [{ kind: 'forbidden_days', days }] }
  return { facts: [{ kind: 'forbidden_windows', windows: windowsAt(spansOfParts(part), days) }] }
}

const COMMITTED = /\b(?:have|got|play|teach|work|sing|babysit|volunteer|attend|go to)\b/

/** “I have choir on Wednesdays”: the day is asked about rather than planned into. */
function readCommitment(match: Match): Outcome | undefined {
  if (
    !COMMITTED.test(match.text) ||
    /have time|am free|are free|\bcan\b|have (?:the )?(?:morning|evening)/.test(match.text)
  )
    return undefined
  const outcome = readForbidden(match)
  if (outcome === undefined || !('facts' in outcome)) return outcome
  const [fact] = outcome.facts
  if (fact === undefined) return undefined
  const label = 'Plan nothing then'
  return {
    question: `“${match.text.trim()}”: is that time taken?`,
    options: [{ id: 'option_1', label, fact }],
  }
}

function readForbiddenPart({ groups }: Match): Outcome | undefined {
  const spans = spansOfParts(groups.part ?? '')
  if (spans.length === 0) return undefined
  return { facts: [{ kind: 'forbidden_windows', windows: windowsAt(spans) }] }
}
