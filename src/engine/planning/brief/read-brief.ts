import type { BriefEvent, BriefRhythm, BriefWork, PlanBrief } from '../../../contracts/plan-brief.ts'
import {
  type CalendarFinding,
  type CalendarReading,
  planTimesOf,
  readCalendarWords,
} from '../calendar-words/calendar-words.ts'
import { type NamedDate, readNamedDates } from './dates-of-goal.ts'
import {
  contentWords,
  eventTitleOf,
  type OrderPhrase,
  placeOf,
  readAmount,
  readMoney,
  readOrderPhrase,
  titleOf,
} from './phrases.ts'
import { readRhythm } from './read-rhythm.ts'
import { resolveEntry } from './resolve.ts'
import { cutOut, endOf, isWithin, openingOf, overlaps, speaksOfPlan, without } from './spans.ts'
import { type Piece, readSentences, type Sentence } from './statements.ts'
import { areToldInFull, IS_OBLIGED, IS_TASK } from './told.ts'

interface About {
  readonly now: string
  readonly timezone: string
}

/** A brief as the words alone give it, and what of the words about time is left for the plan as a whole. */
export interface BriefReading {
  readonly brief: PlanBrief
  /** The calendar reading without the words that became events, work or rhythms. */
  readonly times: CalendarReading
}

/** “The cover must be ready before recording”: settled once every entry is known. */
interface OpenOrder {
  readonly subject: string
  readonly phrase: OrderPhrase
  readonly quote: string
}

type Draft = { -readonly [Key in keyof PlanBrief]: PlanBrief[Key] }

const LIMITS: ReadonlySet<CalendarFinding['kind']> = new Set([
  ...(['windows', 'forbidden_windows', 'only_days', 'forbidden_days', 'blackout', 'capacity'] as const),
  ...(['timezone', 'start', 'length'] as const),
])

/**
 * Fills a brief with what a goal's words say for certain: dated events, work with its amount, lists, rhythms, limits,
 * sums, order. Whatever fits nowhere is kept word for word under `not_placed`.
 */
export function readBrief(goal: string, about: About): BriefReading {
  const context = { now: Date.parse(about.now), timezone: about.timezone }
  const reading = readCalendarWords(goal, context)
  const reader = new Reader(goal, reading, readNamedDates(goal, about))
  for (const [at, sentence] of readSentences(goal).entries()) reader.readSentence(sentence, at === 0)
  const brief = reader.finish()
  const times = reader.timesLeft()
  const { constraints } = planTimesOf(times, context)
  const { deadline: _deadline, budget_usd: _budget, resources: _resources, ...limits } = constraints
  return { brief: { ...brief, limits: { ...limits, quotes: brief.limits.quotes } }, times }
}

class Reader {
  private readonly goal: string
  private readonly reading: CalendarReading
  private readonly dates: readonly NamedDate[]
  private readonly events: BriefEvent[] = []
  private readonly work: BriefWork[] = []
  private readonly rhythms: BriefRhythm[] = []
  private readonly orders: OpenOrder[] = []
  private readonly quotes: string[] = []
  private readonly notPlaced: string[] = []
  private readonly taken = new Set<unknown>()
  private readonly rest: Partial<Draft> = {}
  private title = ''
  /** Amounts of the whole: “100 hours in all”. */
  private readonly totals: { readonly minutes: number; readonly quote: string }[] = []

  constructor(goal: string, reading: CalendarReading, dates: readonly NamedDate[]) {
    this.goal = goal
    this.reading = reading
    this.dates = dates
  }

  readSentence(sentence: Sentence, isFirst: boolean): void {
    const { lead, pieces } = sentence
    if (lead !== undefined && isFirst) this.readPiece(lead, { isList: false, isWish: true })
    if (pieces.length > 0 && pieces.every(({ text }) => /^(?:and\s+)?["“«][^"”»]*["”»][.!]?$/.test(text))) {
      this.keep(sentence.text)
      return
    }
    if (lead !== undefined && this.isRepeated(lead)) {
      // What is done again and again is no list of work to be done once.
      if (!isFirst) this.readPiece(lead, { isList: false, isWish: false })
      for (const piece of pieces) if (!this.takeDeadline(piece, piece.text)) this.keep(piece.text)
      return
    }
    const first = isFirst && lead === undefined
    const listed = pieces.filter((piece, at) => !(first && at === 0) && this.hasOwnWords(piece))
    const opening = openingOf(lead, sentence, isFirst)
    const isList = listed.length >= 2 || (lead !== undefined && listed.length > 0)
    const begun = this.work.length
    for (const [at, piece] of pieces.entries()) {
      const isWish = first && at === 0
      const cut = at === 0 && opening !== undefined ? without(piece, opening.length) : piece
      this.readPiece(cut, { isList: isList && !isWish, isWish, quote: piece.text })
    }
    const added = this.work.slice(begun)
    if (lead !== undefined && !isFirst && added.length === 0) this.keep(sentence.text)
    if (opening?.phrase !== undefined)
      for (const { title } of added)
        if (!this.orders.some(({ subject }) => subject === title))
          this.orders.push({ subject: title, phrase: opening.phrase, quote: sentence.text })
    if (/^first\b/i.test(pieces[0]?.text ?? '')) this.inSequence(added, sentence.text)
  }

  private inSequence(added: readonly BriefWork[], quote: string): void {
    for (const [at, { title }] of added.entries()) {
      const before = added[at - 1]
      if (before === undefined) continue
      this.orders.push({
        ...{ subject: title, quote },
        phrase: { relation: 'after', reference: before.title, at: 0, length: 0 },
      })
    }
  }

  private readPiece(
    piece: Piece,
    {
      isList,
      isWish,
      quote = piece.text,
    }: { readonly isList: boolean; readonly isWish: boolean; readonly quote?: string },
  ): void {
    if (this.isToldBefore(piece)) return
    const money = readMoney(piece.text)
    if (
      money !== undefined &&
      /\bbudget|\bat most|\bup to|\bmax|\bno more than|\bspend|\blimit/i.test(piece.text)
    ) {
      this.rest.budget = { ...money, quote }
      if (!isWish) return
    }
    const excluded =
      /^(?:(?:and|but)\s+)?(?:(?:we|i)\s+(?:do not|don't|don’t)\s+(?:want|need)|without|no)\s+(.+?)[.!]?$/i.exec(
        piece.text,
      )
    if (excluded?.[1] !== undefined && this.findingsIn(piece).length === 0) {
      this.rest.exclusions = [...(this.rest.exclusions ?? []), { text: excluded[1].slice(0, 200), quote }]
      return
    }
    if (this.takeRhythm(piece, quote)) return
    const limits = this.findingsIn(piece).filter(({ kind }) => LIMITS.has(kind))
    const date = this.dates.find(
      one =>
        isWithin(one, piece) && !limits.some(finding => overlaps(finding, one) && speaksOfPlan(finding, one)),
    )
    if (limits.length > 0 && (date === undefined || date.use === 'by')) {
      const core = this.coreOf(piece, [])
      if (contentWords(core).length === 0) {
        this.quotes.push(quote)
        return
      }
      this.quotes.push(...limits.map(finding => finding.quote))
      if (!isWish && !isList && readAmount(piece.text) === undefined && contentWords(core).length <= 2) {
        this.keep(quote)
        return
      }
    }
    if (date?.use === 'on' && this.takeEvent(piece, date, { quote, isWish })) return
    if (isWish) {
      this.title = titleOf(this.coreOf(piece, date === undefined ? [] : [date]))
      this.takeDeadline(piece, quote)
      return
    }
    if (this.takeWork(piece, { quote, isList })) return
    if (this.takeDeadline(piece, quote)) return
    this.keep(quote)
  }

  private takeRhythm(piece: Piece, quote: string): boolean {
    const rhythm = readRhythm(piece.text)
    if (rhythm === undefined) {
      const isModifier = contentWords(this.coreOf(piece, [])).length === 0
      const last = this.rhythms.at(-1)
      const minutes = /\b(?:each|every time|at a time)\b/i.test(piece.text)
        ? readAmount(piece.text.replace(/\s*\b(?:each|every time|at a time)\b/i, ''))
        : undefined
      if (last === undefined || minutes === undefined || last.minutes !== undefined || !isModifier) {
        const days = this.findingsIn(piece).find(({ kind }) => kind === 'sessions')
        if (days?.kind !== 'sessions' || days.days === undefined || last === undefined || !isModifier)
          return false
        this.taken.add(days)
        this.rhythms[this.rhythms.length - 1] = {
          ...last,
          days: [...days.days],
          quote: this.goal.slice(this.goal.indexOf(last.quote ?? ''), piece.at + piece.text.length),
        }
        return true
      }
      this.rhythms[this.rhythms.length - 1] = {
        ...last,
        minutes: minutes.minutes,
        quote: `${last.quote ?? ''}, ${quote}`,
      }
      for (const finding of this.findingsIn(piece)) this.taken.add(finding)
      return true
    }
    for (const finding of this.findingsIn(piece))
      if (finding.kind === 'sessions' || finding.kind === 'session_minutes' || finding.kind === 'capacity')
        this.taken.add(finding)
    const rest = `${piece.text.slice(0, rhythm.at)} ${piece.text.slice(rhythm.at + rhythm.length)}`
    const own = titleOf(titleOf(rest).replace(/^(?:i|we)\s+(?=\p{Ll})/iu, ''))
    const title = contentWords(own).length > 0 ? own : this.title
    if (title === '') return false
    if (this.title === '') this.title = title
    const { at: _at, length: _length, ...every } = rhythm
    this.rhythms.push({ id: `r${this.rhythms.length + 1}`, title, ...every, quote })
    return true
  }

  private takeEvent(
    piece: Piece,
    date: NamedDate,
    { quote, isWish }: { readonly quote: string; readonly isWish: boolean },
  ): boolean {
    const core = `${piece.text.slice(0, date.at - piece.at)} ${piece.text.slice(date.at - piece.at + date.text.length)}`
    const plain = core.replace(/\b(?:on|at|from)\s+(?=\s|$)/gi, ' ')
    const title = eventTitleOf(plain)
    if (contentWords(title).length === 0) return false
    for (const finding of this.reading.findings) if (overlaps(finding, date)) this.taken.add(finding)
    const place = placeOf(plain)
    const { text: _text, at: _at, use: _use, ...when } = date
    this.events.push({
      id: `e${this.events.length + 1}`,
      title,
      ...when,
      ...(place === undefined ? {} : { place }),
      quote,
    })
    if (isWish) this.title = title
    return true
  }

  private takeDeadline(piece: Piece, quote: string): boolean {
    const found = this.findingsIn(piece).find(({ kind }) => kind === 'deadline')
    if (found?.kind !== 'deadline') return false
    this.rest.deadline = { date: found.moment.slice(0, 10), quote }
    return true
  }

  private takeWork(
    piece: Piece,
    { quote, isList }: { readonly quote: string; readonly isList: boolean },
  ): boolean {
    const amount = readAmount(piece.text)
    const spared = amount === undefined ? piece.text : cutOut(piece.text, amount)
    const phrase = readOrderPhrase(spared)
    const core = this.coreOf(
      { text: phrase === undefined ? spared : spared.slice(0, phrase.at), at: piece.at },
      [],
    )
    const title = titleOf(core)
    const words = contentWords(title)
    if (amount !== undefined) this.takeDurations(piece)
    if (
      words.length === 0 ||
      (amount !== undefined && /^(?:in all|in total|altogether|everything|all)$/i.test(title))
    ) {
      if (amount === undefined) return false
      this.totals.push({ minutes: amount.minutes, quote })
      return true
    }
    const entries = [...this.work, ...this.events]
    const known = resolveEntry(title, entries) ?? resolveEntry(title.replace(IS_OBLIGED, ''), entries)
    if (phrase !== undefined && known !== undefined && amount === undefined) {
      this.orders.push({ subject: known.title, phrase, quote })
      return true
    }
    const isOrdered = phrase !== undefined && words.length <= 6
    if (amount === undefined && !isList && !isOrdered && !IS_TASK.test(piece.text)) return false
    if (words.length > 14) return false
    const due = this.findingsIn(piece).find(({ kind }) => kind === 'deadline')
    if (due !== undefined) this.taken.add(due)
    this.work.push({
      ...{ id: `w${this.work.length + 1}`, title, before: [], after: [], quote },
      ...(amount === undefined ? {} : { minutes: amount.minutes }),
      ...(due?.kind === 'deadline' ? { done_by: due.moment.slice(0, 10) } : {}),
    })
    if (phrase !== undefined) this.orders.push({ subject: title, phrase, quote })
    return true
  }

  /** “Tuesdays, Thursdays and Saturdays”: what one reading took over several pieces is placed with the first. */
  private isToldBefore({ at, text }: Piece): boolean {
    const end = at + text.replace(/[.,;!?\s]+$/, '').length
    return this.reading.findings.some(finding => finding.at < at && endOf(finding) >= end)
  }

  /** Hours of work are no length of a session. */
  private takeDurations(piece: Piece): void {
    for (const item of [...this.reading.findings, ...this.reading.problems])
      if (isWithin(item, piece) && (('kind' in item && item.kind === 'session_minutes') || 'code' in item))
        this.taken.add(item)
  }

  private isRepeated(piece: Piece): boolean {
    return (
      readRhythm(piece.text) !== undefined || this.findingsIn(piece).some(({ kind }) => kind === 'sessions')
    )
  }

  private hasOwnWords(piece: Piece): boolean {
    const isRhythm = readRhythm(piece.text) !== undefined
    return !isRhythm && readMoney(piece.text) === undefined && contentWords(this.coreOf(piece, [])).length > 0
  }

  /** A piece without the words about time in it. */
  private coreOf(piece: Piece, spans: readonly Piece[]): string {
    let { text } = piece
    const told = [...this.findingsIn(piece).map(({ quote, at }) => ({ text: quote, at })), ...spans]
    for (const { text: words, at } of told) {
      const from = Math.max(0, at - piece.at)
      text = text.slice(0, from) + ' '.repeat(words.length) + text.slice(from + words.length)
    }
    const amount = readAmount(text)
    return amount === undefined ? text : cutOut(text, amount)
  }

  private findingsIn(piece: Piece): readonly CalendarFinding[] {
    return this.reading.findings.filter(finding => isWithin(finding, piece))
  }

  private keep(quote: string): void {
    if (!this.notPlaced.includes(quote)) this.notPlaced.push(quote)
  }

  finish(): PlanBrief {
    this.settleOrders()
    const [total] = this.totals
    const title = this.title === '' ? titleOf(this.goal).slice(0, 200) || 'Plan' : this.title
    if (total !== undefined && this.work.length === 0 && this.events.length === 0)
      this.work.push({ id: 'w1', title, minutes: total.minutes, before: [], after: [], quote: total.quote })
    else if (total !== undefined) this.keep(total.quote)
    return {
      ...{ title, events: this.events, work: this.work, rhythms: this.rhythms },
      ...{ limits: { quotes: this.quotes }, people: [], exclusions: [] },
      ...this.rest,
      with_suggestions: !this.saysAll(),
      not_placed: this.notPlaced.map(quote => ({ quote })),
    }
  }

  /** Whether the words give work of their own, or a rhythm that is whole: then nothing is added to them. */
  private saysAll(): boolean {
    const hasEnd = this.rest.deadline !== undefined || this.events.length > 0
    return areToldInFull(this.work) || this.rhythms.some(({ minutes }) => minutes !== undefined || !hasEnd)
  }

  private settleOrders(): void {
    const all = [...this.work, ...this.events]
    for (const { subject, phrase, quote } of this.orders) {
      const at = this.work.findIndex(({ title }) => title === subject)
      const own = this.work[at]
      const others = all.filter(({ title }) => title !== subject)
      const other = resolveEntry(phrase.reference, others, this.events)
      if (own === undefined || other === undefined) {
        this.keep(quote)
        continue
      }
      const reference = { id: other.id, ...(phrase.days === undefined ? {} : { days: phrase.days }) }
      this.work[at] = { ...own, [phrase.relation]: [...own[phrase.relation], reference] }
    }
  }

  /** What the calendar reading says of the plan as a whole. */
  timesLeft(): CalendarReading {
    const isWhole = this.saysAll()
    // Beside suggestions a rhythm still bounds the days of a week.
    const isFree = (item: { readonly at: number; readonly quote: string }): boolean =>
      !(this.taken.has(item) && (isWhole || !('kind' in item && item.kind === 'sessions'))) &&
      !this.dates.some(
        date =>
          date.use === 'on' &&
          this.events.some(({ quote }) => quote?.includes(date.text)) &&
          overlaps(item, date),
      )
    const { findings, questions, problems } = this.reading
    return {
      findings: findings.filter(isFree),
      questions: questions.filter(isFree),
      problems: problems.filter(isFree),
    }
  }
}
