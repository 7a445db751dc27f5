import type { WhyHeld } from '../contracts/gate.ts'
import type { JsonObject } from '../contracts/json-value.ts'

/** What every outcome tells. `message` is written for whoever asked, an agent included: what happened, what to do next. */
interface About {
  readonly message: string
  /** Absent when the request itself was refused. */
  readonly call_id?: string
  /** Absent when nobody was asked. */
  readonly gate_id?: string
}

/**
 * Why a call did not run. `denied`: a rule forbids it. `rejected`: a person said no. `steered`: a person said what to do
 * instead. `skipped`: a person does it another way. `expired`: nobody answered in time, which is neither yes nor no.
 * `cancelled`: the question was withdrawn. `pending`: it waits still; ask again under the same key. `void`: the right to
 * run was taken back or everything is stopped. `invalid`: the arguments do not fit the tool. `unknown`: an earlier life
 * of the caller began it and nobody knows how it ended: it must not be run again without looking.
 */
export type NotRun = About &
  (
    | { readonly status: 'denied'; readonly why: readonly WhyHeld[] }
    | { readonly status: 'rejected'; readonly reason?: string }
    | {
        readonly status: 'steered'
        readonly instructions: string
        readonly affected_artifacts: readonly string[]
      }
    | { readonly status: 'skipped'; readonly reason?: string }
    | { readonly status: 'expired' | 'cancelled' | 'void' | 'unknown' }
    | { readonly status: 'pending'; readonly why: readonly WhyHeld[]; readonly expires_at?: string }
    | {
        readonly status: 'invalid'
        readonly errors: readonly { readonly field: string; readonly message: string }[]
      }
  )

/** How a call ended that was let run: with the arguments that were approved, which a reviewer may have edited. */
export type Ran<Output> = About & {
  readonly arguments: JsonObject
  /** True when a person changed the arguments. */
  readonly edited: boolean
  /** True when an earlier life of the caller ran it; the result is the recorded one. */
  readonly repeated: boolean
  /** False when the result could not be reported; the audit then knows that it began and not how it ended. */
  readonly reported: boolean
} & (
    | { readonly status: 'succeeded'; readonly output: Output }
    | { readonly status: 'failed'; readonly error: unknown }
  )

/** What became of a gated call; every expected end is a value. */
export type GatedOutcome<Output> = Ran<Output> | NotRun

/** Thrown by a tool when nobody knows whether it had its effect: nothing is reported of it, and it is not run again. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** A gated call that did not run, thrown for those who call the tool as if it had no gate. */
export class CallNotRun extends Error {
  override readonly name = 'CallNotRun'
  readonly outcome: NotRun

  constructor(outcome: NotRun) {
    super(outcome.message)
    this.outcome = outcome
  }
}
