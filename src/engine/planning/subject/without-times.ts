import { type CalendarReading, readCalendarWords } from '../calendar-words/calendar-words.ts'

/** What a text says besides time: the words about time are blanked out, letter for letter. */
interface TimelessText {
  readonly text: string
  readonly times: CalendarReading
}

/** Words that lead to a time and mean nothing without it. */
const LEFT_BEHIND =
  /\b(?:by|before|until|till|on|in|at|for|from|to|within|during|over|not|no|never|except|but not|and not|only|each|every|per|a|the|and|or|starting|beginning|with sessions?|sessions?|deadline(?: is|:)?)\s*(?=\uE000)/giu

/** Rhythms and spans that say nothing about the subject, whichever way they are understood. */
const RHYTHM = new RegExp(
  [
    String.raw`\b(?:every|each)\s+(?:other\s+|second\s+|single\s+|few\s+)?(?:day|morning|evening|night|afternoon|week|weekend|month|quarter|year|weekday|sprint|spring|summer|autumn|fall|winter|\d+ (?:days|weeks|months))s?\b`,
    String.raw`(?<![$€£¥₹.,\d])\b(?:once|twice|(?:\d+|three|four|five|six|seven)(?: or more)?(?: times| evenings| mornings| days| sessions| hours| nights)?)\s+(?:a|per|each|every)\s+(?:day|week|month|quarter|year)\b`,
    String.raw`\b(?:in|within|over|for|during)\s+(?:the\s+)?(?:next|coming|last|first)?\s*(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|couple of|few)?\s*(?:days|weeks|months|years|day|week|month|year)\b(?!\s+(?:trip|holiday|sabbatical|course|programme|program|plan))`,
    String.raw`\b(?:by|before|until|till|in|this|next|during)\s+(?:the\s+)?(?:end of\s+)?(?:the\s+)?(?:next|this|coming)?\s*(?:spring|summer|autumn|fall|winter|year|month|week|quarter|christmas|easter|q[1-4])\b`,
    String.raw`\b(?:(?:by|in|before|until|from|this|next|early|mid|late|end of|the end of|beginning of|start of|around)[\s-]+)+(?:january|february|march|april|may|june|july|august|september|october|november|december)(?:\s+\d{4})?\b`,
    String.raw`\b(?:daily|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually)\b(?=\s*(?:$|[,.;]))`,
  ].join('|'),
  'giu',
)

/** The words of a goal that are not about time, and what those about time say. */
export function withoutTimes(
  goal: string,
  about: { readonly now: string; readonly timezone: string },
): TimelessText {
  const times = readCalendarWords(goal, { now: Date.parse(about.now), timezone: about.timezone })
  let text = goal
  const questions = [...times.problems, ...times.questions].filter(finding => !isMoney(goal, finding))
  const findings = times.findings
    .filter(
      finding => !LENGTHS.includes(finding.kind) && !isAttribute(goal, finding) && !isMoney(goal, finding),
    )
    .map(withoutObject)
  for (const { quote, at } of [...findings, ...questions])
    text = text.slice(0, at) + '\uE000'.repeat(quote.length) + text.slice(at + quote.length)
  text = text.replace(RHYTHM, match => '\uE000'.repeat(match.length))
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(LEFT_BEHIND, match => '\uE000'.repeat(match.length))
  }
  return { text: text.replaceAll('\uE000', ' '), times }
}

/** “a two-day conference”: how long it is belongs to what it is. */
const LENGTHS: readonly string[] = ['length']
const RHYTHMIC = /^(?:daily|nightly|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annual)$/i

/** “£200 a month” is an amount. */
export function isMoney(
  goal: string,
  { at, quote }: { readonly at: number; readonly quote: string },
): boolean {
  return /[$€£¥₹]\s?$/.test(goal.slice(0, at)) || /^[$€£¥₹]/.test(quote)
}

/** “a weekly retrospective”: the rhythm is a part of its name. */
function isAttribute(goal: string, { quote, at }: { readonly quote: string; readonly at: number }): boolean {
  const isNamed = /(?:\b(?:an?|the|my|our|your|their|this)\s+)$/i.test(goal.slice(0, at))
  return RHYTHMIC.test(quote) && isNamed && /^\s+\p{L}/u.test(goal.slice(at + quote.length))
}

const SPAN = /\b(?:within|per|an?)\s+(?:an?\s+)?(?:day|week|month|quarter|year)\b/i
const TIMES =
  /\b(?:\d+|one|two|three|four|five|six|seven|a few|several)(?: or more)? (?:times|evenings?|mornings?|afternoons?|nights?|days?|sessions?|weekends?|hours?|minutes?|lessons?|workouts?|rides?|runs?)\b/i
const RHYTHM_WORD = /\b(?:every|each|once|twice|thrice|daily|weekly|fortnightly|monthly|quarterly|on)\b/i

/** “an episode every two weeks”: the episode is what it is about. */
function withoutObject(finding: CalendarReading['findings'][number]): {
  readonly quote: string
  readonly at: number
} {
  const { quote, at, kind } = finding
  if (kind !== 'sessions') return { quote, at }
  const from = [TIMES, RHYTHM_WORD, SPAN].map(words => quote.search(words)).find(at => at >= 0) ?? 0
  return from <= 0 ? { quote, at } : { quote: quote.slice(from), at: at + from }
}
