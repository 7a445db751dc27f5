import { z } from 'zod'
import { GateThreshold, GateType } from './gate.ts'
import { JsonObject } from './json-value.ts'
import { Role } from './principal.ts'
import { Reversibility } from './tool.ts'

/** What a guideline is for; it groups lists and changes nothing in the evaluation. */
export const GuidelineCategory = z.enum([
  'cognitive_isolation',
  'hitl_gate',
  'tdd_protocol',
  'context_constraint',
  'audit_telemetry',
  'security',
  'custom',
])
export type GuidelineCategory = z.infer<typeof GuidelineCategory>

/** What a guideline mainly does. Every other field of its action that is set counts all the same. */
export const GuidelineActionType = z.enum([
  'instruction',
  'tool_restriction',
  'hitl_gate',
  'constraint',
  'telemetry',
  'release',
])
export type GuidelineActionType = z.infer<typeof GuidelineActionType>

const words = z.array(z.string().min(1).max(200)).max(200)
const patterns = z.array(z.string().min(1).max(500)).max(200)

/**
 * When a guideline applies. Each field that is set and not empty must match; inside a field any entry may.
 * A field set here and absent from the context does not match. For `hitl_gate` actions `events` and
 * `gate_types` are alternatives. `paths` and `tools` are fnmatch patterns (`*` also crosses `/`); `custom` is
 * a CEL expression of type bool.
 */
export const GuidelineCondition = z.strictObject({
  agents: words.optional(),
  domains: words.optional(),
  actions: words.optional(),
  events: words.optional(),
  gate_types: words.optional(),
  paths: patterns.optional(),
  tools: patterns.optional(),
  custom: z.string().min(1).max(2000).optional(),
})
export type GuidelineCondition = z.infer<typeof GuidelineCondition>

/** Why a sticky rule no longer releases: it suspends itself when a released call fails or is later rejected. */
export const GuidelineSuspension = z.object({ because: z.string().max(2000), at: z.iso.datetime() })
export type GuidelineSuspension = z.infer<typeof GuidelineSuspension>

/**
 * What a guideline does. `quorum` = approvals needed; `roles` = who may give them; the strictest of several
 * guidelines wins. `expires_at` (absent: until somebody takes it back) and `suspended` belong to `release`, the sticky rule.
 */
export const GuidelineAction = z.strictObject({
  type: GuidelineActionType,
  instruction: z.string().max(20_000).optional(),
  tools_allowed: patterns.optional(),
  tools_denied: patterns.optional(),
  gate_type: GateType.optional(),
  gate_threshold: GateThreshold.optional(),
  quorum: z.int().min(1).max(20).optional(),
  roles: z
    .array(Role.exclude(['viewer', 'agent', 'worker']))
    .min(1)
    .max(3)
    .optional(),
  separate_approver: z.boolean().optional(),
  /** Whoever has a passkey signs each approval with it, as for irreversible calls. */
  fresh_passkey: z.boolean().optional(),
  ttl_seconds: z.int().min(1).max(2_592_000).optional(),
  max_files: z.int().min(0).max(1_000_000).optional(),
  require_tests: z.boolean().optional(),
  require_review: z.boolean().optional(),
  /** Added to the graded confidence of the calls it matches. */
  confidence_delta: z.number().min(-1).max(1).optional(),
  parameters: JsonObject.optional(),
  expires_at: z.iso.datetime().optional(),
  suspended: GuidelineSuspension.optional(),
})
export type GuidelineAction = z.infer<typeof GuidelineAction>

/** Body of `POST /api/guardrails`. */
export const CreateGuideline = z.object({
  name: z.string().min(1).max(200),
  description: z.string().max(2000).default(''),
  enabled: z.boolean().default(true),
  category: GuidelineCategory,
  priority: z.int().min(0).max(1000).default(100),
  condition: GuidelineCondition,
  action: GuidelineAction,
  metadata: JsonObject.default({}),
})
export type CreateGuideline = z.infer<typeof CreateGuideline>

/** Body of `PUT /api/guardrails/{id}`: any field, and the version that was read (another one standing is 409). */
export const UpdateGuideline = z.object({
  version: z.int().min(1),
  name: z.string().min(1).max(200).optional(),
  description: z.string().max(2000).optional(),
  enabled: z.boolean().optional(),
  category: GuidelineCategory.optional(),
  priority: z.int().min(0).max(1000).optional(),
  condition: GuidelineCondition.optional(),
  action: GuidelineAction.optional(),
  metadata: JsonObject.optional(),
})
export type UpdateGuideline = z.infer<typeof UpdateGuideline>

/** One contextually conditional guardrail rule. Higher priorities are told first; a deny wins whatever its priority. */
export const Guideline = CreateGuideline.extend({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'a guideline id has 1–128 of the characters A–Z a–z 0–9 _ . -'),
  version: z.int().min(1),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
})
export type Guideline = z.infer<typeof Guideline>

/** What guardrails are asked about: who is about to do what, where. Absent facts match nothing. */
export const TaskContext = z.object({
  agent: z.string().max(200).optional(),
  domain: z.string().max(200).optional(),
  action: z.string().max(200).optional(),
  event: z.string().max(200).optional(),
  gate_type: z.string().max(200).optional(),
  paths: z.array(z.string().max(4000)).max(10_000).optional(),
  /** It touches files that nobody can name beforehand: a gate for its event holds whatever paths the gate is about. */
  paths_unknown: z.boolean().optional(),
  hosts: z.array(z.string().max(1000)).max(1000).optional(),
  tool: z.string().max(128).optional(),
  arguments: JsonObject.optional(),
  reversibility: Reversibility.optional(),
  claimed: z.boolean().optional(),
  confidence: z.number().min(0).max(1).optional(),
  /** The weakest origin among the arguments of the call. */
  provenance: z.enum(['person', 'trusted', 'untrusted', 'unknown']).optional(),
  session_id: z.string().max(64).optional(),
  run_id: z.string().max(100).optional(),
  cost_usd: z.number().min(0).optional(),
  /** ISO-8601, UTC; release rules count only when it is known. */
  now: z.iso.datetime().optional(),
  metadata: JsonObject.optional(),
})
export type TaskContext = z.infer<typeof TaskContext>

/** The fields of a condition that can match. */
export const ConditionField = z.enum([
  'agents',
  'domains',
  'actions',
  'events',
  'gate_types',
  'paths',
  'tools',
  'custom',
])
export type ConditionField = z.infer<typeof ConditionField>

/** A guideline that matched, and by which fields. */
export const EvaluatedGuideline = z.object({
  guideline_id: z.string(),
  guideline_name: z.string(),
  priority: z.int(),
  /** Share of its set fields that matched; events and gate types of a gate count as one. */
  match_score: z.number(),
  matched_fields: z.array(ConditionField),
})
export type EvaluatedGuideline = z.infer<typeof EvaluatedGuideline>

/** A gate that a guideline asks for. */
export const RequiredGate = z.object({
  gate_type: GateType,
  threshold: GateThreshold,
  guideline_id: z.string(),
  priority: z.int(),
  text: z.string(),
  quorum: z.int().optional(),
  roles: z.array(Role).optional(),
  separate_approver: z.boolean().optional(),
  fresh_passkey: z.boolean().optional(),
  ttl_seconds: z.int().optional(),
})
export type RequiredGate = z.infer<typeof RequiredGate>

/** The strictest of what the matched guidelines demand, and who demands it. */
export const GuidelineConstraints = z.object({
  max_files: z.int().optional(),
  require_tests: z.boolean().optional(),
  require_review: z.boolean().optional(),
  demanded_by: z.object({
    max_files: z.string().optional(),
    require_tests: z.string().optional(),
    require_review: z.string().optional(),
  }),
})
export type GuidelineConstraints = z.infer<typeof GuidelineConstraints>

/** Why a guideline did not match: the first field that failed, what it wanted and what it found. */
export const GuidelineExplanation = z.object({
  guideline_id: z.string(),
  guideline_name: z.string(),
  field: ConditionField.or(z.enum(['enabled', 'suspended', 'expires_at'])),
  text: z.string(),
})
export type GuidelineExplanation = z.infer<typeof GuidelineExplanation>

/** `text` is what the guideline itself says, cut after 500 characters. */
export const ToolPattern = z.object({
  pattern: z.string(),
  guideline_id: z.string(),
  text: z.string().optional(),
})
export type ToolPattern = z.infer<typeof ToolPattern>

/** Everything the guardrails say about one context; the same for any order in which guidelines were stored. */
export const EvaluatedContext = z.object({
  matched_count: z.int(),
  combined_instruction: z.string(),
  instruction_truncated: z.boolean(),
  /** Tool globs, sorted; what is denied is left out. */
  tools_allowed: z.array(z.string()),
  tools_denied: z.array(z.string()),
  /** True when some matched guideline has an allow-list: then what no pattern lists is denied. */
  tools_restricted: z.boolean(),
  allowed_by: z.array(ToolPattern),
  denied_by: z.array(ToolPattern),
  hitl_gates: z.array(RequiredGate),
  constraints: GuidelineConstraints,
  confidence_delta: z.number(),
  /** Sticky rules that match, stand and are not expired; whether they may release is the release rule's to say. */
  releases: z.array(z.object({ guideline_id: z.string(), priority: z.int() })),
  guidelines: z.array(EvaluatedGuideline),
  /** Guidelines whose expression failed; each of them holds the call. */
  errors: z.array(z.object({ guideline_id: z.string(), message: z.string() })),
  /** Paths with a `..` segment: no pattern was tried on them. */
  discarded_paths: z.array(z.string()),
  /** On request only: every guideline that did not match, in order of rank. */
  explanations: z.array(GuidelineExplanation).optional(),
  source: z.enum(['store', 'static', 'restrictive']),
})
export type EvaluatedContext = z.infer<typeof EvaluatedContext>

/** Body of `POST /api/confidence`: an agent's own assessment of a finished task, 0–100. */
export const ConfidenceReportRequest = z.object({
  task_id: z.string().min(1).max(200),
  agent: z.string().min(1).max(200),
  score: z.int().min(0).max(100),
  reasons: z.array(z.string().max(2000)).max(100).default([]),
  session_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a session id has 1–64 of A–Z a–z 0–9 _ -')
    .optional(),
  metadata: JsonObject.optional(),
})
export type ConfidenceReportRequest = z.infer<typeof ConfidenceReportRequest>

/** A confidence report as it is kept. It can only add a gate, never release anything. */
export const ConfidenceReport = ConfidenceReportRequest.extend({
  id: z.string(),
  timestamp: z.string(),
  escalated: z.boolean(),
  gate_id: z.string().nullable(),
  /** The name that the report gave; `agent` is whose key brought it. Absent in reports of before. */
  reported_agent: z.string().optional(),
  /** Where the reporter is not who it says, or nobody knows the agent. */
  warning: z.string().optional(),
})
export type ConfidenceReport = z.infer<typeof ConfidenceReport>

/** Answer to a confidence report; `stored: false` when the store could not be written (the agent is not blocked). */
export const ConfidenceReportResponse = z.object({
  id: z.string(),
  escalated: z.boolean(),
  gate_id: z.string().nullable(),
  stored: z.boolean(),
})
export type ConfidenceReportResponse = z.infer<typeof ConfidenceReportResponse>
