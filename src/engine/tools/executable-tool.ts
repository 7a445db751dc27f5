import type { CallEvidence } from '../../contracts/evidence.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Tool, ToolResult } from '../../contracts/tool.ts'

/** One execution of a tool. `arguments` were validated against the tool's schema by the caller. */
export interface ToolExecution {
  readonly arguments: JsonObject
  /** The same for every attempt of one call, different for every other call. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** Where it is called from; absent outside of runs. Set by the engine, so a tool may rely on them. */
  readonly sessionId?: string
  readonly runId?: string
  /** Opens a stored secret by name; what the tool answers is rid of its value. Absent outside of runs. */
  readonly secret?: (name: string) => Promise<string>
}

/** What one execution answered, and what is needed to take it back. */
export interface ToolOutcome {
  readonly result: ToolResult
  /** Opaque to everyone but the tool's own `undo`; absent when there is nothing to take back. */
  readonly undo?: JsonValue
  /**
   * Whether the world changed. Absent means `done` after a success and `none` after a failure.
   * `unknown` must be put before a person and never be retried by a machine.
   */
  readonly effect?: 'none' | 'done' | 'unknown'
  /** What language models cost that the tool asked; it counts towards the budget of the run. */
  readonly spent?: { readonly tokens: number; readonly cost_usd: number }
}

/** One place that no longer is as the call left it. Digests are lower-case SHA-256 in hex, null = absent. */
export interface ChangedTarget {
  readonly target: string
  readonly expected: string | null
  readonly found: string | null
  /** Unified diff from the state the call left to the state found, when both are text. */
  readonly diff?: string
}

/** What an undo is given beside its record. */
export interface UndoOptions {
  /** The same for every attempt to take one call back, and different from that of the call itself. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** What became of an undo: done, or refused because the target is not as the call left it. */
export type UndoOutcome =
  | { readonly status: 'undone'; readonly message: string; readonly restored: readonly string[] }
  | {
      readonly status: 'refused'
      readonly because: 'target_changed' | 'previous_content_missing' | 'record_unreadable' | 'failed'
      readonly message: string
      readonly changes: readonly ChangedTarget[]
    }

/** What a call would do to one file: give it this text, add to it, give it what another file holds, or delete it. */
export type PlannedChange = { readonly path: string } & (
  | { readonly content: string }
  | { readonly adds: string }
  | { readonly takes: string }
  | { readonly deletes: true }
)

/**
 * A tool that can run. `execute` never throws for what a tool may meet in the world: that is a result with
 * `success: false`. A throw out of `execute` means that the outcome is unknown.
 */
export interface ExecutableTool {
  readonly definition: Tool
  /** It writes only to the pages, the product doc or the plan of the session it is called from (design 7.1). */
  readonly ownWrites?: true
  /** It runs outside of this server, whoever declared it: no stored secret is opened for it. */
  readonly runsElsewhere?: true
  execute(call: ToolExecution): Promise<ToolOutcome>
  /**
   * Why a call with these arguments can never run, whatever happens before it; undefined while it can. Changes
   * nothing. Asked before people are, so that nobody approves for nothing.
   */
  precheck?(args: JsonObject): Promise<string | undefined>
  /**
   * What a call with these arguments rests on, as it stands now: what it changes, and what it takes from. Read when people
   * are asked, when they approve and right before it runs. Changes nothing; rejects for what cannot be read.
   */
  evidence?(args: JsonObject): Promise<readonly CallEvidence[]>
  /** Which files a call with these arguments would change, and how; told from the arguments alone. */
  changes?(args: JsonObject): readonly PlannedChange[]
  /** Takes back one call from the record its outcome carried; only reversible tools have it. */
  undo?(record: JsonValue, options: UndoOptions): Promise<UndoOutcome>
}

/**
 * Keeps previous contents for undo, by content. `put` returns the digest under which `get` finds the bytes;
 * it resolves only when they are durable, because the effect follows at once.
 */
export interface UndoStore {
  put(bytes: Uint8Array): Promise<string>
  get(digest: string): Promise<Uint8Array | undefined>
}
