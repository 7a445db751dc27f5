import type { Clock } from '../../base/clock.ts'
import type { GateType, WhyHeld } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItemCaps } from '../../contracts/work-item.ts'
import type { Store } from '../../store/store.ts'
import type { HoldTerms } from '../gate/gate.ts'

/** One file of an item's folder. `path` is relative to the workspace. */
export interface ItemFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** Permission bits. */
  readonly mode: number
}

/**
 * The files of an item's folder. Every method throws a `SoulgateError` that says what happened when it could not do
 * the whole of it; links are never followed and never touched.
 */
export interface ItemFiles {
  /** Every regular file below the folder, in order of path; nothing when there is no such folder. */
  read(folder: string): Promise<readonly ItemFile[]>
  /** Puts a file there, whole or not at all. `expected` = the SHA-256 of what stands there now; absent = nothing. */
  put(file: ItemFile, expected: string | undefined): Promise<void>
  /** Removes a file that still is what was expected, and folders that hold nothing any more. */
  remove(path: string, expected: string): Promise<void>
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
}

/** The documents by name: `design.md`, `user_stories.md`, `tasks.md`. */
export type PlannedDocuments = Readonly<Record<string, string>>

/** What a planner answers, and what it used where a model stands behind it. */
export interface Planned {
  readonly documents: PlannedDocuments
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
  readonly store: Store
  readonly clock: Clock
  readonly files: ItemFiles
  /** What a run may read of the workspace; the text of other files is shown nowhere. */
  readonly mayRead: (reader: {
    readonly runId: string
    readonly sessionId: string
  }) => Promise<(path: string) => boolean>
  readonly planner: Planner
  readonly reviewer: Reviewer
  /** What guidelines demand of a gate; `terms` is absent when none of them asks for it. */
  readonly demands: (opening: {
    readonly type: GateType
    readonly event: string
    readonly agent: string
    readonly session_id: string
    readonly paths: readonly string[]
    readonly context: JsonObject
  }) => Promise<{ readonly terms: HoldTerms | undefined; readonly why: readonly WhyHeld[] }>
}
