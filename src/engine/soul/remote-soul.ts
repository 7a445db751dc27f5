import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Clock, Timers } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { createCircuit } from './circuit.ts'
import type { ConversationContext, Soul } from './soul-port.ts'

/** How a request leaves this process; the platform's own fetch fits. */
export type SendRequest = (
  url: string,
  request: {
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly signal: AbortSignal
    readonly redirect: 'error'
  },
) => Promise<{ readonly status: number; text(): Promise<string> }>

export interface RemoteSoulOptions {
  /** Base address; the four operations are paths below it. */
  readonly url: string
  /** Standard Webhooks secret: base64, with or without the prefix `whsec_`. */
  readonly secret: string
  readonly send: SendRequest
  readonly clock: Clock
  readonly timers: Timers
  /** Unique per request, so that the other side can tell a repetition. */
  readonly newId: () => string
}

const TIMEOUT_MS = 2_000
const TARGET_MS = 100
const MAX_ANSWER_LENGTH = 1_000_000
const CONTEXT_LIFE_MS = 60_000
const MAX_CONTEXTS = 1_000

const ApprovalVerdict = z
  .object({
    valid: z.boolean().optional(),
    approved: z.boolean().optional(),
    feedback: z.string().default(''),
  })
  .refine(verdict => verdict.valid !== undefined || verdict.approved !== undefined)
const ClarificationVerdict = z.object({
  valid: z.boolean(),
  approved_questions: z.array(z.int().min(0)).max(20).default([]),
  feedback: z.string().default(''),
})
const Context = z.object({
  prior_goals: z.array(z.string()).max(200).default([]),
  prior_approvals: z
    .array(z.object({ goal: z.string(), decision: z.string(), at: z.string().default('') }))
    .max(200)
    .default([]),
  context_summary: z.string().default(''),
  user_preferences: JsonObject.default({}),
  recent_tools: z.array(z.string()).max(200).default([]),
})
const Stored = z.object({ stored: z.boolean(), decision_id: z.string().default('') })

/**
 * The Soul behind `SOUL_URL`: signed HTTP requests (Standard Webhooks), two seconds each, behind a circuit breaker.
 * A run's conversation context is asked once a minute; with caching on, a session's. Whatever is not a well-formed
 * answer in time throws `soul_unavailable`, so that nothing executes on it. Its answers can refuse, never approve.
 */
export function createRemoteSoul(options: RemoteSoulOptions): Soul {
  const { clock } = options
  const circuit = createCircuit(clock)
  const contexts = createContextCache(clock)
  const ask = createAsker(options, circuit)
  return {
    kind: 'remote',
    validateApprovalRequest: async request => {
      const { valid, approved, feedback } = await ask('validate_approval_request', request, ApprovalVerdict)
      // “approved” is the older word for valid. It opens a gate at most; a person still has to pass it.
      return { valid: valid !== false && approved !== false, feedback }
    },
    validateClarification: request => ask('validate_clarification', request, ClarificationVerdict),
    conversationContext: async (sessionId, beforeRunId) => {
      if (circuit.lastFailure() !== undefined) contexts.clear()
      const known = contexts.get(sessionId, beforeRunId)
      if (known) return known
      const body = { session_id: sessionId, before_run_id: beforeRunId }
      const context = await ask('get_conversation_context', body, Context)
      contexts.put(sessionId, { context, runId: beforeRunId })
      return context
    },
    storeDecision: async decision => {
      contexts.forget(decision.session_id)
      return ask('store_approval_decision', decision, Stored)
    },
    health: () => {
      const p95 = circuit.p95Ms()
      const measured = p95 === undefined ? {} : { p95_ms: p95, answers: circuit.answers() }
      if (circuit.lastFailure() !== undefined)
        return { ok: false, detail: `${options.url} does not answer: ${circuit.lastFailure()}`, ...measured }
      const speed = p95 === undefined ? 'not asked yet' : `p95 ${p95} ms, target ${TARGET_MS} ms`
      return { ok: true, detail: `${options.url}, ${speed}`, ...measured }
    },
    setCaching: contexts.setWide,
  }
}

type Ask = <Answer>(operation: string, body: object, shape: z.ZodType<Answer>) => Promise<Answer>

function createAsker(options: RemoteSoulOptions, circuit: ReturnType<typeof createCircuit>): Ask {
  const webhook = new Webhook(options.secret)
  const base = options.url.replace(/\/+$/, '')
  return async (operation, body, shape) => {
    if (!circuit.mayAsk())
      throw unavailable(operation, `it failed ${circuit.lastFailure() ?? 'before'}; asked again soon`)
    const startedMs = options.clock.now()
    try {
      const payload = JSON.stringify(body)
      const id = `msg_${options.newId()}`
      const at = new Date(startedMs)
      const text = await withinTime(options.timers, signal =>
        sendSigned(options.send, `${base}/${operation}`, {
          payload,
          signal,
          headers: {
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(startedMs / 1000)),
            'webhook-signature': webhook.sign(id, at, payload),
          },
        }),
      )
      const answer = shape.parse(JSON.parse(text))
      circuit.succeeded(Math.max(0, options.clock.now() - startedMs))
      return answer
    } catch (error) {
      const why = describe(error)
      circuit.failed(why)
      throw unavailable(operation, why)
    }
  }
}

async function sendSigned(
  send: SendRequest,
  url: string,
  request: {
    readonly payload: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  },
): Promise<string> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
    body: request.payload,
    signal: request.signal,
    redirect: 'error',
  })
  if (response.status !== 200) throw new TypeError(`status ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_ANSWER_LENGTH) throw new TypeError('the answer is too long')
  return text
}

/** Ends after two seconds whatever the other side does, also in the middle of its answer. */
async function withinTime<Answer>(
  timers: Timers,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController()
  const late = Promise.withResolvers<never>()
  const cancel = timers.after(TIMEOUT_MS, () => {
    late.reject(new TypeError(`no answer within ${TIMEOUT_MS} ms`))
    abort.abort()
  })
  try {
    return await Promise.race([work(abort.signal), late.promise])
  } finally {
    cancel()
  }
}

function unavailable(operation: string, why: string): SoulgateError {
  return new SoulgateError('soul_unavailable', `Soul did not answer ${operation}: ${why}.`, { retry: 'safe' })
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return 'the answer is not what was asked for'
  return error instanceof Error ? error.message : String(error)
}

interface ContextCache {
  get(sessionId: string, runId: string): ConversationContext | undefined
  put(sessionId: string, entry: { readonly context: ConversationContext; readonly runId: string }): void
  forget(sessionId: string): void
  clear(): void
  /** Wide: other runs of the session may have it too. */
  setWide(isWide: boolean): void
}

function createContextCache(clock: Clock): ContextCache {
  const kept = new Map<
    string,
    { readonly context: ConversationContext; readonly runId: string; readonly at: number }
  >()
  let isWide = false
  return {
    get: (sessionId, runId) => {
      const entry = kept.get(sessionId)
      if (!entry || (entry.runId !== runId && !isWide)) return undefined
      return Math.abs(clock.now() - entry.at) < CONTEXT_LIFE_MS ? entry.context : undefined
    },
    put: (sessionId, entry) => {
      const [oldest] = kept.keys()
      if (kept.size >= MAX_CONTEXTS && oldest !== undefined) kept.delete(oldest)
      kept.set(sessionId, { ...entry, at: clock.now() })
    },
    forget: sessionId => void kept.delete(sessionId),
    clear: () => kept.clear(),
    setWide: wide => {
      isWide = wide
    },
  }
}
