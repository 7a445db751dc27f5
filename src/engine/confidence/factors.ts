import type { Reversibility, ToolAnnotations } from '../../contracts/tool.ts'

/** A factor's value in [0,1] and the plain-English reasons for it. */
export interface Rating {
  readonly value: number
  readonly evidence: readonly string[]
}

export type FactorName = 'goal_understanding' | 'tool_availability' | 'context_richness' | 'tool_confidence'

/** One row of the factor table. A further factor is one more row and one more weight. */
export interface FactorDefinition {
  readonly factor: string
  readonly weight: number
  readonly meaning: string
}

export const FACTORS: readonly (FactorDefinition & { readonly factor: FactorName })[] = [
  { factor: 'goal_understanding', weight: 0.3, meaning: 'how clear and determinate the goal is' },
  { factor: 'tool_availability', weight: 0.3, meaning: 'whether the registered tools can do what is asked' },
  { factor: 'context_richness', weight: 0.2, meaning: 'how much is known of the conversation and its state' },
  { factor: 'tool_confidence', weight: 0.2, meaning: 'how safe and repeatable the proposed tools are' },
]

/** What was seen in the words of a goal. `clarity` is the language model-free estimate of determinacy in [0,1]. */
export interface GoalSignals {
  readonly clarity: number
  readonly action_verb: boolean
  readonly target: boolean
  readonly context_provided: boolean
  readonly outcome_stated: boolean
  readonly free_of_contradiction: boolean
  readonly unresolved_references: number
}

/** What each of the source's five signals is worth; together with the base of 0.55 they make 1. */
const GOAL_SIGNAL_SHARES = {
  action_verb: 0.15,
  target: 0.15,
  free_of_contradiction: 0.1,
  context_provided: 0.025,
  outcome_stated: 0.025,
} as const

/**
 * Rates goal understanding: clarity carries the level, scaled by 0.55 plus the shares of the signals that are
 * present, and by 0.75 for each reference that leads nowhere. It never saturates, so two clear goals still rank.
 */
export function rateGoalUnderstanding(signals: GoalSignals): Rating {
  const marks: readonly (readonly [keyof typeof GOAL_SIGNAL_SHARES, string, string])[] = [
    ['action_verb', 'names an action', 'names no action'],
    ['target', 'names what to act on', 'does not name what to act on'],
    ['context_provided', 'says where or under which conditions', ''],
    ['outcome_stated', 'states the expected outcome', ''],
    ['free_of_contradiction', '', 'contains a contradiction'],
  ]
  const scale = marks.reduce((sum, [name]) => sum + (signals[name] ? GOAL_SIGNAL_SHARES[name] : 0), 0.55)
  const evidence = marks.map(([name, yes, no]) => (signals[name] ? yes : no)).filter(text => text !== '')
  evidence.unshift(`the wording is ${levelName(signals.clarity)} (${signals.clarity.toFixed(2)})`)
  const lost = Math.max(0, signals.unresolved_references)
  if (lost > 0) evidence.push(`${lost} reference(s) lead nowhere`)
  return rating(share(signals.clarity) * scale * 0.75 ** lost, evidence)
}

/** What the registry offers for a goal. `fit` in [0,1] is how well the weakest chosen tool matches its step. */
export interface ToolAvailabilitySignals {
  readonly steps_needed: number
  readonly steps_covered: number
  readonly fit: number
  /** Share of the required arguments whose values are known, 1 when none is required. */
  readonly arguments_known: number
  readonly missing_named_tools: number
  readonly unhealthy_tools: number
}

/**
 * Rates tool availability: nothing covered is 0; otherwise 0.5 × coverage + 0.3 × fit + 0.2 × known arguments,
 * less 0.3 for each tool that was asked for by name and is missing and 0.15 for each that is failing.
 */
export function rateToolAvailability(signals: ToolAvailabilitySignals): Rating {
  const needed = Math.max(1, signals.steps_needed)
  const covered = Math.min(needed, Math.max(0, signals.steps_covered))
  const evidence = [`${covered} of ${needed} step(s) have a registered tool`]
  if (covered === 0) return rating(0, evidence)
  evidence.push(`the tools fit the words of the goal by ${share(signals.fit).toFixed(2)}`)
  evidence.push(`${Math.round(share(signals.arguments_known) * 100)} % of the required arguments are known`)
  if (signals.missing_named_tools > 0)
    evidence.push(`${signals.missing_named_tools} named tool(s) are missing`)
  if (signals.unhealthy_tools > 0) evidence.push(`${signals.unhealthy_tools} tool(s) failed lately`)
  const level = 0.5 * (covered / needed) + 0.3 * share(signals.fit) + 0.2 * share(signals.arguments_known)
  const lost = 0.3 * Math.max(0, signals.missing_named_tools) + 0.15 * Math.max(0, signals.unhealthy_tools)
  return rating(level - lost, evidence)
}

/** What is known beyond the goal itself. */
export interface ContextSignals {
  /** False when the goal leans on something that is neither in it, nor in its context, nor in history. */
  readonly self_contained: boolean
  readonly prior_goals: number
  readonly history_available: boolean
  readonly session_state: boolean
  readonly preferences_known: boolean
  readonly same_tool_recently: boolean
  /** Material handed over with the goal: a UI schema, a file, data. */
  readonly material_given: boolean
  /** The goal itself tells every argument of the tools it plainly names: nothing around it is needed. */
  readonly everything_told?: boolean
}

/**
 * Rates context richness: 0.2 when something the goal leans on is missing, 0.5 for a first self-contained goal,
 * 0.65 from one prior goal, 0.75 from three; the source's signals (history 0.1, session state, preferences, the
 * same tool recently 0.05 each), handed-over material (0.1) and a goal that tells every argument itself (0.25) refine it.
 */
export function rateContextRichness(signals: ContextSignals): Rating {
  const evidence: string[] = []
  let value = signals.self_contained ? 0.5 : 0.2
  evidence.push(
    signals.self_contained ? 'nothing the goal leans on is missing' : 'something it leans on is missing',
  )
  if (signals.prior_goals >= 1) {
    value += signals.prior_goals >= 3 ? 0.25 : 0.15
    evidence.push(`${signals.prior_goals} prior goal(s) in this session`)
  } else {
    evidence.push('this is the first goal of the session')
  }
  const marks: readonly (readonly [boolean, number, string])[] = [
    [signals.history_available, 0.1, 'conversation history is available'],
    [signals.session_state, 0.05, 'session state is available'],
    [signals.preferences_known, 0.05, 'the person’s preferences are known'],
    [signals.same_tool_recently, 0.05, 'the same tool ran recently'],
    [signals.material_given, 0.1, 'material was handed over with the goal'],
    [signals.everything_told ?? false, 0.25, 'the goal itself tells every argument'],
  ]
  for (const [present, gain, text] of marks) {
    if (!present) continue
    value += gain
    evidence.push(text)
  }
  return rating(value, evidence)
}

/** The part of a tool that says how far it can be trusted to do no harm and to repeat itself. */
export interface ToolTrait {
  readonly name: string
  readonly annotations: ToolAnnotations
  readonly reversibility: Reversibility
  readonly claimed?: boolean
  readonly handles_errors?: boolean
}

const REVERSIBILITY_LEVEL: Readonly<Record<Reversibility, number>> = {
  read_only: 0.95,
  reversible: 0.8,
  externally_reversible: 0.5,
  irreversible: 0.35,
}

/**
 * Rates the proposed tools: half the mean, half the worst of them. A tool starts at its reversibility's level;
 * read-only and idempotent add 0.05 each, error handling 0.05, destructive takes 0.2, an unconfirmed claim 0.2.
 * Without a proposal the value is 0.3: which tool would run is unknown.
 */
export function rateToolConfidence(tools: readonly ToolTrait[]): Rating {
  if (tools.length === 0) return rating(0.3, ['no tool is proposed'])
  const levels = tools.map(levelOfTool)
  const mean = levels.reduce((total, level) => total + level, 0) / levels.length
  const evidence = tools.map(
    (tool, index) => `${tool.name}: ${describeTool(tool)} (${(levels[index] ?? 0).toFixed(2)})`,
  )
  return rating(0.5 * mean + 0.5 * Math.min(...levels), evidence)
}

function levelOfTool(tool: ToolTrait): number {
  let level = REVERSIBILITY_LEVEL[tool.reversibility]
  if (tool.annotations.read_only) level += 0.05
  if (tool.annotations.idempotent) level += 0.05
  if (tool.handles_errors) level += 0.05
  if (tool.annotations.destructive) level -= 0.2
  if (tool.claimed) level -= 0.2
  return share(level)
}

function describeTool(tool: ToolTrait): string {
  const words = [tool.reversibility.replaceAll('_', ' ')]
  if (tool.annotations.idempotent) words.push('idempotent')
  if (tool.annotations.destructive) words.push('destructive')
  if (tool.claimed) words.push('unconfirmed claims')
  return words.join(', ')
}

function levelName(clarity: number): string {
  if (clarity >= 0.9) return 'clear and specific'
  if (clarity >= 0.7) return 'clear with minor ambiguity'
  if (clarity >= 0.4) return 'partly ambiguous'
  return clarity >= 0.15 ? 'vague' : 'not understandable'
}

function rating(value: number, evidence: readonly string[]): Rating {
  return { value: Math.round(share(value) * 1e6) / 1e6, evidence }
}

function share(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}
