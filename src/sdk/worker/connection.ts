import { ExchangeAnswer, type WorkerMessage, WorkerSession } from '../../contracts/worker-protocol.ts'
import type { Said } from './answers.ts'
import type { Carried } from './describe.ts'
import type { ConnectedWorker, WorkerOptions } from './options.ts'
import type { Runner } from './runner.ts'

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 15_000
const MAX_BYTES = 1_500_000
const MAX_MESSAGES = 200

/** The server answered that something is over or wrong: not worth the same try again. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** One connection after the other, with backoff, until it is closed or the server will have none. */
export function createConnection(options: WorkerOptions, carried: Carried, runner: Runner): ConnectedWorker {
  const ready = Promise.withResolvers<WorkerSession['definitions']>()
  ready.promise.catch(() => {})
  const closing = new AbortController()
  const { report = () => {} } = options
  const keepConnected = async (): Promise<void> => {
    let backoffMs = FIRST_BACKOFF_MS
    while (!closing.signal.aborted) {
      try {
        const session = WorkerSession.parse(
          await post(options, '/api/worker/sessions', carried.hello, closing.signal),
        )
        backoffMs = FIRST_BACKOFF_MS
        report({ type: 'connected', definitions: session.definitions })
        ready.resolve(session.definitions)
        await serveSession(options, runner, { session, closing: closing.signal })
      } catch (error) {
        runner.lose()
        const because = error instanceof Error ? error.message : String(error)
        if (closing.signal.aborted) return
        if (isFinal(error)) {
          report({ type: 'stopped', because })
          ready.reject(error)
          return
        }
        report({ type: 'disconnected', because })
        await pause(backoffMs * (0.5 + Math.random() / 2), closing.signal)
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
      }
    }
  }
  const stopped = keepConnected()
  return {
    ready: ready.promise,
    stopped,
    close: async () => {
      await runner.drain()
      await settleOutbox()
      closing.abort()
      await stopped
    },
  }
}

/** What a tool answered last is sent before the connection is given up. */
function settleOutbox(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 250))
}

function isFinal(error: unknown): boolean {
  return error instanceof Refused && [400, 401, 403].includes(error.status)
}

interface Serving {
  readonly session: WorkerSession
  readonly closing: AbortSignal
}

/**
 * Exchanges messages until the session is over. One request is always open to be told something; others say what there is
 * to say. Each side counts its messages, so that what a cut connection loses is sent again, and what it doubled is seen.
 */
async function serveSession(
  options: WorkerOptions,
  runner: Runner,
  { session, closing }: Serving,
): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, closing])
  const path = `/api/worker/sessions/${session.session_id}`
  let outbox: WorkerMessage[] = []
  let sent = 0
  let received = 0
  let wakeSender = (): void => {}
  let lastContactMs = performance.now()

  const exchange = async (waitMs: number): Promise<void> => {
    const deliveredMs = performance.now()
    const messages = fitting(outbox)
    const body = { received, messages, wait_ms: waitMs }
    const answer = ExchangeAnswer.parse(await post(options, `${path}/exchange`, body, signal))
    lastContactMs = performance.now()
    outbox = outbox.filter(message => message.seq > answer.received)
    for (const message of answer.messages) {
      if (message.seq !== received + 1) continue
      received = message.seq
      runner.take(message, { deliveredMs, silentAfterMs: session.silent_after_ms })
    }
  }
  /** Tries again while the session may still be there. */
  const insist = async (waitMs: number): Promise<void> => {
    let backoffMs = FIRST_BACKOFF_MS
    for (;;) {
      try {
        return await exchange(waitMs)
      } catch (error) {
        const isGone = performance.now() - lastContactMs > session.silent_after_ms
        if (signal.aborted || error instanceof Refused || isGone) throw error
        await pause(backoffMs, signal)
        backoffMs = Math.min(backoffMs * 2, 2_000)
      }
    }
  }
  runner.connect((message: Said) => {
    if (signal.aborted) return
    sent += 1
    outbox.push({ ...message, seq: sent } as WorkerMessage)
    wakeSender()
  })
  const listen = async (): Promise<void> => {
    while (!signal.aborted) await insist(session.max_wait_ms)
  }
  const speak = async (): Promise<void> => {
    while (!signal.aborted) {
      if (outbox.length > 0) await insist(0)
      else
        await new Promise<void>(resolve => {
          wakeSender = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
          if (outbox.length > 0) resolve()
        })
    }
  }
  try {
    await Promise.race([Promise.all([listen(), speak()])])
  } finally {
    over.abort()
    if (closing.aborted)
      await send(options, 'DELETE', path, undefined, AbortSignal.timeout(2_000)).catch(() => {})
  }
}

function fitting(outbox: readonly WorkerMessage[]): readonly WorkerMessage[] {
  let bytes = 0
  const taken: WorkerMessage[] = []
  for (const message of outbox.slice(0, MAX_MESSAGES)) {
    bytes += JSON.stringify(message).length
    if (taken.length > 0 && bytes > MAX_BYTES) break
    taken.push(message)
  }
  return taken
}

async function post(
  options: WorkerOptions,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await send(options, 'POST', path, body, signal)
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  const message = `${options.url}${path} answered ${response.status}: ${text.slice(0, 500)}`
  if (response.status < 500 && response.status !== 429 && response.status !== 408 && response.status !== 409)
    throw new Refused(response.status, message)
  throw new Error(message)
}

function send(
  { url, token, fetch = globalThis.fetch }: WorkerOptions,
  method: 'POST' | 'DELETE',
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return fetch(`${url.replace(/\/$/, '')}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    redirect: 'error',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
