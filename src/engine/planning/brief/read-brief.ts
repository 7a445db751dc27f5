import type { BriefEvent, BriefRhythm, BriefWork, PlanBrief } from '../../../contracts/plan-brief.ts'
import { type CalendarReading, planTimesOf, readCalendarWords } from '../calendar-words/calendar-words.ts'
import { type NamedDate, readClock, readNamedDates } from './dates-of-goal.ts'
import { isImperative, isOfEach, isTask } from './imperative.ts'
import {
  eventTitleOf,
  type OrderPhrase,
  placeOf,
  readAmount,
  readMoney,
  readOrderPhrase,
  titleOf,
} from './phrases.ts'
import { rhythmOf } from './read-rhythm.ts'
import { resolveEntry } from './resolve.ts'
import { blank, endOf, isWithin, openingOf, without } from './spans.ts'
import { type Piece, readSentences, type Sentence } from './statements.ts'
import { SpokenTimes } from './told.ts'
import { contentWords } from './words-of-substance.ts'

interface About {
  readonly now: string
  readonly timezone: string
}

/** A brief as the words alone give it, and what of the words about time is left for the plan as a whole. */
export interface BriefReading {
  readonly brief: PlanBrief
  /** What the words say of time for the plan as a whole, and what of them is unclear. */
  readonly times: CalendarReading
}

/** “The cover must be ready before recording”: settled once every entry is known. */
interface OpenOrder {
  readonly subject: string
  readonly phrase: OrderPhrase
  readonly quote: string
}

interface Place {
  /** One of several that stand side by side, each for itself. */
  readonly isListed: boolean
  /** The first words of all, which say what is wanted. */
  readonly isWish: boolean
  readonly quote: string
}

type Draft = { -readonly [Key in keyof PlanBrief]: PlanBrief[Key] }

/**
 * Fills a brief with what a goal's words say for certain: dated events, work with its amount, lists, rhythms, limits,
 * sums, order. Whatever fits nowhere is kept word for word under `not_placed`.
 */
export function readBrief(goal: string, about: About): BriefReading {
  const context = { now: Date.parse(about.now), timezone: about.timezone }
  const dates = readNamedDates(goal, about)
  const reader = new Reader(goal, new SpokenTimes(readCalendarWords(goal, context)), dates)
  for (const [at, sentence] of readSentences(goal, dates).entries()) reader.readSentence(sentence, at === 0)
  const brief = reader.finish()
  const times = reader.times.left()
  const { constraints, weekly } = planTimesOf(times, context)
  const { deadline: _deadline, budget_usd: _budget, resources: _resources, ...limits } = constraints
  const hours = weekly === undefined ? {} : { weekly: [...weekly] }
  return { brief: { ...brief, limits: { ...limits, ...hours, quotes: brief.limits.quotes } }, times }
}

class Reader {
  private readonly goal: string
  readonly times: SpokenTimes
  private readonly dates: readonly NamedDate[]
  private readonly events: BriefEvent[] = []
  private readonly work: BriefWork[] = []
  private readonly rhythms: BriefRhythm[] = []
  private readonly orders: OpenOrder[] = []
  private readonly quotes: string[] = []
  private readonly notPlaced: string[] = []
  private readonly rest: Partial<Draft> = {}
  private title = ''

  constructor(goal: string, times: SpokenTimes, dates: readonly NamedDate[]) {
    this.goal = goal
    this.times = times
    this.dates = dates
  }

  readSentence(sentence: Sentence, isFirst: boolean): void {
    const { lead } = sentence
    if (!isFirst && [sentence, ...sentence.pieces].some(isOfEach)) {
      this.keep(sentence)
      return
    }
    if (lead === undefined) {
      this.readPieces(sentence, isFirst)
      return
    }
    if (isFirst) this.readPiece(lead, { isListed: false, isWish: true, quote: lead.text })
    const isPlaced = openingOf(lead, sentence, isFirst)?.phrase !== undefined
    const isList = sentence.pieces.length > 1 || isPlaced
    if (!isFirst && isList && this.times.rhythmIn(lead) !== undefined) {
      this.keep(sentence)
      return
    }
    const begun = this.work.length
    if (isList || isFirst)
      for (const piece of sentence.pieces)
        this.readPiece(piece, { isListed: isList, isWish: false, quote: piece.text })
    else
      this.readPiece(sentence, {
        isListed: isImperative(sentence.pieces[0]),
        isWish: false,
        quote: sentence.text,
      })
    this.follow(sentence, begun, isFirst)
  }

  private readPieces(sentence: Sentence, isFirst: boolean): void {
    const begun = this.work.length
    const opening = openingOf(undefined, sentence, isFirst)
    const from = opening?.length ?? 0
    const pieces = sentence.pieces.map((piece, at) => (at === 0 ? without(piece, from) : piece))
    const { groups, areParallel } = this.grouped(pieces, isFirst)
    for (const [at, piece] of groups.entries()) {
      const isWish = isFirst && at === 0
      const quote = at === 0 ? sentence.text.slice(0, from) + piece.text : piece.text
      this.readPiece(piece, { isListed: areParallel && !isWish, isWish, quote })
    }
    this.follow(sentence, begun, isFirst)
  }

  /** Parts between commas that say nothing by themselves stay with the words before them. */
  private grouped(
    pieces: readonly Piece[],
    isFirst: boolean,
  ): { readonly groups: readonly Piece[]; readonly areParallel: boolean } {
    const own = pieces.map((piece, at) => at === 0 || this.standsAlone(piece))
    const tasks = pieces.filter((piece, at) => !(isFirst && at === 0) && this.isOwnTask(piece)).length
    const areParallel = tasks >= 2 && tasks * 2 >= pieces.length - (isFirst ? 1 : 0)
    const groups: Piece[] = []
    for (const [at, piece] of pieces.entries()) {
      const last = groups.at(-1)
      if (last === undefined || areParallel || own[at] === true) groups.push(piece)
      else groups[groups.length - 1] = { text: this.goal.slice(last.at, endOf(piece)), at: last.at }
    }
    return { groups, areParallel }
  }

  private isOwnTask(piece: Piece): boolean {
    return isImperative(piece) || isTask(piece.text) || readAmount(piece.text) !== undefined
  }

  private standsAlone(piece: Piece): boolean {
    if (IS_SUBORDINATE.test(piece.text)) return false
    return (
      this.isOwnTask(piece) ||
      this.times.isOnlyTime(piece) ||
      this.times.rhythmIn(piece) !== undefined ||
      this.dates.some(date => isWithin(date, piece)) ||
      readOrderPhrase(piece.text) !== undefined ||
      /^(?:(?:and|but|so)\s+)?(?:i|we|no|without)\b/i.test(piece.text)
    )
  }

  /** “Before the move we must …” and “first …, then …” hold for all the work that a sentence gives. */
  private follow(sentence: Sentence, begun: number, isFirst: boolean): void {
    const added = this.work.slice(begun)
    const phrase = openingOf(sentence.lead, sentence, isFirst)?.phrase
    const quote = sentence.text
    if (phrase !== undefined)
      for (const { title } of added)
        if (!this.orders.some(({ subject }) => subject === title))
          this.orders.push({ subject: title, phrase, quote })
    if (!/^first\b/i.test(sentence.pieces[0]?.text ?? '')) return
    for (const [at, { title }] of added.entries()) {
      const before = added[at - 1]
      const after = { relation: 'after' as const, reference: before?.title ?? '', at: 0, length: 0 }
      if (before !== undefined) this.orders.push({ subject: title, quote, phrase: after })
    }
  }

  private readPiece(piece: Piece, place: Place): void {
    if (this.times.isToldBefore(piece)) return
    if (this.takeBudget(piece, place) || this.takeExclusion(piece, place)) return
    const date = this.dates.find(one => isWithin(one, piece) && !this.times.isOfPlan(one, piece))
    if (date?.use === 'on' && this.takeEvent(piece, date, place)) return
    if (this.takeRhythm(piece, place)) return
    if (place.isWish) {
      this.takeWish(piece, place)
      return
    }
    const isLimit = this.times.isLimit(piece)
    if (isLimit || (/\bdeadline\b/i.test(piece.text) && this.times.deadlineIn(piece) !== undefined)) {
      this.times.accept(piece)
      if (!this.takeDeadline(piece, place.quote)) this.quotes.push(place.quote)
      if (!isLimit) this.keep(piece)
      return
    }
    if (this.takeClock(piece) || this.takeWork(piece, place)) return
    this.keep(piece)
  }

  private takeWish(piece: Piece, { quote }: Place): void {
    const period = this.times.periodIn(piece)
    const spans = this.dates.filter(one => isWithin(one, piece))
    this.title = titleOf(period === undefined ? this.times.titleIn(piece, spans) : piece.text)
    // Where days are named, hours and weekdays beside them are those of the days.
    const hasDays = this.dates.some(({ use, more }) => use === 'on' && more !== undefined)
    if (period === undefined) {
      this.times.accept(piece, hasDays ? ['deadline', 'start', 'length'] : undefined)
      this.takeDeadline(piece, quote)
      return
    }
    this.times.accept(piece, ['blackout', 'capacity', 'forbidden_days', 'timezone'])
    this.keep({ text: period, at: piece.at })
  }

  private takeBudget(piece: Piece, { quote, isWish }: Place): boolean {
    const money = readMoney(piece.text)
    const isBudget = /\bbudget|\bat most|\bup to|\bmax|\bno more than|\bspend|\blimit|^(?:i|we)\s+have\b/i
    if (money === undefined || !isBudget.test(piece.text)) return false
    this.rest.budget = { amount: money.amount, currency: money.currency, quote }
    if (this.times.isLimit(blank(piece, money))) {
      this.times.accept(piece)
      this.quotes.push(quote)
    }
    return !isWish
  }

  private takeExclusion(piece: Piece, { quote }: Place): boolean {
    const said =
      /^(?:(?:and|but)\s+)?(?:(?:we|i)\s+(?:do not|don't|don’t)\s+(?:want|need)|without|no)\s+(.+?)[.!]?$/i.exec(
        piece.text,
      )?.[1]
    if (said === undefined || this.times.isNamedIn(piece)) return false
    this.rest.exclusions = [...(this.rest.exclusions ?? []), { text: said.slice(0, 200), quote }]
    return true
  }

  private takeRhythm(piece: Piece, { quote, isWish }: Place): boolean {
    const last = this.rhythms.at(-1)
    const said = this.times.rhythmIn(piece)
    if (said === undefined) {
      const more = last === undefined ? undefined : this.times.lengthOrDaysOf(piece, last)
      if (last === undefined || more === undefined) return false
      const from = this.goal.indexOf(last.quote ?? '')
      this.rhythms[this.rhythms.length - 1] = { ...last, ...more, quote: this.goal.slice(from, endOf(piece)) }
      return true
    }
    const isMore = /^\s*[.,]?\s*(?:with|without|but|at least|including|until)\b/i.test(said.rest)
    if (isMore) this.keep(piece)
    const own = isMore
      ? ''
      : titleOf(said.rest.replace(/^(?:i|we)\s+(?:can|could|will|want to)?\s*(?=\p{Ll})/iu, ''))
    const isNamed = contentWords(own).length > 0
    const title = isNamed ? own : this.title
    if (title === '' || (isWish && /^(?:create|draft|design|make|set up|help me)\b/i.test(title)))
      return false
    if (this.title === '') this.title = title
    const end = this.times.untilIn(piece)
    const until = end === undefined ? {} : { until: end.moment.slice(0, 10) }
    this.rhythms.push({ id: `r${this.rhythms.length + 1}`, title, ...rhythmOf(said), ...until, quote })
    // “Three evenings a week” bounds the plan; the hours of something that has a name are its own.
    if (!isNamed || isWish)
      this.times.accept(piece, ['windows', 'deadline', 'length', 'forbidden_days', 'blackout'])
    if (isWish) this.takeDeadline(piece, quote)
    return true
  }

  private takeEvent(piece: Piece, date: NamedDate, { quote, isWish }: Place): boolean {
    const plain = blank(piece, { at: date.at - piece.at, length: date.text.length }).text
    const bare = plain.replace(/\b(?:on|at|from)\s+(?=\s|$)/gi, ' ')
    const aim = isWish && isImperative(piece) ? AIM.exec(bare)?.[1] : undefined
    const said = eventTitleOf(aim ?? bare)
    const title = contentWords(said).length > 0 ? said : date.more === undefined ? '' : this.title
    if (title === '') return false
    const place = placeOf(bare)
    const { text: _text, at: _at, use: _use, more = [], ...when } = date
    for (const day of [when.date, ...more])
      this.events.push({
        ...{ id: `e${this.events.length + 1}`, title, ...when, date: day, quote },
        ...(place === undefined ? {} : { place }),
      })
    if (isWish) this.title = aim === undefined ? title : titleOf(bare)
    return true
  }

  /** “The party goes from 3 pm to 9 pm”: the hours of the one event that is named. */
  private takeClock(piece: Piece): boolean {
    const clock = readClock(piece.text)
    const [only, ...others] = this.events
    if (clock === undefined || only === undefined || others.length > 0 || only.start_time !== undefined)
      return false
    const subject = titleOf(
      piece.text.split(/\s(?:is|runs|goes|starts?|begins?|lasts?|takes? place)\s/i)[0] ?? '',
    )
    const isNamed = resolveEntry(subject.replace(/\s+day$/i, ''), [only]) === only
    if (!isNamed || subject === titleOf(piece.text)) return false
    const place = only.place ?? placeOf(piece.text)
    this.events[0] = {
      ...{ ...only, ...clock, quote: `${only.quote ?? ''} ${piece.text}` },
      ...(place === undefined ? {} : { place }),
    }
    return true
  }

  private takeDeadline(piece: Piece, quote: string): boolean {
    const found = this.times.deadlineIn(piece)
    if (found === undefined) return false
    this.rest.deadline = { date: found.moment.slice(0, 10), quote }
    return true
  }

  private takeWork(piece: Piece, { quote, isListed }: Place): boolean {
    const amount = readAmount(piece.text)
    const spared = amount === undefined ? piece : blank(piece, amount)
    const phrase = readOrderPhrase(spared.text)
    const whole = phrase === undefined ? spared : { ...spared, text: spared.text.slice(0, phrase.at) }
    const asked = this.times.dueOf(piece)
    const isInOrder =
      phrase !== undefined && asked !== undefined && asked.span.at + asked.span.length > phrase.at
    const due = isInOrder ? undefined : asked
    const title = titleOf(due === undefined ? whole.text : blank(whole, due.span).text)
    const words = contentWords(title)
    if (words.length === 0 || words.length > 14 || IS_NO_WORK.test(piece.text)) return false
    const entries = [...this.work, ...this.events]
    const known = resolveEntry(title, entries) ?? resolveEntry(title.replace(IS_OBLIGED, ''), entries)
    if (phrase !== undefined && known !== undefined && amount === undefined) {
      this.orders.push({ subject: known.title, phrase, quote })
      return true
    }
    const isTold = isListed || isImperative(piece) || isTask(piece.text) || amount !== undefined
    const isPlaced = (phrase !== undefined || due !== undefined) && words.length <= 8
    if (!isTold && !isPlaced) return false
    this.work.push({
      ...{ id: `w${this.work.length + 1}`, title, before: [], after: [], quote },
      ...(amount === undefined ? {} : { minutes: amount.minutes }),
      ...due?.days,
    })
    if (phrase !== undefined) this.orders.push({ subject: title, phrase, quote })
    return true
  }

  private keep({ text }: Piece): void {
    if (this.notPlaced.some(kept => kept.includes(text))) return
    const others = this.notPlaced.filter(kept => !text.includes(kept))
    this.notPlaced.splice(0, this.notPlaced.length, ...others, text)
  }

  finish(): PlanBrief {
    this.settleOrders()
    const title = this.title === '' ? titleOf(this.goal).slice(0, 200) || 'Plan' : this.title
    const isTold = areToldInFull(this.work) || this.events.length + this.rhythms.length > 0
    return {
      ...{ title, events: this.events, work: this.work, rhythms: this.rhythms },
      ...{ limits: { quotes: this.quotes }, people: [], exclusions: [] },
      ...this.rest,
      with_suggestions: !isTold,
      not_placed: this.notPlaced.map(quote => ({ quote })),
    }
  }

  private settleOrders(): void {
    const all = [...this.work, ...this.events]
    for (const { subject, phrase, quote } of this.orders) {
      const at = this.work.findIndex(({ title }) => title === subject)
      const own = this.work[at]
      const others = all.filter(({ title }) => title !== subject)
      const other = resolveEntry(phrase.reference, others, this.events)
      if (own === undefined || other === undefined) {
        this.keep({ text: quote, at: 0 })
        continue
      }
      const reference = { id: other.id, ...(phrase.days === undefined ? {} : { days: phrase.days }) }
      this.work[at] = { ...own, [phrase.relation]: [...own[phrase.relation], reference] }
    }
  }
}

/** What comes back, what is not to be, and what somebody can do is no piece of work to be done once. */
const IS_NO_WORK =
  /^(?:(?:and|but|so)\s+)?(?:never|not|no|always|(?:i|we)\s+can)\b|\b(?:(?<!within )(?<!in )a|per|each)\s+(?:day|week|month|night|evening)\b|\bevery\s/i
const IS_SUBORDINATE =
  /^(?:and\s+)?(?:which|who|whose|that|where|when|because|since|as|if|unless|although|though|with|including)\b/i
/** “The boards must be cut”: the boards. */
const IS_OBLIGED = /\s+(?:has|have|must|needs?|should)(?:\s+to)?\s+be\s+\p{L}+$/iu
/** “Practise the piano for the recital”: the recital is on that day, not the practice. */
const AIM = /^\s*\p{L}+\s+(?:my|our|the|an?)\s.*\sfor\s+((?:my|our|the|an?)\s+[^,]+?)\s*$/iu

/** More than bare names: hours, an order, a day, or phrases of their own. */
function areToldInFull(work: readonly BriefWork[]): boolean {
  const isPlaced = work.some(
    ({ minutes, before, after, done_by: due }) =>
      minutes !== undefined || due !== undefined || before.length + after.length > 0,
  )
  return isPlaced || work.filter(({ title }) => title.split(' ').length > 2).length * 2 > work.length
}
