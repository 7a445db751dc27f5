import { remember } from './remember.ts'
import { findSpots } from './spots.ts'
import { actionVerbBase } from './verbs.ts'
import { isFunctionWord, readWords, type Word } from './words.ts'

/** A proper name as written: one or more capitalised words in a row. */
export interface NameSpot {
  readonly text: string
  readonly start: number
  readonly end: number
}

const nameJoiners = new Set([
  'of',
  'the',
  'de',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'da',
  'di',
  'and',
  'al',
])

/** Proper names in a text: capitalised runs that are not merely the start of a sentence. */
export const findNames: (text: string) => readonly NameSpot[] = remember(findNamesAfresh)

function findNamesAfresh(text: string): readonly NameSpot[] {
  const spots = findSpots(text)
  const words = readWords(text).filter(
    word => !spots.some(({ start, end }) => word.start >= start && word.end <= end),
  )
  const names: NameSpot[] = []
  let at = 0
  while (at < words.length) {
    const length = nameLength(text, { words, at })
    const first = words[at]
    const last = words[at + length - 1]
    if (length > 0 && first !== undefined && last !== undefined) {
      const end = /['’]s$/.test(last.text) ? last.end - 2 : last.end
      names.push({ text: text.slice(first.start, end), start: first.start, end })
    }
    at += Math.max(1, length)
  }
  return names
}

function nameLength(text: string, { words, at }: { words: readonly Word[]; at: number }): number {
  const first = words[at]
  if (first === undefined || !isCapitalised(first) || isOrdinaryOpening(text, first)) return 0
  const run = runLength(text, { words, at })
  return run === 1 && opensSentence(text, first) && !/['’]s$/.test(first.text) && words.length > 1 ? 0 : run
}

function runLength(text: string, { words, at }: { words: readonly Word[]; at: number }): number {
  let length = 1
  for (let next = at + 1; next < words.length; next += 1) {
    const word = words[next]
    const previous = words[next - 1]
    if (
      word === undefined ||
      previous === undefined ||
      (!/^(?:\s|-|,? ?& )?$/.test(text.slice(previous.end, word.start)) &&
        !(previous.text.length <= 3 && /^\.\s?$/.test(text.slice(previous.end, word.start))))
    )
      break
    if (/['’]s$/.test(previous.text)) break
    if (isCapitalised(word)) length = next - at + 1
    else if (!nameJoiners.has(word.lower) || word.lower === 'and' || next - at - length >= 2) break
  }
  return length
}

const calendarWords = new Set(
  (
    'january february march april may june july august september october november december monday tuesday ' +
    'wednesday thursday friday saturday sunday'
  ).split(' '),
)

function isCapitalised(word: Word): boolean {
  if (calendarWords.has(word.lower)) return false
  // A script without capitals, or another one than the sentence around it, names something.
  if (/^[^\p{Script=Latin}\p{N}_]/u.test(word.text)) return true
  return /^\p{Lu}/u.test(word.text) && word.lower !== 'i' && !/^I['’]/.test(word.text)
}

function isOrdinaryOpening(text: string, word: Word): boolean {
  return opensSentence(text, word) && (isFunctionWord(word.lower) || actionVerbBase(word.lower) !== undefined)
}

function opensSentence(text: string, word: Word): boolean {
  const before = text.slice(0, word.start).trimEnd()
  return before === '' || /[.!?;\n“"'(]$/.test(before)
}
