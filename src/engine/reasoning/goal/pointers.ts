import {
  actionVerbBase,
  findNames,
  findSpots,
  isFunctionWord,
  readWords,
  remember,
  splitSentences,
  stemWord,
  type Word,
} from '../language/language.ts'
import { hasHistory, hasMaterial, hasUiSchema, type Surroundings } from './material.ts'
import { hideReported } from './reported.ts'
import { ARTEFACTS, UNPOINTED } from './word-classes.ts'

export type PointerKind = 'attached' | 'placed' | 'demonstrative' | 'pronoun' | 'earlier'

/**
 * A phrase that points at something outside itself. `resolved` says whether the goal, its context or history hold
 * something it may mean; `certain` that, when unresolved, nobody could know what is meant.
 */
export interface Pointer {
  readonly kind: PointerKind
  readonly text: string
  readonly noun?: string
  readonly start: number
  readonly resolved: boolean
  readonly certain: boolean
}

type Found = Omit<Pointer, 'resolved'>

/** Finds every pointing phrase of a goal and whether it can be followed. Ordered by place. */
export function findPointers(goal: string, surroundings: Surroundings): readonly Pointer[] {
  return findPointing(goal).map(found => ({ ...found, resolved: isResolved(goal, found, surroundings) }))
}

/** What points is read once for a goal; what it points at hangs on its surroundings. */
const findPointing: (goal: string) => readonly Found[] = remember(goal => {
  const hidden = hideReported(goal)
  const seen = new Set<number>()
  return [...PHRASES.flatMap(phrase => findPhrases(hidden, phrase)), ...findPronouns(hidden)]
    .toSorted((left, right) => left.start - right.start)
    .filter(({ start }) => !seen.has(start) && seen.add(start))
})

const WHO = String.raw`\b(?:i|we)(?:'ve|\s+have)?(?:\s+just|\s+already)?\s+`
const END = String.raw`(?=\s*(?:[.,;:!?)]|$|\s(?:and|to|into|in|by|as|with|for|from|on|at)\b))`

interface Phrase {
  readonly kind: PointerKind
  readonly pattern: RegExp
}

const PHRASES: readonly Phrase[] = [
  ...[
    String.raw`\b(?:(?:the|this|that|these|those|my|our|an?)\s+)?(?:attached|enclosed|uploaded|pasted)\s+(?!to\b|by\b|from\b)(?<noun>[\w-]+)`,
    String.raw`\b(?:the|this|that|these|those|my|our|an?)\s+(?:(?!with\b)[\w-]+\s+){0,3}?(?<noun>(?!with\b|the\b|is\b|are\b)[\w-]+)\s+(?:attached|enclosed|appended)\b(?!\s+(?:to|by)\b)`,
    String.raw`${WHO}(?:attached|enclosed|uploaded|pasted|marked|highlighted|selected|circled|underlined|ticked|jotted|scribbled|photographed|scanned|sketched|drafted|noted|wrote\s+(?:on|down|below)|(?:was|were)\s+talking\s+about|told\s+you\s+about)\b(?!\s+to\b)`,
    String.raw`${WHO}(?:sent|gave|given|shared|forwarded|handed|showed|shown|provided|dropped)\s+(?:(?:to\s+|with\s+)?you|earlier|already|yesterday|over|along|here)\b`,
    String.raw`\b(?:in|from|on|of|per|see)\s+(?:the|my|this|that)\s+(?:attachment|enclosure|upload|screenshot|screengrab|printout|pdf|spreadsheet|photo|picture|snapshot|scan|voice memo|handout)s?\b(?!\s+(?:of|about|called|named)\b|\s*["“'‘#]|\s+\d)`,
    String.raw`\b(?:see|as|is|are)\s+(?:attached|enclosed)\b(?!\s+to\b)`,
  ].map(source => phrase('attached', source)),
  ...[
    String.raw`\b(?:the|these|this|those|all|any|every)\s+(?:(?!(?:an?|with)\s)[\w-]+\s+){1,4}?(?:below|above|underneath|beneath|at the bottom|further down)${END}`,
    String.raw`\b(?:the|these)\s+(?:following|below|above|aforementioned)\s+(?<noun>[a-z-]+)`,
    String.raw`\b(?:see|listed|shown|given|specified|described|quoted|written|pasted|mentioned|stated)\s+(?:below|above|here)\b(?!\s+(?:the|a|my|it|\d))`,
    String.raw`\b(?:as\s+follows|the\s+following)(?=\s*(?:[.:;,]|$))`,
  ].map(source => phrase('placed', source)),
  phrase('demonstrative', String.raw`\b(?:this|these)\s+(?:[\w-]+\s+)?(?<noun>[\w-]+)`),
  phrase('demonstrative', String.raw`\b(?:that|those)\s+(?<noun>${[...ARTEFACTS].join('|')})\b`),
  ...[
    String.raw`\bas\s+(?:(?:we|i)\s+)?(?:just\s+|already\s+)?(?:discussed|agreed|talked|mentioned|said|explained)\b`,
    String.raw`\b(?:we|i)(?:'ve|\s+have)?\s+(?:just\s+)?(?:discussed|talked\s+about|agreed\s+on(?!\s+(?:the\s+(?:phone|telephone)|a\s+call)\b)|spoke\s+about|mentioned)\b`,
    String.raw`\byou(?:'ve|\s+have)?\s+(?:just\s+|already\s+)?(?:told|gave|sent|showed|mentioned|said|found|suggested|listed|recommended|proposed|made|wrote|drafted|created|did)\b`,
    String.raw`\b(?:same|like)\s+(?:as|(?:thing|one)\s+as)?\s*(?:before|last\s+time|previously|earlier|always)\b`,
    String.raw`\b(?:the|your|our)\s+(?:previous|last|earlier)\s+(?:answer|reply|response|message|conversation|chat|discussion|suggestion|draft|output)\b`,
    String.raw`\bthe\s+(?:one|ones|thing|file|version)\s+from\s+(?:before|earlier|last\s+time|yesterday)\b`,
    String.raw`\b(?:the\s+usual(?!\s+\w+ing)|as\s+usual|(?<!the\s)last\s+time(?!\s+(?:the|that|when|i\b|he|she|they)))\b`,
  ].map(source => phrase('earlier', source)),
]

function phrase(kind: PointerKind, source: string): Phrase {
  return { kind, pattern: new RegExp(source, 'gi') }
}

/** “priced below 20”: a value that is compared, and no place in the text. */
const COMPARED =
  /\b(?:is|are|was|were|drops?|falls?|goes|rises?|stays?|average|zero|freezing|priced?|value)\b/i
/** “Find the mails with the attached plans”: what is sought has something attached, the goal has not. */
const SOUGHT_WITH = /\b(?:find|search|show|list|get|fetch|which|any)\b[^.;?!]*\bwith(?:\s+the)?\s*$/i

function findPhrases(goal: string, { kind, pattern }: Phrase): readonly Found[] {
  if (goal.search(pattern) < 0) return []
  return [...goal.matchAll(pattern)].flatMap(match => {
    const noun = match.groups?.noun?.toLowerCase()
    const text = match[0].trim()
    const start = match.index + match[0].indexOf(text)
    const isOther =
      (kind === 'placed' && (COMPARED.test(text) || UNPOINTED.has(noun ?? ''))) ||
      (kind === 'attached' && SOUGHT_WITH.test(goal.slice(0, start))) ||
      (kind === 'demonstrative' && !isPointedAt(text))
    return isOther ? [] : [{ kind, text, start, certain: true, ...(noun === undefined ? {} : { noun }) }]
  })
}

/** “this report”, “this long letter”: not “this week”, nor “this is …”. */
function isPointedAt(text: string): boolean {
  const [, ...words] = readWords(text)
  const isNoun = ({ lower }: Word): boolean =>
    !isFunctionWord(lower) && !UNPOINTED.has(lower) && !/^\d/.test(lower)
  return words[0] !== undefined && isNoun(words[0]) && !words.some(({ lower }) => UNPOINTED.has(lower))
}

const PRONOUNS = new Set(['it', 'this', 'that', 'these', 'those', 'them'])

/** “Send it”, “have it signed”: a pronoun that is the object of a verb. */
function findPronouns(goal: string): readonly Found[] {
  const words = readWords(goal)
  return words.flatMap(({ lower, text, start, end }, at) => {
    if (!PRONOUNS.has(lower)) return []
    const [before, next] = [words[at - 1]?.lower ?? '', words[at + 1]]
    const isObject =
      actionVerbBase(before) === before || (at === 1 && /^(?:have|get|let|want|need)$/.test(before))
    const isAlone = next === undefined || /\S/.test(goal.slice(end, next.start)) || isFunctionWord(next.lower)
    if (!isObject || !(isAlone || lower === 'it' || lower === 'them')) return []
    return [{ kind: 'pronoun' as const, text, start, certain: false }]
  })
}

function isResolved(goal: string, found: Found, surroundings: Surroundings): boolean {
  const { kind, start, text, noun } = found
  if (kind === 'earlier') return hasHistory(surroundings)
  if (hasMaterial(surroundings, noun)) return true
  const pointsHere = kind === 'demonstrative' || kind === 'pronoun'
  if (pointsHere && hasUiSchema(surroundings) && !BRINGS.test(goal.slice(0, start))) return true
  if (kind !== 'attached' && hasHistory(surroundings)) return true
  return holdsMaterial(goal, start, start + text.length) || (pointsHere && hasAntecedent(goal, found))
}

/** What is brought to a page is not what the page shows. */
const BRINGS = /\b(?:upload|attach|import|paste|insert|scan)\b[^.;]*$/i

/** Whether the goal itself holds what a phrase points at: quoted, behind a colon or line break, listed, or told apart. */
function holdsMaterial(goal: string, start: number, end: number): boolean {
  const [before, after] = [goal.slice(0, start), goal.slice(end)]
  if (/[:\n—–]\s*\S{2,}|`{3}/.test(`${before}${after}`)) return true
  if (findSpots(after).some(({ kind, text }) => kind === 'quoted' && text.length > 2)) return true
  if (/^\s*(?:[,(]|of\b|called\b|named\b|is\b|are\b|saying\b|which\b|-?\d)/i.test(after) && isListed(after))
    return true
  const others = splitSentences(goal).filter(sentence => sentence.end <= start || sentence.start >= end)
  return others.some(
    ({ text }) =>
      actionVerbBase(readWords(text)[0]?.lower ?? '') === undefined && (isListed(text) || text.length > 60),
  )
}

/** Two or more values, or two or more short pieces parted by commas. */
function isListed(text: string): boolean {
  return findSpots(text).length >= 2 || /[\p{L}\p{N}-]+,\s*[\p{L}\p{N}-]+(?:,|\s+and\b)/u.test(text)
}

/** Something concrete was named earlier in the same goal: a value, a name, the same noun, or for pronouns any noun. */
function hasAntecedent(goal: string, { start, noun }: Found): boolean {
  const before = goal.slice(0, start)
  if (findSpots(before).length > 0 || findNames(before).length > 0) return true
  const content = readWords(before).filter(
    ({ lower }) => !isFunctionWord(lower) && actionVerbBase(lower) === undefined,
  )
  if (noun === undefined) return content.length > 0
  return (
    content.some(({ stem }) => stem === stemWord(noun)) || /\b(?:a|an|new|all|every|each)\s+\w+/i.test(before)
  )
}
