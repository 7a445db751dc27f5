import { z } from 'zod'
import { DecideRequest } from '../decision.ts'
import { GateChanges } from '../evidence.ts'
import { Artifact, Gate, GateEscalation, GateStatus, GateType, Quorum } from '../gate.ts'
import { JsonObject } from '../json-value.ts'
import { Session } from '../session.ts'
import { PageQuery } from './query.ts'

/** The older name of `test_failures`, as callers may still write it. */
const OLDER_NAME = 'test_review'

/** The type of a gate as callers may write it. */
export const GateTypeWord = z
  .enum([...GateType.options, OLDER_NAME])
  .transform(word => (word === OLDER_NAME ? 'test_failures' : word))

/** What an outside agent may ask: all but the questions about what really happened to a run. */
const AskableGateType = z
  .enum([...GateType.exclude(['unknown_outcome', 'run_definition_changed']).options, OLDER_NAME], {
    error: ({ input }) =>
      GateType.safeParse(input).success ? `${input} is opened by Soulgate alone` : undefined,
  })
  .transform(word => (word === OLDER_NAME ? 'test_failures' : word))
type AskableGateType = z.infer<typeof AskableGateType>

const ContractVersion = z.enum(['1.0', '1.0.0', '1.1', '1.1.0'])

/** Body of `POST /api/gates`: an outside agent asks people. */
export const OpenGateRequest = z.strictObject({
  type: AskableGateType,
  /** A gate type of the program's configuration, by name; `type` is then `proposal`, and `subject` holds its fields. */
  definition: z.string().min(1).max(64).optional(),
  summary: z.string().min(1).max(2000),
  details: z.string().max(100_000).optional(),
  subject: JsonObject.optional(),
  artifacts: z.array(Artifact).max(200).optional(),
  risks: z.array(z.string().max(2000)).max(100).optional(),
  alternatives: z.array(z.string().max(2000)).max(100).optional(),
  ttl_seconds: z.int().min(1).max(2_592_000).optional(),
  session_id: Session.shape.session_id.optional(),
  task_id: z.string().max(200).optional(),
  agent: z.string().max(200).optional(),
  quorum: Quorum.optional(),
  separate_approver: z.boolean().optional(),
  escalation: z.array(GateEscalation).min(1).max(10).optional(),
  context: JsonObject.optional(),
})
export type OpenGateRequest = z.infer<typeof OpenGateRequest>

/** The same as callers write it: what is absent is left out. */
export interface GateRequestBody {
  readonly type: AskableGateType
  readonly definition?: string
  readonly summary: string
  readonly details?: string
  readonly subject?: JsonObject
  readonly artifacts?: readonly Artifact[]
  readonly risks?: readonly string[]
  readonly alternatives?: readonly string[]
  readonly ttl_seconds?: number
  readonly session_id?: string
  readonly task_id?: string
  readonly agent?: string
  readonly quorum?: Quorum
  readonly separate_approver?: boolean
  readonly escalation?: readonly GateEscalation[]
  readonly context?: JsonObject
}

export const GateListQuery = PageQuery.extend({
  status: GateStatus.optional(),
  /** `true`: neither waiting nor expired. */
  decided: z
    .enum(['true', 'false'])
    .transform(word => word === 'true')
    .optional(),
  /** `true`: a call that it let run failed, and nobody has looked at that yet. */
  after_approval: z
    .enum(['true', 'false'])
    .transform(word => word === 'true')
    .optional(),
  type: GateTypeWord.optional(),
  session_id: z.string().max(64).optional(),
  run_id: z.string().max(100).optional(),
  agent: z.string().max(200).optional(),
  /** Words that all appear in what the gate does, its arguments, what was asked for, its agent or its people. */
  q: z.string().max(500).optional(),
  /** `section`: what expires within an hour first, then high risk, questions, and the rest. */
  sort: z.enum(['oldest', 'newest', 'expiring', 'section']).optional(),
  assignee: z.string().max(100).optional(),
  /** Without what the asking person has snoozed, or only that. */
  snoozed: z.enum(['hide', 'only']).optional(),
  contract: ContractVersion.optional(),
})
export type GateListQuery = z.infer<typeof GateListQuery>

export const PendingGatesQuery = z.object({
  session_id: z.string().max(64).optional(),
  type: GateTypeWord.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  contract: ContractVersion.optional(),
})

export const ContractQuery = z.object({ contract: ContractVersion.optional() })

export const WaitQuery = ContractQuery.extend({
  timeout_seconds: z.coerce.number().min(0).default(60),
})

export const ExtendGateRequest = z.strictObject({ seconds: z.int().min(1).max(2_592_000) })

export const BecauseRequest = z.strictObject({ because: z.string().max(2000).optional() })

export const ViewedRequest = z.strictObject({
  view_digest: z.string().min(1).max(200),
  /** Of a review the parts that were looked at, all of them anew each time: `artifact/0`, `artifact/1/3`. Absent: the whole. */
  parts: z.array(z.string().max(100)).max(5000).optional(),
})
export type ViewedRequest = z.infer<typeof ViewedRequest>

/** What one has looked at of a review, and what there is. */
export const ViewedParts = z.object({ parts: z.array(z.string()), viewed: z.array(z.string()) })

export const CommentRequest = z.strictObject({
  text: z.string().min(1).max(10_000),
  ask_agent: z.boolean().optional(),
})

/** What the agent of a gate says to a comment that asked it. */
export const AnswerCommentRequest = z.strictObject({ text: z.string().min(1).max(10_000) })

/** Null: nobody in particular. */
export const AssignRequest = z.strictObject({ assignee: z.string().min(1).max(100).nullable() })

/** 0 brings the gate back at once. */
export const SnoozeRequest = z.strictObject({ seconds: z.int().min(0).max(2_592_000) })

export const PresenceRequest = z.strictObject({ doing: z.enum(['viewing', 'deciding']).default('viewing') })

/** A frozen list of gates with what was seen of each; every item is answered on its own. */
export const BatchDecideRequest = z.strictObject({
  items: z
    .array(
      DecideRequest.extend({ gate_id: z.string().min(1).max(100), view_digest: z.string().min(1).max(200) }),
    )
    .min(1)
    .max(200),
})
export type BatchDecideRequest = z.infer<typeof BatchDecideRequest>

/** What became of one item of a batch; `code` says why it was not decided. */
export const BatchResult = z.object({
  gate_id: z.string(),
  ok: z.boolean(),
  code: z.string().optional(),
  gate: Gate.optional(),
  /** The same answer stood already. */
  repeated: z.literal(true).optional(),
})
export type BatchResult = z.infer<typeof BatchResult>

/** A gate and what its calls would change, with what looks like a secret in the clear. */
export const RevealedGate = z.object({ gate: Gate, changes: GateChanges })
export type RevealedGate = z.infer<typeof RevealedGate>
