import { z } from 'zod'
import {
  CreateGuideline,
  EvaluatedContext,
  GuidelineActionType,
  GuidelineCategory,
  TaskContext,
  UpdateGuideline,
} from '../guideline.ts'
import { JsonObject } from '../json-value.ts'

const page = z.coerce.number().int().min(1).max(1_000_000).default(1)
const pageSize = (size: number) => z.coerce.number().int().min(1).max(200).default(size)

export const GuidelineListQuery = z.object({
  category: GuidelineCategory.optional(),
  enabled: z.stringbool().optional(),
  action_type: GuidelineActionType.optional(),
  /** Words that must stand in the id, the name or the description. */
  q: z.string().max(500).optional(),
  page,
  page_size: pageSize(20),
})
export type GuidelineListQuery = z.infer<typeof GuidelineListQuery>

/** As documented, or close to it: what does not fit is named by the service, which also knows older spellings. */
export const CreateGuidelineRequest = z.union([CreateGuideline, JsonObject])
export const UpdateGuidelineRequest = z.union([UpdateGuideline, JsonObject])

export const ToggleGuidelineRequest = z.object({ version: z.int().min(1).optional() })

/** Body of `POST /api/guardrails/evaluate`. What is asked about, and guidelines that are not saved yet. */
export const EvaluateGuardrailsRequest = TaskContext.extend({
  /** A request in words: actions and domains that guidelines name, and paths, are read from it into the context. */
  text: z.string().max(20_000).optional(),
  /** Say of each guideline that does not match why. */
  explain: z.boolean().default(true),
  /** Drafts laid over what is stored, by id: a rule is tried before it is saved. Nothing is stored. */
  guidelines: z.array(JsonObject).max(100).optional(),
})
export type EvaluateGuardrailsRequest = z.infer<typeof EvaluateGuardrailsRequest>

/** What the guardrails say, and whether the named tool may be used at all. */
export const EvaluateGuardrailsResponse = EvaluatedContext.extend({
  tool_verdict: z
    .object({ allowed: z.boolean(), rule_id: z.string().optional(), why: z.string().optional() })
    .optional(),
})
export type EvaluateGuardrailsResponse = z.infer<typeof EvaluateGuardrailsResponse>

export const GuidelineAuditQuery = z.object({
  guideline_id: z.string().max(128).optional(),
  event_type: z
    .enum([
      ...(['guideline_created', 'guideline_updated', 'guideline_deleted', 'guideline_toggled'] as const),
      ...([
        'guideline_imported',
        'gate_decision',
        'gate_decided',
        'call_denied',
        'confidence_report',
      ] as const),
    ])
    .optional(),
  date_from: z.iso.datetime().optional(),
  date_to: z.iso.datetime().optional(),
  page,
  page_size: pageSize(50),
  format: z.enum(['json', 'jsonl', 'csv']).default('json'),
})
export type GuidelineAuditQuery = z.infer<typeof GuidelineAuditQuery>

export const GuidelineExportQuery = z.object({
  category: GuidelineCategory.optional(),
  format: z.enum(['json', 'jsonl', 'yaml', 'csv']).default('json'),
})

/** Guidelines as a list, in an object, or as the text of a YAML or CSV file; at most 100. */
export const ImportGuidelinesRequest = z.union([
  z.array(z.unknown()).min(1),
  z.object({ guidelines: z.array(z.unknown()).min(1) }),
  z.object({ yaml: z.string().max(1_000_000) }),
  z.object({ csv: z.string().max(1_000_000) }),
])
export type ImportGuidelinesRequest = z.infer<typeof ImportGuidelinesRequest>

/** Body of `POST /api/guardrails/bootstrap`. */
export const BootstrapGuidelinesRequest = z.object({ dry_run: z.boolean().default(false) })

/** Body of `POST /api/guardrails/decisions`: what an agent says was decided. It decides nothing. */
export const LogDecisionRequest = z
  .object({
    guideline_id: z.string().min(1).max(128),
    result: z.enum(['approved', 'rejected', 'steered', 'skipped']),
    reason: z.string().min(1).max(10_000),
    gate_type: z.string().max(200).optional(),
    user_response: z.string().max(10_000).optional(),
    steer_instructions: z.string().max(10_000).optional(),
    affected_artifacts: z.array(z.string().max(1000)).max(200).optional(),
    agent: z.string().max(200).optional(),
    domain: z.string().max(200).optional(),
    action: z.string().max(200).optional(),
    session_id: z.string().max(64).optional(),
  })
  .refine(body => body.result !== 'steered' || (body.steer_instructions ?? '').trim() !== '', {
    message: 'must say what to do instead',
    path: ['steer_instructions'],
  })
export type LogDecisionRequest = z.infer<typeof LogDecisionRequest>

export const ConfidenceListQuery = z.object({
  task_id: z.string().max(200).optional(),
  agent: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})
