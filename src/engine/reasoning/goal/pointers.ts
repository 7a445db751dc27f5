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
import { inlineMaterialAfter, inlineMaterialBefore } from './inline-material.ts'
import { hasHistory, hasMaterial, hasUiSchema, type Surroundings } from './material.ts'
import { isAnsweredByPage } from './page-pointers.ts'
import {
  abstractNouns,
  ambientNouns,
  artefactNouns,
  consumingVerbs,
  textLikeNouns,
  timeNouns,
} from './pointer-words.ts'
import { hideReported } from './reported.ts'

export type PointerKind =
  | 'attached'
  | 'placed'
  | 'demonstrative'
  | 'pronoun'
  | 'earlier'
  | 'placeholder'
  | 'definite'

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

interface Found {
  readonly kind: PointerKind
  readonly text: string
  readonly start: number
  readonly noun?: string
  readonly certain: boolean
  /** Which inline material can answer it: what follows, what comes before, or either. */
  readonly lookFor: 'after' | 'before' | 'either' | 'none'
}

/** Finds every pointing phrase of a goal and whether it can be followed. Ordered by place. */
export function findPointers(goal: string, surroundings: Surroundings): readonly Pointer[] {
  const found = hasUiSchema(surroundings) ? findOnPage(goal) : findInWords(goal)
  const seen = new Set<number>()
  return found
    .toSorted((left, right) => left.start - right.start)
    .filter(pointer => !seen.has(pointer.start) && seen.add(pointer.start))
    .map(({ lookFor, ...pointer }) => ({
      ...pointer,
      resolved: isResolved(goal, { ...pointer, lookFor }, surroundings),
    }))
}

/** What points is read once for a goal; what it points at hangs on its surroundings. */
const findInWords = remember(goal => findPointing(goal, false))
const findOnPage = remember(goal => findPointing(goal, true))

function findPointing(goal: string, hasPage: boolean): readonly Found[] {
  const hidden = hideReported(goal)
  return [
    ...findAttached(hidden),
    ...findPlaced(hidden, hasPage),
    ...findDemonstratives(hidden),
    ...findPronouns(hidden),
    ...findEarlier(hidden),
    ...findPlaceholders(hidden),
    ...(hasPage ? [] : findBareDefinites(hidden)),
  ]
}

function isResolved(goal: string, found: Found, surroundings: Surroundings): boolean {
  const end = found.start + found.text.length
  if (found.kind === 'placeholder') return false
  if (found.kind === 'earlier') return hasHistory(surroundings)
  if (hasMaterial(surroundings, found.noun)) return true
  if (hasUiSchema(surroundings) && isAnsweredByPage(goal, found)) return true
  const inHistory = found.kind !== 'attached' && hasHistory(surroundings)
  if (inHistory) return true
  if (found.lookFor !== 'before' && inlineMaterialAfter(goal, end)) return true
  if (found.lookFor !== 'after' && inlineMaterialBefore(goal, found.start)) return true
  const anaphoric = found.kind === 'demonstrative' || found.kind === 'pronoun' || found.kind === 'definite'
  return anaphoric && hasAntecedent(goal, found)
}

/** Something concrete was named earlier in the same goal: a value, a name, the same noun, or for pronouns any noun. */
function hasAntecedent(goal: string, found: Found): boolean {
  const before = goal.slice(0, found.start)
  if (findSpots(before).length > 0 || findNames(before).length > 0) return true
  const words = readWords(before)
  const content = words.filter(
    word => !isFunctionWord(word.lower) && actionVerbBase(word.lower) === undefined,
  )
  if (found.noun !== undefined) {
    const stem = stemWord(found.noun)
    return content.some(word => word.stem === stem) || /\b(?:a|an|new|all|every|each)\s+\w+/i.test(before)
  }
  return content.length > 0
}

const attachedPatterns: readonly RegExp[] = [
  /\b(?:my|our|his|her)\s+(?:handwritten|paper|printed|scanned|written)\s+([\w-]+)/gi,
  /\b(?:listed|given|shown|written|named|mentioned|pasted)\s+here\b/gi,
  /\b(?:the|this|that|these|those|my|our|an?)?\s*\b(?:attached|enclosed|uploaded|pasted)\s+(?!to\b|by\b|from\b)((?:[\w-]+\s+){0,2}?[\w-]+)/gi,
  /\b(?:the|this|these|those|my)\s+(?:provided|supplied)\s+(?!that\b|by\b)([\w-]+)/gi,
  /\b(?:in|from|of|per|at|see|use|open|read|with)\s+the\s+(?:attachments?|enclosure|upload)\b/gi,
  /\b(?:i|we)(?:'ve|\s+have)?(?:\s+just|\s+already)?\s+(?:attached|enclosed|uploaded|pasted)\b(?!\s+to\s+(?:the\s+)?(?!this|you)\w)/gi,
  /\b(?:i|we)(?:'ve|\s+have)?(?:\s+just|\s+already)?\s+(?:sent|gave|given|shared|forwarded|handed|showed|shown|provided|dropped)(?:\s+(?:to\s+|with\s+)?you|\s+earlier|\s+before(?=\s*(?:[.,;!?]|$))|\s+already|\s+yesterday|\s+over|\s+along|\s+here)\b/gi,
  /\b(?:the|these|those)\s+(?:[\w-]+\s+){1,2}(?:that\s+)?(?:i|we)(?:'ve|\s+have)?\s+(?:just\s+|already\s+)?(?:attached|enclosed|uploaded|pasted)\b/gi,
  /\b(?:attached|enclosed)\s+(?:is|are|you|please|hereto|here|herewith)\b/gi,
  /\b(?:see|as|is|are)\s+(?:attached|enclosed)\b(?!\s+to\b)/gi,
  /\b(?:in|from|on|of|as in|per)\s+(?:the|my|this|that)\s+(?:screenshot|screen\s?shot|screengrab|printout|pdf|spreadsheet|excel sheet|photo|picture|snapshot|scan|voice memo|handout)s?\b(?!\s+(?:of|about|called|named)\b|\s*["“'‘#]|\s+\d)/gi,
  /\b(?:the|this|that|these|those|my|our|an?)\s+((?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:attached|enclosed|appended)\b(?!\s+(?:to|by)\b)/gi,
  /\b(?:the|those|these|what|whatever|everything|all)\s*(?:[\w-]+\s+){0,3}?(?:that\s+|which\s+)?(?:i|we)(?:'ve|\s+have)?(?:\s+just|\s+already)?\s+(?:marked|highlighted|selected|circled|underlined|ticked|drafted|scribbled|jotted|noted|photographed|scanned|sketched|pointed at|wrote on|wrote down|wrote below|was talking about|were talking about|talked about|told you about|mean)\b/gi,
]

/** “Find the mails with the attached plans”: what is sought has something attached, the goal has not. */
const soughtWith =
  /\b(?:find|search|show|list|get|fetch|which|any|look\s+\w+)\b[^.;?!]*\bwith(?:\s+the)?\s*$/i

function findAttached(goal: string): Found[] {
  const pointing = matchAll(goal, attachedPatterns).filter(
    match =>
      !soughtWith.test(goal.slice(0, match.index + match[0].search(/attached|enclosed|uploaded|pasted/i))),
  )
  return pointing.map(match => ({
    kind: 'attached',
    text: match[0].trim(),
    start: match.index + (match[0].length - match[0].trimStart().length),
    ...nounOf(match[1]),
    certain: true,
    lookFor: 'either',
  }))
}

const placedPatterns: readonly { readonly pattern: RegExp; readonly lookFor: 'after' | 'before' }[] = [
  {
    pattern:
      /\b(?:the|these|this|those|all|any|every)\s+(?:(?!(?:an?|with)\s)[\w-]+\s+){1,4}?(?:given\s+|listed\s+|shown\s+|pasted\s+|written\s+|quoted\s+)?(?:below|underneath|beneath|at the bottom|further down)(?=\s*(?:[.,;:!?)]|$|\s(?:and|to|into|in|by|as|with|for|from|on|at)\b))/gi,
    lookFor: 'after',
  },
  {
    pattern:
      /\b(?:the|these|those|all)\s+(?:[\w-]+\s+){1,4}?(?:given\s+|listed\s+|shown\s+|pasted\s+|written\s+|quoted\s+|mentioned\s+)?above(?=\s*(?:[.,;:!?)]|$|\s(?:and|to|into|in|by|as|with|for|from)\b))/gi,
    lookFor: 'before',
  },
  { pattern: /\b(?:the|these)\s+(?:following|below)\s+(?:[a-z-]+\s+)?([a-z-]+)/gi, lookFor: 'after' },
  { pattern: /\bthe\s+(?:above|aforementioned|above-mentioned)\s+([a-z-]+)/gi, lookFor: 'before' },
  {
    pattern:
      /\b(?:see|listed|shown|given|specified|described|quoted|written|pasted|mentioned|stated|found)\s+below\b(?!\s+(?:the|a|my|it|\d))/gi,
    lookFor: 'after',
  },
  {
    pattern:
      /\b(?:see|listed|shown|given|specified|described|quoted|written|pasted|mentioned|stated)\s+above\b(?!\s+(?:the|a|my|it|\d))/gi,
    lookFor: 'before',
  },
  { pattern: /\b(?:as\s+follows|the\s+following)(?=\s*(?:[.:;,]|$))/gi, lookFor: 'after' },
]

const valueWords =
  /\b(?:is|are|was|were|drops?|falls?|goes|go|rises?|stays?|average|zero|freezing|price|priced|temperature|stock|level|value|rated|rating)\b/i
const interfaceNouns =
  /\b(?:button|link|field|box|icon|tab|menu|checkbox|dropdown|row|element|input|heading|image)s?\b/i

function findPlaced(goal: string, hasPage: boolean): Found[] {
  return placedPatterns.flatMap(({ pattern, lookFor }) =>
    matchAll(goal, [pattern])
      .filter(
        match =>
          !timeNouns.has((match[1] ?? '').toLowerCase()) &&
          !abstractNouns.has((match[1] ?? '').toLowerCase()),
      )
      .filter(match => !valueWords.test(match[0]))
      .filter(match => !(hasPage && interfaceNouns.test(match[0])))
      .map(
        (match): Found => ({
          kind: 'placed',
          text: match[0],
          start: match.index,
          ...nounOf(match[1]),
          certain: true,
          lookFor,
        }),
      ),
  )
}

function findDemonstratives(goal: string): Found[] {
  const words = readWords(goal)
  const found: Found[] = []
  for (const [index, word] of words.entries()) {
    if (!['this', 'these', 'that', 'those'].includes(word.lower)) continue
    const noun = nounAfter(goal, words, index)
    if (noun === undefined || !pointsAt(words, index, noun)) continue
    found.push({
      kind: 'demonstrative',
      text: goal.slice(word.start, noun.end),
      start: word.start,
      noun: noun.lower,
      certain: true,
      lookFor: 'either',
    })
  }
  return found
}

/** The noun that a demonstrative determines: the last of up to three words before a function word or a sign. */
function nounAfter(goal: string, words: readonly Word[], index: number): Word | undefined {
  let noun: Word | undefined
  for (const word of words.slice(index + 1, index + 4)) {
    const previous = noun ?? words[index]
    if (previous === undefined || /[^\s-]/.test(goal.slice(previous.end, word.start))) break
    if (isFunctionWord(word.lower) || /^\d/.test(word.text)) break
    if (noun !== undefined && actionVerbBase(word.lower) !== undefined && !artefactNouns.has(word.lower))
      break
    noun = word
    if (artefactNouns.has(word.lower)) break
  }
  return noun
}

function pointsAt(words: readonly Word[], index: number, noun: Word): boolean {
  const lower = noun.lower
  if (timeNouns.has(lower) || abstractNouns.has(lower) || ambientNouns.has(lower)) return false
  const word = words[index]?.lower ?? ''
  const previous = words[index - 1]?.lower ?? ''
  if (word !== 'that' && word !== 'those') return true
  const determines =
    actionVerbBase(previous) === previous || /^(?:of|in|on|to|from|with|for|about|into|at|by)$/.test(previous)
  return determines && artefactNouns.has(lower)
}

const pronouns = new Set(['it', 'this', 'that', 'these', 'those', 'them'])

/** “Have it signed”: what is caused is caused to something. */
const causing = new Set(['have', 'get', 'let', 'want', 'need'])

function findPronouns(goal: string): Found[] {
  const words = readWords(goal)
  const found: Found[] = []
  for (const [index, word] of words.entries()) {
    if (!pronouns.has(word.lower)) continue
    const previous = words[index - 1]
    const next = words[index + 1]
    const verb = previous === undefined ? undefined : actionVerbBase(previous.lower)
    const isCaused = index === 1 && causing.has(previous?.lower ?? '')
    if (!isCaused && (verb === undefined || verb !== previous?.lower)) continue
    const between = next === undefined ? '.' : goal.slice(word.end, next.start)
    const standsAlone =
      next === undefined || /[^\s]/.test(between) || isFunctionWord(next.lower) || /ly$/.test(next.lower)
    if (goal.slice(word.end).trimStart().startsWith('¤')) continue
    if (!standsAlone && word.lower !== 'it' && word.lower !== 'them') continue
    found.push({
      kind: 'pronoun',
      text: word.text,
      start: word.start,
      certain: verb !== undefined && consumingVerbs.has(verb),
      lookFor: 'after',
    })
  }
  return found
}

const earlierPatterns: readonly RegExp[] = [
  /\bas\s+(?:(?:we|i)\s+)?(?:just\s+|previously\s+|already\s+)?(?:discussed|agreed|talked|mentioned|said|explained)\b/gi,
  /\b(?:we|i)(?:'ve|\s+have)?\s+(?:just\s+)?(?:discussed|talked\s+about|agreed\s+on(?!\s+(?:the\s+(?:phone|telephone)|a\s+call)\b)|spoke\s+about|mentioned)\b/gi,
  /\byou(?:'ve|\s+have)?\s+(?:just\s+|already\s+)?(?:told|gave|sent|showed|mentioned|said|found|suggested|listed|recommended|proposed|made|wrote|drafted|created)\b/gi,
  /\b(?:same|like)\s+(?:as|thing\s+as|one\s+as)?\s*(?:before|last\s+time|previously|earlier)\b/gi,
  /\b(?:from|mentioned|discussed|described|sent|shown)\s+(?:before|earlier)\b(?!\s+(?:the|this|in|than|that|\w+day|\d))/gi,
  /\b(?:the|your|our)\s+(?:previous|last|earlier)\s+(?:answer|reply|response|message|conversation|chat|discussion|suggestion|draft|output)\b/gi,
  /\b(?:do|run|send|book|order)\s+(?:that|this|it)\s+again\b/gi,
  /\b(?:whatever|what|as|like)\s+(?:you|we|i)\s+did\b/gi,
  /(?<!\bthe\s)\blast\s+time(?!\s+(?:the|that|when|i\b|he|she|they))/gi,
  /\bthe\s+(?:one|ones|thing|file|version)\s+from\s+(?:before|earlier|last\s+time|yesterday)\b/gi,
  /\b(?:the\s+usual(?!\s+\w+ing)|as\s+usual|like\s+always)\b/gi,
]

function findEarlier(goal: string): Found[] {
  return matchAll(goal, earlierPatterns).map(match => ({
    kind: 'earlier',
    text: match[0],
    start: match.index,
    certain: true,
    lookFor: 'none',
  }))
}

const placeholderPatterns: readonly RegExp[] = [
  /\[(?!INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)[A-Z][A-Z _-]{2,30}\]/g,
  /\[(?:insert|your|enter|add|name|date|client|customer|company|recipient|email|address|amount|topic|number|title|person|place|city|link|url|product|id)\b[^\]\n]{0,40}\]/gi,
  /<(?:insert|your|enter|name|date|client|customer|company|recipient|email|address|amount|topic|number|title|id)\b[^>\n/]{0,40}>/gi,
  /\{\{?\s*[a-z][\w .-]{1,40}\}?\}/gi,
  /(?<![\w_])(?:_{3,}|X{3,}|x{4,})(?![\w_])/g,
]

function findPlaceholders(goal: string): Found[] {
  if (
    /\b(?:placeholders?|templates?|replace|substitute|variables?|pattern|regex|tag|json|html|xml)\b/i.test(
      goal,
    )
  )
    return []
  return matchAll(goal, placeholderPatterns).map(match => ({
    kind: 'placeholder',
    text: match[0],
    start: match.index,
    certain: true,
    lookFor: 'none',
  }))
}

/** “Summarize the text.”: a definite text-like noun with nothing that says which. */
function findBareDefinites(goal: string): Found[] {
  const words = readWords(goal)
  const found: Found[] = []
  for (const [index, word] of words.entries()) {
    if (word.lower !== 'the') continue
    const verb = actionVerbBase(words[index - 1]?.lower ?? '')
    const noun = words[index + 1]
    if (
      verb === undefined ||
      noun === undefined ||
      !consumingVerbs.has(verb) ||
      !textLikeNouns.has(noun.lower)
    )
      continue
    const next = words[index + 2]
    const rest = next === undefined ? '' : goal.slice(noun.end, next.start)
    const isModified =
      next !== undefined &&
      rest.trim() === '' &&
      !/^(?:to|into|as|for|and|so|then|please|before|within)$/.test(next.lower)
    if (isModified) continue
    found.push({
      kind: 'definite',
      text: goal.slice(word.start, noun.end),
      start: word.start,
      noun: noun.lower,
      certain: true,
      lookFor: 'either',
    })
  }
  return found
}

interface Match {
  readonly 0: string
  readonly 1: string | undefined
  readonly index: number
}

function matchAll(goal: string, patterns: readonly RegExp[]): readonly Match[] {
  const said = patterns.filter(pattern => goal.search(pattern) >= 0)
  return said.flatMap(pattern =>
    [...goal.matchAll(pattern)].map(match => ({ 0: match[0], 1: match[1], index: match.index })),
  )
}

function nounOf(phrase: string | undefined): { noun?: string } {
  const noun = phrase?.trim().split(/\s+/).at(-1)?.toLowerCase()
  return noun === undefined || noun === '' ? {} : { noun }
}
