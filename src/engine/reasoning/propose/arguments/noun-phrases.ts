import {
  actionVerbBase,
  findSpots,
  isFunctionWord,
  readWords,
  stemWord,
  type Word,
} from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import { announcingStems } from './parameter-role.ts'

/** A run of words that names something: “garage door”, “wall anchors”. */
export interface NounPhrase {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The last word of grammar before it: a preposition or an article. */
  readonly opener: string
}

const phraseBreaks = new Set(
  'something anything someone anybody nothing stuff whatever thing things please also still already today tomorrow tonight now again too instead everything anything right there here well yet whether kindly only just off on out up down'.split(
    ' ',
  ),
)
const countWords =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)$/
const weekdays =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/

/**
 * The noun phrases of a clause that the tool's own words do not account for. Words at the edge of a phrase that the
 * tool is described with are dropped (“hall lights” → “hall” for a tool about lights), unless nothing would be left.
 */
function findNounPhrases(text: string, tool: IndexedTool, used: ReadonlySet<string>): readonly NounPhrase[] {
  const spots = findSpots(text)
  const phrases: NounPhrase[] = []
  let run: Word[] = []
  let opener = ''
  const close = (): void => {
    const phrase = trimPhrase(text, run, { tool, opener })
    if (phrase !== undefined && !used.has(phrase.text)) phrases.push(phrase)
    run = []
  }
  for (const [at, word] of readWords(text).entries()) {
    const previous = run.at(-1)
    const isParted =
      previous !== undefined && /[,;:.!?()“”"]\s|[,;:()“”"]/.test(text.slice(previous.end, word.start))
    if (isParted) close()
    const isTaken = spots.some(spot => word.start >= spot.start && word.end <= spot.end)
    const isGrammar =
      isFunctionWord(word.lower) ||
      phraseBreaks.has(word.lower) ||
      weekdays.test(word.lower) ||
      countWords.test(word.lower) ||
      /^\d+$/.test(word.text)
    const isVerb =
      run.length === 0 &&
      actionVerbBase(word.lower) !== undefined &&
      (at === 0 || opener === '' || opener === 'to')
    if (isTaken || isGrammar || isVerb) {
      close()
      opener = isTaken ? 'of' : word.lower
    } else run.push(word)
  }
  close()
  return phrases
}

function trimPhrase(
  text: string,
  run: readonly Word[],
  { tool, opener }: { tool: IndexedTool; opener: string },
): NounPhrase | undefined {
  const isTools = (word: Word | undefined): boolean =>
    word !== undefined && (tool.nameStems.has(word.stem) || tool.descriptionStems.has(word.stem))
  let [from, to] = [0, run.length]
  while (from < to && isTools(run[from])) from += 1
  while (to > from && isTools(run[to - 1])) to -= 1
  const kept = run.slice(from, to)
  const first = kept[0]
  const last = kept.at(-1)
  if (first === undefined || last === undefined) return undefined
  return { text: text.slice(first.start, last.end), start: first.start, end: last.end, opener }
}

const openersByName: readonly (readonly [RegExp, RegExp])[] = [
  [/from|source|origin|base/, /^from$/],
  [/to|target|destination|environment|branch|into/, /^(?:to|into|on|onto)$/],
  [/room|place|location|area|zone|city|folder/, /^(?:in|at|for|inside|the)$/],
  [/article|item|product|title|topic|subject|dish/, /^(?:of|for|about|the|an?)$/],
]

/**
 * The noun phrase that suits a parameter best: one said with its own noun, one after a fitting word, else the first;
 * `sure` when the words or the lack of any other phrase leave no choice.
 */
export function nounPhraseFor(
  parameter: Parameter,
  text: string,
  { tool, used }: { tool: IndexedTool; used: ReadonlySet<string> },
): { readonly text: string; readonly sure: boolean } | undefined {
  const withNoun = phraseWithNoun(parameter, text)
  if (withNoun !== undefined && !used.has(withNoun)) return { text: withNoun, sure: true }
  const phrases = findNounPhrases(text, tool, used)
  const wanted = openersByName.find(([names]) => names.test(parameter.name.toLowerCase()))?.[1]
  const announced = phrases.find(phrase => wanted?.test(phrase.opener) === true)
  if (announced !== undefined) return { text: announced.text, sure: true }
  const [first] = phrases
  return first === undefined ? undefined : { text: first.text, sure: phrases.length === 1 }
}

/** “the front door” for a door, “the savings account” for an account. */
function phraseWithNoun(parameter: Parameter, text: string): string | undefined {
  const noun = announcingStems(parameter).at(-1)
  const words = readWords(text)
  const at = words.findIndex((word, index) => word.stem === noun && index > 0)
  if (noun === undefined || at < 1) return undefined
  let from = at
  while (from > 0 && at - from < 3) {
    const before = words[from - 1]
    const current = words[from]
    if (
      before === undefined ||
      current === undefined ||
      isFunctionWord(before.lower) ||
      !/^\s$/.test(text.slice(before.end, current.start))
    )
      break
    if (actionVerbBase(before.lower) !== undefined || stemWord(before.lower) === noun) break
    from -= 1
  }
  const [first, last] = [words[from], words[at]]
  return from === at || first === undefined || last === undefined
    ? undefined
    : text.slice(first.start, last.end)
}
