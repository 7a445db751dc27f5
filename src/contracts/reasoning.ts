import { z } from 'zod'
import { JsonValue } from './json-value.ts'
import { Question } from './question.ts'
import { Reading, TextSpan } from './reading.ts'
import { ToolCallResult } from './tool-call.ts'

const share = z.number().min(0).max(1)

/** Left, top, right, bottom; any unit, as long as one schema uses one unit. */
export const UiBounds = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type UiBounds = z.infer<typeof UiBounds>

/** One element of a page or screen. `region` is free text such as “header” or “login dialog”. */
export const UiElement = z.object({
  id: z.string(),
  role: z.string().default(''),
  name: z.string().default(''),
  text: z.string().optional(),
  region: z.string().optional(),
  enabled: z.boolean().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  bounds: UiBounds.optional(),
})
export type UiElement = z.infer<typeof UiElement>

/** `context.ui_schema` after it was read: always a list, in the order in which it was sent. */
export const UiSchema = z.array(UiElement)
export type UiSchema = z.infer<typeof UiSchema>

/** The six checks of pre-validation (document A, section 6). */
export const ValidationCheck = z.enum([
  'required_tool_availability',
  'element_existence',
  'context_availability',
  'contradiction_detection',
  'scope_validation',
  'complexity_warning',
])
export type ValidationCheck = z.infer<typeof ValidationCheck>

/** One check that did not hold. `certain` failures are blocking: they cap the confidence at 0.50. */
export const ValidationFailure = z.object({
  check: ValidationCheck,
  severity: z.enum(['low', 'medium', 'high']),
  message: z.string(),
  confidence_delta: z.number().max(0),
  certain: z.boolean(),
  /** True when a person's answer can repair it; a contradiction or an act out of scope cannot be repaired so. */
  answerable: z.boolean(),
  /** The words of the goal that made the check fail. */
  evidence: z.array(z.string()),
  /** Near names or elements: “did you mean”. */
  suggestions: z.array(z.string()),
  question: z.string().optional(),
})
export type ValidationFailure = z.infer<typeof ValidationFailure>

/** What pre-validation found, and what it recommends. */
export const PreValidationResult = z.object({
  validation_status: z.enum(['passed', 'pre_validation_failed']),
  checks_passed: z.int().min(0),
  checks_failed: z.int().min(0),
  failures: z.array(ValidationFailure),
  final_confidence: share,
  recommendation: z.enum(['proceed', 'clarify_or_provide_context', 'reject']),
  suggested_questions: z.array(z.string()),
})
export type PreValidationResult = z.infer<typeof PreValidationResult>

/** What the agent takes the goal to mean. Proposed, never executed. */
export const Understanding = z.object({
  real_goal: z.string(),
  surface_goal: z.string(),
  domain: z.string(),
  assumptions: z.array(z.string()),
  clarifying_questions: z.array(z.string()),
  success_criteria: z.array(z.string()),
  initial_approach: z.string(),
  needs_planning: z.boolean(),
})
export type Understanding = z.infer<typeof Understanding>

/** One factor of the graded confidence: weight and value in [0,1], and the evidence for it. */
export const ConfidenceFactor = z.object({
  factor: z.string(),
  weight: share,
  value: share,
  /** `weight × value`. */
  contribution: share,
  evidence: z.array(z.string()),
})
export type ConfidenceFactor = z.infer<typeof ConfidenceFactor>

/** What was added to or taken from the score, and why. */
export const ConfidenceAdjustment = z.object({ source: z.string(), delta: z.number(), text: z.string() })
export type ConfidenceAdjustment = z.infer<typeof ConfidenceAdjustment>

/** The graded confidence of one run: Σ contributions + Σ deltas, clamped to [0,1]. */
export const Confidence = z.object({
  score: share,
  factors: z.array(ConfidenceFactor),
  adjustments: z.array(ConfidenceAdjustment),
})
export type Confidence = z.infer<typeof Confidence>

/** The five patterns of clarifying questions (document A, section 5). */
export const ClarificationPattern = z.enum([
  'action_identification',
  'target_identification',
  'context_identification',
  'success_criteria',
  'constraints',
])
export type ClarificationPattern = z.infer<typeof ClarificationPattern>

/** A question that would make a goal executable. `examples` come from the registry, the UI schema or history. */
export const ClarificationQuestion = Question.extend({
  pattern: ClarificationPattern,
  examples: z.array(z.string()).default([]),
})
export type ClarificationQuestion = z.infer<typeof ClarificationQuestion>

/** Questions about an open goal, at most five. */
export const ClarificationRequest = z.object({
  request_id: z.string().optional(),
  original_goal: z.string(),
  ambiguity_reason: z.string(),
  questions: z.array(ClarificationQuestion).min(1).max(5),
  /** 1 is the first round; there is no fourth. */
  round: z.int().min(1).max(3),
  time_limit: z.int().min(1),
  expires_at: z.string().optional(),
  clarification_callback_url: z.string().optional(),
})
export type ClarificationRequest = z.infer<typeof ClarificationRequest>

/** The answer to one question; `question_index` counts from 0. */
export const ClarificationAnswer = z.object({
  question_index: z.int().min(0),
  answer: z.string().max(10_000),
})
export type ClarificationAnswer = z.infer<typeof ClarificationAnswer>

/** Body of `POST /clarification/respond/{request_id}`. */
export const ClarificationResponse = z.object({
  request_id: z.string().optional(),
  answers: z.array(ClarificationAnswer).max(20),
})
export type ClarificationResponse = z.infer<typeof ClarificationResponse>

/** `time_limit` is in seconds. */
export const ApprovalRequest = z.object({
  request_id: z.string(),
  goal: z.string(),
  confidence: share,
  reasoning_summary: z.string(),
  tools_proposed: z.array(z.string()),
  tool_descriptions: z.record(z.string(), z.string()),
  risks: z.array(z.string()),
  alternatives: z.array(z.string()),
  time_limit: z.int().min(1),
  expires_at: z.string().optional(),
  approval_callback_url: z.string(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** Body of `POST /approval/respond/{request_id}`. `approver` is kept as the body's word; the principal decides. */
export const ApprovalResponse = z.object({
  request_id: z.string(),
  approved: z.boolean(),
  feedback: z.string().max(10_000).optional(),
  timestamp: z.string().optional(),
  approver: z.string().optional(),
  conditions: z.array(z.string().max(2000)).max(50).optional(),
})
export type ApprovalResponse = z.infer<typeof ApprovalResponse>

/** Body of `POST /reasoning/execute`; unknown fields are ignored. An empty goal is a request, answered with a question. */
export const ReasoningRequest = z.object({
  goal: z.string().max(20_000),
  session_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a session id has 1–64 of the characters A–Z a–z 0–9 _ -')
    .optional(),
  context: z.record(z.string(), JsonValue).optional(),
  approval_required: z.boolean().default(true),
  time_limit_seconds: z.int().min(1).max(2_592_000).optional(),
})
export type ReasoningRequest = z.infer<typeof ReasoningRequest>

/** The input of a reasoning run: the body without its session; an instruction that is handed on has no context. */
export const ReasoningInput = ReasoningRequest.omit({ session_id: true }).extend({
  goal: z.string(),
  context: z.record(z.string(), JsonValue).default({}),
})
export type ReasoningInput = z.infer<typeof ReasoningInput>

/** Where the approval of a goal stands. */
export const ApprovalState = z.enum(['none', 'awaiting_approval', 'approved', 'denied', 'timeout'])
export type ApprovalState = z.infer<typeof ApprovalState>

/** `high_confidence`: released by policy or a rule, and as sure as `thresholds.high`; `released`: less sure than that. */
export const ExecutionPath = z.enum([
  'high_confidence',
  'released',
  'approved',
  'suggested',
  'clarification',
  'rejected',
])
export type ExecutionPath = z.infer<typeof ExecutionPath>

/** Why a goal did not run. */
export const ReasoningState = z.enum([
  'pre_validation_failed',
  'clarification_needed',
  'execution_impossible',
  'low_confidence',
  'awaiting_approval',
  'approval_timeout',
  'approval_denied',
])
export type ReasoningState = z.infer<typeof ReasoningState>

/** What a goal came to: the sentence for a person, the data, and what was done. */
export const ReasoningResult = z.object({
  reasoning_summary: z.string(),
  message: z.string(),
  summary: z.string(),
  key_findings: z.array(z.string()),
  recommendations: z.array(z.string()),
  next_steps: z.array(z.string()),
  tool_results: z.array(ToolCallResult),
  tools_used: z.array(z.string()),
  understanding: Understanding,
  confidence: share,
  confidence_factors: z.array(ConfidenceFactor),
  /** What is added to the factors or taken from them, and why. */
  confidence_adjustments: z.array(ConfidenceAdjustment).default([]),
})
export type ReasoningResult = z.infer<typeof ReasoningResult>

/** A reading of a goal with its calls, each with the words that it rests on. */
export const ReadCalls = Reading.extend({
  calls: z.array(z.object({ tool: z.string(), rests_on: z.array(TextSpan) })),
})
export type ReadCalls = z.infer<typeof ReadCalls>

/** What `POST /reasoning/execute` always answers with 200. `tool_results` and `tools_used` are equally long. */
export const ReasoningResponse = z
  .object({
    success: z.boolean(),
    result: ReasoningResult,
    tool_results: z.array(ToolCallResult),
    tools_used: z.array(z.string()),
    confidence: share,
    approval_state: ApprovalState,
    soul_request_id: z.string().nullable(),
    execution_path: ExecutionPath,
    state: ReasoningState.optional(),
    validation: PreValidationResult.optional(),
    /** Who read the goal, and the words that each proposed call rests on. */
    reading: ReadCalls.optional(),
    clarification: ClarificationRequest.optional(),
    approval_request: ApprovalRequest.optional(),
    run_id: z.string(),
    /** The same answers stood already; nothing was decided anew. */
    repeated: z.literal(true).optional(),
  })
  .refine(response => response.tool_results.length === response.tools_used.length, {
    message: 'tool_results and tools_used must be equally long',
    path: ['tools_used'],
  })
export type ReasoningResponse = z.infer<typeof ReasoningResponse>
