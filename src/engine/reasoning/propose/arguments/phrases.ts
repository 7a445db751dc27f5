import {
  actionVerbBase,
  findNames,
  findSpots,
  isFunctionWord,
  readWords,
  stemWord,
  type Word,
} from '../../language/language.ts'
import type { IndexedTool } from '../tool-index.ts'

/** What a search is for: the quoted text, else the phrase after “about / on / for / of / by”, else the object. */
export function findTopic(text: string, tool: IndexedTool): string | undefined {
  const quoted = findSpots(text).find(spot => spot.kind === 'quoted')
  if (quoted !== undefined) return String(quoted.value)
  const words = readWords(text)
  const named = findNames(text).at(0)?.text
  return (
    phraseAfter(text, words, [
      'about',
      'regarding',
      'titled',
      'called',
      'named',
      'matching',
      'containing',
      'mentioning',
    ]) ??
    named ??
    phraseAfter(text, words, ['on', 'for', 'by', 'of']) ??
    findObject(text, { words, tool })
  )
}

function phraseAfter(text: string, words: readonly Word[], openers: readonly string[]): string | undefined {
  for (const opener of openers) {
    const at = words.findLastIndex(word => word.lower === opener)
    const phrase = at < 0 ? undefined : readPhrase(text, words, at + 1)
    if (phrase !== undefined && !isTimeWord(phrase)) return phrase
  }
  return undefined
}

const phraseEnds = new Set(
  'and or but then that which who is are was were in at from until before after to with please right now so if when while as'.split(
    ' ',
  ),
)

/** The words from `from` up to the next joint of the sentence, without a leading article. */
function readPhrase(text: string, words: readonly Word[], from: number): string | undefined {
  let start = from
  while (
    ['the', 'a', 'an', 'any', 'all', 'our', 'my', 'some', 'this', 'that'].includes(words[start]?.lower ?? '')
  )
    start += 1
  let end = start
  while (end < words.length && !isPhraseEnd(text, words, end, start)) end += 1
  const first = words[start]
  const last = words[end - 1]
  if (first === undefined || last === undefined || end <= start) return undefined
  const phrase = text.slice(first.start, last.end)
  return isFunctionWord(phrase.toLowerCase()) ? undefined : phrase
}

function isPhraseEnd(text: string, words: readonly Word[], at: number, start: number): boolean {
  const word = words[at]
  const previous = words[at - 1]
  if (word === undefined) return true
  const isCut =
    at > start && previous !== undefined && /[,.;:!?()]/.test(text.slice(previous.end, word.start))
  const isJoint =
    phraseEnds.has(word.lower) && !(word.lower === 'and' && /^\p{Lu}/u.test(words[at + 1]?.text ?? ''))
  return isCut || isJoint
}

function isTimeWord(phrase: string): boolean {
  return /^(?:me|us|you|it|them|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time|now)$/i.test(
    phrase,
  )
}

/** The words of a clause that neither grammar nor the tool's own name accounts for. */
function findObject(
  text: string,
  { words, tool }: { words: readonly Word[]; tool: IndexedTool },
): string | undefined {
  // “Whatever, play rain sounds”: what stands before the verb is not what is sought.
  const verb = words.findIndex(word => actionVerbBase(word.lower) !== undefined)
  const behind = words.slice(verb + 1).some(word => !isFunctionWord(word.lower))
    ? words.slice(verb + 1)
    : words
  const telling = behind.filter(
    word =>
      !isFunctionWord(word.lower) &&
      !tool.nameStems.has(stemWord(word.lower)) &&
      !/^(?:everything|anything|available|right|now|please)$/.test(word.lower),
  )
  const first = telling.at(0)
  const last = telling.at(-1)
  if (first === undefined || last === undefined) return undefined
  const span = text.slice(first.start, last.end)
  return span.split(/\s+/).length <= telling.length + 3 ? span : telling.map(word => word.text).join(' ')
}

/** What a message says: the quoted text that is announced as one, or is no title, else what follows “that / saying / :”. */
export function findMessage(text: string): string | undefined {
  const quotes = findSpots(text).filter(spot => spot.kind === 'quoted')
  const before = (start: number): string => text.slice(0, start)
  const quoted =
    quotes.find(({ start }) => announcesText.test(before(start))) ??
    quotes.find(({ start }) => !announcesTitle.test(before(start)))
  if (quoted !== undefined) return String(quoted.value)
  const opener =
    /(?:\b(?:that says|saying(?: that)?|says|stating(?: that)?|reading|telling (?:them|him|her|us) (?:that|to)|with the (?:text|message|words|content|contents|body|note|line)|the (?:text|message|note):?|that|to say(?: that)?|about)\b:?|:)\s+(\S[\s\S]*)$/i.exec(
      text,
    )
  const told = opener?.[1] ?? toldTo.exec(text)?.groups?.what
  return told?.replace(/[.!?]?\s*$/, '')
}

/** “Tell the crew the boat leaves at six”: what stands behind whoever is told, unless it is only what it is about. */
const toldTo =
  /\b(?:tell|inform|warn|remind|text|message|let)\s+(?:them|him|her|everyone|everybody|all|(?:the|our|my)\s+[\w-]+|\p{Lu}[\w-]+)\s+(?:know\s+)?(?!(?:about|of|to|that|know|on|in|at|if|when|which|what|who|how|and|for|by|from|with)\b)(?<what>\S+\s+\S[\s\S]*)$/iu

const announcesText =
  /\b(?:text|body|message|content|contents|description|wording|note|comment|saying|says)\s*:?\s*$/i
const announcesTitle = /\b(?:titled|entitled|title|headed|headline|subject|called|named|name)\s*:?\s*$/i

/** What something is called: the quoted text or the phrase after “named / called / titled”. */
export function findTitle(text: string): string | undefined {
  const match =
    /\b(?:named|called|titled|entitled|(?:with )?(?:the )?(?:title|subject)|with (?:the )?name)\s+(?:"([^"]+)"|“([^”]+)”|'([^']+)'|([^\s,;]+(?:\s+(?!and\b|in\b|with\b|to\b|for\b|on\b|at\b|from\b|that\b|as\b|by\b)[^\s,;]+)*))/i.exec(
      text,
    )
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4])?.replace(/[.!?]+$/, '')
}
