import { remember } from './remember.ts'
import { stemWord } from './stems.ts'

/** One word of a text with its place (UTF-16 offsets, end exclusive). */
export interface Word {
  readonly text: string
  readonly lower: string
  readonly stem: string
  readonly start: number
  readonly end: number
}

const wordPattern = /[\p{L}\p{N}_]+(?:['’][\p{L}]+)*/gu

/** The words of a text in order; an apostrophe stays inside its word, every other sign parts words. */
export const readWords: (text: string) => readonly Word[] = remember(readWordsAfresh, 600)

function readWordsAfresh(text: string): readonly Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    const lower = match[0].toLowerCase().replaceAll('’', "'")
    const start = match.index
    words.push({ text: match[0], lower, stem: stemWord(lower), start, end: start + match[0].length })
  }
  return words
}

/** Lower-case parts of an identifier: `getHTTPStatus_v2` → get, http, status, v, 2. */
export const splitIdentifier: (name: string) => readonly string[] = remember(splitIdentifierAfresh, 4_000)

function splitIdentifierAfresh(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
    .map(part => part.toLowerCase())
}

/** Words that carry grammar rather than content (articles, pronouns, prepositions, courtesies). */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its itself he she they them their theirs his her hers him i me my mine ' +
    'we us our ours you your yours who whom whose which what when where why how is are was were be been being ' +
    'am do does did doing done has have had having can could will would shall should may might must ought of ' +
    'in on at to from by for with about as into onto over under between among through during before after ' +
    'above below up down out off again further then once here there all any both each few more most other ' +
    'some such no nor not only own same so than too very just also and or but if because while until unless ' +
    'please kindly thanks thank hi hello hey ok okay want wants like need needs let lets get got give show ' +
    "tell help i'd i'm i've it's that's what's let's don't doesn't didn't won't can't cannot shouldn't " +
    "isn't aren't wasn't they're we're you're there's who's im ive whats using use used via per etc much many " +
    'now know given based much upon'
  ).split(' '),
)

/** Whether a word carries grammar rather than content (articles, pronouns, prepositions, courtesies). */
export function isFunctionWord(lower: string): boolean {
  return FUNCTION_WORDS.has(lower)
}

/** Stems of the content words of a text, identifiers split, in order with repeats: what retrieval compares. */
export function contentStems(text: string): readonly string[] {
  const stems: string[] = []
  for (const word of readWords(text)) {
    if (isFunctionWord(word.lower)) continue
    const bare = word.text.replace(/['’]s$/i, '')
    for (const part of splitIdentifier(bare)) if (!isFunctionWord(part)) stems.push(stemWord(part))
  }
  return stems
}
