import { findSpots } from '../../language/language.ts'

/** What a search is for: the quoted text, else what stands behind “about” or “for”. */
export function findTopic(text: string): string | undefined {
  const quoted = findSpots(text).find(spot => spot.kind === 'quoted')
  if (quoted !== undefined) return String(quoted.value)
  return /\b(?:about|for)\s+(?:the\s+|an?\s+|any\s+|all\s+)?(?<topic>[^,.;!?]+)/i
    .exec(text)
    ?.groups?.topic?.trim()
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
