import { z } from 'zod'

/** What came of something that people let happen: `partly` when some of its calls succeeded and others did not. */
export const Outcome = z.enum(['succeeded', 'partly', 'failed', 'undone'])
export type Outcome = z.infer<typeof Outcome>

/** Where one call stands: `allowed` before it was started, `not_run` when it will not be any more. */
export const CallStatus = z.enum([
  'allowed',
  'started',
  'succeeded',
  'failed',
  'unknown',
  'undone',
  'not_run',
])
export type CallStatus = z.infer<typeof CallStatus>

/** What became of one call that was approved or released. */
export const CallOutcome = z.object({
  call_id: z.string(),
  tool: z.string(),
  /** What it does, in one line. Computed when it is read. */
  act: z.string().optional(),
  status: CallStatus,
  /** What the tool said, or why it did not run. */
  message: z.string().optional(),
})
export type CallOutcome = z.infer<typeof CallOutcome>

/** What came of an approval. `outcome` is absent while calls may still run, and where none of them ever does. */
export const GateOutcome = z.object({
  outcome: Outcome.optional(),
  calls: z.array(CallOutcome),
})
export type GateOutcome = z.infer<typeof GateOutcome>

/** The outcome of calls by where they stand; undefined while one may still run, and where none did. */
export function outcomeOf(statuses: readonly CallStatus[]): Outcome | undefined {
  const has = (...wanted: readonly CallStatus[]) => statuses.some(status => wanted.includes(status))
  if (has('allowed', 'started')) return undefined
  const hasFailed = has('failed', 'unknown')
  if (!has('succeeded', 'undone')) return hasFailed ? 'failed' : undefined
  if (hasFailed || (has('succeeded') && has('undone', 'not_run'))) return 'partly'
  return has('undone') ? 'undone' : 'succeeded'
}
