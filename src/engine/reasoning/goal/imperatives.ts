import { isActionVerb, isFunctionWord, kindOfWord, readWords } from '../language/language.ts'

export interface OpeningVerb {
  readonly base: string
  readonly start: number
  readonly end: number
}

const courtesy =
  /^(?:please|kindly|hey|hi|hello|ok|okay|so|and|but|then|also|now|just|can|could|would|will|you|quickly|first|finally)$/
const objectOpener =
  /^(?:the|a|an|this|that|these|those|my|our|your|his|her|their|its|all|every|each|any|some|it|them|him|me|us|both|to|up|out|off|down|on|in|into|everyone|everybody)$/

/**
 * The verb that opens a request: a known one, or any word of letters in front of something that an object may begin
 * with (a determiner, a pronoun, a code such as P-12). Offsets are into the text. Undefined for “P-12 please”.
 */
export function readOpeningVerb(text: string): OpeningVerb | undefined {
  const words = readWords(text)
  const at = words.findIndex(word => !courtesy.test(word.lower))
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || next === undefined || !/^\p{L}{2,}$/u.test(word.text)) return undefined
  const verb = { base: word.lower, start: word.start, end: word.end }
  const between = text.slice(word.end, next.start)
  if (!/^\s+["“'#‘`]?$/.test(between)) return undefined
  if (isActionVerb(word.lower)) return verb
  const opensObject =
    objectOpener.test(next.lower) ||
    /\d/.test(next.text) ||
    /["“'#]/.test(between) ||
    isCode(text, next.end) ||
    (/^\p{Lu}/u.test(next.text) && (kindOfWord(word.stem)?.verb ?? 0) >= SURE_VERB)
  const isOrdinary = isFunctionWord(word.lower) && !['get', 'give', 'let', 'put'].includes(word.lower)
  const isName = /^\p{Lu}/u.test(word.text) && at > 0
  return opensObject && !isOrdinary && !isName && !nounOpeners.has(word.lower) ? verb : undefined
}

/** From here a word is a verb more often than anything else: “Nominate Ada”. */
const SURE_VERB = 2

/** A code such as `P-12` or `M_7` goes on right behind its letters. */
function isCode(text: string, end: number): boolean {
  return /^[-_#]\d/.test(text.slice(end))
}

/** Words that stand in front of “in”, “on”, “to” as nouns more often than as verbs. */
const nounOpeners = new Set(
  'weather news traffic flights trains directions access thanks time help problems trouble room question questions answer answers everything something anything nothing news price prices tickets ticket account order shipment invoice appointment meeting stock zone table class van truck bus member patient student employee'.split(
    ' ',
  ),
)
