import type {
  AdaptationLogEntry,
  InteractionPolicy,
  PatternSpec,
  PlanBrief,
  PlanCalendar,
  PlanCaps,
  PlanConflict,
  PlanConstraints,
  PlanNode,
  PlanOutline,
  PlanStage,
  PlanState,
  PlanToolResult,
  Roadmap,
  StageApproval,
  StageConfidence,
  StrategyProfile,
  Violation,
} from '../../../contracts/plan.ts'
import type { Question } from '../../../contracts/question.ts'
import type { TakenTime } from '../../../contracts/schedule.ts'
import type { RunContext } from '../../run/run.ts'
import type {
  DraftedBy,
  PlanArtifact,
  PlanSituation,
  PlanToolOutputs,
  ScheduleDraft,
} from '../planning-tools.ts'
import type { PlanningParts } from './parts.ts'
import type { ConfidenceLimits } from './stage-confidence.ts'

export type DraftedStage = 'outline' | 'roadmap' | 'schedule'
type CapName = 'turns' | 'retries_per_stage' | 'working_seconds' | 'session_usd' | 'turn_usd' | 'day_usd'

/** A limit that was reached: what it allows and what was or would be used. */
export interface ReachedCap {
  readonly cap: CapName
  readonly limit: number
  readonly used: number
}

/** What NEEDS_CLARIFICATION is to ask. */
export type Pending =
  | {
      readonly kind: 'questions'
      readonly questions: readonly Question[]
      readonly problems: readonly string[]
    }
  | { readonly kind: 'pattern' | 'rfc'; readonly pattern: PatternSpec }
  | { readonly kind: 'unclear'; readonly stage: DraftedStage; readonly problems: readonly string[] }
  | { readonly kind: 'limit'; readonly reached: ReachedCap }
  | { readonly kind: 'withdrawn'; readonly what: string }

/** How often and how a stage was tried since people last said something about it. */
export interface Attempt {
  retries: number
  /** The suggested fix was taken once, the task was narrowed once. */
  isFixed: boolean
  isNarrow: boolean
  violations: readonly Violation[]
}

export type Saved = Readonly<Partial<Record<DraftedStage, string>>>

/** What was made so far. Each piece replaces the one before; what follows from it is dropped with it. */
export interface Artifacts {
  pattern?: PatternSpec
  outline?: PlanOutline
  /** An outline to take instead of drafting: a validator's repair, or what a roadmap made of it. */
  fixedOutline?: PlanOutline
  nodes?: readonly PlanNode[]
  roadmap?: Roadmap
  draft?: ScheduleDraft
  portfolio?: PlanToolOutputs['portfolio_probe']
  busy: readonly TakenTime[]
}

/** What a run of the planning agent knows. Everything in it follows from the journal and is the same at every replay. */
export interface Flow {
  readonly parts: PlanningParts
  readonly context: RunContext
  readonly plan_id: string
  readonly goal: string
  /** The person whose plan it is. */
  readonly owner: string
  readonly now: string
  /** Of the settings. */
  readonly model: string
  /** What the outline that stands is by. */
  draftedBy: DraftedBy
  readonly limits: ConfidenceLimits
  readonly flags: PlanSituation['flags']
  readonly strategy: StrategyProfile
  /** A pattern that the request named. */
  wished: PatternSpec | undefined
  readonly knownSubtypes: string[]
  readonly rejectedPatterns: PatternSpec[]
  /** What the plan is made from; undefined in plans of before. */
  brief: PlanBrief | undefined
  /** What became of the last correction, for the next card. */
  briefNotes: readonly string[]
  policy: InteractionPolicy
  isPolicyKnown: boolean
  constraints: PlanConstraints
  calendar: PlanCalendar
  readonly clarifications: { question: string; answer: string }[]
  readonly instructions: string[]
  state: PlanState
  /** Where the plan stood before NEEDS_CLARIFICATION. */
  cameFrom: PlanState | undefined
  pending: Pending | undefined
  /** What is being asked at this moment. */
  asking: Pending['kind'] | undefined
  readonly artifacts: Artifacts
  /** What the drafting tool said of its own work. */
  readonly selfScores: Record<DraftedStage, number>
  readonly attempts: Record<DraftedStage, Attempt>
  /** Stages that a person takes as they are, however uncertain. */
  readonly accepted: Set<DraftedStage>
  /** What passed its validator: the digest of it. */
  readonly validated: Partial<Record<DraftedStage, string>>
  /** What the store has of each stage. */
  saved: Saved
  approvals: readonly StageApproval[]
  confidence: readonly StageConfidence[]
  readonly adaptations: AdaptationLogEntry[]
  conflict: PlanConflict | undefined
  /** Timing of nodes that people let go, by node. */
  readonly relaxedTiming: Record<string, PlanNode['metadata']>
  /** What could not be read in the person's words about time. */
  unclearTimes: readonly string[]
  /** Rounds of questions before the first draft and about uncertain drafts. */
  rounds: number
  /** What a person left open, so that it is not asked again. */
  isContextSettled: boolean
  uncertain: { readonly stage: DraftedStage; readonly problems: readonly string[] } | undefined
  caps: PlanCaps
  readonly used: { turns: number; working_ms: number; cost_usd: number; turn_usd: number }
  /** The day's limit as a person raised it. */
  isDayWaived: boolean
  readonly produced: Set<PlanArtifact>
  readonly remembered: Map<string, PlanToolResult<unknown>>
  traceLength: number
  steeredFrom: string | undefined
  responseText: string
  errorMessage: string | undefined
}

export const STAGE_OF: Readonly<Partial<Record<PlanState, DraftedStage>>> = {
  DRAFT_OUTLINE: 'outline',
  VALIDATE_OUTLINE: 'outline',
  DRAFT_ROADMAP: 'roadmap',
  VALIDATE_ROADMAP: 'roadmap',
  DRAFT_SCHEDULE: 'schedule',
  VALIDATE_SCHEDULE: 'schedule',
}

/** What must be said of who drafted the outline: that a model which is set had no part in it. */
export function factsOfDrafter({ draftedBy: { model_failure: failure } }: Flow): readonly string[] {
  return failure === undefined ? [] : [failure, 'The outline was made by rules.']
}

/** What every tool is told of the plan. */
export function situationOf(flow: Flow): PlanSituation {
  return {
    plan_id: flow.plan_id,
    goal: flow.goal,
    clarifications: [...flow.clarifications],
    instructions: [...flow.instructions],
    policy: flow.policy,
    ...(flow.brief === undefined ? {} : { brief: flow.brief }),
    constraints: flow.constraints,
    calendar: flow.calendar,
    strategy: flow.strategy,
    flags: flow.flags,
    now: flow.now,
    timezone: flow.calendar.timezone,
  }
}

/** The next attempt of a stage begins afresh, because people said something new. */
export function freshAttempt(flow: Flow, stage: DraftedStage): void {
  flow.attempts[stage] = newAttempt()
  flow.accepted.delete(stage)
}

export function newAttempt(): Attempt {
  return { retries: 0, isFixed: false, isNarrow: false, violations: [] }
}

/** The stages at which the person's policy asks for an approval. */
export function stagesToApprove(policy: InteractionPolicy): readonly PlanStage[] {
  switch (policy.approval_policy) {
    case 'strict_every_step':
      return ['pattern', 'outline', 'roadmap', 'final']
    case 'milestone_approvals':
      return ['outline', 'roadmap', 'final']
    case 'single_final':
      return ['final']
  }
}

/** The roadmap as it is placed in time: without the timing that people let go. */
export function roadmapToPlace(flow: Flow): Roadmap | undefined {
  const { roadmap } = flow.artifacts
  if (roadmap === undefined || Object.keys(flow.relaxedTiming).length === 0) return roadmap
  const nodes = roadmap.nodes.map(node => withTiming(node, flow.relaxedTiming[node.id]))
  return { ...roadmap, nodes }
}

/** A node with the timing that people gave it instead of its own. */
function withTiming(node: PlanNode, relaxed: PlanNode['metadata'] | undefined): PlanNode {
  if (relaxed === undefined) return node
  const timing = { ...Object(node.metadata.timing), ...Object(relaxed.timing) } as PlanNode['metadata']
  return { ...node, metadata: { ...node.metadata, timing } }
}
