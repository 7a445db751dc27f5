import { z } from 'zod'
import { GateStatus, GateType } from './gate.ts'
import { JsonObject } from './json-value.ts'
import { CallStatus, Outcome } from './outcome.ts'

/** What a receipt may hold beside what it always does: names of people, arguments of calls, words of decisions. */
export const ReceiptField = z.enum(['people', 'arguments', 'words'])
export type ReceiptField = z.infer<typeof ReceiptField>

export const ReceiptRequest = z.strictObject({ include: z.array(ReceiptField).max(3).default([]) })
export type ReceiptRequest = z.infer<typeof ReceiptRequest>

const ReceiptCall = z.object({
  call_id: z.string(),
  tool: z.string(),
  reversibility: z.string(),
  definition_hash: z.string(),
  /** SHA-256 of the call as it was proposed; of one that ran with edited arguments `ran_digest` differs. */
  digest: z.string(),
  ran_digest: z.string().optional(),
  consumed_at: z.string().optional(),
  status: CallStatus.optional(),
  /** Only where asked for; what looks like a secret is a mark. */
  arguments: JsonObject.optional(),
})

const ReceiptDecision = z.object({
  decision: z.string(),
  by: z.string(),
  at: z.string(),
  late: z.boolean(),
  /** What the person had in front of them. */
  view_digest: z.string().optional(),
  with_passkey: z.boolean(),
  edited: z.boolean(),
  reason: z.string().optional(),
})

/** An event of the gate as it stands in the audit chain, by which the receipt can be held against an export of it. */
const ReceiptEvent = z.object({
  at: z.string(),
  type: z.string(),
  by: z.string(),
  stream: z.string(),
  seq: z.int(),
  hash: z.string(),
})

/**
 * What can be shown of one decision outside: who saw what, which calls ran, what came of them. People are numbered
 * (`person 1`) and contents stand as digests unless they were asked for.
 */
export const Receipt = z.object({
  format: z.literal('soulgate.receipt.v1'),
  exported_at: z.string(),
  includes: z.array(ReceiptField),
  gate_id: z.string(),
  type: GateType,
  status: GateStatus,
  requested_by: z.string(),
  opened_at: z.string(),
  decided_at: z.string().optional(),
  /** What the calls do, in one line; only with `arguments`. */
  act: z.string().optional(),
  subject_digest: z.string(),
  why_held: z.array(
    z.object({ source: z.string(), rule_id: z.string().optional(), text: z.string().optional() }),
  ),
  calls: z.array(ReceiptCall),
  decisions: z.array(ReceiptDecision),
  outcome: Outcome.optional(),
  events: z.array(ReceiptEvent),
  /** Some of what the events said was erased since; their hashes stand. */
  erased: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

/** A receipt as a file: signed with the key of the audit chain, checked offline with `soulgate audit verify`. */
export const ReceiptFile = z.strictObject({
  receipt: Receipt,
  key_id: z.string(),
  /** Ed25519, 32 bytes in lower-case hex. */
  public_key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Over `soulgate.receipt.v1`, a zero byte and the receipt as canonical JSON. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
export type ReceiptFile = z.infer<typeof ReceiptFile>
