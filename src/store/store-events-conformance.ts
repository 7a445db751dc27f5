import { expect, it } from 'vitest'
import type { Event } from '../contracts/event.ts'
import {
  type Checkpoint,
  type EventFilter,
  eventHash,
  GENESIS_HASH,
  payloadDigest,
  type Store,
} from './store.ts'
import { AT, sampleDraft, sampleRun } from './store-samples.ts'

/** The part of the contract about the event chains; run by `describeStoreConformance`. */
export function describeEventConformance(store: () => Store): void {
  it('chains events densely under sixteen writers to one stream', async () => {
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; n < 5; n += 1) {
          const drafts = [sampleDraft('run:one', { payload: { writer, n } }), sampleDraft('run:one')]
          await store().transact(tx => tx.appendEvents(drafts))
        }
      }),
    )
    expectChain(await store().listStream('run:one', 0, 1_000), 160)
  })

  it('chains events densely under sixteen writers to many streams in any order', async () => {
    const streams = ['run:m1', 'session:m2', 'system', 'run:m3']
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; n < 5; n += 1) {
          const order = streams.map((_, place) => streams[(place + writer + n) % streams.length] ?? '')
          await store().transact(tx => tx.appendEvents(order.map(stream => sampleDraft(stream))))
        }
      }),
    )
    for (const stream of streams) expectChain(await store().listStream(stream, 0, 1_000), 80)
    const heads = await store().listStreamHeads(undefined, 1_000)
    expect(heads.map(head => head.stream)).toEqual(heads.map(head => head.stream).toSorted())
    for (const stream of streams) {
      const last = (await store().listStream(stream, 79, 1))[0]
      expect(heads).toContainEqual({ stream, seq: 80, hash: last?.hash })
    }
    const rest = await store().listStreamHeads('run:m3', 1)
    expect(rest.map(head => head.stream)).toEqual(['run:one'])
  })

  it('chains on within one transaction, from the making of its run, past a write that failed', async () => {
    await store().transact(async tx => {
      await tx.insertRun(sampleRun('run_chained'))
      await tx.appendEvents([sampleDraft('run:run_chained')])
      const broken = sampleDraft('run:run_chained', { type: null as never })
      if (store().kind === 'sqlite') await tx.appendEvents([broken]).catch(() => {})
      await tx.appendEvents(Array.from({ length: 40 }, () => sampleDraft('run:run_chained')))
    })
    await store().transact(tx => tx.appendEvents([sampleDraft('run:run_chained')]))
    expectChain(await store().listStream('run:run_chained', 0, 100), 42)
  })

  it('gives a rolled back event no place in its chain', async () => {
    const append = (fail: boolean) =>
      store().transact(async tx => {
        const events = await tx.appendEvents([sampleDraft('run:undone')])
        if (fail) throw new Error('no')
        return events
      })
    await append(false)
    await append(true).catch(() => {})
    expect((await append(false))[0]?.seq).toBe(2)
    expectChain(await store().listStream('run:undone', 0, 10), 2)
  })

  it('never skips an event in the feed while sixteen writers commit', async () => {
    await feedIsWhole(store())
    const start = (await readFeed(store(), 0)).at(-1)?.position ?? 0
    let writing = true
    const written: string[] = []
    const writers = Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; n < 12; n += 1) {
          const [event] = await store().transact(tx =>
            tx.appendEvents([sampleDraft(`run:feed${writer % 5}`)]),
          )
          if (event) written.push(event.hash)
        }
      }),
    ).finally(() => {
      writing = false
    })
    const read: Event[] = []
    while (writing) {
      read.push(...(await readFeed(store(), read.at(-1)?.position ?? start)))
      await nextTurn()
    }
    await writers
    await feedIsWhole(store())
    read.push(...(await readFeed(store(), read.at(-1)?.position ?? start)))
    expect(read.map(event => event.hash).toSorted()).toEqual(written.toSorted())
  })

  describeEventReading(store)
}

function describeEventReading(store: () => Store): void {
  it('filters the feed and pages the search, newest first', async () => {
    const by = { actor: { kind: 'person', id: 'person:searcher' } } as const
    await store().transact(tx =>
      tx.appendEvents(
        Array.from({ length: 9 }, (_, n) =>
          sampleDraft('session:search', {
            ...by,
            type: n % 3 === 0 ? 'gate_decided' : 'login',
            session_id: 'ses_search',
            at: `2026-03-0${n + 1}T00:00:00.000Z`,
          }),
        ),
      ),
    )
    const filter = { actor: 'person:searcher' }
    const first = await store().searchEvents(filter, { limit: 5 })
    const second = await store().searchEvents(filter, { limit: 5, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(event => event.seq)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(second.next_cursor).toBeUndefined()
    await feedIsWhole(store())
    const types = await store().listFeed({ ...filter, types: ['gate_decided'] }, 0, 100)
    expect(types.map(event => event.seq)).toEqual([1, 4, 7])
    const span = {
      ...filter,
      from: '2026-03-02T00:00:00.000Z',
      to: '2026-03-04T00:00:00.000Z',
      session_id: 'ses_search',
    }
    expect((await store().searchEvents(span, { limit: 9 })).items.map(event => event.seq)).toEqual([4, 3, 2])
  })

  it('finds the events of one gate or one run', async () => {
    const [gate, run] = [{ gate_id: 'gate_search' }, { run_id: 'run_search' }]
    await store().transact(tx =>
      tx.appendEvents([
        sampleDraft('run:search', { ...run, ...gate }),
        sampleDraft('run:search', run),
        sampleDraft('system', gate),
      ]),
    )
    const places = async (filter: EventFilter) =>
      (await store().searchEvents(filter, { limit: 9 })).items.map(event => event.stream)
    expect(await places(gate)).toEqual(['system', 'run:search'])
    expect(await places(run)).toEqual(['run:search', 'run:search'])
    expect(await places({ ...gate, ...run })).toEqual(['run:search'])
  })

  it('erases payloads and leaves the chain whole', async () => {
    await store().transact(tx =>
      tx.appendEvents([sampleDraft('run:erased', { session_id: 'ses_erased' }), sampleDraft('run:erased')]),
    )
    expect(await store().transact(tx => tx.erasePayloads({ session_id: 'ses_erased' }))).toBe(1)
    const events = await store().listStream('run:erased', 0, 10)
    expect(events.map(event => event.payload === null)).toEqual([true, false])
    expectChain(events, 2)
  })

  it('gives every event once in order of stream and seq', async () => {
    const read: Event[] = []
    let after = { stream: '', seq: 0 }
    for (;;) {
      const page = await store().listEventsInOrder(after, 50)
      const last = page.at(-1)
      if (last === undefined) break
      read.push(...page)
      after = { stream: last.stream, seq: last.seq }
    }
    expect(read).toHaveLength(await store().countEvents())
    for (const { stream } of await store().listStreamHeads(undefined, 1_000)) {
      const own = read.filter(event => event.stream === stream)
      expectChain(own, own.length)
    }
    const streams = read.map(event => event.stream)
    expect(streams).toEqual(streams.toSorted())
  })

  it('names the heads that moved since a checkpoint sealed them, and how far', async () => {
    const before = await store().listUnsealedHeads(1_000)
    expect(before.every(head => head.sealed_seq === 0 && head.seq > 0)).toBe(true)
    const heads = before.map(({ stream, seq, hash }) => ({ stream, seq, hash }))
    expect(heads).toEqual(await store().listStreamHeads(undefined, 1_000))
    const seal = { at: AT, root: 'r', previous: 'p', key_id: 'key', signature: 's', heads, event_count: 1 }
    expect(await store().getLastCheckpoint()).toBeUndefined()
    await store().transact(tx => tx.insertCheckpoint({ ...seal, checkpoint_id: 'cp_0' }))
    expect(await store().listUnsealedHeads(1_000)).toEqual([])
    await store().transact(tx => tx.appendEvents([sampleDraft('run:one'), sampleDraft('run:young')]))
    const moved = await store().listUnsealedHeads(1_000)
    expect(moved.map(({ stream, seq, sealed_seq }) => [stream, seq - sealed_seq])).toEqual([
      ['run:one', 1],
      ['run:young', 1],
    ])
    expect(await store().listUnsealedHeads(1)).toHaveLength(1)
  })

  it('keeps checkpoints in order', async () => {
    const point = (n: number): Checkpoint => ({
      checkpoint_id: `cp_${n}`,
      at: AT,
      event_count: n,
      root: `root ${n}`,
      previous: `root ${n - 1}`,
      key_id: 'key',
      signature: 'signature',
      heads: [{ stream: 'system', seq: n, hash: 'h' }],
    })
    for (const n of [1, 2, 3]) await store().transact(tx => tx.insertCheckpoint(point(n)))
    expect(await store().getLastCheckpoint()).toEqual(point(3))
    expect((await store().listCheckpoints()).slice(1)).toEqual([point(1), point(2), point(3)])
    expect(await store().listCheckpointsAfter('cp_1', 1)).toEqual([point(2)])
    expect(await store().listCheckpointsAfter('cp_3', 9)).toEqual([])
    expect(await store().countEvents()).toBeGreaterThan(400)
  })

  it('tells where the feed ends, so that a reader of the news alone replays nothing', async () => {
    await feedIsWhole(store())
    const since = await store().lastFeedPosition()
    expect(await store().listFeed({}, since, 10)).toEqual([])
    const [next] = await store().transact(tx =>
      tx.appendEvents([
        {
          ...{ stream: 'system', type: 'login', at: '2026-03-01T00:00:00.000Z', payload: {} },
          actor: { kind: 'system', id: 'system:test' },
        },
      ]),
    )
    await feedIsWhole(store())
    expect((await store().listFeed({}, since, 10)).map(event => event.hash)).toEqual([next?.hash])
  })
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** A feed ends below the oldest open transaction of its server, and other tests have some open on the same one. */
export async function feedIsWhole(store: Store): Promise<void> {
  const newest = (await store.searchEvents({}, { limit: 1 })).items[0]?.position
  await expect.poll(() => store.lastFeedPosition()).toBe(newest)
}

async function readFeed(store: Store, since: number): Promise<readonly Event[]> {
  const events: Event[] = []
  for (;;) {
    const page = await store.listFeed({}, events.at(-1)?.position ?? since, 100)
    events.push(...page)
    if (page.length < 100) return events
  }
}

/** Exported for the tests that crash a store. */
export function expectChain(events: readonly Event[], length: number): void {
  expect(events.map(event => event.seq)).toEqual(Array.from({ length }, (_, n) => n + 1))
  let previous = GENESIS_HASH
  for (const event of events) {
    const { position, hash, ...rest } = event
    expect(event.prev_hash).toBe(previous)
    if (event.payload) expect(payloadDigest(event.payload)).toBe(event.payload_digest)
    expect(eventHash(rest)).toBe(hash)
    expect(position).toBeGreaterThan(0)
    previous = hash
  }
}
