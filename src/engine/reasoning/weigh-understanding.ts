import { countTellingWords, type GoalReading } from './goal/goal.ts'
import { findNames, findSpots, readWords } from './language/language.ts'
import type { Proposal, ToolSupport } from './propose/propose.ts'
import { asRecord } from './propose/tool-index.ts'
import { readLeftover } from './verify/verify.ts'

/** What tells whether the proposed calls are what is meant: of the tools the least supported counts. */
interface OpenSigns extends Pick<ToolSupport, 'share'> {
  /** The share of the words that nothing accounts for. */
  readonly leftover: number
  /** How unsure the arguments are together, in nats, and how many are told although the tools can do without. */
  readonly doubt: number
  readonly optional: number
  /** Something is vague in the words alone. */
  readonly vague: number
}

/** Log-odds per unit that the proposed calls are not what is meant, fitted on proposals for 240 tool sets. */
const SIGN_WEIGHTS: OpenSigns = { share: -3.26, leftover: 3.62, doubt: 0.61, optional: -0.74, vague: 4.74 }
const BASE = 1.52
/** From here on it is asked. */
const OPEN_FROM = 0.5
/** From this share on a tool is plainly meant: what is left over of the words is quoted on its card and says little against it. */
const PLAIN_SHARE = 0.7
const PLAINLY = 0.55

/** Below this nothing speaks against the calls. */
const SURE_BELOW = 0.12

/** Below 0.3 a goal is asked about; what is judged open stays below, what is judged clear above. */
const MAX_OPEN = 0.29
const MIN_CLEAR = 0.4

/** The tools that a goal was read with. */
type ReadTools = Parameters<typeof readLeftover>[1]['tools']

/** How well a goal is understood once the tools have been looked at, and whether something in it is open. */
export interface WeighedUnderstanding {
  readonly value: number
  readonly evidence: readonly string[]
  readonly is_open: boolean
  /** How many of calls that were read like these are what was meant, in [0,1]; absent where it was not judged. */
  readonly right?: number
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
  const isUnclear = countSaid(reading) === 0 || reading.referents.ambiguous.length > 0
  const goal = reading.understanding.surface_goal
  const leftover = readLeftover(goal, { calls: proposal.tool_calls, tools })
  const signs = readOpenSigns(reading, proposal, { tools, leftover })
  const open = isUnclear ? 1 : opennessOf(signs, proposal.missing_arguments.length === 0)
  if (open >= OPEN_FROM) {
    const why = 'it is not plain which of the tools is meant'
    return { value: Math.min(value, MAX_OPEN), evidence: [...evidence, why], is_open: true, right: 1 - open }
  }
  const clear = MIN_CLEAR + (1 - MIN_CLEAR) * Math.min(1, (OPEN_FROM - open) / (OPEN_FROM - SURE_BELOW))
  const why = `its words, values and arguments fit the tools (${Math.round(100 * (1 - open))} %)`
  return {
    value: Math.round(clear * 1e6) / 1e6,
    evidence: [...evidence, why],
    is_open: false,
    right: shareRight(proposal, leftover.length),
  }
}

/**
 * The share of calls with as many words left over for each, and arguments as unsure, that are what was meant, in [0,1]: a
 * logistic model (docs/decisions/2026-11-28-plain-tools-are-proposed.md).
 */
function shareRight({ tool_calls: calls, argument_doubt: doubt = 0 }: Proposal, leftover: number): number {
  const logit = 2.1 - (0.68 * leftover) / Math.max(1, calls.length) - 0.6 * Math.log1p(doubt)
  return 1 / (1 + Math.exp(-logit))
}

/** Clear in itself, and nothing speaks for any tool: it is refused with a way forward, not asked about. */
function isPlainlyForeign(reading: GoalReading, { tool_calls: calls, support }: Proposal): boolean {
  const { goal_understanding, vagueness, understanding } = reading
  const isOpen =
    calls.length > 0 ||
    vagueness.length > 0 ||
    (support?.weight ?? 0) > 0 ||
    ANYTHING.test(understanding.surface_goal)
  return !isOpen && goal_understanding >= PLAIN_WORDS && countSaid(reading) >= MIN_SAID
}

/** Words that stand for anything: no tool is missing where nobody can say what for. */
const ANYTHING = /\b(?:(?:every|any|some)thing|things?|stuff)\b/i

const PLAIN_WORDS = 0.6
const MIN_SAID = 3

/** How many values and words of its own a goal has, apart from the headings under which answers are added to it. */
function countSaid({ understanding }: GoalReading): number {
  const goal = understanding.surface_goal.replace(/\b(?:Context|Expected outcome|Constraints):/g, '')
  return findSpots(goal).length + findNames(goal).length + countTellingWords(goal)
}

function opennessOf(signs: OpenSigns, isComplete: boolean): number {
  const sum = (Object.keys(SIGN_WEIGHTS) as (keyof OpenSigns)[]).reduce(
    (total, name) => total + SIGN_WEIGHTS[name] * signs[name],
    BASE,
  )
  const isPlain = isComplete && signs.share >= PLAIN_SHARE && signs.vague === 0
  return (isPlain ? PLAINLY : 1) / (1 + Math.exp(-sum))
}

function readOpenSigns(
  { understanding, vagueness }: GoalReading,
  proposal: Proposal,
  { tools, leftover }: { readonly tools: ReadTools; readonly leftover: readonly { readonly text: string }[] },
): OpenSigns {
  const left = leftover.reduce((sum, span) => sum + span.text.split(/\s+/).length, 0)
  return {
    share: proposal.support?.share ?? 0,
    leftover: left / Math.max(1, readWords(understanding.surface_goal).length),
    doubt: Math.min(MAX_COUNTED, proposal.argument_doubt ?? 0),
    optional: Math.min(MAX_COUNTED, countOptional(proposal, tools)),
    vague: vagueness.some(({ reason, ceiling }) => reason !== 'no_action' || ceiling < BARE) ? 1 : 0,
  }
}

/** A few words may ask for something to be looked up without a verb; fewer say nothing. */
const BARE = 0.3
const MAX_COUNTED = 3

function countOptional({ tool_calls: calls }: Proposal, tools: ReadTools): number {
  return calls.reduce((sum, call) => {
    const { required } = asRecord(tools.find(one => one.name === call.tool)?.input_schema)
    const needed: readonly unknown[] = Array.isArray(required) ? required : []
    return sum + Object.keys(call.arguments).filter(name => !needed.includes(name)).length
  }, 0)
}
