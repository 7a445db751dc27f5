import type {
  Assumption,
  DataPoint,
  FilledFramework,
  IterationReport,
  MemoryEntityName,
} from '../../contracts/iteration.ts'

/** How the goal is called as a source: as a person gave it, or as an agent's key did (its name follows). */
export const GOAL_REFERENCE = 'your goal'
export const REQUEST_REFERENCE = 'the request of'

/** One text that statements may be taken from; everything else is an assumption. */
export interface Spoken {
  readonly kind: 'person' | 'memory' | 'tool'
  /** `goal`, `feedback 1`, `guidance 2`, the name of a memory entity, or the call that read it. */
  readonly reference: string
  readonly text: string
}

/** What the planning stands on: the person's own words first. */
export interface Brief {
  readonly goal: string
  readonly spoken: readonly Spoken[]
  /** What people asked of the proposal or of the coming iterations, oldest first. */
  readonly guidance: readonly string[]
  readonly max_iterations: number
  readonly checkpoint_interval: number
}

/** What each pass of an iteration is given. */
export interface IterationContext {
  readonly iteration_number: number
  readonly max_iterations: number
  readonly proposal: string
  readonly previous: readonly IterationReport[]
  readonly brief: Brief
}

/** What the planner hands to the passes behind it. */
export interface Draft {
  readonly dimension: string
  readonly title: string
  readonly key_insights: readonly string[]
  readonly frameworks: readonly FilledFramework[]
  readonly assumptions: readonly Assumption[]
  readonly open_questions: readonly string[]
  readonly next_steps: readonly string[]
}

/** What the verifier found: `drop` are insights that say nothing new or cannot be held. */
export interface Verdict {
  readonly notes: readonly string[]
  readonly drop: readonly string[]
}

/** What a planner claims to know; a claim without a quote that stands in a source becomes an assumption. */
export interface ClaimedPoint {
  readonly text: string
  readonly quote?: string
}

/** The whole of the work, as the synthesis sees it. */
export interface Work {
  readonly brief: Brief
  readonly proposal: string
  readonly reports: readonly IterationReport[]
  readonly stopped_early: boolean
}

export interface Synthesis {
  readonly final_plan: string
  readonly entities: Readonly<Record<MemoryEntityName, string>>
}

/** A thought with what it cost. */
export interface Thought<Value> {
  readonly value: Value
  readonly tokens: number
  readonly cost_usd: number
  readonly model: string
  readonly is_offline: boolean
  /** Why the language model that is set had no part in it; the rules thought instead. */
  readonly model_failure?: string
}

/** Cancelled by `signal`; may cost at most `budgetUsd`. */
export interface ThinkingTerms {
  readonly signal: AbortSignal
  readonly budgetUsd: number
}

/** Who thinks: a language model, or rules. It proposes texts and decides nothing. */
export interface Planner {
  propose(brief: Brief, terms: ThinkingTerms): Promise<Thought<string>>
  /** The planner: a side of the goal that no earlier iteration took. */
  plan(context: IterationContext, terms: ThinkingTerms): Promise<Thought<Draft>>
  /** The verifier. */
  verify(context: IterationContext, draft: Draft, terms: ThinkingTerms): Promise<Thought<Verdict>>
  /** The executor: what is known about it, with quotes. */
  execute(
    context: IterationContext,
    draft: Draft,
    terms: ThinkingTerms,
  ): Promise<Thought<readonly ClaimedPoint[]>>
  /** The generator: the part of the plan, in Markdown. */
  write(
    context: IterationContext,
    made: { readonly draft: Draft; readonly dataPoints: readonly DataPoint[] },
    terms: ThinkingTerms,
  ): Promise<Thought<string>>
  synthesize(work: Work, terms: ThinkingTerms): Promise<Thought<Synthesis>>
  /** What the work is likely to take, for the proposal. */
  estimate(brief: Brief): { readonly minutes: number; readonly cost_usd: number }
}
