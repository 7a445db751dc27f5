import { isSoulgateError } from '../../base/errors.ts'
import { issuesToErrors } from '../../contracts/issues.ts'
import type { Problem } from '../../contracts/problem.ts'
import type { Refusal } from '../../soulgate.ts'
import { UnfitInput } from './route.ts'

type Facts = Readonly<Record<string, unknown>>

/** A request that is answered with a problem document. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly facts: Facts
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    detail: string,
    options: {
      readonly facts?: Facts
      readonly retryAfterSeconds?: number
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.facts = options.facts ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }
}

/** Every refusal of the program and its status; a refusal without a row does not compile. */
export const REFUSAL_STATUS: Readonly<Record<Refusal['code'], number>> = {
  invalid: 400,
  webhook_not_verified: 401,
  forbidden: 403,
  self_approval: 403,
  not_found: 404,
  gate_closed: 409,
  gate_superseded: 409,
  gate_expired: 409,
  gate_deciding: 409,
  needs_single_review: 409,
  edit_refused: 409,
  grant_consumed: 409,
  result_recorded: 409,
  address_taken: 409,
  grant_revoked: 409,
  grant_expired: 409,
  not_waiting: 409,
  run_ended: 409,
  intent_not_approved: 409,
  session_busy: 409,
  version_conflict: 409,
  declaration_exists: 409,
  idempotency_conflict: 409,
  stopped: 409,
  not_undoable: 409,
  nothing_to_undo: 409,
  pinned_limit_exceeded: 409,
  snapshot_released: 409,
  secret_key_missing: 409,
  key_needed: 409,
  unknown_model: 409,
  plan_busy: 409,
  plan_not_complete: 409,
  constraint_broken: 409,
  session_expired: 410,
  version_released: 410,
  view_stale: 412,
  evidence_changed: 412,
  digest_mismatch: 412,
  not_viewed: 428,
  confirm_required: 428,
  passkey_required: 428,
  too_many_open_gates: 429,
  too_many_tools: 429,
  too_many_workers: 429,
}

/** Broken promises whose cause is known well enough to say what to do; all others are a bare 500. */
const ERROR_STATUS: Readonly<Record<string, number>> = {
  invalid_json_value: 400,
  version_conflict: 409,
  illegal_run_move: 409,
  too_many_open_gates: 429,
  store_unavailable: 503,
  store_in_use: 503,
  secret_keys_unreadable: 503,
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'In conflict with what stands',
  410: 'Gone',
  412: 'Seen something else',
  413: 'Too large',
  421: 'Wrong host',
  428: 'Confirmation required',
  429: 'Too many requests',
  500: 'Something broke',
  503: 'Not available',
}

/** The problem document of a refusal, with what stands instead. */
export function refusalToResponse(refusal: Refusal, instance: string): Response {
  const { code, detail, errors, data, gate } = refusal
  const facts = {
    ...data,
    ...(errors ? { errors } : {}),
    ...(gate ? { gate, gate_id: gate.gate_id, standing_decision: gate.decisions.at(-1) ?? null } : {}),
  }
  return problemResponse({ status: REFUSAL_STATUS[code], code, detail, instance, facts })
}

/** The problem document of anything thrown. What is not understood is answered with a bare 500, never a stack. */
export function errorToResponse(error: unknown, instance: string): Response {
  if (error instanceof ProblemError) {
    const { status, code, message, facts, retryAfterSeconds, headers } = error
    return problemResponse({ status, code, detail: message, instance, facts, retryAfterSeconds, headers })
  }
  if (error instanceof UnfitInput) {
    const errors = issuesToErrors(error.issues)
    const detail = `The ${error.part} is not valid: ${errors.map(issue => `${issue.field} ${issue.message}`).join('; ')}`
    return problemResponse({ status: 400, code: 'invalid', detail, instance, facts: { errors } })
  }
  if (isSoulgateError(error) && ERROR_STATUS[error.code] !== undefined) {
    const status = ERROR_STATUS[error.code] ?? 500
    const retryAfterSeconds = status === 503 ? 1 : undefined
    const { code, message: detail } = error
    return problemResponse({ status, code, detail, instance, facts: {}, retryAfterSeconds })
  }
  const detail = 'The server could not answer this. Its log says more under the request id.'
  return problemResponse({ status: 500, code: 'internal', detail, instance, facts: {} })
}

interface ProblemParts {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly instance: string
  readonly facts: Facts
  readonly retryAfterSeconds?: number | undefined
  readonly headers?: Readonly<Record<string, string>>
}

function problemResponse({
  status,
  code,
  detail,
  instance,
  facts,
  retryAfterSeconds,
  headers = {},
}: ProblemParts): Response {
  const problem: Problem = {
    ...facts,
    type: `urn:soulgate:problem:${code}`,
    title: TITLES[status] ?? 'Not done',
    status,
    code,
    detail,
    instance,
  }
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...retry, ...headers },
  })
}
