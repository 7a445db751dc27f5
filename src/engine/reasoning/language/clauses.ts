import {
  abbreviations,
  askingWords,
  type ClauseLink,
  determiners,
  fillers,
  linkWords,
  oftenNouns,
  questionWords,
} from './clause-words.ts'
import { remember } from './remember.ts'
import { findSpots, type Spot } from './spots.ts'
import { actionVerbBase, isActionVerb } from './verbs.ts'
import { isFunctionWord, readWords, type Word } from './words.ts'

/** A piece of a text with its place; offsets are UTF-16, end exclusive. */
export interface TextSpan {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** One thing asked, told or forbidden. */
export interface Clause extends TextSpan {
  readonly link: ClauseLink
  /** The clause forbids: “do not …”, “never …”, “without …ing”. */
  readonly negated: boolean
  /** The clause is a condition (“if …”), not an action. */
  readonly conditional: boolean
  readonly question: boolean
  /** The acting verb, base form in lower case; `known` is false when it was guessed from its place. */
  readonly verb?: {
    readonly base: string
    readonly start: number
    readonly end: number
    readonly known: boolean
  }
}

/** Sentences in order. Points inside quotes, paths, addresses, numbers and abbreviations do not end one. */
export function splitSentences(text: string): readonly TextSpan[] {
  const spots = findSpots(text)
  const sentences: TextSpan[] = []
  let start = 0
  for (const match of text.matchAll(/[.!?…]+["'”’)]*(?=\s|$)|[;\n]+/g)) {
    const at = match.index
    if (spots.some(spot => at > spot.start && at < spot.end - 1)) continue
    const wordBefore = /([\p{L}.]+)$/u.exec(text.slice(start, at))?.[1]?.toLowerCase() ?? ''
    const isAbbreviation = match[0] === '.' && (abbreviations.has(wordBefore) || /^\p{L}$/u.test(wordBefore))
    if (isAbbreviation && /\S/.test(text.slice(at + 1))) continue
    pushSpan(sentences, { text, start, end: at + match[0].length })
    start = at + match[0].length
  }
  pushSpan(sentences, { text, start, end: text.length })
  return sentences
}

function pushSpan(
  spans: TextSpan[],
  { text, start, end }: { text: string; start: number; end: number },
): void {
  const slice = text.slice(start, end)
  const trimmed = slice.trim()
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return
  const from = start + slice.indexOf(trimmed)
  spans.push({ text: trimmed, start: from, end: from + trimmed.length })
}

interface Cut {
  readonly at: number
  readonly link: ClauseLink
}

/** The clauses of a text in order: each asks for, tells or forbids one thing. */
export const splitClauses: (text: string) => readonly Clause[] = remember(splitClausesAfresh)

function splitClausesAfresh(text: string): readonly Clause[] {
  const spots = findSpots(text)
  const clauses: Clause[] = []
  for (const sentence of splitSentences(text)) {
    const words = readWords(sentence.text).map(word => shiftWord(word, sentence.start))
    const cuts = findCuts(text, { words, spots })
    const bounds: Cut[] = [{ at: sentence.start, link: openingLink(words) }, ...cuts]
    for (const [index, bound] of bounds.entries()) {
      const spans: TextSpan[] = []
      pushSpan(spans, { text, start: bound.at, end: bounds[index + 1]?.at ?? sentence.end })
      for (const span of spans) clauses.push(describeClause(span, bound.link))
    }
  }
  return clauses
}

function shiftWord(word: Word, by: number): Word {
  return { ...word, start: word.start + by, end: word.end + by }
}

function openingLink(words: readonly Word[]): ClauseLink {
  const first = words[0]?.lower ?? ''
  return linkWords.get(first) ?? 'start'
}

function findCuts(text: string, { words, spots }: { words: readonly Word[]; spots: readonly Spot[] }): Cut[] {
  const cuts: Cut[] = []
  for (const [index, word] of words.entries()) {
    if (index === 0 || spots.some(spot => word.start >= spot.start && word.end <= spot.end)) continue
    const previous = words[index - 1]
    const comma = previous !== undefined && /[,:–—&+]|\s-\s/.test(text.slice(previous.end, word.start))
    const link = cutLink(text, { words, index, comma })
    if (link !== undefined && !(previous !== undefined && cuts.at(-1)?.at === previous.start))
      cuts.push({ at: word.start, link })
  }
  return cuts
}

function cutLink(
  text: string,
  { words, index, comma }: { words: readonly Word[]; index: number; comma: boolean },
): ClauseLink | undefined {
  const word = words[index]
  if (word === undefined) return undefined
  const { lower } = word
  const next = words[index + 1]?.lower ?? ''
  if (lower === 'without' && next.endsWith('ing')) return 'without'
  if ((lower === 'instead' && next === 'of') || (lower === 'rather' && next === 'than'))
    return (words[index + 2]?.lower ?? '').endsWith('ing') ? 'without' : undefined
  if ((lower === 'before' || lower === 'after') && next.endsWith('ing') && actionVerbBase(next) !== undefined)
    return lower
  const linked = linkWords.get(lower)
  if (linked !== undefined) {
    const certain = linked === 'then'
    return startsClause(text, { words, from: index + 1, certain }) ? linked : undefined
  }
  if (!comma) return undefined
  if (startsNegation(words, index)) return 'and'
  const isTold = /:\s*["“]?$/.test(text.slice(0, word.start)) && !isVerbHere(text, { words, index })
  if (isTold) return undefined
  const opensRequest =
    (askingWords.has(lower) || fillers.has(lower)) && startsClause(text, { words, from: index })
  return opensRequest || isVerbHere(text, { words, index }) ? 'and' : undefined
}

/** Whether a new clause begins at `from`: fillers, then a verb, a question, a request or a prohibition. */
function startsClause(
  text: string,
  { words, from, certain = false }: { words: readonly Word[]; from: number; certain?: boolean },
): boolean {
  let at = from
  while (fillers.has(words[at]?.lower ?? '')) at += 1
  const word = words[at]
  if (word === undefined) return false
  if (startsNegation(words, at)) return true
  const next = words[at + 1]?.lower ?? ''
  if (questionWords.has(word.lower)) return next !== 'to' && next !== ''
  if (['is', 'are', 'does', 'do', 'did', 'can', 'could', 'would', 'will', 'should'].includes(word.lower))
    return ['the', 'it', 'you', 'i', 'we', 'there', 'they', 'this', 'a'].includes(next)
  if (['i', 'we', 'you', "i'd", "i'll", "let's", "we'd"].includes(word.lower)) return next !== ''
  if (['make', 'be'].includes(word.lower) && next === 'sure') return true
  if (word.lower === 'let' && words.slice(at + 1, at + 6).some(other => other.lower === 'know')) return true
  if (certain && isActionVerb(word.lower)) return true
  return isVerbHere(text, { words, index: at })
}

const FORBIDDING =
  /^(?:please\s+)?(?:do not|don't|dont|never|avoid|refrain|skip|leave|no need|(?:must|should|shall) (?:not|never)|(?:must|should)n't)\b/

function startsNegation(words: readonly Word[], at: number): boolean {
  const spoken = words.slice(at, at + 6).map(word => word.lower)
  return (
    FORBIDDING.test(spoken.join(' ')) ||
    /^\S+ (?:\S+ ){0,3}(?:must|should|may|shall)(?:n't| not| never)\b/.test(spoken.join(' '))
  )
}

/** Whether the word at `index` acts as a verb in the imperative or after “to”. */
function isVerbHere(text: string, { words, index }: { words: readonly Word[]; index: number }): boolean {
  const word = words[index]
  if (word === undefined) return false
  const next = words[index + 1]
  const between = text.slice(word.end, next?.start ?? word.end + 2)
  if (!isActionVerb(word.lower)) return false
  if (next?.lower === 'of' || next?.lower === 'and' || next?.lower === 'or')
    return next.lower === 'and' && !oftenNouns.has(word.lower)
  if (!oftenNouns.has(word.lower)) return next !== undefined || /["'“#@\d]/.test(between)
  if (next === undefined) return false
  if (/["'“‘`$€£#@.*/]/.test(between) || /^[\w.+-]*@|^\d/.test(text.slice(next.start))) return true
  const particles = ['to', 'out', 'up', 'off', 'back', 'in', 'on', 'for', 'with', 'from', 'into']
  return (
    determiners.has(next.lower) ||
    /^[\p{Lu}\d]/u.test(next.text) ||
    (particles.includes(next.lower) && words[index - 1]?.lower !== 'and') ||
    particles.slice(0, 6).includes(next.lower)
  )
}

function describeClause(span: TextSpan, link: ClauseLink): Clause {
  const words = readWords(span.text)
  const lower = words.map(word => word.lower)
  const negated = link === 'without' || forbids(span.text)
  const conditional = lower[0] === 'if' || lower[0] === 'unless' || (lower[0] === 'in' && lower[1] === 'case')
  const verb = findVerb(span, words)
  const question =
    span.text.trimEnd().endsWith('?') || questionWords.has(lower.find(word => !fillers.has(word)) ?? '')
  return { ...span, link, negated, conditional, question, ...(verb === undefined ? {} : { verb }) }
}

const BANS =
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|may not|can not|will not|to not|please not|no need (?:to|for))\b|\b(?:under|on|in|by) no (?:circumstances?|account|case|means|event)\b/
const NO_BANS =
  /\b(?:don't|do not|dont|never) (?:forget|hesitate|fail|neglect)\b|^(?:(?!don't)\S+n't|wh\w+|how)\b|\b(?:that|which|who|whose|where) (?:\S+ ){0,3}(?:do not|don't|never|must not|should not)\b/

/** Whether the person's own words forbid something: “do not …”, “never …”, “no need to …”, “with no …”. */
function forbids(text: string): boolean {
  const spoken = text.replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»/g, ' ')
  const words = readWords(spoken).map(word => word.lower)
  const said = words.join(' ')
  if (BANS.test(said)) return !NO_BANS.test(said)
  const opening = words
    .filter(word => !fillers.has(word))
    .slice(0, 1)
    .join(' ')
  return (
    ['avoid', 'refrain', 'nothing'].includes(opening) ||
    /^(?:(?:but|and|with) )?no /.test(said) ||
    (opening === 'leave' && /\b(?:alone|untouched|unchanged|as (?:it is|they are|is))\b/.test(said))
  )
}

function findVerb(span: TextSpan, words: readonly Word[]): Clause['verb'] {
  let at = 0
  while (at < words.length && isOpening(words, at)) at += 1
  const word = words[at]
  if (word === undefined) return undefined
  const base = actionVerbBase(word.lower)
  const inflected = base !== undefined && base !== word.lower
  if (base !== undefined && (!inflected || at > 0)) return placeVerb(span, { word, base, known: true })
  const couldBeVerb =
    !isFunctionWord(word.lower) &&
    /^\p{L}{3,}$/u.test(word.text) &&
    determiners.has(words[at + 1]?.lower ?? '')
  return couldBeVerb ? placeVerb(span, { word, base: word.lower, known: false }) : undefined
}

function isOpening(words: readonly Word[], at: number): boolean {
  const lower = words[at]?.lower ?? ''
  if (
    [
      "don't",
      'dont',
      'not',
      'never',
      'without',
      'instead',
      'of',
      'rather',
      'than',
      'before',
      'after',
    ].includes(lower)
  )
    return true
  if (lower === 'forget' || lower === 'remember') return words[at + 1]?.lower === 'to'
  const isRequestVerb = ['make', 'get', 'help', 'try'].includes(lower)
  if (isRequestVerb)
    return (
      ['sure', 'me', 'us', 'to'].includes(words[at + 1]?.lower ?? '') &&
      at + 2 < words.length &&
      lower !== 'get'
    )
  if (lower === 'sure' || (lower === 'that' && at > 0)) return true
  if (lower === 'have' || lower === 'let') return true
  return fillers.has(lower) || askingWords.has(lower)
}

function placeVerb(
  span: TextSpan,
  { word, base, known }: { word: Word; base: string; known: boolean },
): NonNullable<Clause['verb']> {
  return { base, known, start: span.start + word.start, end: span.start + word.end }
}
