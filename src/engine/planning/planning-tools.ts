import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ModelRequest, ModelResponse } from '../../contracts/model.ts'
import type {
  AdaptationLogEntry,
  GrammarReport,
  InteractionPolicy,
  InteractionPolicyPatch,
  PatternSpec,
  PlanBlock,
  PlanBrief,
  PlanCalendar,
  PlanConflict,
  PlanConstraints,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  PlanStage,
  PlanToolName,
  PlanToolResult,
  Roadmap,
  RoadmapOption,
  StrategyProfile,
  Violation,
} from '../../contracts/plan.ts'
import type { Question } from '../../contracts/question.ts'
import type { TakenTime } from '../../contracts/schedule.ts'

/** What is known about one plan while a tool works. Nothing in it is an instruction but the words of people. */
export interface PlanSituation {
  readonly plan_id: string
  /** The person's own words. */
  readonly goal: string
  /** Questions that were asked, with the person's answers; an answer is empty where it was skipped. */
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  /** What people said with a steer, a rejection or as feedback, oldest first. */
  readonly instructions: readonly string[]
  readonly policy: InteractionPolicy
  /** What the plan is made from; absent in plans of before, which are made from the words. */
  readonly brief?: PlanBrief
  /** From the request and from the person's words, the request winning. */
  readonly constraints: PlanConstraints
  readonly calendar: PlanCalendar
  readonly strategy: StrategyProfile
  /** Flags `allow_new_subtype_proposals` and `require_rfc_for_new_subtype`. */
  readonly flags: { readonly allow_new_subtypes: boolean; readonly require_rfc: boolean }
  /** The moment of the request, ISO 8601 in UTC; the same at every replay. */
  readonly now: string
  /** Of the person's calendar. */
  readonly timezone: string
}

/** What a tool may use besides its input. `model` is absent with the offline model: the tool then works by rules. */
export interface PlanToolEnvironment {
  readonly signal: AbortSignal
  /** For every random choice; the same inputs have the same seed. */
  readonly seed: number
  /** Budgeted and counted. What it throws is not to be caught, except `model_unavailable`. */
  readonly model?: (request: ModelRequest) => Promise<ModelResponse>
  /** Limits a search; never to be read for anything else. */
  readonly elapsedMs: () => number
  /** How long a tool may search, in milliseconds. */
  readonly search_ms: number
}

export type PlanArtifact =
  | 'pattern'
  | 'outline'
  | 'validation_report'
  | 'nodes_with_dependencies'
  | 'roadmap'
  | 'schedule'
  | 'portfolio_check'
  | 'approval_state'
  | 'questions'
  | 'summary'
  | 'ideas'
  | 'options'
  | 'style'

/** True of the second retry of a stage: the tool is to promise less and keep closer to what is known. */
interface Narrowable {
  readonly narrow: boolean
}

export interface PlanToolInputs {
  readonly pattern_selector: Narrowable & {
    readonly situation: PlanSituation
    /** A pattern that a person or the request named; it wins. */
    readonly wished?: PatternSpec
    /** Subtypes that people have approved before, as `pattern_type/subtype`. */
    readonly known_subtypes: readonly string[]
    /** What a person said against the pattern proposed before. */
    readonly rejected?: readonly PatternSpec[]
  }
  readonly node_generator: Narrowable & {
    readonly situation: PlanSituation
    readonly pattern: PatternSpec
    /** What a person sent back or a validator did not accept; ids of what stays are kept. */
    readonly previous?: PlanOutline
    readonly violations?: readonly Violation[]
  }
  readonly grammar_validator: {
    readonly outline: PlanOutline | Roadmap
    readonly pattern?: PatternSpec
  }
  readonly context_elicitor: {
    readonly situation: PlanSituation
    /** `context`: before anything is drafted; `unclear`: a draft was too uncertain or could not be repaired. */
    readonly purpose: 'context' | 'unclear'
    /** What was uncertain, in words. */
    readonly problems: readonly string[]
  }
  readonly dependency_resolver: { readonly situation: PlanSituation; readonly outline: PlanOutline }
  readonly roadmap_builder: Narrowable & {
    readonly situation: PlanSituation
    readonly outline: PlanOutline
    /** As the dependency resolver answered them. */
    readonly nodes: readonly PlanNode[]
    readonly violations?: readonly Violation[]
  }
  readonly schedule_generator: {
    readonly situation: PlanSituation
    readonly roadmap: Roadmap
    /** What the person's other plans have taken. */
    readonly busy: readonly TakenTime[]
    /** Blocks that stay where they are: what is done, under way or approved. */
    readonly kept: readonly PlanBlock[]
    /** Nothing new is placed before. */
    readonly from: string
  }
  readonly portfolio_probe: {
    readonly situation: PlanSituation
    readonly schedule: PlanSchedule
    readonly others: readonly OtherPlan[]
    /** Shifts are offered only where they break nothing of it. */
    readonly roadmap?: Roadmap
  }
  readonly approval_handler: {
    readonly situation: PlanSituation
    readonly stage: PlanStage
    readonly pattern?: PatternSpec
    readonly outline?: PlanOutline
    readonly roadmap?: Roadmap
    readonly schedule?: PlanSchedule
    readonly summary: string
  }
  readonly summarizer: {
    readonly situation: PlanSituation
    readonly stage: PlanStage | 'clarification' | 'limit' | 'escalation' | 'complete'
    readonly pattern?: PatternSpec
    readonly outline?: PlanOutline
    readonly roadmap?: Roadmap
    readonly schedule?: PlanSchedule
    readonly conflict?: PlanConflict
    /** More that must be said, in words of Soulgate. */
    readonly facts: readonly string[]
  }
  readonly brainstormer: {
    readonly situation: PlanSituation
    readonly stage: PlanStage
    readonly outline?: PlanOutline
    /** The stage's confidence; absent before there is one. */
    readonly confidence?: number
  }
  readonly option_crafter: {
    readonly situation: PlanSituation
    readonly stage: PlanStage
    readonly outline?: PlanOutline
    readonly roadmap?: Roadmap
    readonly schedule?: PlanSchedule
  }
  readonly preference_probe: {
    readonly situation: PlanSituation
    /** True when the person has a stored policy or the session overrides one. */
    readonly is_known: boolean
  }
}

/** What an outline is by: `provider/model`, or the rules, with the reason where a model was to make it. */
export interface DraftedBy {
  readonly model: string
  readonly model_failure?: string
}

export interface PlanToolOutputs {
  readonly pattern_selector: { readonly pattern: PatternSpec; readonly alternatives: readonly PatternSpec[] }
  readonly node_generator: {
    readonly outline: PlanOutline
    /** Absent in journals of before. */
    readonly drafted_by?: DraftedBy
  }
  readonly grammar_validator: GrammarReport
  /** At most `probing_depth` of them. */
  readonly context_elicitor: { readonly questions: readonly Question[]; readonly is_sufficient: boolean }
  readonly dependency_resolver: {
    readonly nodes: readonly PlanNode[]
    readonly added: readonly { readonly node_id: string; readonly on: string; readonly because: string }[]
  }
  readonly roadmap_builder: { readonly roadmap: Roadmap; readonly options_tried: readonly RoadmapOption[] }
  readonly schedule_generator: ScheduleDraft
  readonly portfolio_probe: {
    readonly conflicts: readonly PortfolioConflict[]
    readonly utilization_minutes: number
    readonly suggested_shifts: readonly {
      readonly block_id: string
      readonly to: string
      readonly because: string
    }[]
    readonly notes: readonly string[]
  }
  readonly approval_handler: {
    /** Whether the person's policy asks at this stage. It never decides anything. */
    readonly is_required: boolean
    readonly details: string
    /** One sentence that says what to do next. */
    readonly call_to_action: string
  }
  readonly summarizer: { readonly text: string }
  readonly brainstormer: { readonly ideas: readonly string[] }
  readonly option_crafter: {
    readonly options: readonly {
      readonly title: string
      readonly summary: string
      readonly differs: string
      /** What a person would say to have it. */
      readonly instruction: string
    }[]
  }
  /** A question whose option ids are conversation styles; none once the style is known. */
  readonly preference_probe: { readonly question?: Question }
}

/** Another plan of the same person, as far as it takes time. */
export interface OtherPlan {
  readonly plan_id: string
  readonly title: string
  readonly blocks: readonly PlanBlock[]
}

export interface PortfolioConflict {
  readonly conflict_type: 'overlap' | 'capacity_exceeded' | 'availability_violation'
  readonly severity: 'minor' | 'major' | 'critical'
  readonly description: string
  readonly plan_node_ids: readonly string[]
  readonly plan_id?: string
  readonly suggested_resolution?: string
}

/** What came of placing a roadmap in time. With a conflict the schedule is the best that was found, or absent. */
export interface ScheduleDraft {
  readonly schedule?: PlanSchedule
  readonly conflict?: PlanConflict
  readonly notes: readonly string[]
}

/** One of the thirteen tools. It proposes and touches nothing; the same input and seed have the same answer. */
export interface PlanTool<Name extends PlanToolName> {
  readonly name: Name
  readonly prerequisites: readonly PlanArtifact[]
  readonly produces: readonly PlanArtifact[]
  /** Whether it may ask a model, so that its answer depends on which one. */
  readonly asks_model: boolean
  run(
    input: PlanToolInputs[Name],
    environment: PlanToolEnvironment,
  ): Promise<PlanToolResult<PlanToolOutputs[Name]>>
}

/** The table through which the controller calls every tool. */
export type PlanTools = { readonly [Name in PlanToolName]: PlanTool<Name> }

/** What a person's words say about time, taken out of them. */
export interface TimeWords {
  readonly constraints: PlanConstraints
  /** Only what was said, to be laid over the calendar that stands. */
  readonly calendar?: PlanCalendar
  /** Each thing that was understood, as it is shown to the person. */
  readonly understood: readonly string[]
  /** The words without what was understood; empty when they were about time only. */
  readonly rest: string
  /** What looks like a time and could not be read: asked about, never guessed. */
  readonly unclear: readonly string[]
  /** Of a goal: the facts that its words give. Absent in journals of before. */
  readonly brief?: PlanBrief
}

type BriefStanding = { readonly brief: PlanBrief; readonly constraints: PlanConstraints }
type BriefAbout = { readonly now: string; readonly timezone: string }

/** What became of a correction of a brief. */
export interface BriefChange {
  readonly brief: PlanBrief
  readonly constraints: PlanConstraints
  /** Each change in words. */
  readonly done: readonly string[]
  /** Sentences that changed nothing. */
  readonly missed: readonly string[]
  /** Whether the work itself changed, or only when there is time for it. */
  readonly is_work_changed: boolean
  /** The hours of the week, where they changed. */
  readonly calendar?: PlanCalendar
}

/** A change of a schedule that stands, as it would come out. */
export interface PlanAdaptation {
  readonly nodes: readonly PlanNode[]
  readonly draft: ScheduleDraft
  readonly entries: readonly AdaptationLogEntry[]
  /** What changes, in words, one line each; empty when nothing does. */
  readonly changes: readonly string[]
}

/** Everything of a plan that has to do with time, besides the tools. All of it is pure. */
export interface PlanTime {
  /** `now` in ISO 8601; times of day without a zone are meant in `timezone`. */
  readWords(text: string, about: { readonly now: string; readonly timezone: string }): TimeWords
  /** A goal's words as a brief, with the constraints and the calendar that follow from it; one that is given stands. */
  readGoal(
    text: string,
    about: { readonly now: string; readonly timezone: string },
    given?: PlanBrief,
  ): TimeWords
  /** A correction of a brief; `constraints` are those that stand, and come back with what differs. */
  editBrief(standing: BriefStanding, words: string, about: BriefAbout): BriefChange
  /** The same of a whole brief as a person filled it in. */
  replaceBrief(standing: BriefStanding, next: PlanBrief, about: BriefAbout): BriefChange
  /** Feedback that changes only when there is time for a plan, by its brief; undefined where it says anything else. */
  readFeedback(
    standing: { readonly brief: PlanBrief; readonly constraints: PlanConstraints },
    words: string,
    about: { readonly now: string; readonly timezone: string },
  ): TimeWords | undefined
  /** The calendar that stands where neither the request nor the words give one. */
  defaultCalendar(timezone: string): PlanCalendar
  /** What is wrong with calendar and constraints as given (400), by field; a deadline in the past among it. */
  checkConstraints(
    constraints: PlanConstraints,
    calendar: PlanCalendar | undefined,
    now: string,
  ): readonly { readonly field: string; readonly message: string }[]
  /** Constraints and calendar with the named constraint relaxed; a problem when it cannot be, or `to` does not fit. */
  relax(
    standing: { readonly constraints: PlanConstraints; readonly calendar: PlanCalendar },
    conflict: PlanConflict,
    wish: { readonly constraint: string; readonly to?: JsonValue },
  ):
    | {
        readonly constraints: PlanConstraints
        readonly calendar: PlanCalendar
        /** Node deadlines and windows that fall, by node id. */
        readonly nodes?: Readonly<Record<string, JsonObject>>
        readonly text: string
      }
    | { readonly problem: string }
  /** The independent check of a schedule: nothing advances past VALIDATE_SCHEDULE without it. */
  validateSchedule(input: {
    readonly situation: PlanSituation
    readonly roadmap: Roadmap
    readonly schedule: PlanSchedule
    readonly busy: readonly TakenTime[]
  }): GrammarReport
  /** Re-plans what is open after feedback or a slip; what is done, under way or approved and untouched stays. */
  adapt(
    input: {
      readonly situation: PlanSituation
      readonly feedback: string
      readonly nodes: readonly PlanNode[]
      readonly roadmap: Roadmap
      readonly schedule: PlanSchedule
      readonly busy: readonly TakenTime[]
      readonly now: string
    },
    environment: PlanToolEnvironment,
  ): Promise<PlanAdaptation>
  /** Moves one block; which constraints that breaks. `start` and `end` as the person gave them. */
  moveBlock(input: {
    readonly situation: PlanSituation
    readonly roadmap: Roadmap
    readonly schedule: PlanSchedule
    readonly busy: readonly TakenTime[]
    readonly block_id: string
    readonly start?: string
    readonly end?: string
  }): { readonly block: PlanBlock; readonly violations: readonly Violation[] } | { readonly problem: string }
  toIcs(
    schedule: PlanSchedule,
    about: { readonly plan_id: string; readonly title: string; readonly now: string },
  ): string
}

/** The policy that holds: the person's default with what the session overrides. */
export function effectivePolicy(
  standing: InteractionPolicy,
  override: InteractionPolicyPatch | undefined,
): InteractionPolicy {
  const given = Object.entries(override ?? {}).filter(([, value]) => value !== undefined)
  return { ...standing, ...Object.fromEntries(given) }
}
