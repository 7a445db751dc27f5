import { z } from 'zod'
import { JsonObject } from './json-value.ts'

/** The closed set of event names. It may grow; clients ignore what they do not know. */
export const EVENT_TYPES = [
  'run_created', 'run_started', 'run_waiting_input', 'run_resumed', 'run_completed', 'run_failed', 'run_cancelled',
  'tool_call', 'tool_result', 'interview_question', 'interview_answer', 'product_doc_updated', 'page_created',
  'page_version_created', 'page_preview_ready', 'version_created', 'token_usage', 'plan_created', 'plan_updated',
  'error', 'done', 'soul_step_start', 'soul_step_end', 'soul_tool_call', 'soul_tool_result', 'gate_opened',
  'gate_decided', 'gate_warned', 'gate_expired', 'gate_extended', 'gate_cancelled', 'gate_superseded',
  'gate_reopened', 'gate_deciding', 'gate_decision_undone', 'gate_viewed', 'gate_commented', 'gate_vote',
  'grant_issued', 'grant_consumed', 'grant_revoked', 'call_released', 'call_denied', 'call_undone',
  'guideline_created', 'guideline_updated', 'guideline_deleted', 'guideline_toggled', 'guideline_imported',
  'gate_decision', 'confidence_report', 'pre_validation', 'clarification_asked', 'clarification_answered',
  'iteration_started', 'checkpoint_reached', 'final_plan', 'flag_changed', 'rollback_applied', 'login', 'logout',
  'token_created', 'token_revoked', 'agent_start', 'agent_progress', 'agent_end', 'brief_start', 'brief_complete',
  'generate_start', 'generate_progress', 'generate_complete', 'refine_start', 'refine_complete', 'style_extracted',
  'verify_start', 'verify_pass', 'verify_fail', 'snapshot_created', 'history_created', 'planning_started',
  'plan_stage_started', 'plan_stage_completed', 'late_answer', 'settings_changed', 'person_changed',
  'tool_declared', 'tool_confirmed', 'stop_engaged', 'stop_lifted', 'feedback_given', 'erased',
] as const
export const EventType = z.enum(EVENT_TYPES)
export type EventType = z.infer<typeof EventType>

export const Actor = z.object({ kind: z.enum(['person', 'agent', 'system']), id: z.string() })
export type Actor = z.infer<typeof Actor>

/**
 * One entry of the audit chain. `stream` is `run:<id>`, `session:<id>` or `system`; `seq` is dense per stream
 * from 1. `hash` = SHA-256 over the domain `soulgate.event.v1`, `prev_hash` and the canonical event with
 * `payload_digest` in place of the payload, so that erasing a payload leaves the chain whole.
 */
export const Event = z.object({
  position: z.int().optional(),
  stream: z.string(),
  seq: z.int().min(1),
  type: EventType,
  at: z.string(),
  run_id: z.string().optional(),
  session_id: z.string().optional(),
  gate_id: z.string().optional(),
  actor: Actor,
  /** Null when it was erased; `payload_digest` still proves what stood here. */
  payload: JsonObject.nullable(),
  payload_digest: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
})
export type Event = z.infer<typeof Event>

export const EventPage = z.object({ events: z.array(Event), last_seq: z.int(), has_more: z.boolean() })
export type EventPage = z.infer<typeof EventPage>
