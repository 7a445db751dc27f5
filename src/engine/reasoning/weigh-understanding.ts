import { countTellingWords, type GoalReading } from './goal/goal.ts'
import { findDates, findNames, findSpots, readWords } from './language/language.ts'
import { isCalledByName, type Proposal, type ToolSupport } from './propose/propose.ts'
import { asRecord } from './propose/tool-index.ts'
import { readLeftover } from './verify/verify.ts'

/** What tells whether the proposed calls are what is meant: of the tools the least supported counts. */
interface OpenSigns extends Pick<ToolSupport, 'share' | 'weight' | 'served'> {
  /** The share of the words that nothing accounts for. */
  readonly leftover: number
  /** Values of the goal (ids, amounts, quoted texts …) that stand in no call. */
  readonly unused: number
  /** Arguments that are guessed, and those that are told although the tools can do without. */
  readonly guessed: number
  readonly optional: number
  /** Something is vague in the words alone. */
  readonly vague: number
}

/** Log-odds per unit that the proposed calls are not what is meant, fitted on goals for 28 tool sets. */
const SIGN_WEIGHTS: OpenSigns = {
  ...{ share: -3.67, weight: -0.113, served: -4.02, leftover: 1.9 },
  ...{ unused: 0.82, guessed: 1.37, optional: -0.52, vague: 3.56 },
}
const BASE = 6.88
/** From here on it is asked: of the calls beyond it four in five are wrong (82 of 100, tool sets left out). */
const OPEN_FROM = 0.74

/** Below this nothing speaks against the calls. */
const SURE_BELOW = 0.12

/** Below 0.3 a goal is asked about; what is judged open stays below, what is judged clear above. */
const MAX_OPEN = 0.29
const MIN_CLEAR = 0.4
const PLAIN = 0.75

/** The tools that a goal was read with. */
type ReadTools = Parameters<typeof readLeftover>[1]['tools']

/** How well a goal is understood once the tools have been looked at, and whether something in it is open. */
export interface WeighedUnderstanding {
  readonly value: number
  readonly evidence: readonly string[]
  readonly is_open: boolean
}

/**
 * Weighs what the words alone say of a goal against what the tools make of it. “Bedroom lights off” has no verb, and
 * yet nothing is open where words and values fill a tool; “raise her salary” is clear, and yet only the nearest of the
 * tools would be proposed.
 */
export function weighUnderstanding(
  reading: GoalReading,
  proposal: Proposal,
  tools: ReadTools,
): WeighedUnderstanding {
  const { goal_understanding: value, evidence } = reading
  if (proposal.support === undefined && proposal.tool_calls.length > 0)
    return { value, evidence, is_open: value <= MAX_OPEN }
  if (isPlainlyForeign(reading, proposal)) return { value, evidence, is_open: false }
  if (isCalledFor(reading, proposal) || isPlainOnPage(proposal))
    return { value: Math.max(value, PLAIN), evidence, is_open: false }
  const pointsNowhere = proposal.missing_arguments.some(({ is_of_page }) => is_of_page)
  const open = pointsNowhere || saysNothing(reading) ? 1 : opennessOf(readOpenSigns(reading, proposal, tools))
  if (open >= OPEN_FROM) {
    const why = 'it is not plain which of the tools is meant'
    return { value: Math.min(value, MAX_OPEN), evidence: [...evidence, why], is_open: true }
  }
  const clear = MIN_CLEAR + (1 - MIN_CLEAR) * Math.min(1, (OPEN_FROM - open) / (OPEN_FROM - SURE_BELOW))
  const why = `its words, values and arguments fit the tools (${Math.round(100 * (1 - open))} %)`
  return { value: Math.round(clear * 1e6) / 1e6, evidence: [...evidence, why], is_open: false }
}

/** The goal names the very tools, and tells all that they need. */
function isCalledFor(
  { understanding }: GoalReading,
  { tool_calls: calls, missing_arguments }: Proposal,
): boolean {
  const isCalled = ({ tool }: Proposal['tool_calls'][number]) =>
    isCalledByName(understanding.surface_goal, tool)
  return calls.length > 0 && missing_arguments.length === 0 && calls.every(isCalled)
}

/** The very element of a page is meant, and all that is to be done with it is told: “sign me out”. */
function isPlainOnPage({
  tool_calls,
  missing_arguments,
  guessed_arguments = [],
  fit,
  support,
}: Proposal): boolean {
  const isTold = tool_calls.length > 0 && missing_arguments.length + guessed_arguments.length === 0
  return isTold && fit >= SURE_OF_TOOL && (support?.element ?? 0) >= SURE_OF_ELEMENT
}

const SURE_OF_TOOL = 0.9
const SURE_OF_ELEMENT = 0.6

/** Clear in itself, and nothing speaks for any tool: it is refused with a way forward, not asked about. */
function isPlainlyForeign(
  { goal_understanding, understanding, vagueness }: GoalReading,
  proposal: Proposal,
): boolean {
  const speaksForSome = (proposal.support?.weight ?? 0) > 0
  if (proposal.tool_calls.length > 0 || vagueness.length > 0 || speaksForSome) return false
  const goal = understanding.surface_goal
  const said = countSpecifics(goal) + countTellingWords(goal)
  return goal_understanding >= PLAIN_WORDS && said >= MIN_SAID
}

const PLAIN_WORDS = 0.6
const MIN_SAID = 3

function opennessOf(signs: OpenSigns): number {
  const sum = (Object.keys(SIGN_WEIGHTS) as (keyof OpenSigns)[]).reduce(
    (total, name) => total + SIGN_WEIGHTS[name] * signs[name],
    BASE,
  )
  return 1 / (1 + Math.exp(-sum))
}

function readOpenSigns(
  { understanding, vagueness }: GoalReading,
  proposal: Proposal,
  tools: ReadTools,
): OpenSigns {
  const goal = understanding.surface_goal
  const { share, weight, served } = proposal.support ?? { share: 0, weight: -3, served: 1 }
  const leftover = readLeftover(goal, { calls: proposal.tool_calls, tools })
  const left = leftover.reduce((sum, span) => sum + span.text.split(/\s+/).length, 0)
  return {
    ...{ share, weight, served },
    leftover: left / Math.max(1, readWords(goal).length),
    unused: Math.min(MAX_COUNTED, countUnused(goal, proposal)),
    guessed: Math.min(MAX_COUNTED, (proposal.guessed_arguments ?? []).length),
    optional: Math.min(MAX_COUNTED, countOptional(proposal, tools)),
    vague: vagueness.some(({ reason }) => reason !== 'no_action') ? 1 : 0,
  }
}

const MAX_COUNTED = 3

function countUnused(goal: string, { tool_calls: calls }: Proposal): number {
  const said = calls
    .flatMap(call => Object.values(call.arguments).flat())
    .map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase())
  return findSpots(goal).filter(({ value, text }) => {
    const ways = [String(value).toLowerCase(), text.toLowerCase()]
    return !said.some(one => ways.some(way => one.includes(way)))
  }).length
}

function countOptional({ tool_calls: calls }: Proposal, tools: ReadTools): number {
  return calls.reduce((sum, call) => {
    const { required } = asRecord(tools.find(one => one.name === call.tool)?.input_schema)
    const needed: readonly unknown[] = Array.isArray(required) ? required : []
    return sum + Object.keys(call.arguments).filter(name => !needed.includes(name)).length
  }, 0)
}

function saysNothing({ understanding }: GoalReading): boolean {
  const goal = understanding.surface_goal
  return countSpecifics(goal) === 0 && countTellingWords(goal.replace(answerLabels, '')) === 0
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
