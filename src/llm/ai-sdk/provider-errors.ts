import { ProviderFailure, type ProviderFailureKind } from '../llm.ts'
import { readFields, readText } from './json-reading.ts'

const MAX_QUOTE_LENGTH = 300
/** Statuses at which the same request may well succeed later; every 5xx but these two is one as well. */
const TRANSIENT_STATUS: readonly number[] = [408, 409, 425, 429]
const PERMANENT_SERVER_STATUS: readonly number[] = [501, 505]
const PERMANENT_WORDS =
  /invalid|authenticat|permission|forbidden|not_found|not found|unsupported|too_large|insufficient_quota|billing|context_length/i
const TRANSIENT_WORDS = /overloaded|rate_limit|rate limit|timeout|unavailable|api_error|server_error/i

/** An error that the provider reports inside of its answer. */
export function toReportedFailure(error: unknown): ProviderFailure {
  const { words, message } = readReport(error)
  const isPermanent = PERMANENT_WORDS.test(words) && !TRANSIENT_WORDS.test(words)
  return new ProviderFailure(isPermanent ? 'permanent' : 'transient', `The provider reports: ${message}`)
}

/** An answer with another status than success. */
export function toStatusFailure({
  status,
  body,
  headers,
  nowMs,
}: {
  readonly status: number
  readonly body: string
  readonly headers: Headers
  readonly nowMs: number
}): ProviderFailure {
  const retryAfterMs = readRetryAfter(headers, nowMs)
  const about = retryAfterMs === undefined ? {} : { retryAfterMs }
  const kind = kindOfStatus(status, body)
  const said = `HTTP ${status}: ${quoteBody(body)}`
  return new ProviderFailure(kind, kind === 'key_refused' ? `The key is refused. ${said}` : said, about)
}

function kindOfStatus(status: number, body: string): ProviderFailureKind {
  if (status === 401 || status === 403) return 'key_refused'
  // An empty purse answers 429 too, and no waiting fills it.
  if (status === 429 && /insufficient_quota|billing_hard_limit/i.test(body)) return 'permanent'
  if (TRANSIENT_STATUS.includes(status)) return 'transient'
  return status >= 500 && !PERMANENT_SERVER_STATUS.includes(status) ? 'transient' : 'permanent'
}

function quoteBody(body: string): string {
  if (/^\s*</.test(body)) return 'a page of HTML'
  try {
    const parsed = readFields(JSON.parse(body))
    return readReport(parsed.error ?? parsed).message
  } catch {
    return quote(body)
  }
}

function readReport(error: unknown): { readonly words: string; readonly message: string } {
  if (typeof error === 'string') return { words: error, message: quote(error) }
  const fields = readFields(error)
  const said =
    readText(fields.message) || readText(readFields(fields.error).message) || readText(fields.detail)
  const kinds = [fields.type, fields.code, fields.status].map(readText).filter(kind => kind !== '')
  const words = kinds.length > 0 ? kinds.join(' ') : said
  return { words, message: quote(said || kinds.join(' ') || 'an error without a message') }
}

/** A short quote without anything that looks like a key, on one line. */
export function quote(text: string): string {
  const hidden = text
    .replace(/\b(sk|pk|key|gsk|xai|AIza)[-_][\w*.-]{6,}/g, '[key]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
  const line = hidden.replace(/\s+/g, ' ').trim()
  if (line === '') return 'nothing'
  return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}…` : line
}

/** `retry-after-ms`, or `Retry-After` in seconds or as a date. */
function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return exact
  const header = headers.get('retry-after')
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
