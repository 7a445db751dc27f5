import { type ModelDelta, type ProviderAnswer, ProviderFailure } from '../llm.ts'
import { createEventStreamReader, type StreamFrame } from './event-stream.ts'
import { quote, toStatusFailure } from './provider-errors.ts'
import type { StreamDecoder } from './stream-decoder.ts'

/** A request as it goes over the wire. */
export interface WrittenRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ExchangeTerms {
  readonly decoder: StreamDecoder
  readonly signal: AbortSignal
  readonly onDelta: (delta: ModelDelta) => void
  readonly onActivity: () => void
  readonly fetch: typeof fetch
  readonly nowMs: () => number
}

const MAX_ERROR_BYTES = 64 * 1024
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
/** How long a whole answer waits for what may follow it. */
const GRACE_MS = 3000
/** How much of an answer is kept to say what it was, when it turns out to be no stream. */
const KEPT_HEAD_BYTES = 1024

/** Sends one request and reads its answer as it arrives. Whatever goes wrong is a `ProviderFailure`. */
export async function exchange(request: WrittenRequest, terms: ExchangeTerms): Promise<ProviderAnswer> {
  const response = await send(request, terms)
  terms.onActivity()
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const target = response.headers.get('location') ?? 'nowhere'
    throw new ProviderFailure(
      'permanent',
      `HTTP ${response.status}: a redirect to ${quote(target)}. Name that address.`,
    )
  }
  if (!response.ok) {
    const body = await readStart(response, terms)
    const { status, headers } = response
    throw toStatusFailure({ status, headers, body, nowMs: terms.nowMs() })
  }
  const kind = (response.headers.get('content-type') ?? '').toLowerCase()
  if (kind.includes('text/html')) {
    await response.body?.cancel()
    throw answersHtml()
  }
  return kind.includes('application/json') ? readWhole(response, terms) : readStream(response, terms)
}

async function send({ url, headers, body }: WrittenRequest, terms: ExchangeTerms): Promise<Response> {
  try {
    // A key must not follow a redirect to somewhere else.
    const init = { method: 'POST', headers, body, signal: terms.signal, redirect: 'manual' } as const
    return await terms.fetch(url, init)
  } catch (error) {
    throw toTransportFailure(error, terms.signal, 'The provider cannot be reached')
  }
}

async function readStream(response: Response, terms: ExchangeTerms): Promise<ProviderAnswer> {
  const { decoder, onDelta, onActivity } = terms
  const reader = createEventStreamReader()
  const head: string[] = []
  let bytes = 0
  let hasFrames = false
  const take = (frames: readonly StreamFrame[]): void => {
    for (const frame of frames) {
      hasFrames = true
      for (const delta of decoder.push(frame)) onDelta(delta)
    }
  }
  for await (const chunk of readBytes(response, terms)) {
    onActivity()
    if (bytes < KEPT_HEAD_BYTES) head.push(new TextDecoder().decode(chunk))
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderFailure('permanent', 'The answer is too long.')
    take(reader.push(chunk))
    if (decoder.state() === 'closed') break
  }
  take(reader.end())
  if (!hasFrames && /^\s*</.test(head.join(''))) throw answersHtml()
  if (!hasFrames && bytes > 0)
    throw new ProviderFailure('transient', `The answer is no stream: ${quote(head.join(''))}`)
  return decoder.finish()
}

/** Some servers know no streaming and answer in one piece. */
async function readWhole(response: Response, terms: ExchangeTerms): Promise<ProviderAnswer> {
  const parts: string[] = []
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of readBytes(response, terms)) {
    terms.onActivity()
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderFailure('permanent', 'The answer is too long.')
    parts.push(decoder.decode(chunk, { stream: true }))
  }
  const text = parts.join('') + decoder.decode()
  for (const delta of terms.decoder.pushWhole(parseWhole(text))) terms.onDelta(delta)
  return terms.decoder.finish()
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderFailure('transient', `The answer is not JSON: ${quote(text)}`)
  }
}

/** The bytes of a body; leaving the loop early closes the connection. A whole answer needs no clean end. */
async function* readBytes(response: Response, terms: ExchangeTerms): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const reader = response.body.getReader()
  const isOpen = (): boolean => terms.decoder.state() === 'open'
  try {
    while (true) {
      const next = isOpen() ? await reader.read() : await readSoon(reader)
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    if (isOpen() || terms.signal.aborted)
      throw toTransportFailure(error, terms.signal, 'The connection broke')
  } finally {
    reader.cancel().catch(() => {})
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** What follows a whole answer (usage, mostly) is waited for briefly: some servers never close. */
async function readSoon(reader: Reader): ReturnType<Reader['read']> {
  const late = Promise.withResolvers<Awaited<ReturnType<Reader['read']>>>()
  const timer = setTimeout(() => late.resolve({ done: true, value: undefined }), GRACE_MS)
  try {
    return await Promise.race([reader.read(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function readStart(response: Response, terms: ExchangeTerms): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readBytes(response, terms)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_ERROR_BYTES) break
  }
  return text
}

function answersHtml(): ProviderFailure {
  const message = 'The provider answers with a page of HTML, not with a model. Look at its base address.'
  return new ProviderFailure('permanent', message)
}

function toTransportFailure(error: unknown, signal: AbortSignal, what: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  if (signal.aborted) return new ProviderFailure('cancelled', 'The call was cancelled.', { cause: error })
  return new ProviderFailure('transient', `${what} (${codeOf(error)}).`, { cause: error })
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : quote(cause.message)
}
