import type { Problem } from '../contracts/problem.ts'

/** Whether asking again can help: not at all, at once, or only after a person did something. */
export type Retry = 'never' | 'safe' | 'after_human'

/**
 * A request that was answered with a problem document, or not at all. `status` is 0 when no answer came; then
 * nothing is known about whether the request took effect, and only reads and requests under an idempotency key
 * are safe to send again.
 */
export class SoulgateProblem extends Error {
  override readonly name = 'SoulgateProblem'
  readonly problem: Problem
  readonly retry: Retry
  readonly retryAfterMs: number | undefined

  constructor(problem: Problem, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super(problem.detail || problem.title, { cause: options.cause })
    this.problem = problem
    this.retryAfterMs = options.retryAfterMs
    this.retry = retryOf(problem)
  }

  get status(): number {
    return this.problem.status
  }
  get code(): string {
    return this.problem.code
  }
}

/** An expected refusal of a command (400, 403, 404, 409, 410, 412, 422, 428), as a result client answers it. */
export interface Refused {
  readonly refused: true
  readonly problem: Problem
}

const EXPECTED: readonly number[] = [400, 403, 404, 409, 410, 412, 422, 428]

/** Whether the server refused what was asked; the answer's `problem` says why and what to do. */
export function isRefused(answer: unknown): answer is Refused {
  return isRecord(answer) && answer.refused === true && isRecord(answer.problem)
}

/** A refusal that was thrown, as a value; throws everything that no caller should expect. */
export function toRefused(error: unknown): Refused {
  if (error instanceof SoulgateProblem && EXPECTED.includes(error.status))
    return { refused: true, problem: error.problem }
  throw error
}

/** Reads a problem document; an answer that is none (a proxy's page, say) becomes one with code `http_<status>`. */
export function problemFromText(status: number, text: string): Problem {
  const body = parseJson(text)
  const title = `The server answered ${status}`
  if (!isRecord(body)) return { type: 'about:blank', title, status, code: `http_${status}`, detail: title }
  return {
    ...body,
    type: textOr(body.type, 'about:blank'),
    title: textOr(body.title, title),
    status,
    code: textOr(body.code, `http_${status}`),
    detail: textOr(body.detail, textOr(body.title, title)),
    ...fieldErrors(body.errors),
  }
}

export function unreachableProblem(baseUrl: string): Problem {
  const place = baseUrl || 'the server'
  return {
    type: 'about:blank',
    title: 'No answer',
    status: 0,
    code: 'unreachable',
    detail: `No answer came from ${place}. Check that it runs (\`soulgate doctor\`) and try again.`,
  }
}

function fieldErrors(errors: unknown): Pick<Problem, 'errors'> | undefined {
  if (!Array.isArray(errors)) return { errors: undefined }
  const read = errors.filter(isRecord).map(error => ({
    field: textOr(error.field, ''),
    message: textOr(error.message, 'is not valid'),
  }))
  return { errors: read }
}

/** A key that declared too many tools is heard again only after some were withdrawn. */
function retryOf({ status, code }: Problem): Retry {
  if (code === 'too_many_tools') return 'after_human'
  if (status === 0 || status === 429 || status === 502 || status === 503 || status === 504) return 'safe'
  return status === 401 || status === 428 ? 'after_human' : 'never'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
