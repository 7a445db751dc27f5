import { readOpeningVerb } from '../goal/goal.ts'
import { type Clause, findSpots, isActionVerb } from '../language/language.ts'
import type { ElementAct } from '../ui-elements/ui-elements.ts'

/** What a clause says of the element that it wants something done to. */
export interface SoughtElement {
  readonly phrase: string
  readonly act: ElementAct
  /** It is only pointed at: “that box” is the one that was spoken of before. */
  readonly isPointed: boolean
}

const pointing = new Set(
  'click press tap hit push double-click tick untick uncheck toggle expand collapse'.split(' '),
)
const writing = new Set('type enter put write fill input paste insert key'.split(' '))
const choosing = new Set(
  'select choose pick check tick uncheck untick toggle follow visit open expand collapse clear focus hover switch turn flip enable disable set use read find close scroll drag move slide submit activate'.split(
    ' ',
  ),
)
const roleNoun =
  /\b(?:button|link|field|text ?box|box|tab|check ?box|menu|icon|drop-?down|toggle|switch|slider|option|image|heading|banner|input|radio(?: button)?|combobox|list ?box|search bar|menu item|text ?area|list|row|panel|tile|card)s?\b/i
const keyboard =
  /^(?:the\s+)?(?:enter|return|tab|escape|esc|space(?: ?bar)?|backspace|delete key|ctrl|control|alt|shift|cmd|command|f\d{1,2}|arrow|page (?:up|down)|up|down|home|end)\b/i
const ambient =
  /^(?:on\s+)?(?:the\s+|this\s+|my\s+|our\s+)?(?:form|page|screen|site|website|app|application|window|browser|dialog|everything|all|it|them|this|that|one|details|fields|results?)\b\s*(?:with|and|to|for|$|[.,!])/i

/** Reads which element of the page a clause speaks of; undefined where none is named. */
export function readSoughtElement(clause: Clause): SoughtElement | undefined {
  const verb = verbOf(clause)
  if (verb === undefined || clause.negated || clause.conditional || clause.question) return undefined
  const rest = clause.text
    .slice(verb.end - clause.start)
    .replace(/[.!?;,]+\s*$/, '')
    .trim()
  if (rest === '' || keyboard.test(rest) || /^(?:nothing|anything|none)\b/i.test(rest)) return undefined
  const phrase = elementPhraseOf(verb.base, rest)
  if (phrase === undefined) return undefined
  return { phrase, act: actOf(verb.base, rest, phrase), isPointed: pointingOnly.test(phrase) }
}

/** “that box”, “the box for that”, “that I have read it”: nothing by which to tell one element from another. */
const pointingOnly =
  /^(?:on\s+)?(?:(?:that|this|it|these|those)(?:\s+(?:one|box|check ?box|tick|field|button|link|tab|list|option|section|part))?(?:\s+(?:for|too|off|on)\b.*)?$|(?:that|this)\s+(?:i|we|it|he|she|they|you)\b|the\s+(?:box|check ?box|field|button|link|tab|option)\s+for\s+(?:it|that|this|them)$)/i

function verbOf(clause: Clause): { readonly base: string; readonly end: number } | undefined {
  if (clause.verb !== undefined) return clause.verb
  const opening = readOpeningVerb(clause.text)
  return opening && { base: opening.base, end: opening.end + clause.start }
}

function actOf(verb: string, rest: string, phrase: string): ElementAct {
  if (/^(?:un)?tick$/.test(verb)) return 'tick'
  const isTyped = ['type', 'enter', 'write', 'key'].includes(verb)
  if (!isTyped || phrase === rest) return 'other'
  const isNumber = findSpots(rest.slice(0, rest.indexOf(phrase))).some(({ kind }) => kind === 'number')
  return isNumber && /\bslider\b/i.test(phrase) ? 'other' : 'write'
}

function elementPhraseOf(verb: string, rest: string): string | undefined {
  const goal = /^(?:over\s+|back\s+)?to\s+(?<element>the\s+[^,]+)$/i.exec(rest)?.groups?.element
  if (
    ['go', 'switch', 'navigate', 'jump', 'scroll'].includes(verb) &&
    goal !== undefined &&
    roleNoun.test(goal)
  )
    return cutPurpose(goal)
  const bare = rest.replace(/^(?:on|at|in|into|down|over|open)\s+(?=\S)/i, '')
  if (pointing.has(verb)) {
    if (ambient.test(`${bare} `) && !roleNoun.test(bare)) return undefined
    return cutPurpose(/tick|check/.test(verb) ? bare.replace(/\bbox\b/i, 'checkbox') : bare)
  }
  if (writing.has(verb)) return targetOfWriting(rest)
  if (!choosing.has(verb)) return undefined
  const within = /\b(?:in|from|of|under|within)\s+(?:the\s+)?(?<element>[^,]+)$/i.exec(rest)?.groups?.element
  if (within !== undefined && roleNoun.test(within) && !isRoleOnly(within)) return cutPurpose(within)
  if (roleNoun.test(bare)) return cutPurpose(bare)
  const isLabel = ['open', 'follow'].includes(verb) && /^\p{Lu}\p{Ll}+(?:\s+[\p{L}'’-]+)+$/u.test(bare)
  return isLabel && findSpots(bare).every(({ kind }) => kind === 'name') ? cutPurpose(bare) : undefined
}

/** Only a role, no name: “the box”. */
function isRoleOnly(phrase: string): boolean {
  return (
    phrase
      .replace(roleNoun, '')
      .replace(/\b(?:the|a|my|our|this|that)\b/gi, '')
      .trim() === ''
  )
}

/** “ada@example.org into the e-mail box” → “the e-mail box”; “the name field with Ada” → “the name field”. */
function targetOfWriting(rest: string): string | undefined {
  const quotesHidden = rest.replace(/["“'‘`][^"”'’`]*["”'’`]/g, quote => 'x'.repeat(quote.length))
  const into = /\b(?:into|in|inside|to|as|for)\s+(?<element>(?:the|my|our|your)\s+[^,]+|[A-Z][^,]*)$/.exec(
    quotesHidden,
  )
  const element =
    into === null ? undefined : rest.slice(into.index + into[0].length - (into.groups?.element ?? '').length)
  if (element !== undefined && roleNoun.test(element)) return cutPurpose(element)
  const out = /^(?:in|out|up)?\s*(?<element>(?:the|my|our|your)\s+.+?)\s+with\s+\S+/i.exec(quotesHidden)
    ?.groups?.element
  return out !== undefined && roleNoun.test(out) ? out : undefined
}

/** Leaves out for what, when and how often; what stands in quotes is a name and stays whole. */
function cutPurpose(phrase: string): string {
  const hidden = phrase.replace(/(?<!\p{L})["“'‘`][^"”'’`]*["”'’`]/gu, quote => 'x'.repeat(quote.length))
  const cut = [...hidden.matchAll(purpose)].find(
    ({ groups }) => groups?.act === undefined || isActionVerb(groups.act.toLowerCase()),
  )
  return phrase.slice(0, cut?.index ?? phrase.length).trim()
}

const purpose =
  /,?\s+(?:not\s+|(?:up\s+|down\s+)?to\s+(?=\d)|to\s+(?<act>[a-z]+)|so that|in order|for me|please|as soon as|when|once|because|twice|again|now|first)\b/gi
