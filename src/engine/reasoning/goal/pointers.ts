import {
  actionVerbBase,
  findNames,
  findSpots,
  isFunctionWord,
  readWords,
  remember,
  stemWord,
  type Word,
} from '../language/language.ts'
import { hasHistory, hasMaterial, hasUiSchema, type Surroundings } from './material.ts'
import { UNPOINTED } from './word-classes.ts'

export type PointerKind = 'attached' | 'placed' | 'demonstrative' | 'pronoun' | 'earlier'

/** A phrase that points at something outside itself. `resolved`: the goal, its context or history hold what it may mean. */
export interface Pointer {
  readonly kind: PointerKind
  readonly text: string
  readonly noun?: string
  readonly start: number
  readonly resolved: boolean
}

type Found = Omit<Pointer, 'resolved'>

/** Finds every pointing phrase of a goal and whether it can be followed. Ordered by place. */
export function findPointers(goal: string, surroundings: Surroundings): readonly Pointer[] {
  return findPointing(goal).map(found => ({ ...found, resolved: isResolved(goal, found, surroundings) }))
}

const HANDED = 'attached|enclosed|uploaded|pasted'
const PATTERNS: readonly (readonly [PointerKind, string])[] = [
  ['attached', String.raw`\b(?:${HANDED})\s+(?!to\b|by\b|from\b)(?<noun>[\w-]+)`],
  [
    'attached',
    String.raw`\b(?:the|this|that|my|our|an?)\s+(?<noun>[\w-]+)\s+(?:${HANDED})\b(?!\s+(?:to|by)\b)`,
  ],
  [
    'attached',
    String.raw`\b(?:i|we)(?:'ve|\s+have)?\s+(?:${HANDED}|marked|highlighted|selected|(?:sent|gave|showed) you)\b(?!\s+to\b)`,
  ],
  [
    'attached',
    String.raw`\b(?:in|from|on|see)\s+(?:the|my|this)\s+(?:attachment|upload|screenshot|photo|picture|pdf)\b(?!\s+of\b)`,
  ],
  [
    'placed',
    String.raw`\b(?:the|these|all)\s+(?:[\w-]+\s+){1,4}?(?:below|above|at the bottom)(?!\s+(?:of\b|\S*\d))`,
  ],
  ['placed', String.raw`\b(?:the|these)\s+(?:following|below|above)\s+(?<noun>[a-z-]+)`],
  ['demonstrative', String.raw`\b(?:this|these)\s+(?:[\w-]+\s+)?(?<noun>[\w-]+)`],
  ['earlier', String.raw`\b(?:we|i)\s+(?:just\s+)?(?:discussed|talked about|agreed on(?! the)|mentioned)\b`],
  ['earlier', String.raw`\byou\s+(?:just\s+)?(?:told|gave|sent|showed|found|suggested|listed|made|wrote)\b`],
  [
    'earlier',
    String.raw`\b(?:as (?:we )?(?:usual|discussed|agreed)|last time|the usual(?!\s+\w+ing)|same as before)\b`,
  ],
]
const PHRASES = PATTERNS.map(([kind, source]) => ({ kind, pattern: new RegExp(source, 'gi') }))

/** What points is read once for a goal; what it points at hangs on its surroundings. */
const findPointing: (goal: string) => readonly Found[] = remember(goal => {
  const hidden = hideQuoted(goal)
  const found = PHRASES.flatMap(({ kind, pattern }) =>
    [...hidden.matchAll(pattern)].map(({ index: start, groups, 0: text }): Found => {
      const noun = groups?.noun?.toLowerCase()
      return { kind, text, start, ...(noun === undefined ? {} : { noun }) }
    }),
  )
  return [...found.filter(one => !isOther(hidden, one)), ...findPronouns(hidden)].toSorted(
    (left, right) => left.start - right.start,
  )
})

/** “this week”, “priced below 20”, “find the letters with the attached maps”: nothing has to be handed over for these. */
function isOther(goal: string, { kind, text, noun, start }: Found): boolean {
  if (kind === 'placed')
    return /\b(?:is|are|drops?|falls?|stays?|priced?|valued?)\b/i.test(text) || UNPOINTED.has(noun ?? '')
  if (kind === 'attached')
    return /\b(?:find|search|show|list|which)\b[^.;?!]*\bwith(?:\s+the)?\s*$/i.test(goal.slice(0, start))
  if (kind !== 'demonstrative') return false
  const [, first, ...others] = readWords(text)
  const isNoun = ({ lower }: Word): boolean => !isFunctionWord(lower) && !/^\d/.test(lower)
  return first === undefined || !isNoun(first) || [first, ...others].some(({ lower }) => UNPOINTED.has(lower))
}

const PRONOUNS = new Set(['it', 'this', 'that', 'these', 'those', 'them'])

/** “Send it”: a pronoun that is the object of a verb. */
function findPronouns(goal: string): readonly Found[] {
  const words = readWords(goal)
  return words.flatMap(({ lower, text, start, end }, at) => {
    const [before, next] = [words[at - 1]?.lower ?? '', words[at + 1]]
    const isAlone = next === undefined || /\S/.test(goal.slice(end, next.start)) || isFunctionWord(next.lower)
    const isObject = PRONOUNS.has(lower) && actionVerbBase(before) === before
    return isObject && (isAlone || lower === 'it' || lower === 'them')
      ? [{ kind: 'pronoun', text, start }]
      : []
  })
}

function isResolved(goal: string, found: Found, surroundings: Surroundings): boolean {
  const { kind, start, text, noun } = found
  if (kind === 'earlier') return hasHistory(surroundings)
  if (hasMaterial(surroundings, noun) || (kind !== 'attached' && hasHistory(surroundings))) return true
  const isHere = kind === 'demonstrative' || kind === 'pronoun'
  if (
    isHere &&
    hasUiSchema(surroundings) &&
    !/\b(?:upload|attach|import|paste)\b[^.;]*$/i.test(goal.slice(0, start))
  )
    return true
  return holdsMaterial(goal, start, start + text.length) || (isHere && hasAntecedent(goal, found))
}

/** Whether the goal itself holds what a phrase points at: quoted, behind a colon or line break, or listed. */
function holdsMaterial(goal: string, start: number, end: number): boolean {
  const [before, after] = [goal.slice(0, start), goal.slice(end)]
  if (/[:\n—–]\s*\S{2,}|`{3}/.test(`${before}${after}`)) return true
  return findSpots(after).some(({ kind, text }) => kind === 'quoted' && text.length > 2)
}

/** Something concrete was named earlier in the same goal: a value, a name, the same noun, or for pronouns any noun. */
function hasAntecedent(goal: string, { start, noun }: Found): boolean {
  const before = goal.slice(0, start)
  if (findSpots(before).length > 0 || findNames(before).length > 0) return true
  const content = readWords(before).filter(
    ({ lower }) => !isFunctionWord(lower) && actionVerbBase(lower) === undefined,
  )
  return noun === undefined ? content.length > 0 : content.some(({ stem }) => stem === stemWord(noun))
}

/** Blanks what is quoted or fenced: these words are contents and ask for nothing. */
export function hideQuoted(goal: string): string {
  let hidden = goal.replace(/```[\s\S]*?(?:```|$)/g, block => '¤'.repeat(block.length))
  const blank = (from: number, to: number): void => {
    hidden = `${hidden.slice(0, from)}${'¤'.repeat(to - from)}${hidden.slice(to)}`
  }
  for (const spot of findSpots(goal)) if (spot.kind === 'quoted') blank(spot.start, spot.end)
  return hidden
}
