import { z } from 'zod'
import type { DecideRequest } from '../../../contracts/decision.ts'
import {
  ApprovalResponse,
  ApprovalState,
  ClarificationResponse,
  ReasoningRequest,
  ReasoningResponse,
} from '../../../contracts/reasoning.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { ProblemError } from '../problems.ts'
import { json, jsonOrRefusal, pathValue, preferredWaitMs, type Route, route } from '../route.ts'

const CLARIFIED_WAIT_MS = 10_000

const ApprovalAnswer = z.object({
  success: z.boolean(),
  decision_id: z.string(),
  approval_state: ApprovalState,
  run_id: z.string(),
  /** The same answer stood already. */
  repeated: z.literal(true).optional(),
  result: ReasoningResponse.optional(),
})

/** From a goal to proposed calls; frozen, its callers ignore what they do not know. */
export const reasoningRoutes: readonly Route[] = [
  route({
    id: 'executeReasoning',
    tag: 'reasoning',
    method: 'POST',
    path: '/reasoning/execute',
    action: 'run.start',
    limit: 'start',
    frozen: true,
    summary: 'propose calls for a goal and run what policy releases',
    body: ReasoningRequest,
    answers: { status: 200, schema: ReasoningResponse },
    handle: async ({ soulgate, who, body }) => json(await soulgate.reasoning.execute(who, body)),
  }),
  route({
    id: 'getApproval',
    tag: 'reasoning',
    method: 'GET',
    path: '/approval/{request_id}',
    action: 'run.read',
    frozen: true,
    summary: 'read the reasoning behind a request as it stands',
    answers: { status: 200, schema: ReasoningResponse },
    handle: async call => {
      const waitMs = preferredWaitMs(call.headers)
      const answer = await call.soulgate.reasoning.response(call.who, pathValue(call, 'request_id'), waitMs)
      return jsonOrRefusal(answer)
    },
  }),
  route({
    id: 'respondToApproval',
    tag: 'reasoning',
    method: 'POST',
    path: '/approval/respond/{request_id}',
    action: 'gate.respond',
    frozen: true,
    summary: 'approve or deny the proposed calls',
    body: ApprovalResponse.extend({
      confirm: z.string().max(200).optional(),
      view_digest: z.string().max(200).optional(),
    }),
    answers: { status: 200, schema: ApprovalAnswer },
    handle: async call => {
      const { soulgate, who, body } = call
      const id = requireSameId(pathValue(call, 'request_id'), body.request_id)
      const answer = await soulgate.gates.decide(who, id, toDecision(body))
      if (isRefusal(answer)) return answer
      const { gate, decision } = answer
      const waitMs = preferredWaitMs(call.headers)
      const result = waitMs > 0 ? await soulgate.reasoning.response(who, id, waitMs) : undefined
      return json({
        success: true,
        decision_id: decision.decision_id,
        approval_state: APPROVAL_STATES[gate.status] ?? 'awaiting_approval',
        run_id: gate.run_id ?? '',
        ...(answer.repeated ? { repeated: true as const } : {}),
        ...(result === undefined || isRefusal(result) ? {} : { result }),
      })
    },
  }),
  route({
    id: 'respondToClarification',
    tag: 'reasoning',
    method: 'POST',
    path: '/clarification/respond/{request_id}',
    action: 'gate.respond',
    frozen: true,
    summary: 'answer the questions about a goal and reason again',
    body: ClarificationResponse,
    answers: { status: 200, schema: ReasoningResponse },
    handle: async call => {
      const { soulgate, who, body } = call
      const id = requireSameId(pathValue(call, 'request_id'), body.request_id)
      const answers = body.answers.map(({ question_index, answer }) => ({ question_index, value: answer }))
      const decided = await soulgate.gates.decide(who, id, { decision: 'answer', answers })
      if (isRefusal(decided)) return decided
      const waitMs = preferredWaitMs(call.headers) || CLARIFIED_WAIT_MS
      const answer = await soulgate.reasoning.response(who, id, waitMs)
      if (isRefusal(answer)) return answer
      return json(decided.repeated ? { ...answer, repeated: true } : answer)
    },
  }),
]

const APPROVAL_STATES: Readonly<Record<string, z.infer<typeof ApprovalState>>> = {
  approved: 'approved',
  rejected: 'denied',
  expired: 'timeout',
}

function toDecision(
  body: z.infer<typeof ApprovalResponse> & { confirm?: string | undefined; view_digest?: string | undefined },
): DecideRequest {
  const { approved, feedback, conditions, confirm, view_digest } = body
  return {
    decision: approved ? 'approve' : 'reject',
    ...(feedback === undefined ? {} : { feedback }),
    ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(view_digest === undefined ? {} : { view_digest }),
  }
}

function requireSameId(pathId: string, bodyId: string | undefined): string {
  if (bodyId === undefined || bodyId === pathId) return pathId
  const message = `is ${bodyId}, but the path names ${pathId}`
  const facts = { errors: [{ field: 'request_id', message }] }
  throw new ProblemError(400, 'invalid', `request_id ${message}.`, { facts })
}
