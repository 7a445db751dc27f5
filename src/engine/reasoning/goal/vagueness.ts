import type { Tool } from '../../../contracts/tool.ts'
import { actionVerbBase, type Clause, isFunctionWord, splitClauses, type Word } from '../language/language.ts'
import { judgementWords, shellNouns } from './lexicon.ts'
import type { Pointer } from './pointers.ts'
import type { ReadGoal } from './wording.ts'

/** Why a goal cannot be acted on as it stands; `ceiling` is the most clarity it may still have. */
export interface VagueReason {
  readonly reason:
    | 'no_action'
    | 'no_target'
    | 'open_reference'
    | 'unmeasured_quality'
    | 'hedged'
    | 'unanchored_effect'
  readonly text: string
  readonly ceiling: number
}

/** Verbs that say that something be done without saying what. */
const emptyVerbs = new Set(
  'do help make get fix handle complete finish sort deal take work improve set go proceed continue start resolve manage perform process execute run carry give have put keep try solve tidy clean settle arrange organise organize see look check update change adjust tweak polish'.split(
    ' ',
  ),
)

/** Verbs whose effect needs to know exactly on what. */
const effectVerbs = new Set(
  `send remind notify tell message email mail call invite delete remove cancel close update change edit modify rename
  move transfer pay refund charge bill book reserve order buy ship lend loan return renew extend assign unassign approve
  reject publish deploy restart stop start enable disable lock unlock archive restore merge schedule reschedule postpone
  register enroll subscribe unsubscribe add create upload set reset increase decrease raise lower block unblock ban
  water feed dispatch print issue share forward reply post convert compress encrypt install turn switch open`
    .trim()
    .split(/\s+/),
)

const vagueTail =
  /\b(?:or something|or whatever|or so(?:mething)? like (?:that|it)|stuff like that|and stuff|and so on|somehow|some ?how|you know what i mean|whatever works|as you see fit|the usual|sort of|kind of thing|that kind of thing|the thing with|that thing)\b/i
const undecided =
  /\b(?:not sure|i(?:'m| am) unsure|i don'?t know|either .{2,40} or .{2,40}(?:,|\s)(?:not sure|you decide|whichever)|maybe .{2,40} or)\b/i

const targetless = new Set([
  ...shellNouns,
  'it',
  'this',
  'that',
  'these',
  'those',
  'them',
  'everything',
  'all',
  'me',
  'us',
  'one',
  'ones',
  'job',
  'rest',
  'other',
  'others',
  'done',
  'up',
  'set',
  'right',
  'properly',
  'again',
  'more',
  'less',
])

/** Everything that makes a goal too vague to act on, strongest first. Empty for an actionable goal. */
export function findVagueness(
  read: ReadGoal,
  pointers: readonly Pointer[],
  tools: readonly ToolShape[],
): readonly VagueReason[] {
  const clauses = splitClauses(read.goal)
  const acting = clauses.filter(clause => clause.verb !== undefined && !clause.negated)
  const reasons: VagueReason[] = []
  const isQuestion =
    clauses.some(clause => clause.question) &&
    /\b(?:what|which|who|whom|whose|where|when|why|how|is|are|does|do|did|has|have|was|were)\b/i.test(
      read.goal,
    )
  const content = contentWords(read)
  const specifics = read.spots.length + read.names.length
  if (acting.length === 0 && !isQuestion) {
    const asksByNoun =
      content.length >= 3 || (content.length >= 2 && specifics > 0 && namesRead(content, tools))
    reasons.push({
      reason: 'no_action',
      text: 'it does not say what should be done',
      ceiling: asksByNoun ? 0.55 : 0.15,
    })
  }
  const open = pointers.filter(pointer => !pointer.resolved && pointer.kind !== 'placeholder')
  if (open.length > 0) {
    reasons.push({
      reason: 'open_reference',
      text: `“${open[0]?.text ?? ''}” points at nothing that is known`,
      ceiling: specifics > 1 ? 0.45 : 0.25,
    })
  }
  if (isTargetless(acting, read, content) && specifics === 0) {
    reasons.push({ reason: 'no_target', text: 'it does not say on what', ceiling: 0.15 })
  }
  if (isUnmeasuredQuality(read, acting)) {
    reasons.push({
      reason: 'unmeasured_quality',
      text: 'it asks for better without saying what better means',
      ceiling: 0.25,
    })
  }
  if (read.words.length < 25 && (vagueTail.test(read.goal) || undecided.test(read.goal))) {
    reasons.push({
      reason: 'hedged',
      text: 'it leaves open what is wanted',
      ceiling: specifics > 0 ? 0.35 : 0.25,
    })
  }
  const bare = bareEffect(read, acting)
  if (bare !== undefined && specifics === 0) {
    reasons.push({ reason: 'unanchored_effect', text: `it does not say which ${bare}`, ceiling: 0.3 })
  }
  return reasons.sort((left, right) => left.ceiling - right.ceiling)
}

export type ToolShape = Pick<Tool, 'name' | 'description' | 'input_schema'> &
  Partial<Pick<Tool, 'annotations'>>

function contentWords(read: ReadGoal): readonly Word[] {
  return read.words.filter(
    word =>
      !isFunctionWord(word.lower) &&
      !targetless.has(word.lower) &&
      !courtesies.has(word.lower) &&
      !judgementWords.has(word.lower),
  )
}

const courtesies = new Set(
  'please thanks thank hi hello hey kindly ok okay just quickly asap soon urgent urgently really actually bit little maybe perhaps somehow still bothers'.split(
    ' ',
  ),
)

function namesRead(content: readonly Word[], tools: readonly ToolShape[]): boolean {
  return tools.some(
    tool =>
      tool.annotations?.read_only === true &&
      content.some(word => `${tool.name} ${tool.description}`.toLowerCase().includes(word.lower)),
  )
}

/** Every acting verb is an empty one and nothing is named that it could be about. */
function isTargetless(acting: readonly Clause[], read: ReadGoal, content: readonly Word[]): boolean {
  if (acting.length === 0) return false
  const verbs = new Set(acting.map(clause => clause.verb?.base ?? ''))
  const objects = content.filter(word => !verbs.has(actionVerbBase(word.lower) ?? ''))
  if (objects.length === 0) return true
  const onlyEmpty = [...verbs].every(verb => emptyVerbs.has(verb))
  return (
    onlyEmpty &&
    objects.length <= 1 &&
    read.words.length <= 8 &&
    !/\bthe \w+ (?:of|in|on|from|for|to)\b/i.test(read.goal)
  )
}

/** “Make the page nicer”, “improve the members list”: a judgement as the only aim. */
function isUnmeasuredQuality(read: ReadGoal, acting: readonly Clause[]): boolean {
  const comparative =
    /\b(?:make|get)\s+(?:it|this|that|them|these|those|things|everything|(?:the|our|my|your)\s+(?:[\w-]+\s+){1,3}?)\s*(?:look\s+|feel\s+|a (?:bit|little)\s+|more\s+|much\s+)*(?:nicer|better|cleaner|prettier|cooler|faster|smoother|easier|simpler|nice|pretty|work(?:ing)?|good|great|right|perfect|pop|professional|modern|friendlier|clearer)\b/i.test(
      read.goal,
    ) ||
    /\b(?:improve|enhance|optimi[sz]e|polish|spruce up|clean up|tidy up|tweak|modernize|modernise|freshen up|sort out)\b/i.test(
      read.goal,
    )
  if (!comparative || acting.length > 2) return false
  return (
    read.spots.length === 0 &&
    !/\b(?:by|so that|until|to at least|from|under|below|less than|more than)\b \S+/i.test(read.goal)
  )
}

/** An effectful verb on a bare “the/a noun” and nothing that says which; gives the noun. */
function bareEffect(read: ReadGoal, acting: readonly Clause[]): string | undefined {
  const clause = acting[0]
  if (
    acting.length !== 1 ||
    clause?.verb === undefined ||
    clause.question ||
    !effectVerbs.has(clause.verb.base)
  )
    return undefined
  const after = read.words.filter(word => word.start >= (clause.verb?.end ?? 0))
  const match =
    /^\s*(?:(?:up|out|off|on)\s+)?(?:the|an?|some|someone|somebody|my|our|one)\s*([\w-]*)(?:\s+(?:(?:the|an?|some|to)\s+)*([\w-]+))?\s*[.!?]*$/i.exec(
      read.goal.slice(clause.verb.end),
    )
  if (match === null || after.length > 5) return undefined
  return match[1] === '' || match[1] === undefined ? 'one' : match[1]
}
