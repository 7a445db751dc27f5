import { countTellingWords, type GoalReading } from './goal/goal.ts'
import { findDates, findNames, findSpots, readWords } from './language/language.ts'
import { isCalledByName, type ProposableTool, type Proposal, type ToolSupport } from './propose/propose.ts'

/** What is read off a goal and what the tools make of it, to tell whether something is left open in it. */
interface OpenSigns extends ToolSupport {
  /** Values and names that are given, and words in all (in tens). */
  readonly specifics: number
  readonly words: number
  /** Arguments that the nearest tools guess, and those that nothing tells. */
  readonly guessed: number
  readonly missing: number
  readonly fit: number
  /** What is vague in the words alone. */
  readonly understanding: number
  readonly no_action: number
  readonly unmeasured_quality: number
  readonly hedged: number
  readonly open_criterion: number
  readonly ambiguous: number
  /** Tools that are called. */
  readonly calls: number
}

/**
 * Log-odds per unit that a goal is open or that no tool at hand is meant. Fitted outside the project on goals for many tool
 * sets; the scenarios of `test/harness` hold it to what it is for.
 */
const SIGN_WEIGHTS: OpenSigns = {
  specifics: -0.45,
  words: -1.5,
  guessed: 0.55,
  missing: 2.23,
  fit: -4.36,
  understanding: -4.36,
  no_action: -1.54,
  unmeasured_quality: 2.68,
  hedged: 0.92,
  open_criterion: 3.82,
  ambiguous: 6.7,
  calls: -1.69,
  element: -2.17,
  noun: -0.65,
  plain: -1.29,
  verb: -0.26,
  act: 0.64,
  looks_asked: -1.42,
  accounted: 1.03,
  looks: 1.3,
  verb_known: 1.28,
  things_met: -1.83,
  things_met_by_any: 1.32,
}
const BASE = 8.2

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
 * lacks what nobody said; “raise her salary” is clear, and yet only the nearest of the tools would be proposed.
 */
export function weighUnderstanding(
  reading: GoalReading,
  { proposal }: { readonly proposal: Proposal; readonly tools: readonly ProposableTool[] },
): WeighedUnderstanding {
  const { goal_understanding: value, evidence } = reading
  if (isPlannedOverFiles(proposal)) return { value, evidence, is_open: value <= MOST_OPEN }
  if (isPlainlyForeign(reading, proposal)) return { value, evidence, is_open: false }
  if (isCalledFor(reading, proposal) || isPlainOnPage(proposal))
    return { value: Math.max(value, PLAIN), evidence, is_open: false }
  const signs = readOpenSigns(reading, proposal)
  const pointsNowhere = proposal.missing_arguments.some(({ is_of_page }) => is_of_page)
  const open = pointsNowhere || saysNothing(reading, signs) ? 1 : opennessOf(signs)
  if (open >= 0.5) {
    const why = 'it is not plain which of the tools is meant'
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

/** The goal names the very tools, and tells all that they need. */
function isCalledFor(
  { understanding }: GoalReading,
  { tool_calls: calls, missing_arguments }: Proposal,
): boolean {
  const isCalled = ({ tool }: Proposal['tool_calls'][number]): boolean =>
    isCalledByName(understanding.surface_goal, tool)
  return calls.length > 0 && missing_arguments.length === 0 && calls.every(isCalled)
}

/** The very element of a page is meant, and all that is to be done with it is told: “sign me out”. */
function isPlainOnPage({
  tool_calls: calls,
  missing_arguments,
  guessed_arguments = [],
  fit,
  support,
}: Proposal): boolean {
  const isToldWhole = calls.length > 0 && missing_arguments.length + guessed_arguments.length === 0
  return isToldWhole && fit >= SURE_OF_TOOL && (support?.element ?? 0) >= SURE_OF_ELEMENT
}

const SURE_OF_TOOL = 0.9
const SURE_OF_ELEMENT = 0.6

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

function readOpenSigns(reading: GoalReading, proposal: Proposal): OpenSigns {
  const goal = reading.understanding.surface_goal
  const has = (reason: GoalReading['vagueness'][number]['reason']): number =>
    reading.vagueness.some(one => one.reason === reason) ? 1 : 0
  return {
    specifics: Math.min(5, countSpecifics(goal)),
    words: Math.min(20, readWords(goal).length) / 10,
    guessed: Math.min(3, (proposal.guessed_arguments ?? []).length),
    missing: Math.min(3, proposal.missing_arguments.length),
    fit: proposal.fit,
    understanding: reading.goal_understanding,
    no_action: has('no_action'),
    unmeasured_quality: has('unmeasured_quality'),
    hedged: has('hedged'),
    open_criterion: has('open_criterion'),
    ambiguous: reading.referents.ambiguous.length > 0 ? 1 : 0,
    calls: new Set(proposal.tool_calls.map(call => call.tool)).size,
    ...(proposal.support ?? NO_SUPPORT),
  }
}

/** What speaks for tools where none was chosen by words. */
const NO_SUPPORT: ToolSupport = {
  element: 0,
  noun: 0,
  plain: 0,
  verb: 0,
  act: 0,
  looks_asked: 0,
  looks: 0,
  accounted: 0,
  verb_known: 0,
  things_met: 1,
  things_met_by_any: 1,
}

function saysNothing({ understanding }: GoalReading, { specifics }: OpenSigns): boolean {
  return specifics === 0 && countTellingWords(understanding.surface_goal.replace(answerLabels, '')) === 0
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
