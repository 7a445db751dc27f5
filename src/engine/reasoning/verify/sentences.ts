import { actionVerbBase, isActionVerb, splitClauses } from '../language/language.ts'
import {
  ASKING,
  AUXILIARIES,
  CONDITIONALS,
  NEGATIONS,
  readWords,
  type Span,
  SUBJECTS,
  type Word,
} from './words.ts'

/** What a piece of a goal is: an order, or words that order nothing. */
export type Shape = 'order' | 'question' | 'report' | 'supposition' | 'prohibition' | 'retraction'

/** A clause of a goal with the words outside of quotes. */
export interface Segment extends Span {
  readonly shape: Shape
  readonly words: readonly Word[]
  /** The part under a condition, from its conjunction to the end of the piece. */
  readonly condition?: Span
}

/**
 * Says of each clause of a goal, by its form alone, whether it orders anything. `masked` is what is quoted or taken over
 * word for word: it never decides the form.
 */
export function readSegments(goal: string, masked: readonly Span[]): readonly Segment[] {
  const all = readWords(goal, masked)
  const wordsOf = ({ start, end }: Span) => all.filter(word => word.start >= start && word.end <= end)
  return splitClauses(goal).flatMap(clause => {
    const formed = shapeOf(clause, wordsOf(clause))
    return withAsides(clause, masked).map(span => {
      const words = wordsOf(span)
      const shape = isTakenBack(words) ? 'retraction' : formed
      return { ...span, shape, words, ...conditionOf(goal, span, words) }
    })
  })
}

const STOP = /,|\s[-–—]+\s|…|\.{3}/g
const MAX_ASIDE = 3

/** “… - just kidding”, “ah, disregard, wrong window”: a few words behind a stop may take back what stands before them. */
function withAsides({ start, end, text }: Span, masked: readonly Span[]): readonly Span[] {
  const stops = [...text.matchAll(STOP)]
    .map(({ index, 0: stop }) => start + index + stop.length)
    .filter(at => !masked.some(span => at > span.start && at < span.end))
  const bounds = [start, ...stops, end]
  const isShort = (at: number) =>
    readWords(text.slice((bounds[at] ?? start) - start, (bounds[at + 1] ?? end) - start)).length <= MAX_ASIDE
  const cuts = bounds.filter(
    (_, at) => at === 0 || at === bounds.length - 1 || isShort(at) || isShort(at - 1),
  )
  return cuts.slice(0, -1).flatMap((from, at) => {
    const to = cuts[at + 1] ?? end
    return to > from ? [{ start: from, end: to, text: text.slice(from - start, to - start) }] : []
  })
}

const OPENERS = new Set(
  'please so and then well now ok okay hey hi hello just also but or actually maybe perhaps oh wait'.split(
    ' ',
  ),
)
const SUPPOSING = new Set('suppose imagine assume assuming pretend hypothetically'.split(' '))
/** After “I” and “we” these ask for something; any other verb tells of something. */
const WISHING = new Set(
  "want need wish wonder would 'd like must should have i'd we'd ask request".split(' '),
)
const LEAVE = new Set('you shall should must will can could would'.split(' '))

function shapeOf({ text }: Span, all: readonly Word[]): Shape {
  const words = withoutOpeners(all)
  const [said, second, third] = words.map(word => word.lower)
  if (said === undefined) return 'order'
  const first = said.replace(/^(there|that|it|this|he|she|they|you)'(?:s|re|ll|ve|d)$/, '$1')
  const isAsked = /\?\s*$/.test(text)
  if (asksPolitely(all)) return 'order'
  if (/^(?:i|we)$/.test(first) && second === 'wonder' && /^(?:if|whether)$/.test(third ?? ''))
    return 'question'
  if (/^(?:\S+\s+)?(?:i['’]m|i am|we['’]re|we are) (?:going|about|planning) to\b/i.test(textOf(words)))
    return 'report'
  if (isAsked || ASKING.has(first) || (AUXILIARIES.has(first) && SUBJECTS.has(second ?? '')))
    return 'question'
  if (SUPPOSING.has(first)) return 'supposition'
  if (NEGATIONS.has(first) || (first === 'do' && second === 'not')) return 'prohibition'
  if (!SUBJECTS.has(first) && !/^(?:i|we)'/.test(first)) return isTold(words) ? 'report' : 'order'
  if (words.slice(1, 4).some(word => NEGATIONS.has(word.lower))) return 'prohibition'
  if (first === 'you') return LEAVE.has(second ?? '') ? 'order' : 'report'
  const isWish =
    /^(?:i|we)(?:'d)?$/.test(first) && [first, second, third].some(word => WISHING.has(word ?? ''))
  return isWish && !words.slice(0, 4).some(word => /^(?:had|did)$/.test(word.lower)) ? 'order' : 'report'
}

function withoutOpeners(words: readonly Word[]): readonly Word[] {
  return words.slice(words.findIndex(word => !OPENERS.has(word.lower)))
}

function textOf(words: readonly Word[]): string {
  return words.map(word => word.lower).join(' ')
}

/** “could you …”, “may I ask you to …”, “would it be possible to …”: a question in form, an order in meaning. */
function asksPolitely(words: readonly Word[]): boolean {
  return /^(?:(?:can|could|will|would) you\b|(?:can|could|may|might) (?:i|we) (?:ask|get|have) you\b|would it be possible to\b)/.test(
    textOf(withoutOpeners(words)),
  )
}

/**
 * “The report was sent”, “Ben told me that …”, “Ana wants it”: somebody or something else is or does; an order opens with
 * a verb as it stands in the dictionary.
 */
function isTold(words: readonly Word[]): boolean {
  const [subject, ...rest] = words
  if (subject === undefined) return false
  if (/\b(?:should|must|has to|have to|needs to|ought to) be \S+/.test(textOf(words))) return false
  if (/^(?:the|a|an|my|our|his|her|their|its)$/.test(subject.lower))
    return words.some(word => AUXILIARIES.has(word.lower)) || words.slice(1, MAX_SUBJECT).some(isThinking)
  if (/^(?:got|was|were|will be|has been) \S+(?:ed|en|t)\b/.test(textOf(words))) return true
  if (subject.isFunction || isActionVerb(subject.lower)) return false
  // “PR 66 got merged”, “Part of me wants it”, “web/site will be made public”.
  const early = textOf(words.slice(1, MAX_SUBJECT))
  if (/\b(?:got|was|were|been|will be) \S+(?:ed|en|de|t)\b|^(?:of \S+ )?(?:wants|thinks)\b/.test(early))
    return true
  if (!/^\p{L}[\p{L}'’-]+$/u.test(subject.text)) return false
  const [verb, after] = rest
  return (
    verb !== undefined &&
    ((isFiniteVerb(verb) && (after !== undefined || AUXILIARIES.has(verb.lower))) ||
      (!verb.isFunction && after !== undefined && isFiniteVerb(after)))
  )
}

/** So many words may stand before what somebody does. */
const MAX_SUBJECT = 8

/** A verb that tells what somebody does or did: an auxiliary, a past form, a third person. */
function isFiniteVerb({ lower }: Word): boolean {
  if (AUXILIARIES.has(lower) || isThinking({ lower })) return true
  const base = actionVerbBase(lower)
  return base !== undefined && base !== lower && !lower.endsWith('ing')
}

/** A verb that tells what somebody says, wants or thinks. */
function isThinking({ lower }: Pick<Word, 'lower'>): boolean {
  return /^(?:said|says|wants|needs|thinks|thought|asks|asked|knows|knew|hopes|plans)$/.test(lower)
}

function isNegation(words: readonly Word[]): boolean {
  return words.slice(0, 3).some(word => NEGATIONS.has(word.lower))
}

/** “no”, “wait, do not”: it refuses, and names nothing that it would be about. */
function isTakenBack(all: readonly Word[]): boolean {
  const words = withoutOpeners(all)
  // “blockers: none” is a value: nobody takes an order back by it.
  const said = words.filter(({ lower }) => lower !== 'none')
  if (words.length === 1 && TAKING_BACK.has(words[0]?.lower ?? '')) return true
  return (
    isNegation(said) &&
    !/^(?:i|we)\b/.test(textOf(words)) &&
    words.every(({ isFunction, lower }) => isFunction || /^ones?$/.test(lower))
  )
}

/** Alone between two stops these undo what was said before. */
const TAKING_BACK = new Set(['disregard', 'forget', 'ignore', 'abort', 'stop', 'nevermind'])

/** “only if Ana agrees”, “as long as it rains”, “in case of rain”. */
function conditionOf(goal: string, piece: Span, words: readonly Word[]): { readonly condition?: Span } {
  const at = words.findIndex(({ lower }, index) => {
    const next = words[index + 1]?.lower
    const after = words[index + 2]?.lower
    if (lower === 'as') return /^(?:long|soon)$/.test(next ?? '') && after === 'as'
    if (lower === 'in') return next === 'case'
    if (lower === 'should') return index === 0 && !SUBJECTS.has(next ?? '') && !/\?\s*$/.test(piece.text)
    return CONDITIONALS.has(lower) || (lower === 'when' && SUBJECTS.has(next ?? ''))
  })
  const opening = words[at]
  if (opening === undefined) return {}
  const before = words[at - 1]
  const start = before?.lower === 'only' || before?.lower === 'but' ? before.start : opening.start
  const text = goal.slice(start, piece.end).replace(/[\s,.;:!?]+$/, '')
  return { condition: { start, end: start + text.length, text } }
}
