import { z } from 'zod'
import { RelativePath } from './decision.ts'
import { Artifact } from './gate.ts'
import { JsonObject } from './json-value.ts'
import { Session } from './session.ts'

/** The eleven steps of a work item, in order. */
export const WORK_ITEM_STEPS = [
  'workplan',
  'planning',
  'diagrams',
  'design_review',
  'replan',
  'build',
  'testing',
  'review',
  'orchestration',
  'devops',
  'closure',
] as const

/** The eleven steps of a work item. */
export const WorkItemStep = z.enum(WORK_ITEM_STEPS)
export type WorkItemStep = z.infer<typeof WorkItemStep>

/** Which limit of a work item does not hold. */
export const Constraint = z.enum(['time', 'scope', 'budget', 'spec'])
export type Constraint = z.infer<typeof Constraint>

/** Limits that a person sets. Hours and tasks are looked at in the plan; hours, files and money in the reports. */
export const WorkItemCaps = z.strictObject({
  hours: z.number().positive().max(100_000).optional(),
  tasks: z.int().positive().max(10_000).optional(),
  files: z.int().positive().max(100_000).optional(),
  cost_usd: z.number().positive().max(1_000_000).optional(),
})
export type WorkItemCaps = z.infer<typeof WorkItemCaps>

/** What is to be made: the input of a run of kind `workitem`. */
export const WorkItemInput = z.strictObject({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(20_000).default(''),
  item_id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'must be 1–64 of A–Z a–z 0–9 . _ -, starting with a letter or digit',
    )
    .optional(),
  /** Where its documents lie; default `.workitems/<id or title>`. */
  folder: RelativePath.optional(),
  /** Folders and files that belong to it: nothing writes there before its intent is approved. */
  paths: z.array(RelativePath).max(100).default([]),
  caps: WorkItemCaps.default({}),
})
export type WorkItemInput = z.infer<typeof WorkItemInput>

/** One task of a work item's plan; `hours` is an estimate. */
export const WorkItemTask = z.object({
  task_id: z.string(),
  title: z.string(),
  hours: z.number().optional(),
  /** Which kind of builder it is for: backend, frontend, devops … */
  assigned_to: z.string().optional(),
  /** `dropped`: people let it be left out. */
  status: z.enum(['open', 'started', 'done', 'failed', 'dropped']),
  /** The one who reported last about it. */
  agent: z.string().optional(),
  files: z.array(z.string()).optional(),
})
export type WorkItemTask = z.infer<typeof WorkItemTask>

/** A copy of the item's documents, kept in the store; every rejected one stays. */
export const WorkItemVersion = z.object({
  version_id: z.string(),
  at: z.string(),
  /** Why it was kept: before a step made something new, or because people turned it down. */
  reason: z.enum(['before_planning', 'before_update', 'before_diagrams', 'before_rollback', 'rejected']),
  round: z.int(),
  files: z.array(z.object({ path: z.string(), size_bytes: z.int(), sha256: z.string(), mode: z.int() })),
})
export type WorkItemVersion = z.infer<typeof WorkItemVersion>

/** Whether people have approved what is to be made, and exactly which documents they saw. */
export const WorkItemIntent = z.object({
  status: z.enum(['none', 'pending', 'approved', 'rejected']),
  gate_id: z.string().optional(),
  documents_digest: z.string().optional(),
  decided_by: z.string().optional(),
})
export type WorkItemIntent = z.infer<typeof WorkItemIntent>

/** A steer of a person that a work item follows. */
export const WorkItemInstruction = z.object({
  at: z.string(),
  gate_id: z.string(),
  by: z.string(),
  text: z.string(),
  affected_artifacts: z.array(z.string()),
})
export type WorkItemInstruction = z.infer<typeof WorkItemInstruction>

/** Something that was left to do, noted on the way. */
export const WorkItemIssue = z.object({
  at: z.string(),
  step: WorkItemStep,
  text: z.string(),
  reported_by: z.string().optional(),
})
export type WorkItemIssue = z.infer<typeof WorkItemIssue>

/** Something to be made, from its workplan to its closure, as one durable run. */
export const WorkItem = z.object({
  item_id: z.string(),
  run_id: z.string(),
  session_id: z.string(),
  title: z.string(),
  description: z.string(),
  folder: z.string(),
  paths: z.array(z.string()),
  caps: WorkItemCaps,
  status: z.enum(['active', 'completed', 'aborted', 'failed', 'cancelled']),
  step: WorkItemStep,
  /** Counts from 1; a rejection starts the next. */
  round: z.int(),
  intent: WorkItemIntent,
  /** Kinds of reports that can move it on now; empty while it waits at a gate. */
  awaits: z.array(z.string()),
  /** Open gates of its run. */
  waiting_gate_ids: z.array(z.string()),
  planner: z.string(),
  documents: z.array(Artifact),
  tasks: z.array(WorkItemTask),
  used: z.object({ hours: z.number(), files: z.int(), cost_usd: z.number() }),
  instructions: z.array(WorkItemInstruction),
  issues: z.array(WorkItemIssue),
  history: z.array(
    z.object({ at: z.string(), step: WorkItemStep, what: z.string(), gate_id: z.string().optional() }),
  ),
  outcome: z.string().optional(),
  requested_by: z.string(),
  on_behalf_of: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WorkItem = z.infer<typeof WorkItem>

const words = (most: number) => z.string().min(1).max(most)
const files = z.array(RelativePath).max(1000)
const task = words(100)
const spent = {
  hours: z.number().min(0).max(100_000).optional(),
  cost_usd: z.number().min(0).max(1_000_000).optional(),
}

/** What somebody who works on the item says happened. It is recorded with who said it, and releases nothing. */
export const WorkItemReport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('workplan'),
    title: WorkItemInput.shape.title.optional(),
    description: z.string().max(20_000).optional(),
    paths: z.array(RelativePath).max(100).optional(),
  }),
  z.strictObject({ kind: z.literal('task_started'), task }),
  z.strictObject({
    kind: z.literal('task_done'),
    task,
    files: files.optional(),
    summary: words(2000).optional(),
    ...spent,
  }),
  z.strictObject({ kind: z.literal('task_failed'), task, error: words(2000), ...spent }),
  z.strictObject({
    kind: z.literal('operation'),
    summary: words(2000),
    files,
  }),
  z.strictObject({
    kind: z.literal('test_result'),
    test: words(500),
    passed: z.boolean(),
    error: words(2000).optional(),
  }),
  z.strictObject({ kind: z.literal('tests_done') }),
  z.strictObject({
    kind: z.literal('constraint'),
    task,
    constraint: Constraint,
    required_change: words(2000),
  }),
  z.strictObject({ kind: z.literal('finding'), text: words(2000), file: RelativePath.optional() }),
  z.strictObject({ kind: z.literal('review_done') }),
  z.strictObject({
    kind: z.literal('commit'),
    paths: files.min(1),
    message: words(2000).optional(),
    branch: words(200).optional(),
  }),
  z.strictObject({ kind: z.literal('committed'), commit: words(200) }),
  z.strictObject({
    kind: z.literal('devops'),
    operation: words(500),
    environment: words(200).optional(),
    target: words(500).optional(),
    command: words(2000).optional(),
  }),
  z.strictObject({ kind: z.literal('devops_done'), outcome: words(2000) }),
  z.strictObject({ kind: z.literal('no_devops') }),
])
export type WorkItemReport = z.infer<typeof WorkItemReport>

/** Body of `POST /api/work-items`. */
export const StartWorkItemRequest = WorkItemInput.extend({ session_id: Session.shape.session_id.optional() })
export type StartWorkItemRequest = z.infer<typeof StartWorkItemRequest>

const OutlineText = z.string().trim().min(1).max(400)
const Quote = z.string().max(2000).describe('the words of the brief that it rests on, letter for letter')

/** What a language model makes of the brief of a work item; documents are written from this alone. */
export const WorkItemOutline = z.object({
  summary: OutlineText,
  features: z
    .array(
      z.object({
        text: OutlineText,
        quote: Quote,
        hours: z.number().min(0.5).max(200).describe('working hours, tests included'),
        optional: z.boolean().default(false),
        criteria: z.array(OutlineText).max(8).default([]).describe('what can be checked of it'),
      }),
    )
    .min(1)
    .max(40),
  exclusions: z
    .array(z.object({ text: OutlineText, quote: Quote }))
    .max(40)
    .default([]),
  questions: z.array(OutlineText).max(20).default([]),
})
export type WorkItemOutline = z.infer<typeof WorkItemOutline>

/** The same as a JSON Schema, for the model. */
export const WORK_ITEM_OUTLINE_SCHEMA = JsonObject.parse(z.toJSONSchema(WorkItemOutline, { io: 'input' }))
