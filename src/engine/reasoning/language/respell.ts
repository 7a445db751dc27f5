import { distance } from 'fastest-levenshtein'
import { findSpots } from './spots.ts'
import { stemWord } from './stems.ts'
import { actionVerbBase, everydayVerbList } from './verbs.ts'
import { isKnownWord } from './word-kinds.ts'
import { functionWordList, isFunctionWord, readWords, type Word } from './words.ts'

/** How people shorten words when they type. */
const shortened: Readonly<Record<string, string>> = {
  u: 'you',
  ur: 'your',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  smth: 'something',
  wanna: 'want to',
  gonna: 'going to',
  gotta: 'have to',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tmw: 'tomorrow',
  asap: 'as soon as possible',
  msg: 'message',
  msgs: 'messages',
  mtg: 'meeting',
  wk: 'week',
  wks: 'weeks',
  cxl: 'cancel',
  cuz: 'because',
  dont: "don't",
  cant: "can't",
  wont: "won't",
}

/**
 * A text with the words that no dictionary and no tool knows put right where a known word is one slip away (“isue”,
 * “shwo”, “teh”), and with typed shorthand written out. Names, codes and quoted texts stay. The same text and
 * vocabulary give the same answer; a text without slips is returned as it is.
 */
export function respell(text: string, vocabulary: ReadonlySet<string>): string {
  const spots = findSpots(text)
  let fixed = text
  for (const word of [...readWords(text)].reverse()) {
    if (spots.some(spot => word.start < spot.end && spot.start < word.end)) continue
    const right =
      shortened[word.lower] ??
      (isUnknown(word, vocabulary)
        ? (nearestWord(word, vocabulary) ?? spelledOut(word, vocabulary))
        : undefined)
    if (right !== undefined) fixed = `${fixed.slice(0, word.start)}${right}${fixed.slice(word.end)}`
  }
  return fixed
}

function isUnknown({ text, lower }: Word, vocabulary: ReadonlySet<string>): boolean {
  if (lower.length < 3 || !/^\p{Ll}+$/u.test(text)) return false
  if (isFunctionWord(lower) || vocabulary.has(lower) || actionVerbBase(lower) !== undefined) return false
  return (
    !isKnownWord(lower) && ![...plainForms(lower)].some(form => vocabulary.has(form) || isKnownWord(form))
  )
}

function* plainForms(lower: string): Generator<string> {
  for (const ending of ['s', 'es', 'n', 'ed', 'ing', 'er', 'ly', 'd'])
    if (lower.endsWith(ending)) yield lower.slice(0, -ending.length)
}

/** The one nearest known word within the slips that a word of its length allows; undefined when there is none or two. */
function nearestWord({ lower }: Word, vocabulary: ReadonlySet<string>): string | undefined {
  const allowed = lower.length >= 7 ? 2 : 1
  let best: { readonly word: string; readonly slips: number } | undefined
  let isTie = false
  for (const list of [vocabulary, everydayVerbList(), functionWordList()])
    for (const word of list) {
      if (Math.abs(word.length - lower.length) > allowed || word === best?.word) continue
      const slips = slipsBetween(lower, word, allowed)
      if (slips > allowed || (lower.length === 3 && slips > 0 && !isSwap(lower, word))) continue
      if (best === undefined || slips < best.slips) [best, isTie] = [{ word, slips }, false]
      else if (slips === best.slips) isTie = true
    }
  return isTie ? undefined : best?.word
}

/** The one word of the tools that a word shortens: its beginning (“resched”), or its outline (“appts”, “qty”). */
function spelledOut({ lower }: Word, vocabulary: ReadonlySet<string>): string | undefined {
  const bare = lower.length > 3 && lower.endsWith('s') ? lower.slice(0, -1) : lower
  const long = [...vocabulary].filter(word => word.length >= bare.length + 2 && isOutline(bare, word))
  const [first] = long
  return new Set(long.map(stemWord)).size === 1 ? first : undefined
}

function isOutline(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false
  if (short.length >= 4 && long.startsWith(short)) return true
  const singular = long.endsWith('s') ? long.slice(0, -1) : long
  if (short.at(-1) !== singular.at(-1)) return false
  let at = 0
  for (const letter of singular) if (letter === short[at]) at += 1
  return at === short.length
}

/** Edits between two words; two neighbouring letters swapped are one slip. A slip seldom hits the first letter. */
function slipsBetween(left: string, right: string, allowed: number): number {
  if (isSwap(left, right)) return 0.5
  return left[0] === right[0] ? distance(left, right) : allowed + 1
}

function isSwap(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  const at = [...left].findIndex((letter, index) => letter !== right[index])
  return (
    at >= 0 &&
    left[at] === right[at + 1] &&
    left[at + 1] === right[at] &&
    left.slice(at + 2) === right.slice(at + 2)
  )
}
