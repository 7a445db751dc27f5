import { cut } from './clean-text.ts'
import { findQuotes, type Sentence } from './sentences.ts'

const CALLED =
  /(?<!\b(?:pages?|screens?|tabs?|columns?|sections?|seiten)\s)\b(?:called|named|titled|entitled|name is|names? it|call it|under the name|app name:?|name:|namens|llamad[oa]|appelée?)\s+["“„«]?(?<name>[^\n.,;!?()"“”:]{2,80})/iu
const CAPITALS = String.raw`\p{Lu}[\p{L}\p{N}'’-]*(?:\s(?:\p{Lu}[\p{L}\p{N}'’-]*|&|and|und|et|y|e|of|de|du|da|do|dos|del|la|le|los|am|von|van)(?=\s|$|[.,;:!?]))*`
/** “our bakery Brot & Salz”, “for Studio Prana”, “the Museum of Salt”. */
const OWN = new RegExp(
  String.raw`(?<![\p{L}])(?:our|my|the|an?|unsere?n?|mein(?:e|en)?|notre|mon|mi|nuestr[oa])\s(?:\p{Ll}[\p{L}-]*,?\s){1,3}(?<name>${CAPITALS})`,
  'u',
)
const FOR = new RegExp(
  String.raw`(?<![\p{L}])(?:for|of|für|pour|para|per)\s(?:the\s)?(?<name>${CAPITALS})`,
  'u',
)
const PERSON = /\b(?:I am|I['’]m|[Mm]y name is)\s(?<name>\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’.-]+){1,3})/u
const GROUP = new RegExp(String.raw`\b[Ww]e(?: are|['’]re)(?: the)?\s(?<name>${CAPITALS})`, 'u')
const OCCASION =
  /\binvitation\s+(?:to|for)\s+(?:(?:the|our|my|an?)\s+)?(?<name>(?:[^\s,.;]+\s)*?\p{Lu}[^,.;]*?)(?=\s(?:on|at|in|am|um)\s|[,.;\n]|$)/iu
/** “Pension Seeblick braucht …”: who needs something made. */
const NEEDY = new RegExp(
  String.raw`^(?<name>${CAPITALS})\s(?:needs?|wants?|is looking for|braucht|sucht|möchte|a besoin|necesita|ha bisogno)(?![\p{L}])`,
  'u',
)
/** “Conference site: RustBelt Days 2027”. */
const LABELLED =
  /^(?:\p{L}+\s){0,3}(?:site|website|app|page|shop|board|dashboard)\s*[:–—-]\s+(?<name>\p{Lu}[^,.;:!?]{1,60})/iu
/** Two or more words with capitals that no word of place stands before: “Studio Saltwater is …”. */
const ALONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<!(?:in|at|from|near|aus|à|en|\p{Lu}[\p{L}'’-]*)\s)(?:The\s)?(?<name>\p{Lu}[\p{L}'’-]+\s${CAPITALS})`,
  'u',
)
const CLONE = /\b([A-Z][\p{L}\p{N}]+)[- ](?:clone|style|like)\b/u
const ENDS =
  /\s+(?:with|where|that|which|in|and we|we|for|using|it|based|selling|who|has|have|is|located|from|near|\d+ pages?)\b.*$/i
const NO_NAME =
  /^(?:I|We|The|A|An|My|Our|It|This|Please|And|With|Make|Build|Create|Instagram|Facebook|WhatsApp|Google|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish)$/
const SAID =
  /\b(?:say(?:s|ing)?|reads?|text|headline|slogan|tagline|motto|button|title|quote|message|warning|is|be)\b[^"“„«]{0,20}$/i

/** What the product is to be called, where the words say it; read from the first sentences that do. */
export function readName(sentences: readonly Sentence[]): string | undefined {
  const early = sentences.slice(0, MAX_SENTENCES).map(({ text }) => text)
  const all = sentences.map(({ text }) => text)
  const found =
    firstOf(all, text => OCCASION.exec(early.includes(text) ? text : '')?.groups?.name) ??
    firstOf(all, text => CALLED.exec(text)?.groups?.name?.replace(ENDS, '')) ??
    firstOf(early.slice(0, 1), quotedName) ??
    firstOf(early.slice(0, 1), text => capitalised(LABELLED.exec(text)?.groups?.name)) ??
    firstOf(all, text => PERSON.exec(text)?.groups?.name) ??
    firstOf(early.slice(0, 2), text => capitalised(NEEDY.exec(text)?.groups?.name)) ??
    firstOf(early.slice(0, 2), text => capitalised(OWN.exec(text)?.groups?.name)) ??
    firstOf(early.slice(0, 2), text => capitalised(FOR.exec(text)?.groups?.name)) ??
    firstOf(all, text => capitalised(GROUP.exec(text)?.groups?.name)) ??
    firstOf(early.slice(0, 2), text => capitalised(ALONE.exec(text)?.groups?.name))
  const name = found?.replace(/\s+/g, ' ').replace(/^["'“”\s]+|["'“”\s]+$/g, '')
  return name === undefined || name.length < 2 ? undefined : cut(name, 60)
}

const MAX_SENTENCES = 3

/** A product that is said to be like another one has no name of its own yet. */
export function readModelOf(text: string): string | undefined {
  return CLONE.exec(text)?.[1]
}

function firstOf(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = read(text)
    if (found !== undefined && found.trim().length >= 2) return found
  }
  return undefined
}

function quotedName(text: string): string | undefined {
  const quote = findQuotes(text).find(
    ({ text: words, start }) => words.split(' ').length <= 6 && !SAID.test(text.slice(0, start)),
  )
  return quote?.text
}

function capitalised(name: string | undefined): string | undefined {
  const trimmed = name?.replace(
    /(?:\s+(?:and|und|y|e|et|of|the|de|du|da|do|dos|del|la|le|los|am|von|van|&))+$/,
    '',
  )
  return trimmed === undefined || NO_NAME.test(trimmed.split(' ')[0] ?? '') ? undefined : trimmed
}
