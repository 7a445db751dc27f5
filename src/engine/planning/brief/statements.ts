import { isImperative } from './imperative.ts'

/** A stretch of the person's text, and where it stands. */
export interface Piece {
  readonly text: string
  readonly at: number
}

/** One sentence: what stands before a colon leads to the pieces of its list. */
export interface Sentence extends Piece {
  readonly lead?: Piece
  readonly pieces: readonly Piece[]
}

/** Titles of people that end in a full stop and no sentence. */
const TITLE_OF_PERSON = /(?:^|\s)(?:prof|dr|mrs?|ms|st|no|approx|ca|vs)\.\s*$/i

/** The sentences of a text with their pieces: what stands between commas, semicolons and the last “and” of a list. */
export function readSentences(goal: string, whole: readonly Piece[] = []): readonly Sentence[] {
  // What is one date or one hour is not split, and letters keep their places.
  const text = whole.reduce(
    (left, { text: words, at }) =>
      left.slice(0, at) + words.replace(/[,:;.](?=\s)/g, '\u0002') + left.slice(at + words.length),
    goal,
  )
  const joined: { text: string; at: number }[] = []
  for (const { segment, index } of segmentsOf(text)) {
    const last = joined.at(-1)
    if (last !== undefined && TITLE_OF_PERSON.test(last.text)) last.text += segment
    else joined.push({ text: segment, at: index })
  }
  const restored = ({ text: words, at }: Piece): Piece => ({ text: goal.slice(at, at + words.length), at })
  return joined
    .map(trimmed)
    .filter(hasWords)
    .map(readSentence)
    .map(({ lead, pieces, ...sentence }) => ({
      ...restored(sentence),
      ...(lead === undefined ? {} : { lead: restored(lead) }),
      pieces: pieces.map(restored),
    }))
}

/** Sentences; also one that begins with a number, as “… at the mill. 45 guests”. */
function segmentsOf(text: string): readonly { readonly segment: string; readonly index: number }[] {
  const found = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return [...found].flatMap(({ segment, index }) => {
    const cuts = [...segment.matchAll(/(?<=\p{Ll}{3}[.!?]\s+)(?=\d)/gu)].map(match => match.index)
    const from = [0, ...cuts]
    return from.map((at, order) => ({ segment: segment.slice(at, from[order + 1]), index: index + at }))
  })
}

function readSentence(sentence: Piece): Sentence {
  const masked = masks(sentence.text)
  const colon = /:(?=\s)/.exec(masked)?.index
  const lead = colon === undefined ? undefined : part(sentence, 0, colon)
  const body = colon === undefined ? sentence : part(sentence, colon + 1, sentence.text.length)
  const pieces = split(body, /[,;](?=\s)|(?<=[.!?])(?=\s*$)/g).flatMap(splitLast)
  return { ...sentence, ...(lead === undefined ? {} : { lead }), pieces: pieces.filter(hasWords) }
}

const IS_DATED = /\b(?:19|20)\d\d\b|\d:\d\d/

/** “pack the boxes (15 hours) and paint the flat”: two pieces where the first is whole without the second. */
function splitLast(piece: Piece, at: number, all: readonly Piece[]): readonly Piece[] {
  const isEndOfList = at > 0 && at === all.length - 1
  const halves = split(piece, /\s(?=and\s)/g)
  const isWhole = ({ text }: Piece): boolean => /\)\s*$|\d\s*(?:hours?|h|min(?:ute)?s?|days?)\s*$/i.test(text)
  if (halves.slice(1).some(half => !isImperative(half) && !isWhole(half) && !IS_DATED.test(half.text)))
    return [piece]
  if (halves.length < 2 || !(isEndOfList || halves.slice(0, -1).every(isWhole))) return [piece]
  return halves[0] !== undefined && /^and\s/i.test(piece.text) ? [piece] : halves
}

function split(piece: Piece, at: RegExp): readonly Piece[] {
  const masked = masks(piece.text)
  const pieces: Piece[] = []
  let from = 0
  for (const match of masked.matchAll(at)) {
    pieces.push(part(piece, from, match.index))
    from = match.index + match[0].length
  }
  pieces.push(part(piece, from, piece.text.length))
  return pieces.filter(hasWords)
}

/** What stands in brackets or quotation marks, and commas inside of numbers and dates, are no places to split at. */
function masks(text: string): string {
  return text
    .replace(/\([^)]*\)|"[^"]*"|“[^”]*”|«[^»]*»/g, inner => '\u0001'.repeat(inner.length))
    .replace(/(?<=\d),(?=\d)/g, '\u0001')
    .replace(/(?<=\b\p{L}+day),(?=\s+(?:\d|\p{Lu}))/gu, '\u0001')
    .replace(/(?<=\b\p{Lu}\p{L}+ \d{1,2}),(?=\s+\d{4})/gu, '\u0001')
}

function part({ text, at }: Piece, from: number, until: number): Piece {
  return trimmed({ text: text.slice(from, until), at: at + from })
}

function trimmed({ text, at }: Piece): Piece {
  const lead = text.length - text.trimStart().length
  return { text: text.trim(), at: at + lead }
}

function hasWords({ text }: Piece): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
