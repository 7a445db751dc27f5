import { actionVerbBase, findNames, isFunctionWord, readWords, type Word } from '../../language/language.ts'
import type { IndexedTool } from '../tool-index.ts'
import { readValues, type TextValue } from './values.ts'

/** A piece of a goal that an argument may be made of: a value, some words in a row, or the rest of a sentence. */
export interface Candidate extends Omit<TextValue, 'kind'> {
  readonly kind: TextValue['kind'] | PieceKind
  /** It stands in the part of the goal that asks for the call. */
  readonly isOwn: boolean
  /** The stems of the words of content that it is cut off from. */
  readonly next?: string | undefined
  readonly previous?: string | undefined
  /** Its place among those of its kind. */
  readonly rank: number
  /** The values that are joined to it by commas or “and”, itself among them. */
  readonly joined?: readonly TextValue[]
}

/** All words in a row, some of them, two rows with a small word between, a hyphenated word, the rest of a sentence. */
type PieceKind = 'phrase' | 'part' | 'bridge' | 'token' | TailKind
type TailKind = 'tail_told' | 'tail_colon' | 'tail_comma' | 'tail_that' | 'tail_about' | 'tail_sentence'

/** Where pairs are looked for. */
export interface PairSource {
  readonly tool: IndexedTool
  readonly candidates: readonly Candidate[]
  readonly text: string
  readonly goal: string
  /** The stems that the goal says. */
  readonly said: ReadonlySet<string>
}

/** Where candidates are looked for. */
export interface CandidateSource {
  readonly text: string
  readonly goal: string
  readonly now: Date
  /** Paths that exist: a name with spaces is taken whole. */
  readonly files: readonly string[]
}

const MAX_CANDIDATES = 120

/** Every piece of the goal that may be an argument, those of its asking part first. */
export function findCandidates({ text, goal, now, files }: CandidateSource): readonly Candidate[] {
  const own = candidatesOf(text, now, files)
  if (goal === text) return own
  const known = new Set(own.map(one => one.text))
  const others = candidatesOf(goal, now, files).filter(one => !known.has(one.text))
  return [...own, ...others.map(one => ({ ...one, isOwn: false }))].slice(0, MAX_CANDIDATES)
}

function candidatesOf(text: string, now: Date, files: readonly string[]): readonly Candidate[] {
  const values = readValues(text, now, files)
  const words = readWords(text)
  const taken = (start: number, end: number) =>
    values.some(one => one.start === start && one.end === end && one.kind !== 'number_word')
  const pieces = [...phrasesIn(text, words, values), ...tailsIn(text)].filter(
    ({ start, end }) => !taken(start, end),
  )
  const cut = (at: 'start' | 'end', place: number) => {
    const word = words.find(one => one[at === 'end' ? 'start' : 'end'] === place + (at === 'end' ? 1 : -1))
    return word === undefined || isFunctionWord(word.lower) ? undefined : word.stem
  }
  const found = [
    ...values.map(value => ({ ...value, joined: values.filter(({ group }) => group === value.group) })),
    ...pieces.map(piece => ({ ...piece, value: piece.text, group: -1, ...wordsAround(text, words, piece) })),
  ]
  const counts = new Map<string, number>()
  return found.slice(0, MAX_CANDIDATES).map(one => {
    const rank = counts.get(one.kind) ?? 0
    counts.set(one.kind, rank + 1)
    return { ...one, isOwn: true, rank, next: cut('end', one.end), previous: cut('start', one.start) }
  })
}

interface Piece {
  readonly kind: PieceKind
  readonly text: string
  readonly start: number
  readonly end: number
}

const MAX_WORDS = 6
const BRIDGES: ReadonlySet<string> = new Set(['of', 'and', 'for', 'the', 'in', 'to', 'at', 'with', 'on'])

/** Words that name nothing by themselves. */
const STAND_INS: ReadonlySet<string> = new Set(
  'something anything someone somebody anyone anybody everything everyone everybody nothing nobody stuff thing things whatever instead'.split(
    ' ',
  ),
)

/** Words in a row without grammar between them, their parts, and two such rows with one small word between. */
function phrasesIn(text: string, words: readonly Word[], values: readonly TextValue[]): readonly Piece[] {
  const isWithin = ({ start, end }: Token) =>
    values.some(one => one.kind !== 'proper_name' && one.start <= start && one.end >= end)
  const rows = rowsOf(text, words)
  const pieces = new Map<string, Piece>()
  const add = (kind: PieceKind, from: Token | undefined, to: Token | undefined): void => {
    if (from === undefined || to === undefined || from.start > to.start) return
    const end = /['’]s$/.test(to.text) ? to.end - 2 : to.end
    const key = `${from.start}-${end}`
    if (!/\p{L}/u.test(text.slice(from.start, end))) return
    if (!pieces.has(key)) pieces.set(key, { kind, text: text.slice(from.start, end), start: from.start, end })
  }
  for (const [at, row] of rows.entries()) {
    for (let from = 0; from < Math.min(row.length, MAX_WORDS); from += 1)
      for (let to = from; to < Math.min(row.length, from + MAX_WORDS); to += 1) {
        if (row.slice(from, to + 1).every(isWithin)) continue
        const isToken = from === to && /[-_]/.test(row[from]?.text ?? '')
        const isWhole = to === row.length - 1 && row.slice(0, from).every(isVerb)
        add(isToken ? 'token' : isWhole ? 'phrase' : 'part', row[from], row[to])
      }
    const next = rows[at + 1]
    const between = next && text.slice(row.at(-1)?.end, next[0]?.start).trim().toLowerCase()
    if (next === undefined || !BRIDGES.has(between ?? '')) continue
    const opening = row.find(word => !isVerb(word)) ?? row[0]
    add('bridge', opening, next.at(-1))
    add('bridge', row.at(-1), next[0])
  }
  return [...pieces.values()]
}

/** A word, or several that hyphens join. */
interface Token {
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly end: number
}

function rowsOf(text: string, words: readonly Word[]): readonly Token[][] {
  const names = new Set(findNames(text).map(({ start }) => start))
  const rows: Token[][] = []
  let previous: Token | undefined
  for (const word of words) {
    const gap = previous === undefined ? ' ' : text.slice(previous.end, word.start)
    const row = rows.at(-1)
    if (previous !== undefined && row?.at(-1) === previous && /^[-/.]$/.test(gap)) {
      const joined = text.slice(previous.start, word.end)
      previous = { text: joined, lower: joined.toLowerCase(), start: previous.start, end: word.end }
      row.splice(-1, 1, previous)
      continue
    }
    const isGrammar = (isFunctionWord(word.lower) && !names.has(word.start)) || STAND_INS.has(word.lower)
    if (isGrammar) {
      previous = undefined
      continue
    }
    if (previous !== undefined && /^[\s'’.&]{1,2}$/.test(gap)) row?.push(word)
    else rows.push([word])
    previous = word
  }
  return rows
}

function isVerb({ lower }: Token): boolean {
  return actionVerbBase(lower) !== undefined
}

/** “Tell the crew the boat leaves at six”: what stands behind whoever is told. */
const TOLD_TO =
  /\b(?:tell|inform|warn|remind|text|message|let)\s+(?:them|him|her|everyone|everybody|all|(?:the|our|my)\s+[\w-]+|\p{Lu}[\w-]+(?:\s+\p{Lu}[\w-]+)?)\s+(?:know\s+)?(?=\S)/giu

/** What opens the rest of a sentence that may be told as it stands. */
const OPENERS: Readonly<Record<TailKind, RegExp>> = {
  tail_colon: /:\s+(?=\S)/g,
  tail_comma: /[,;–—]\s+(?=\S)/g,
  tail_that:
    /(?<=\s)(?:that|saying|says|say|because|since|reading|stating|as|with the (?:text|message|note|words))\s+(?=\S)/gi,
  tail_told: TOLD_TO,
  tail_about: /(?<=\s)(?:about|for|of|to)\s+(?=\S)/gi,
  tail_sentence: /[.!?]\s+(?=\S)|\n+(?=\S)/g,
}
const SENTENCE_END = /[.!?](?=\s|$)|\n/g

function tailsIn(text: string): readonly Piece[] {
  return (Object.keys(OPENERS) as TailKind[]).flatMap(kind =>
    [...text.matchAll(OPENERS[kind])].flatMap(match => {
      const start = match.index + match[0].length
      SENTENCE_END.lastIndex = start
      const stop = SENTENCE_END.exec(text)?.index ?? text.length
      const ends =
        kind === 'tail_colon' && stop < text.trimEnd().length ? [stop, text.trimEnd().length] : [stop]
      return ends.filter(end => end > start).map(end => ({ kind, text: text.slice(start, end), start, end }))
    }),
  )
}

function wordsAround(
  text: string,
  words: readonly Word[],
  { start, end }: Piece,
): Pick<TextValue, 'before' | 'after'> {
  const isNear = (from: number, to: number) => !/[,;]|[.!?]\s/.test(text.slice(from, to))
  return {
    before: words
      .filter(word => word.end <= start && isNear(word.end, start))
      .slice(-5)
      .reverse(),
    after: words.filter(word => word.start >= end && isNear(end, word.start)).slice(0, 2),
  }
}
