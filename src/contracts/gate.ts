import { z } from 'zod'
import { Decision, DecisionKind } from './decision.ts'
import { Drift } from './evidence.ts'
import { GateDefinition } from './gate-definition.ts'
import { JsonObject, JsonValue } from './json-value.ts'
import { GateOutcome } from './outcome.ts'
import { Voice } from './principal.ts'
import { Question } from './question.ts'
import { Reading } from './reading.ts'
import { ToolCall } from './tool-call.ts'
import { ActLine, ToolDisplay } from './tool-display.ts'

/** The kinds of gates, those of the engine and of agents. */
export const GateType = z.enum([
  'tool_approval',
  'clarification',
  'interview',
  'intent_approval',
  'devops_invocation',
  'protected_path_commit',
  'contract_change',
  'destructive_workstation_op',
  'design_review',
  'test_failures',
  'complex_operation',
  'constraint_exception',
  'confidence_threshold',
  'prd_review',
  'code_review',
  'deployment_approval',
  'proposal',
  'checkpoint',
  'plan_approval',
  'pattern_rfc',
  'scheduling_escalation',
  'unknown_outcome',
  'run_definition_changed',
])
export type GateType = z.infer<typeof GateType>

/** Mandatory: the run waits for a choice. Advisory: going on is an acknowledgement. Conditional: opened on a condition. */
export const GateThreshold = z.enum(['mandatory', 'advisory', 'conditional'])
export type GateThreshold = z.infer<typeof GateThreshold>

/** `pending` is the only status that is not terminal. */
export const GateStatus = z.enum([
  'pending',
  'approved',
  'rejected',
  'steered',
  'answered',
  'skipped',
  'expired',
  'cancelled',
  'superseded',
])
export type GateStatus = z.infer<typeof GateStatus>

/** A file that is evidence for a gate; `path` is relative to the workspace. */
export const Artifact = z.object({
  path: z.string(),
  type: z.enum(['file', 'diff', 'log', 'report']),
  size_bytes: z.int().min(0),
  preview: z.string().optional(),
  sha256: z.string().optional(),
  /** Soulgate read the file itself when the gate opened; without it size and digest are what was said. */
  checked: z.boolean().optional(),
})
export type Artifact = z.infer<typeof Artifact>

/** One reason why people are asked; every reason names its source so that it can be checked. */
export const WhyHeld = z.object({
  source: z.enum([
    'confidence',
    'guardrail',
    'reversibility',
    'provenance',
    'policy',
    'in_doubt',
    'agent_request',
    'condition',
  ]),
  rule_id: z.string().optional(),
  text: z.string(),
})
export type WhyHeld = z.infer<typeof WhyHeld>

/** One labelled way to answer a gate, mapped to the decision it means. */
export const GateOption = z.object({
  id: z.string(),
  label: z.string(),
  decision: DecisionKind,
  input_schema: z.record(z.string(), z.unknown()).optional(),
  default_instruction: z.string().optional(),
})
export type GateOption = z.infer<typeof GateOption>

/** The summary of action a person sees on entering a gate. Text written by an agent is data and shown as such. */
export const Briefing = z.object({
  gate_type: GateType,
  /** Of calls what they do, as in the heading; of other gates what was sent, which may be an agent's words: no heading. */
  summary: z.string(),
  /** Made by Soulgate: what the calls do, or what is asked. No words of an agent, except as quoted values. */
  heading: z.string().optional(),
  /** The heading of a gate over calls in its pieces, with the digests of the templates that it was made by. */
  act: ActLine.optional(),
  /** What a person asked for; `asked_by` says whether under a sign-in of their own or with a saved credential. */
  asked_for: z.string().optional(),
  asked_by: Voice.optional(),
  /** The agent's own title or reason. It proves nothing. */
  agent_says: z.string().optional(),
  details: z.string(),
  artifacts: z.array(z.string()),
  agent: z.string(),
  confidence: z.number().optional(),
  /** Who read the goal and what was not taken in, where a goal was read. */
  reading: Reading.optional(),
  constraint_info: JsonObject.optional(),
  /** True when something was cut; such a gate cannot be approved before the rest was opened. */
  truncated: z.boolean().default(false),
})
export type Briefing = z.infer<typeof Briefing>

/** What is decided on. Immutable: an edit makes a new subject. */
export const GateSubject = z.union([
  z.object({ tool_calls: z.array(ToolCall).min(1) }),
  z.object({ questions: z.array(Question).min(1) }),
  z.object({ plan: JsonObject, stage: z.string().optional() }),
  z.object({ document: JsonObject, stage: z.string().optional() }),
])
export type GateSubject = z.infer<typeof GateSubject>

/** The graded confidence in [0,1] behind a gate's proposal, factor by factor. */
export const GateConfidence = z.object({
  score: z.number(),
  factors: z.array(
    z.object({
      factor: z.string(),
      weight: z.number(),
      value: z.number(),
      contribution: z.number(),
      evidence: z.array(z.string()),
    }),
  ),
  adjustments: z.array(z.object({ source: z.string(), delta: z.number(), text: z.string() })),
})
export type GateConfidence = z.infer<typeof GateConfidence>

/** How many approvals a gate needs, and from whom. */
export const Quorum = z.object({
  approvals_required: z.int().min(1),
  roles: z.array(z.string()),
  /** One rejection closes the gate at once. */
  veto: z.boolean(),
})
export type Quorum = z.infer<typeof Quorum>

/** A grant as its requester and reviewers see it. */
export const GateGrant = z.object({
  grant_id: z.string(),
  call_id: z.string(),
  digest: z.string(),
  expires_at: z.string().optional(),
})
export type GateGrant = z.infer<typeof GateGrant>

/** Who is asked next when nobody has answered after a while. It never answers anything itself. */
export const GateEscalation = z.object({
  /** Counted from the opening of the gate. */
  after_seconds: z.int().min(1).max(2_592_000),
  /** A person's id, who becomes the assignee, or a role. */
  to: z.string().min(1).max(100),
  /** Whether those who listen are told; the card shows it in any case. */
  notify: z.boolean().default(true),
})
export type GateEscalation = z.infer<typeof GateEscalation>

/** One durable question to people: what will happen, why it was held, and until when it may be answered. */
export const Gate = z.object({
  gate_id: z.string(),
  type: GateType,
  threshold: GateThreshold,
  status: GateStatus,
  run_id: z.string().optional(),
  step_seq: z.int().optional(),
  session_id: z.string().optional(),
  task_id: z.string().optional(),
  requested_by: z.string(),
  on_behalf_of: z.string().optional(),
  separate_approver: z.boolean(),
  briefing: Briefing,
  subject: GateSubject,
  subject_digest: z.string(),
  view_digest: z.string(),
  why_held: z.array(WhyHeld),
  confidence: GateConfidence.optional(),
  risks: z.array(z.string()),
  alternatives: z.array(z.string()),
  artifacts: z.array(Artifact),
  options: z.array(GateOption),
  quorum: Quorum,
  /** The tool name (or other word) a person must type, when the gate is irreversible, claimed or over-long. */
  confirm_word: z.string().optional(),
  /** True where a guideline wants a fresh passkey for what is not irreversible. */
  fresh_passkey: z.boolean().optional(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  /** True where the agent of its run set the time limit: the run then goes on with the expiry as its answer. */
  resumes_on_expiry: z.boolean().optional(),
  warned_at: z.string().optional(),
  decided_at: z.string().optional(),
  /** A decision inside its undo window: durable, not yet in effect. */
  deciding: z.object({ decision: Decision, effective_at: z.string() }).optional(),
  decisions: z.array(Decision),
  /** Partial answers of a gate over several calls. */
  call_decisions: z.record(z.string(), z.enum(['approve', 'reject'])),
  approvals: z.object({
    have: z.int(),
    need: z.int(),
    /** Votes of people who were disabled or lost the right since; they do not count. Computed when it is read. */
    void: z.array(z.object({ decided_by: z.string(), because: z.string() })).optional(),
    /** Why the people who are registered cannot fill it. Computed when it is read. */
    unfillable: z.string().optional(),
  }),
  grants: z.array(GateGrant).optional(),
  cost_so_far_usd: z.number().optional(),
  cancelled_because: z.string().optional(),
  superseded_by: z.string().optional(),
  reopened_from: z.string().optional(),
  steered_from: z.string().optional(),
  /** The person who is to look at it; anybody with the right may decide it all the same. */
  assignee: z.string().optional(),
  /** In order of time. */
  escalation: z.array(GateEscalation).optional(),
  escalated: z.array(z.object({ to: z.string(), at: z.string() })).optional(),
  context: JsonObject.optional(),
  /** Of a gate of somebody's own type: its definition as it stood at the opening; `subject.document` holds the fields. */
  definition: GateDefinition.optional(),
  /** How its calls are shown, by the tool's name: of tools that a person had confirmed when it opened. */
  displays: z.record(z.string(), ToolDisplay).optional(),
  result: JsonValue.optional(),
  /** What its calls rest on and is not as it stood when it opened: it cannot be approved. Computed when one gate is read. */
  drift: z.array(Drift).optional(),
  /** What came of its calls since, computed when it is read. */
  outcome: GateOutcome.optional(),
})
export type Gate = z.infer<typeof Gate>
