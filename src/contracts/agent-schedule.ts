import { z } from 'zod'
import { JsonValue } from './json-value.ts'
import { AgentName } from './run.ts'

/** Names a schedule within its agent. */
export const ScheduleName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    'a schedule name has 1–64 of the characters a–z 0–9 _ -, and begins with a letter',
  )

/** What becomes of a tick that no process was there for: nothing, or one run for all that were missed. */
export const MissedTicks = z.enum(['skip', 'once'])
export type MissedTicks = z.infer<typeof MissedTicks>

/** When an agent of one's own is started by the clock, as its configuration says, and how that goes. */
export const AgentSchedule = z.object({
  agent: AgentName,
  name: ScheduleName,
  /** Five fields, or six with seconds first. */
  cron: z.string(),
  /** IANA: `Europe/Berlin`. */
  time_zone: z.string(),
  input: JsonValue,
  missed: MissedTicks,
  status: z.enum(['active', 'paused']),
  /** Absent when the pattern has no further time. */
  next_at: z.string().optional(),
  last_at: z.string().optional(),
  last_run_id: z.string().optional(),
  /** Why the last tick started nothing. */
  last_error: z.string().optional(),
})
export type AgentSchedule = z.infer<typeof AgentSchedule>

/** Pauses or resumes a schedule. */
export const UpdateScheduleRequest = z.strictObject({ status: AgentSchedule.shape.status })
export type UpdateScheduleRequest = z.infer<typeof UpdateScheduleRequest>
