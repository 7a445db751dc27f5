import { z } from 'zod'
import { JsonObject, JsonValue } from '../json-value.ts'
import { AgentName, Run, RunKind, RunStatus } from '../run.ts'
import { Session } from '../session.ts'
import { Step } from '../step.ts'
import { PageQuery } from './query.ts'

const named = z.object({
  kind: RunKind,
  agent: AgentName.optional(),
  session_id: Session.shape.session_id.optional(),
  input: JsonValue,
})

/** The older form: a chat message; everything in it is the input of a run of kind `chat`. */
const chat = z
  .looseObject({ session_id: Session.shape.session_id.optional(), message: z.string().max(100_000) })
  .transform(({ session_id, ...input }) => ({
    kind: 'chat' as const,
    ...(session_id === undefined ? {} : { session_id }),
    input: JsonObject.parse(input),
  }))

/** Body of `POST /api/runs`: `{kind, session_id?, input}`, or `{session_id, message, …}` for a chat. */
export const StartRunRequest = z.union([named, chat])
export type StartRunRequest = z.infer<typeof StartRunRequest>

export const RunListQuery = PageQuery.extend({
  status: RunStatus.optional(),
  kind: RunKind.optional(),
  session_id: z.string().max(64).optional(),
})

/** `resume_payload` is a decide body or answers, with `gate_id` where several gates are open. */
/** A run and its journal with what looks like a secret in them. */
export const RevealedRun = z.object({ run: Run, steps: z.array(Step) })
export type RevealedRun = z.infer<typeof RevealedRun>

export const ResumeRunRequest = z.object({ resume_payload: JsonObject })

export const CancelRunRequest = z.object({ because: z.string().max(2000).optional() })

/** A message for `context.receive(mailbox)` of an agent of one's own; it is data. */
export const SendMessageRequest = z.strictObject({ mailbox: z.string().min(1).max(100), message: JsonObject })

/** How a run that executes outside ended. */
export const EndRunRequest = z.strictObject({
  status: z.enum(['completed', 'failed']).default('completed'),
  output: JsonValue.optional(),
})

export const SessionListQuery = PageQuery.extend({
  status: z.enum(['active', 'completed', 'failed', 'cancelled', 'expired', 'all']).optional(),
})
