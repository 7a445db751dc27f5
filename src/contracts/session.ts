import { z } from 'zod'

/** One conversation and memory scope. Expires after 30 idle days unless a gate is open in it. */
export const Session = z.object({
  session_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a session id has 1–64 of A–Z a–z 0–9 _ -'),
  status: z.enum(['active', 'completed', 'failed', 'cancelled', 'expired']),
  owner: z.string(),
  title: z.string().optional(),
  created_at: z.string(),
  last_active_at: z.string(),
})
export type Session = z.infer<typeof Session>

/** A session with what goes on in it: open gates, and its runs as the tasks of contract 1.x. */
export const SessionSummary = Session.extend({
  pending_gates: z.int().min(0),
  /** Runs that completed, of `total_tasks` that were started. */
  completed_tasks: z.int().min(0),
  total_tasks: z.int().min(0),
})
export type SessionSummary = z.infer<typeof SessionSummary>
