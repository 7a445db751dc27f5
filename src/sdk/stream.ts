import type { Event, EventPage } from '../contracts/event.ts'
import { SoulgateProblem } from './problem.ts'
import { createFrameReader, type StreamFrame } from './stream-frames.ts'
import type { HttpResponse, Transport } from './transport.ts'

/** `live`: events arrive as they happen; `polling`: asked for every few seconds; `offline`: neither works now. */
export type StreamState = 'connecting' | 'live' | 'polling' | 'offline'

/** From where events are wanted, and who hears them. Reconnects by itself until `signal` aborts. */
export interface StreamOptions {
  /** Seq after which events are wanted; exclusive. Default 0: from the beginning. */
  readonly since?: number
  readonly onEvent: (event: Event) => void
  readonly onState?: (state: StreamState) => void
  readonly signal?: AbortSignal
  /** Longest silence before the connection is given up; the server says something every 15 s. */
  readonly silenceMs?: number
  /** Pause before the first new attempt; doubles up to fifteen times that. */
  readonly retryMs?: number
}

interface Position {
  seq: number
  failures: number
}

/**
 * Follows an event stream until `signal` aborts or the server says `[DONE]`. A broken connection is taken up again
 * after the last event seen; while streaming fails, events are fetched as pages. Each event is told once, in order.
 * Throws `SoulgateProblem` only where trying again cannot help (401, 403, 404).
 */
export async function followStream(
  transport: Transport,
  path: string,
  options: StreamOptions,
): Promise<void> {
  const at: Position = { seq: options.since ?? 0, failures: 0 }
  options.onState?.('connecting')
  while (!options.signal?.aborted) {
    const ended = await attempt(transport, path, { at, options })
    if (ended || options.signal?.aborted) return
    const first = options.retryMs ?? 1000
    await pause(Math.min(first * 2 ** (at.failures - 1), first * 15), options.signal)
  }
}

interface Following {
  readonly at: Position
  readonly options: StreamOptions
}

async function attempt(transport: Transport, path: string, following: Following): Promise<boolean> {
  const { at, options } = following
  try {
    if (await readStream(transport, path, following)) return true
  } catch (error) {
    if (options.signal?.aborted) return true
    throwIfHopeless(error)
  }
  at.failures += 1
  try {
    const isDone = await readPages(transport, path, following)
    options.onState?.('polling')
    return isDone
  } catch (error) {
    if (options.signal?.aborted) return true
    throwIfHopeless(error)
    options.onState?.('offline')
    return false
  }
}

async function readStream(transport: Transport, path: string, { at, options }: Following): Promise<boolean> {
  const silence = new AbortController()
  const stop = () => silence.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  let timer = setTimeout(stop, options.silenceMs ?? 45_000)
  try {
    const response = await transport.open('GET', path, {
      query: { since_seq: at.seq },
      headers: { accept: 'text/event-stream', 'last-event-id': String(at.seq) },
      signal: silence.signal,
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) return await refuse(response)
    options.onState?.('live')
    at.failures = 0
    const readFrames = createFrameReader()
    const decoder = new TextDecoder()
    for await (const piece of chunksOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(stop, options.silenceMs ?? 45_000)
      for (const frame of readFrames(decoder.decode(piece, { stream: true }))) {
        if (frame.data === '[DONE]') return true
        takeFrame(frame, at, options)
      }
    }
    return false
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

async function refuse(response: HttpResponse): Promise<false> {
  await response.body?.cancel()
  const { status } = response
  if (status !== 401 && status !== 403 && status !== 404) return false
  const title = `The stream answered ${status}`
  const problem = { type: 'about:blank', title, status, code: `http_${status}`, detail: title }
  throw new SoulgateProblem(problem)
}

/** The pieces of a body as they arrive; leaving the loop lets go of the connection. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function takeFrame({ id, data }: StreamFrame, at: Position, options: StreamOptions): void {
  const event = eventFrom(data)
  if (!event) return
  const seq = Number(id ?? event.position ?? event.seq)
  if (!Number.isSafeInteger(seq) || seq <= at.seq) return
  at.seq = seq
  options.onEvent(event)
}

async function readPages(transport: Transport, path: string, { at, options }: Following): Promise<boolean> {
  for (;;) {
    const page = await transport.read<EventPage>(path, {
      query: { since_seq: at.seq, limit: 500 },
      signal: options.signal,
    })
    for (const event of page.events) options.onEvent(event)
    const isDone = page.events.some(event => event.type === 'done')
    at.seq = Math.max(at.seq, page.last_seq)
    if (isDone || !page.has_more || page.events.length === 0) return isDone
  }
}

function eventFrom(data: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEvent(value: unknown): value is Event {
  return typeof value === 'object' && value !== null && 'type' in value && 'stream' in value && 'seq' in value
}

function throwIfHopeless(error: unknown): void {
  if (error instanceof SoulgateProblem && [401, 403, 404].includes(error.status)) throw error
}

/** Waits about so long, or until `signal` aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms * (0.75 + Math.random() / 2))
    signal?.addEventListener('abort', finish, { once: true })
  })
}
