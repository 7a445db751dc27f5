import { readOpeningVerb } from '../../../goal/goal.ts'
import {
  actionVerbBase,
  type Clause,
  findNames,
  findSpots,
  isFunctionWord,
  piecesBetween,
  readWords,
  relatedVerbStems,
  stemWord,
} from '../../../language/language.ts'
import { isIdleRemark } from '../idle-remarks.ts'

/** What one clause wants done: the action, what it is done to, and what narrows it. */
export interface ActionFrame {
  readonly clause: Clause
  readonly forbids: boolean
  readonly verb: string
  readonly family: ReadonlySet<string>
  /** Content stems of the object, without times and without words that only widen (“any”, “all”). */
  readonly object: ReadonlySet<string>
  readonly entities: ReadonlySet<string>
  readonly pronoun: boolean
  readonly times: readonly string[]
  /** Words that make a prohibition narrower than the whole action: “again”, “else”, “more than”. */
  readonly narrowed: boolean
  readonly text: string
}

const timePattern =
  /\b(?:(?:not\s+)?(?:before|after|until|till|by|on|at|during|since|from|within|prior to|earlier than|later than|no later than)\s+(?:the\s+)?(?:(?:next|this|coming|following|end of(?: the)?)\s+)?(?:\d{1,2}(?::\d{2})?\s*(?:am|pm|o'clock|h)?\b|\d{4}-\d{2}-\d{2}|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|today|tomorrow|tonight|now|then|week|month|year|morning|evening|afternoon|weekend|lunch|christmas|easter)\w*|\b(?:today|tonight|tomorrow|yesterday|right away|right now|at once|immediately|asap|this (?:morning|afternoon|evening|week|month)|next (?:week|month|year|\w+day)|now|yet|(?:in|for|within) (?:an?|\d+|two|three|five|ten) (?:minutes?|hours?|days?|weeks?|months?)))/gi

const narrowing =
  /\b(?:else|other|others|again|twice|(?:more|less|later|earlier|longer|shorter|higher|lower|faster|slower) than|above|below|until \d|except|unless|only|too|yourself|manually|automatically|any ?more|any longer|further|both|either|instead|by accident|by mistake|accidentally|if|when|while|whose|which|who|that (?:are|is|were|was|have|has)|with the|without|first|all of|everyone|everybody|entire|whole|just|too (?:much|many)|as well)\b/i
const empty = new Set(
  `any anything all every each it them this that these those one thing things please kindly really ever under circumstances
  circumstance way mean means condition point cost whatsoever absolutely definitely case time actually single item mind sure
  nothing nobody none everyone everybody anyone anybody called named make want need must should may shall do does did get be been have`
    .split(/\s+/)
    .map(stemWord),
)

/** Verbs that change what is there. */
export const changingVerbs = new Set(
  'edit update change modify rename delete remove rewrite resize replace add insert append fix correct refactor reformat move overwrite shorten extend cut trim increase decrease raise lower set clear truncate merge'.split(
    ' ',
  ),
)

const turns = /,?\s*\b(?:but|yet|however|and at the same time|at the same time|and simultaneously|while)\s+/gi

/** The frames of all clauses; a clause is parted once more at “but” and “at the same time”, where contradictions stand. */
export function readFrames(clauses: readonly Clause[]): readonly ActionFrame[] {
  return clauses
    .filter(clause => !clause.conditional && !isIdleRemark(clause.text))
    .flatMap(partAtTurns)
    .flatMap(clause => readFrame(clause) ?? [])
}

function partAtTurns(clause: Clause): readonly Clause[] {
  const cuts = [...clause.text.matchAll(turns)].filter(match => match.index > 2)
  if (cuts.length === 0) return [clause]
  return piecesBetween(clause.text, cuts).map(({ text, start: from }) => {
    const start = clause.start + from
    const { verb, ...rest } = clause
    const holdsVerb = verb !== undefined && verb.start >= start && verb.end <= start + text.length
    return {
      ...rest,
      text,
      start,
      end: start + text.length,
      link: from === 0 ? clause.link : ('but' as const),
      negated: holdsVerb && clause.negated,
      ...(holdsVerb ? { verb } : {}),
    }
  })
}

/** Reads a clause as an action; undefined when it has no verb. */
export function readFrame(clause: Clause): ActionFrame | undefined {
  const negation =
    /\b(?:nobody|no one|no-one|none of (?:them|us))\b|^(?:but |and )?(?:nothing|no \w+)\b|\b(?:under no circumstances|in no case|on no account|by no means|at no time)\b|\b(?:make sure|ensure|see to it)\b.*\b(?:not|never|nothing)\b/i.test(
      clause.text,
    )
  const verb = mainVerb(clause)
  if (verb === undefined) return undefined
  const relative = Math.max(0, verb.end - clause.start)
  const head = clause.text.slice(0, Math.max(0, verb.start - clause.start))
  const rest = `${subjectOf(head)} ${clause.text.slice(relative)}`
  const times = [...rest.matchAll(timePattern)].map(match => match[0].toLowerCase())
  const timeless = rest.replace(timePattern, ' ')
  const words = readWords(timeless)
  const stems = words
    .filter(word => !isFunctionWord(word.lower))
    .map(word => word.stem)
    .filter(stem => !empty.has(stem))
  return {
    clause,
    forbids: clause.negated || negation,
    verb: verb.base,
    family: familyOf(verb.base),
    object: new Set(stems),
    entities: entitiesOf(rest),
    pronoun:
      /^\s*(?:it|them|this|that|these|those|him|her|so|any|one)\b/i.test(timeless.trim()) ||
      stems.length === 0,
    times,
    narrowed: narrowing.test(timeless),
    text: clause.text,
  }
}

/** Stems of a verb and of the verbs that mean nearly the same. */
function familyOf(base: string): ReadonlySet<string> {
  return new Set([stemWord(base), ...relatedVerbStems(base)])
}

function mainVerb(
  clause: Clause,
): { readonly base: string; readonly start: number; readonly end: number } | undefined {
  const passive =
    /\b(?:not|never|n't)\s+(?:to\s+)?(?:be|get)\s+(?<verb>[a-z]+)\b/i.exec(clause.text) ??
    /\b(?:nothing|nobody|none|no \w+)\b.*?\b(?:be|get|gets)\s+(?<verb>[a-z]+)\b/i.exec(clause.text)
  const forbidden =
    /\b(?:not|never|avoid|without|refrain from|n't|dont|under no circumstances|in no case|on no account|by no means|at no time)\s+(?:ever\s+|actually\s+|under any circumstances\s+|please\s+)?(?<verb>[a-z]+)\b/i.exec(
      clause.text,
    )
  for (const match of [passive, forbidden]) {
    const word = match?.groups?.verb
    const base = word === undefined ? undefined : verbBase(word)
    if (match === null || word === undefined || base === undefined) continue
    const start = clause.start + match.index + match[0].length - word.length
    return { base, start, end: start + word.length }
  }
  return clause.verb ?? openingVerb(clause)
}

const notVerbs =
  /^(?:be|been|being|again|ever|more|less|only|just|yet|any|all|the|a|an|to|it|so|too|very|later|earlier|before|after|under|in|on|at|have|has)$/i

/** After a negation any word of letters that is no function word is taken for the verb. */
function verbBase(word: string): string | undefined {
  const lower = word.toLowerCase()
  return (
    actionVerbBase(lower) ??
    receivingBase(word) ??
    (notVerbs.test(lower) || isFunctionWord(lower) ? undefined : lower)
  )
}

const receiving = /^(?:get|receive|hear|contact|disturb|inform|notif|approach)/i

/** Verbs of the one who would be told: “must not receive any mail”. */
function receivingBase(word: string): string | undefined {
  return receiving.test(word) ? 'receive' : undefined
}

/** “Text P-12 now”: a word that opens the clause and may be a verb, where no surer one was found. */
function openingVerb(
  clause: Clause,
): { readonly base: string; readonly start: number; readonly end: number } | undefined {
  const verb = readOpeningVerb(clause.text)
  return verb && { ...verb, start: clause.start + verb.start, end: clause.start + verb.end }
}

/** In “the invoice must not be sent” the object stands before the verb. */
function subjectOf(head: string): string {
  const match =
    /^(?:and|but|however|yet|or|,|\s)*(?<subject>.+?)\s+(?:must|should|may|shall|can|is|are|does|do|has|have|needs?|mustn't|shouldn't|will)\b/i.exec(
      head,
    )
  const subject = match?.groups?.subject ?? ''
  return /^(?:please|you|we|i|also|make|be|don't|do|never|then|to)\b/i.test(subject) ? '' : subject
}

function entitiesOf(text: string): ReadonlySet<string> {
  const spots = findSpots(text).map(spot => String(spot.value).toLowerCase())
  const names = findNames(text).map(name => name.text.toLowerCase())
  return new Set([...spots, ...names])
}
