import { countTellingWords, type GoalReading } from './goal/goal.ts'
import {
  contentStems,
  findDates,
  findNames,
  findSpots,
  isActionVerb,
  isFunctionWord,
  readWords,
} from './language/language.ts'
import type { ProposableTool, Proposal, ToolSupport } from './propose/propose.ts'

/** What is read off a goal and what the tools make of it, to tell whether something is left open in it. */
interface OpenSigns extends Omit<ToolSupport, 'act'> {
  /** Words with content, values and names that are given, and words in all (in tens). */
  readonly content: number
  readonly specifics: number
  readonly words: number
  readonly short: number
  /** What the nearest tools take of it: arguments found, guessed and missing, and words that nothing takes. */
  readonly filled: number
  readonly guessed: number
  readonly missing: number
  readonly leftover: number
  readonly fit: number
  readonly no_call: number
  /** What is vague in the words alone. */
  readonly understanding: number
  readonly no_action: number
  readonly no_target: number
  readonly open_reference: number
  readonly unmeasured_quality: number
  readonly hedged: number
  readonly unanchored_effect: number
  readonly open_criterion: number
  readonly ambiguous: number
  readonly pointers: number
  readonly question: number
  /** Tools that are called. */
  readonly calls: number
}

/** Log-odds per unit that a goal is open, fitted on goals for many tool sets with whole sets held out. */
const SIGN_WEIGHTS: OpenSigns = {
  content: -0.168,
  specifics: -0.927,
  words: -1.158,
  short: 0.672,
  filled: -0.53,
  guessed: 0.378,
  missing: 1.571,
  leftover: -0.365,
  fit: -1.571,
  no_call: 1.174,
  understanding: -1.748,
  no_action: -0.093,
  no_target: 0.655,
  open_reference: 1.053,
  unmeasured_quality: 1.226,
  hedged: 2.012,
  unanchored_effect: 1.131,
  open_criterion: 2.553,
  ambiguous: 3.073,
  pointers: 1.054,
  question: -0.397,
  calls: -0.511,
  element: -1.904,
  noun: -0.414,
  plain: -0.81,
  looks_asked: -0.726,
  verb: -0.27,
}
const BASE = 4.423

/** Below 0.3 a goal is asked about; what is judged open stays below, what is judged clear above. */
const MOST_OPEN = 0.29
const LEAST_CLEAR = 0.4
const PLAIN = 0.75

/** How well a goal is understood once the tools have been looked at, and whether something in it is open. */
export interface WeighedUnderstanding {
  readonly value: number
  readonly evidence: readonly string[]
  readonly is_open: boolean
}

/**
 * Weighs what the words alone say of a goal against what the tools make of it. “Bedroom lights off” has no verb, and
 * yet nothing is open where words and values fill a tool; “Enter a grade for Felix” sounds clear, and yet the tool
 * lacks what nobody said.
 */
export function weighUnderstanding(
  reading: GoalReading,
  { proposal, tools }: { readonly proposal: Proposal; readonly tools: readonly ProposableTool[] },
): WeighedUnderstanding {
  const { goal_understanding: value, evidence } = reading
  if (isPlannedOverFiles(proposal)) return { value, evidence, is_open: value <= MOST_OPEN }
  if (isPlainlyForeign(reading, proposal)) return { value, evidence, is_open: false }
  const signs = readSigns(reading, proposal, tools)
  const saysNothing = signs.content === 0 && signs.specifics === 0
  const open = saysNothing ? 1 : opennessOf(signs)
  if (open >= 0.5) {
    const why = 'too little is said for any of the tools'
    return { value: Math.min(value, MOST_OPEN), evidence: [...evidence, why], is_open: true }
  }
  const least = LEAST_CLEAR + (PLAIN - LEAST_CLEAR) * (1 - 2 * open)
  if (value >= least) return { value, evidence, is_open: false }
  const why = 'its words and values fit what a tool takes'
  return { value: Math.round(least * 1e6) / 1e6, evidence: [...evidence, why], is_open: false }
}

/** A plan over real files answers for itself: what it found is what was meant, and no tool had to be chosen by words. */
function isPlannedOverFiles({ tool_calls, support, missing_arguments }: Proposal): boolean {
  return tool_calls.length > 0 && support === undefined && missing_arguments.length === 0
}

/** Clear in itself, and no tool for it: it is refused with a way forward, not asked about. */
function isPlainlyForeign({ goal_understanding, vagueness }: GoalReading, proposal: Proposal): boolean {
  return proposal.tool_calls.length === 0 && vagueness.length === 0 && goal_understanding >= PLAIN_WORDS
}

const PLAIN_WORDS = 0.6

function opennessOf(signs: OpenSigns): number {
  const sum = (Object.keys(SIGN_WEIGHTS) as (keyof OpenSigns)[]).reduce(
    (total, name) => total + SIGN_WEIGHTS[name] * signs[name],
    BASE,
  )
  return 1 / (1 + Math.exp(-sum))
}

function readSigns(reading: GoalReading, proposal: Proposal, tools: readonly ProposableTool[]): OpenSigns {
  const goal = reading.understanding.surface_goal
  const words = readWords(goal)
  const content = words.filter(word => !isFunctionWord(word.lower))
  const telling = countTellingWords(goal.replace(answerLabels, ''))
  const has = (reason: GoalReading['vagueness'][number]['reason']): number =>
    reading.vagueness.some(one => one.reason === reason) ? 1 : 0
  const filled = proposal.tool_calls.reduce((sum, call) => sum + Object.keys(call.arguments).length, 0)
  return {
    content: Math.min(12, telling),
    specifics: Math.min(5, countSpecifics(goal)),
    words: Math.min(20, words.length) / 10,
    short: telling <= 2 ? 1 : 0,
    filled: Math.min(4, filled),
    guessed: Math.min(3, (proposal.guessed_arguments ?? []).length),
    missing: Math.min(3, proposal.missing_arguments.length),
    leftover: Math.min(6, countLeftOver(content, proposal, tools)),
    fit: proposal.fit,
    no_call: proposal.tool_calls.length === 0 ? 1 : 0,
    understanding: reading.goal_understanding,
    no_action: has('no_action'),
    no_target: has('no_target'),
    open_reference: has('open_reference'),
    unmeasured_quality: has('unmeasured_quality'),
    hedged: has('hedged'),
    unanchored_effect: has('unanchored_effect'),
    open_criterion: has('open_criterion'),
    ambiguous: reading.referents.ambiguous.length > 0 ? 1 : 0,
    pointers: Math.min(2, reading.pointers.filter(pointer => !pointer.resolved).length),
    question: /\?\s*$/.test(goal) ? 1 : 0,
    calls: new Set(proposal.tool_calls.map(call => call.tool)).size,
    ...supportOf(proposal),
  }
}

function supportOf({ support }: Proposal): Omit<ToolSupport, 'act'> {
  const { element = 0, noun = 0, plain = 0, verb = 0, looks_asked = 0 } = support ?? {}
  return { element, noun, plain, verb, looks_asked }
}

/** The headings under which answers to questions are added to a goal. */
const answerLabels = /\b(?:Context|Expected outcome|Constraints):/g

/** A name that names nothing: “Something”. */
const standIn = /^(?:(?:some|any|every)(?:thing|one|body)\s*)+$/i

function countSpecifics(goal: string): number {
  const names = findNames(goal).filter(
    ({ start, text }) => (start > 0 || /\s/.test(text)) && !standIn.test(text),
  )
  return findSpots(goal).length + names.length + findDates(goal, new Date(0)).length
}

/** Words that no argument holds and that neither the tools nor the grammar account for. */
function countLeftOver(
  content: ReturnType<typeof readWords>,
  proposal: Proposal,
  tools: readonly ProposableTool[],
): number {
  const told = JSON.stringify(proposal.tool_calls.map(call => call.arguments)).toLowerCase()
  const used = tools.filter(tool => proposal.tool_calls.some(call => call.tool === tool.name))
  const own = new Set(used.flatMap(tool => contentStems(`${tool.name} ${tool.description}`)))
  return content.filter(({ lower, stem }) => !told.includes(lower) && !own.has(stem) && !isActionVerb(lower))
    .length
}
