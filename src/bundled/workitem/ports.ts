import type { Artifact } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ModelMessage } from '../../contracts/model.ts'
import type { WorkItem, WorkItemCaps, WorkItemVersion } from '../../contracts/work-item.ts'

/** The item as its agent keeps it; `revision` grows with every change. */
export type WorkItemState = Omit<WorkItem, 'waiting_gate_ids'> & { readonly revision: number }

/** The documents as they stand in the folder. */
export interface Standing {
  readonly documents: PlannedDocuments
  readonly artifacts: readonly Artifact[]
  /** Of the planned documents alone: what an approval of the intent is bound to. */
  readonly digest: string
  /** Names of documents that are too long to be read whole. */
  readonly cut: readonly string[]
}

/** Where items and their folders are kept. What a method throws is told by `describeFailure`, or thrown on. */
export interface WorkItemHost {
  /** Undefined where the run follows no item. */
  find(runId: string): Promise<WorkItemState | undefined>
  /** Writes the item as it is at this moment; answers the moment as an ISO time. */
  save(itemAt: (at: string) => WorkItemState): Promise<string>
  /** The documents of these names, as they stand. */
  look(item: WorkItemState, names: readonly string[]): Promise<Standing>
  /** Keeps a copy of the folder under an id; under one id the first copy stays. */
  keep(
    item: WorkItemState,
    copy: { readonly version_id: string; readonly reason: WorkItemVersion['reason'] },
  ): Promise<{ readonly files: number }>
  /** Makes the folder what it was at `to`; `kept` is the copy of what stands there now. */
  restore(
    item: WorkItemState,
    versions: { readonly to: string; readonly kept: string },
  ): Promise<{ readonly written: number; readonly removed: number }>
  /** What may be told of a failure; one that is no result of the work is thrown on. */
  describeFailure(error: unknown): string
}

/** What a planner is told. Everything in it is data; only `instructions` are the words of people. */
export interface PlanBrief {
  readonly title: string
  readonly description: string
  readonly paths: readonly string[]
  readonly caps: WorkItemCaps
  readonly instructions: readonly string[]
  /** Concerns of a review that people asked to have met. */
  readonly concerns: readonly string[]
  /** What the documents say of who wrote them; absent: that rules did. */
  readonly notice?: string
}

/** The documents by name: `design.md`, `user_stories.md`, `tasks.md`. */
export type PlannedDocuments = Readonly<Record<string, string>>

/** What was spent on a language model, in tokens and USD. */
interface Spent {
  readonly tokens: number
  readonly cost_usd: number
}

/** A language model, as a planner asks it. */
export interface AskModel {
  /** Whether one is configured at this moment. */
  isThere(): boolean
  /** Rejects only for what is no failure of the model, such as a run that is cancelled. */
  ask(
    request: {
      readonly messages: readonly ModelMessage[]
      readonly output_schema: JsonObject
      readonly spent: Spent
    },
    signal: AbortSignal,
  ): Promise<
    | {
        readonly text: string
        readonly object?: JsonValue
        /** `provider/model`. */
        readonly model: string
        /** With what was spent before. */
        readonly spent: Spent
      }
    | { readonly failed: string; readonly spent: Spent }
  >
}

/** What a planner answers, and what it used where a model stands behind it. */
export interface Planned {
  readonly documents: PlannedDocuments
  /** Who wrote them, where it is not who the planner says it is. */
  readonly by?: string
  readonly tokens?: number
  readonly cost_usd?: number
}

/**
 * Who writes the documents of an item. It proposes texts and touches nothing; what it throws is shown to people. A
 * language model can stand behind it as well as templates; `name` must let a person tell which.
 */
export interface Planner {
  readonly name: string
  plan(brief: PlanBrief, signal: AbortSignal): Promise<Planned>
  /** Only the named documents, as the instruction changes them. */
  update(
    change: {
      readonly brief: PlanBrief
      readonly documents: PlannedDocuments
      readonly affected: readonly string[]
      readonly instruction: string
    },
    signal: AbortSignal,
  ): Promise<Planned>
}

/** Who looks at a design; what it finds is shown to people and stops nothing by itself. */
export interface Reviewer {
  readonly name: string
  review(documents: PlannedDocuments, brief: PlanBrief, signal: AbortSignal): Promise<readonly string[]>
}

/** Everything the workflow needs from outside. */
export interface WorkItemParts {
  readonly host: WorkItemHost
  readonly planner: Planner
  readonly reviewer: Reviewer
}
