import { Temporal } from 'temporal-polyfill'
import type { BriefEvent, BriefWork, PlanBrief } from '../../../contracts/plan-brief.ts'
import type { Weekday } from '../../../contracts/schedule.ts'
import {
  NUMBER,
  numberOf,
  planTimesOf,
  readCalendarWords,
  weekdaysIn,
} from '../calendar-words/calendar-words.ts'
import { readClock, readNamedDates } from './dates-of-goal.ts'
import { readAmount, readOrderPhrase, titleOf } from './phrases.ts'
import { readRhythm } from './read-rhythm.ts'
import { resolveEntry, resolveLoosely } from './resolve.ts'
import { contentWords } from './words-of-substance.ts'

interface About {
  readonly now: string
  readonly timezone: string
}

/** What became of a correction: each change in words, and the sentences that were not understood. */
export interface BriefEdit {
  readonly brief: PlanBrief
  readonly done: readonly string[]
  readonly missed: readonly string[]
}

interface Change {
  readonly brief: PlanBrief
  readonly done: string
}

type Groups = Readonly<Record<string, string | undefined>>
type Edit = (
  brief: PlanBrief,
  groups: Groups,
  said: { readonly text: string; readonly about: About },
) => Change | undefined

const LEAD = '^(?:please\\s+|and\\s+|also\\s+|then\\s+|but\\s+|just\\s+|(?:could|can)\\s+you\\s+)*'
const form = (source: string): RegExp => new RegExp(LEAD + source, 'iu')

const EDITS: readonly (readonly [RegExp, Edit])[] = [
  [
    form(
      `(?:push|shift|move|delay|postpone|bring)\\s+(?:(?:back|forward)\\s+)?(?:(?:everything|all(?: of it)?|the (?:whole )?plan|it all)\\s*)?(?:(?<way>back|forward)\\s*)?(?:by\\s+)?(?<count>${NUMBER})\\s+(?<unit>days?|weeks?|months?|fortnights?)(?:\\s+(?<when>later|earlier|back|forward))?$`,
    ),
    shiftAll,
  ],
  [form('(?:rename|call)\\s+(?<old>.+?)\\s+(?:to|as|into)\\s+(?<title>.+)$'), rename],
  [form('swap\\s+(?<old>.+?)\\s+(?:for|with|and|to)\\s+(?<other>[^:]+)(?::.*)?$'), swapDays],
  [
    form(
      "(?:remove|drop|delete|leave out|take out|cut|omit|skip|forget(?: about)?|without|(?:we|i) (?:do not|don't|don’t) need)\\s+(?<old>.+)$",
    ),
    remove,
  ],
  [
    form(
      '(?:you\\s+(?:forgot|missed|left out)|(?:we|i)\\s+(?:also\\s+)?need(?!\\s+to\\s+(?:be|have)\\b)(?:\\s+to)?|add|include)\\s+(?:(?:a|another|the|one more)\\s+(?:task|step|piece of work)\\s*:?\\s*)?(?<title>.+)$',
    ),
    add,
  ],
  [
    form(
      '(?:move\\s+)?(?<old>.+?)\\s+(?:moves?\\s+to|is\\s+(?:now\\s+)?(?:on|from|at)|are\\s+(?:now\\s+)?(?:on|from|at)|goes\\s+from|begins?\\s+at|starts?\\s+at|to)\\s+(?<when>.+)$',
    ),
    moveEvent,
  ],
  [
    form(
      "(?<old>.+?)\\s+(?:(?:must|should|may|can)\\s*not|cannot|can't)\\s+be\\s+(?:split|cut|divided)(?<more>\\s+and\\s+.+)?$",
    ),
    keepWhole,
  ],
  [
    form(
      '(?:give|make|set|let)?\\s*(?<old>.+?)\\s+(?:takes?|needs?|will take|to take|is|are|to|:)\\s+(?:about\\s+|only\\s+)?(?<amount>.+)$',
    ),
    estimate,
  ],
  [form('(?<old>.+)$'), order],
  [form('(?:make\\s+(?:it|that)\\s+)?(?<rhythm>.+)$'), changeRhythm],
  [form('(?<words>.+)$'), changeLimits],
]

/**
 * Applies what a person said about a brief, sentence by sentence, each as one change that is named. A sentence that no
 * change answers to, or whose names fit no entry, changes nothing and is given back.
 */
export function editBrief(brief: PlanBrief, words: string, about: About): BriefEdit {
  const done: string[] = []
  const missed: string[] = []
  let current = brief
  for (const sentence of sentencesOf(words)) {
    const change = applyOne(current, sentence, about)
    if (change === undefined) missed.push(sentence)
    else {
      current = change.brief
      done.push(change.done)
    }
  }
  return { brief: current, done, missed }
}

function applyOne(brief: PlanBrief, text: string, about: About): Change | undefined {
  const said = text.replace(/,?\s*(?:and\s+)?not\s+(?:at\s+|on\s+)?\d[\w:.]*$/i, '')
  for (const [pattern, edit] of EDITS) {
    const match = pattern.exec(said)
    const change = match === null ? undefined : edit(brief, match.groups ?? {}, { text: said, about })
    if (change !== undefined) return change
  }
  return undefined
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map(part => part.replace(/^[-*•\s]+|[.!;\s]+$/g, ''))
    .filter(part => part !== '')
}

const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, f: 14 }

function daysLater(date: string, days: number): string {
  return Temporal.PlainDate.from(date.slice(0, 10)).add({ days }).toString()
}

/** Open work and the end move; what has a date of its own stays, since others keep to it. */
function shiftAll(
  brief: PlanBrief,
  { count = '', unit = '', way, when }: Groups,
  { about }: { readonly about: About },
): Change | undefined {
  const value = numberOf(count.toLowerCase())
  const each = UNIT_DAYS[unit.charAt(0).toLowerCase()] ?? 30
  if (value === undefined) return undefined
  const isEarlier = /earlier/i.test(when ?? '') || /forward/i.test(way ?? when ?? '')
  const days = Math.round(value * each) * (isEarlier ? -1 : 1)
  const today = Temporal.Instant.from(about.now).toZonedDateTimeISO(about.timezone).toPlainDate().toString()
  const start = daysLater(brief.limits.start ?? today, days)
  const { deadline, events } = brief
  const moved: PlanBrief = {
    ...brief,
    ...(deadline === undefined ? {} : { deadline: { ...deadline, date: daysLater(deadline.date, days) } }),
    work: brief.work.map(item =>
      item.done_by === undefined ? item : { ...item, done_by: daysLater(item.done_by, days) },
    ),
    limits: start <= today && isEarlier ? brief.limits : { ...brief.limits, start },
  }
  const fixed =
    events.length === 0
      ? ''
      : `; fixed dates stay: ${events.map(({ title, date }) => `${title} (${date})`).join(', ')}`
  const by = `${Math.abs(days)} days ${days < 0 ? 'earlier' : 'later'}`
  const end = moved.deadline === undefined ? '' : `, done by ${moved.deadline.date}`
  return { brief: moved, done: `Everything ${by}${end}${fixed}` }
}

function rename(brief: PlanBrief, { old = '', title = '' }: Groups): Change | undefined {
  const entry = find(brief, old)
  const name = titleOf(title.replace(/["“”'‘’]/g, ''))
  if (entry === undefined || name === '') return undefined
  return { brief: withEntry(brief, entry.id, { title: name }), done: `“${entry.title}” is now “${name}”` }
}

/** References go by id, so that a new title loses none. */
function withEntry(brief: PlanBrief, id: string, change: Partial<BriefEvent & BriefWork>): PlanBrief {
  const changed = <Entry extends { readonly id: string }>(item: Entry): Entry =>
    item.id === id ? { ...item, ...change } : item
  return {
    ...brief,
    events: brief.events.map(changed),
    work: brief.work.map(changed),
    rhythms: brief.rhythms.map(changed),
  }
}

function find(
  brief: PlanBrief,
  words: string,
): BriefEvent | BriefWork | PlanBrief['rhythms'][number] | undefined {
  const name = words
    .replace(/["“”'‘’]/g, '')
    .replace(/^(?:the\s+)?(?:task|step|event|work)\s+/i, '')
    .trim()
  return resolveEntry(name, [...brief.work, ...brief.events, ...brief.rhythms], brief.events)
}

function remove(brief: PlanBrief, { old = '' }: Groups): Change | undefined {
  const entry = find(brief, old)
  if (entry === undefined) return undefined
  const isOther = ({ id }: { readonly id: string }): boolean => id !== entry.id
  return {
    brief: {
      ...brief,
      events: brief.events.filter(isOther),
      rhythms: brief.rhythms.filter(isOther),
      work: brief.work
        .filter(isOther)
        .map(item => ({ ...item, before: item.before.filter(isOther), after: item.after.filter(isOther) })),
    },
    done: `Removed “${entry.title}”`,
  }
}

function add(
  brief: PlanBrief,
  { title: words = '' }: Groups,
  { text }: { readonly text: string },
): Change | undefined {
  const amount = readAmount(words)
  const spared =
    amount === undefined ? words : `${words.slice(0, amount.at)} ${words.slice(amount.at + amount.length)}`
  const phrase = readOrderPhrase(spared)
  const named = (phrase === undefined ? spared : spared.slice(0, phrase.at)).replace(
    /[:,]?\s*(?:(?:it|that|which)\s+)?(?:takes?|needs?)\s*[,.]?\s*$/i,
    '',
  )
  const title = titleOf(named.replace(/,\s*$/, ''))
  if (contentWords(title).length === 0 || contentWords(title).length > 14) return undefined
  const other =
    phrase === undefined
      ? undefined
      : resolveEntry(phrase.reference, [...brief.work, ...brief.events], brief.events)
  if (phrase !== undefined && other === undefined) return undefined
  const work: BriefWork = {
    ...{ id: nextId(brief), title, before: [], after: [], quote: text },
    ...(amount === undefined ? {} : { minutes: amount.minutes }),
    ...(phrase === undefined || other === undefined
      ? {}
      : {
          [phrase.relation]: [{ id: other.id, ...(phrase.days === undefined ? {} : { days: phrase.days }) }],
        }),
  }
  const hours = amount === undefined ? '' : `, ${amount.minutes} min`
  const place = other === undefined ? '' : `, ${phrase?.relation} “${other.title}”`
  return { brief: { ...brief, work: [...brief.work, work] }, done: `Added “${title}”${hours}${place}` }
}

function nextId({ work }: PlanBrief): string {
  const used = new Set(work.map(({ id }) => id))
  let number = work.length + 1
  while (used.has(`w${number}`)) number += 1
  return `w${number}`
}

function moveEvent(
  brief: PlanBrief,
  { old = '', when = '' }: Groups,
  { about }: { readonly about: About },
): Change | undefined {
  const name = old.replace(/^move\s+/i, '')
  const event = resolveLoosely(name, brief.events) ?? resolveEntry(name, brief.events, brief.events)
  const [date] = readNamedDates(`on ${when}`, about)
  const clock = readClock(when)
  if (event === undefined || (date === undefined && clock === undefined)) return undefined
  const { end_date: _end, ...bare } = event
  const changed: BriefEvent = {
    ...(date === undefined ? event : bare),
    ...(date === undefined ? {} : { date: date.date }),
    ...(date?.end_date === undefined ? {} : { end_date: date.end_date }),
    ...clock,
  }
  const time =
    changed.start_time === undefined
      ? ''
      : ` ${changed.start_time}${changed.end_time === undefined ? '' : `–${changed.end_time}`}`
  return {
    brief: { ...brief, events: brief.events.map(item => (item.id === event.id ? changed : item)) },
    done: `“${event.title}” is on ${changed.date}${time}`,
  }
}

/** Events are never split; work is kept in one block. */
function keepWhole(
  brief: PlanBrief,
  { old = '', more = '' }: Groups,
  said: { readonly text: string; readonly about: About },
): Change | undefined {
  const entry = resolveEntry(old, [...brief.work, ...brief.events], brief.events)
  if (entry === undefined) return undefined
  const isWork = brief.work.some(({ id }) => id === entry.id)
  const whole = isWork ? withEntry(brief, entry.id, { splittable: false }) : brief
  const done = `“${entry.title}” is not split`
  if (more === '') return { brief: whole, done }
  const rest = moveEvent(
    whole,
    { old, when: more.replace(/^\s*and\s+(?:goes|is|runs|lasts)?\s*(?:from\s+)?/i, '') },
    said,
  )
  return rest === undefined ? undefined : { brief: rest.brief, done: `${done}; ${rest.done}` }
}

function estimate(brief: PlanBrief, { old = '', amount: words = '' }: Groups): Change | undefined {
  const amount = readAmount(words)
  const isAll =
    amount !== undefined &&
    contentWords(`${words.slice(0, amount.at)} ${words.slice(amount.at + amount.length)}`).length === 0
  const entry = resolveEntry(old, brief.work)
  if (!isAll || entry === undefined) return undefined
  return {
    brief: withEntry(brief, entry.id, { minutes: amount.minutes }),
    done: `“${entry.title}” takes ${amount.minutes} min`,
  }
}

function order(brief: PlanBrief, { old = '' }: Groups): Change | undefined {
  const phrase = readOrderPhrase(old)
  if (phrase === undefined || phrase.reference === '') return undefined
  const all = [...brief.work, ...brief.events]
  const own = resolveEntry(titleOf(old.slice(0, phrase.at)), brief.work)
  const other = resolveEntry(phrase.reference, all, brief.events)
  if (own === undefined || other === undefined || own.id === other.id) return undefined
  const reference = { id: other.id, ...(phrase.days === undefined ? {} : { days: phrase.days }) }
  const kept = own[phrase.relation].filter(({ id }) => id !== other.id)
  return {
    brief: withEntry(brief, own.id, { [phrase.relation]: [...kept, reference] }),
    done: `“${own.title}” ${phrase.days === undefined ? '' : `${phrase.days} days `}${phrase.relation} “${other.title}”`,
  }
}

function changeRhythm(brief: PlanBrief, { rhythm: words = '' }: Groups): Change | undefined {
  const read = readRhythm(words)
  const [only] = brief.rhythms
  if (read === undefined || only === undefined || brief.rhythms.length > 1) return undefined
  const { at, length, ...every } = read
  if (contentWords(`${words.slice(0, at)} ${words.slice(at + length)}`).length > 0) return undefined
  return {
    brief: { ...brief, rhythms: [{ ...only, ...every }] },
    done: `“${only.title}” ${every.times} × a ${every.per}${every.minutes === undefined ? '' : `, ${every.minutes} min`}`,
  }
}

function swapDays(brief: PlanBrief, { old = '', other = '' }: Groups): Change | undefined {
  const from = weekdaysIn(old.toLowerCase())
  const to = weekdaysIn(other.toLowerCase())
  if (from.length === 0 || to.length === 0) return undefined
  const swapped = (days: readonly Weekday[]): Weekday[] => [
    ...new Set([...days.filter(day => !from.includes(day)), ...to]),
  ]
  const { not_on_weekdays: off, only_on_weekdays: only } = brief.limits
  const isIn = (days: readonly Weekday[] | undefined): boolean =>
    days?.some(day => from.includes(day)) === true
  const rhythms = brief.rhythms.map(item =>
    item.days !== undefined && isIn(item.days) ? { ...item, days: swapped(item.days) } : item,
  )
  if (!isIn(off) && !isIn(only) && !brief.rhythms.some(({ days }) => isIn(days))) return undefined
  const limits = {
    ...brief.limits,
    ...(off !== undefined && isIn(off) ? { not_on_weekdays: swapped(off) } : {}),
    ...(only !== undefined && isIn(only) ? { only_on_weekdays: swapped(only) } : {}),
  }
  return { brief: { ...brief, limits, rhythms }, done: `${to.join(', ')} instead of ${from.join(', ')}` }
}

/** What a sentence says about time and nothing else: days off, time away, hours a week, the end. */
function changeLimits(
  brief: PlanBrief,
  { words = '' }: Groups,
  { about }: { readonly about: About },
): Change | undefined {
  const context = { now: Date.parse(about.now), timezone: about.timezone }
  const reading = readCalendarWords(words, context)
  const { constraints, questions, problems } = planTimesOf(reading, context)
  if (reading.findings.length === 0 || questions.length > 0 || problems.length > 0) return undefined
  let rest = words
  for (const { quote } of reading.findings) rest = rest.replace(quote, ' ')
  if (contentWords(rest).filter(word => !FILLING.test(word)).length > 0) return undefined
  const { deadline, budget_usd: _budget, resources: _resources, ...limits } = constraints
  const days = [...new Set([...(brief.limits.not_on_weekdays ?? []), ...(limits.not_on_weekdays ?? [])])]
  const away = [...(brief.limits.blackouts ?? []), ...(limits.blackouts ?? [])]
  return {
    brief: {
      ...brief,
      ...(deadline === undefined ? {} : { deadline: { date: deadline.slice(0, 10), quote: words } }),
      limits: {
        ...brief.limits,
        ...limits,
        ...(days.length === 0 ? {} : { not_on_weekdays: days }),
        ...(away.length === 0 ? {} : { blackouts: away }),
        quotes: [...brief.limits.quotes, words],
      },
    },
    done: `“${words}”`,
  }
}

const FILLING = /^(?:everything|must|should|be|done|finished|deadline|make|plan|free|available|again|now)$/
