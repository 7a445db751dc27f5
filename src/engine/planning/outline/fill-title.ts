import { type Quantity, roundedText, type Subject } from '../subject/subject.ts'
import { saysNothing } from '../subject/whole-subject.ts'

export interface TitleFacts {
  readonly subject: Subject
  /** Sessions of what is practised over the whole plan; 0 where nothing is. */
  readonly sessionsInAll: number
  readonly months: number
}

interface FilledTitle {
  readonly text: string
  /** A number in it was reckoned from the person's own. */
  readonly isReckoned: boolean
}

const LONGEST = 160
/** What adds up from session to session. */
const ADDS_UP =
  /^(?:words?|pages?|books?|chapters?|novels?|stories|kanji|characters?|articles?|posts?|lessons?|problems?|exercises?|puzzles?|poems?|drawings?|sketches|recipes|songs?|episodes?|photos?|boxes|episodes|hours?)$/i

/** A title with its places filled from what the person said; what they did not say is left to plain words. */
export function fillTitle(template: string, facts: TitleFacts): FilledTitle {
  let isReckoned = false
  const text = template.replace(/\{([^{}]+)\}/g, (_, place: string) => {
    const [name = '', ...texts] = place.split('|')
    const filled = textFor(name.trim(), facts)
    if (filled === undefined) return texts.at(-1) ?? ''
    isReckoned ||= filled.isReckoned
    return texts.length > 1 ? (texts[0] ?? '').replace('~', filled.text) : filled.text
  })
  const clean = text.replace(/\s+/g, ' ').trim()
  const capital = clean.charAt(0).toUpperCase() + clean.slice(1)
  return { text: capital.length > LONGEST ? `${capital.slice(0, LONGEST - 1)}…` : capital, isReckoned }
}

interface Value {
  readonly text: string
  readonly isReckoned: boolean
}

function textFor(name: string, { subject, sessionsInAll, months }: TitleFacts): Value | undefined {
  const target = subject.quantities.find(({ role }) => role === 'target')
  const share = /^(\d+)% of target$/.exec(name)
  if (share !== null) {
    return target === undefined || target.value < 3
      ? undefined
      : reckoned(target, (target.value * Number(share[1])) / 100)
  }
  switch (name) {
    case 'thing':
    case 'Thing':
      return said(saysNothing(subject) ? 'it' : subject.thing)
    case 'the thing':
    case 'The thing':
      return said(saysNothing(subject) ? 'it' : subject.theThing)
    case 'wish':
    case 'Wish':
      return said(subject.wish)
    case 'target':
      return target === undefined ? undefined : said(target.text)
    case 'budget':
      return said(subject.quantities.find(({ role }) => role === 'budget')?.text, 'the budget of ')
    case 'people':
      return said(subject.quantities.find(({ role }) => role === 'people')?.text)
    case 'per session': {
      if (target === undefined || sessionsInAll < 2 || !ADDS_UP.test(target.unit)) return undefined
      const each = target.value / sessionsInAll
      if (each < 0.8) return undefined
      if (each < 1.5) return { text: `about one ${singular(target.unit)}`, isReckoned: true }
      const { text } = reckoned(target, each)
      return { text: `about ${text}`, isReckoned: true }
    }
    case 'per month': {
      if (target === undefined || months < 1.5 || !isMoney(target.unit)) return undefined
      return { text: `about ${reckoned(target, target.value / months).text} a month`, isReckoned: true }
    }
    default:
      return undefined
  }
}

function said(text: string | undefined, lead = ''): Value | undefined {
  return text === undefined || text === '' ? undefined : { text: `${lead}${text}`, isReckoned: false }
}

function isMoney(unit: string): boolean {
  return /^(?:US\$|[$€£¥₹]|CHF|USD|EUR|GBP|JPY|dollars?|euros?|pounds|francs)$/i.test(unit)
}

function reckoned({ unit }: Quantity, value: number): Value {
  const number = roundedText(value)
  const text = /^(?:US\$|[$€£¥₹])$/.test(unit) ? `${unit}${number}` : `${number} ${unit}`
  return { text, isReckoned: true }
}

function singular(unit: string): string {
  return /ies$/i.test(unit) ? unit.replace(/ies$/i, 'y') : unit.replace(/s$/i, '')
}
