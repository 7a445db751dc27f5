import type { Event, EventPage } from '../../contracts/event.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Refusal, Soulgate } from '../../soulgate.ts'

export interface StreamSource {
  readonly soulgate: { readonly events: Pick<Soulgate['events'], 'subscribe'> }
  /** Whether a commit with this topic can have added events to this stream. */
  readonly isMine: (topic: string) => boolean
  readonly read: (since: number, limit: number) => Promise<EventPage | Refusal>
  /** Whether nothing more can come; asked before the read that finds nothing. */
  readonly hasEnded: () => Promise<boolean>
}

export interface StreamLimits {
  readonly since: number
  readonly closing: AbortSignal
  /** Silence after which a comment is sent. */
  readonly keepAliveMs?: number
  /** How long a client may leave what was sent unread before it is dropped. */
  readonly patienceMs?: number
}

const PAGE = 100

/**
 * A stream of server-sent events: `id:` is the sequence number, a comment every 15 s of silence, `[DONE]` at the end.
 * It reads the next page only when the client has taken the last one, so a slow client costs one page; one that takes
 * nothing for a minute is dropped and can resume from its last id.
 */
export function eventStreamResponse(source: StreamSource, limits: StreamLimits): Response {
  return new Response(createEventStream(source, limits), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** The seq that a stream begins after: `Last-Event-ID` wins over `since_seq`, as a reconnecting browser needs it. */
export function sinceOf(headers: Headers, sinceSeq: number): number {
  const last = Number(headers.get('last-event-id') ?? Number.NaN)
  return Number.isSafeInteger(last) && last >= 0 ? last : sinceSeq
}

function createEventStream(source: StreamSource, limits: StreamLimits): ReadableStream<Uint8Array> {
  const { keepAliveMs = 15_000, patienceMs = 60_000 } = limits
  const encoder = new TextEncoder()
  const wake = createWake(source, limits.closing)
  let since = limits.since
  let patience: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  const end = () => {
    clearTimeout(patience)
    wake.close()
  }
  const nextText = async (): Promise<{ readonly text: string; readonly ended: boolean }> => {
    for (;;) {
      if (limits.closing.aborted || wake.isClosed()) return { text: '', ended: true }
      wake.reset()
      const ended = await source.hasEnded()
      const page = await source.read(since, PAGE)
      if (isRefusal(page)) return { text: '', ended: true }
      if (page.events.length > 0) {
        since = page.last_seq
        return { text: pageToText(page), ended: false }
      }
      if (ended) return { text: 'data: [DONE]\n\n', ended: true }
      if (!(await wake.wait(keepAliveMs))) return { text: ': still here\n\n', ended: false }
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(patience)
        // Headers reach the client at once, also when nothing has happened yet.
        const { text, ended } = isFirst ? { text: ': connected\n\n', ended: false } : await nextText()
        isFirst = false
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (ended) {
          if (!wake.isClosed()) controller.close()
          end()
          return
        }
        patience = setTimeout(() => {
          end()
          controller.error(new Error('The client took nothing for too long.'))
        }, patienceMs)
        patience.unref()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

function pageToText(page: EventPage): string {
  const last = page.events.at(-1)
  const counts = last && last.seq !== page.last_seq ? positionOf : seqOf
  return page.events.map(event => `id: ${counts(event)}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

const seqOf = (event: Event) => event.seq
const positionOf = (event: Event) => event.position ?? event.seq

/** Remembers a commit that came after `reset`, so that none falls between a read and the wait that follows it. */
function createWake({ soulgate, isMine }: StreamSource, closing: AbortSignal) {
  let isDue = false
  let isClosed = false
  let ring: (() => void) | undefined
  const onDue = () => {
    isDue = true
    ring?.()
  }
  const unsubscribe = soulgate.events.subscribe(topics => {
    if (topics.some(isMine)) onDue()
  })
  closing.addEventListener('abort', onDue)
  return {
    reset: () => {
      isDue = false
    },
    /** True when something happened, false after `ms` of silence. */
    wait: (ms: number): Promise<boolean> => {
      if (isDue) return Promise.resolve(true)
      return new Promise(resolve => {
        const timer = setTimeout(() => settle(false), ms)
        const settle = (happened: boolean) => {
          clearTimeout(timer)
          ring = undefined
          resolve(happened)
        }
        ring = () => settle(true)
      })
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      unsubscribe()
      closing.removeEventListener('abort', onDue)
      ring?.()
    },
  }
}
