import { describe, expect, test } from 'vitest'
import type { Event } from '../../contracts/event.ts'
import { eventStreamResponse, type StreamSource, sinceOf } from './event-stream.ts'

/** A stream that lives in memory; `beforeRead` runs inside each read, where a commit would slip in. */
function createLog(options: { readonly offset?: number } = {}) {
  const events: Event[] = []
  const listeners = new Set<(topics: readonly string[]) => void>()
  const closing = new AbortController()
  const state = { ended: false, reads: 0, beforeAnswer: () => {} }
  const append = (count = 1) => {
    for (let index = 0; index < count; index += 1) events.push(makeEvent(events.length + 1, options.offset))
    for (const listener of listeners) listener(['stream:run:r'])
  }
  const source: StreamSource = {
    soulgate: {
      events: {
        subscribe: listener => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    },
    isMine: topic => topic === 'stream:run:r',
    hasEnded: async () => state.ended,
    read: async (since, limit) => {
      state.reads += 1
      const number = (event: Event) => (options.offset === undefined ? event.seq : (event.position ?? 0))
      const found = events.filter(event => number(event) > since).slice(0, limit)
      state.beforeAnswer()
      const last = found.at(-1)
      return { events: found, last_seq: last ? number(last) : since, has_more: false }
    },
  }
  return { append, source, state, listeners, closing }
}

function makeEvent(seq: number, offset?: number): Event {
  return {
    ...(offset === undefined ? {} : { position: seq + offset }),
    stream: 'run:r',
    seq,
    type: 'tool_call',
    at: '2026-01-31T09:30:00.000Z',
    actor: { kind: 'system', id: 'system:test' },
    payload: {},
    payload_digest: '',
    prev_hash: '',
    hash: '',
  }
}

function open(log: ReturnType<typeof createLog>, since = 0, limits = {}) {
  const response = eventStreamResponse(log.source, { since, closing: log.closing.signal, ...limits })
  const reader = response.body?.getReader()
  const next = async () => {
    const answer = await reader?.read()
    return answer?.done ? 'closed' : new TextDecoder().decode(answer?.value)
  }
  return { response, next, cancel: () => reader?.cancel() }
}

const idsOf = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

describe('an event stream', () => {
  test('sends what is there with its numbers, then what comes, then says that it is done', async () => {
    const log = createLog()
    log.append(2)
    const { next, response } = open(log)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await next()).toBe(': connected\n\n')
    expect(idsOf(await next())).toEqual([1, 2])
    const coming = next()
    log.append()
    expect(idsOf(await coming)).toEqual([3])
    log.state.ended = true
    log.append()
    expect(idsOf(await next())).toEqual([4])
    expect(await next()).toBe('data: [DONE]\n\n')
    expect(await next()).toBe('closed')
    expect(log.listeners.size).toBe(0)
  })

  test('an event that is committed between a read and the wait is not missed', async () => {
    const log = createLog()
    const { next } = open(log, 0, { keepAliveMs: 60_000 })
    await next()
    log.state.beforeAnswer = () => {
      log.state.beforeAnswer = () => {}
      log.append()
    }
    expect(idsOf(await next())).toEqual([1])
  })

  test('resumes after the number that was seen last', async () => {
    const log = createLog()
    log.append(5)
    const { next } = open(log, 3)
    await next()
    expect(idsOf(await next())).toEqual([4, 5])
    expect(sinceOf(new Headers({ 'last-event-id': '7' }), 3)).toBe(7)
    expect(sinceOf(new Headers({ 'last-event-id': 'x' }), 3)).toBe(3)
    expect(sinceOf(new Headers(), 3)).toBe(3)
  })

  test('numbers a feed of many streams by position', async () => {
    const log = createLog({ offset: 100 })
    log.append(2)
    const { next } = open(log)
    await next()
    expect(idsOf(await next())).toEqual([101, 102])
  })

  test('says something while nothing happens', async () => {
    const log = createLog()
    const { next, cancel } = open(log, 0, { keepAliveMs: 5 })
    await next()
    expect(await next()).toBe(': still here\n\n')
    await cancel()
  })

  test('reads no further than the client takes', async () => {
    const log = createLog()
    log.append(1000)
    const { next, cancel } = open(log)
    await next()
    await next()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(log.state.reads).toBeLessThanOrEqual(2)
    await cancel()
    expect(log.listeners.size).toBe(0)
  })

  test('drops a client that takes nothing', async () => {
    const log = createLog()
    log.append(3)
    const { next } = open(log, 0, { patienceMs: 5 })
    await next()
    await new Promise<void>(resolve => {
      const poll = () => (log.listeners.size === 0 ? resolve() : setImmediate(poll))
      poll()
    })
    await expect(next()).rejects.toThrow('took nothing')
  })

  test('ends when the server stops', async () => {
    const log = createLog()
    const { next } = open(log)
    await next()
    const waiting = next()
    log.closing.abort()
    expect(await waiting).toBe('closed')
  })
})
