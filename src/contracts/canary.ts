import { z } from 'zod'
import { DecisionKind } from './decision.ts'
import { Gate } from './gate.ts'
import { JsonObject } from './json-value.ts'
import { AssignRequest, SnoozeRequest } from './requests/gates.ts'

/** What is wrong with a canary: somebody else gets it, ten times as much, or a file outside. */
export const CanaryKind = z.enum(['recipient', 'amount', 'path'])
export type CanaryKind = z.infer<typeof CanaryKind>

/**
 * Whether cards that test attention are on, and the one that this person has not answered yet. It looks like a gate and is
 * none: no gate, call or grant of its ids exists, so nothing can ever run by it.
 */
export const CanaryOffer = z.object({
  on: z.boolean(),
  gate: Gate.optional(),
  /** ISO-8601; until then this person has put it out of sight. */
  snoozed_until: z.string().optional(),
})
export type CanaryOffer = z.infer<typeof CanaryOffer>

/** What people do with a card beside deciding it; it changes this person's card and nothing else. */
export const ChangeCanary = z.strictObject({
  /** Null: nobody in particular. */
  assignee: AssignRequest.shape.assignee.optional(),
  /** 0 brings it back at once. */
  snooze_seconds: SnoozeRequest.shape.seconds.optional(),
  extend_seconds: z.int().min(1).max(2_592_000).optional(),
})
export type ChangeCanary = z.infer<typeof ChangeCanary>

/** How a person answered it; `edited_arguments` by call id, as in a decision. */
export const AnswerCanary = z.strictObject({
  decision: DecisionKind,
  edited_arguments: z.record(z.string(), JsonObject).optional(),
})
export type AnswerCanary = z.infer<typeof AnswerCanary>

/** What it was; told at once, and to this person alone. */
export const CanaryResult = z.object({
  kind: CanaryKind,
  /** Not approved as it stood. */
  caught: z.boolean(),
  /** The argument that was wrong, what the request said, and what the call said. */
  argument: z.string(),
  asked: z.string(),
  proposed: z.string(),
})
export type CanaryResult = z.infer<typeof CanaryResult>
