import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from './store.ts'
import { describeConversationConformance } from './store-conversation-conformance.ts'
import { describeEventConformance } from './store-events-conformance.ts'
import { codeOf, describeNounConformance } from './store-nouns-conformance.ts'
import { describePageConformance } from './store-pages-conformance.ts'
import { describePlanConformance } from './store-plans-conformance.ts'
import { AT, sampleCall, sampleGate, sampleGrant, sampleRun } from './store-samples.ts'
import { describeVerdictConformance } from './store-verdicts-conformance.ts'

/** What every store must do; `open` answers an empty one, and `describeStoreConformance` closes it. */
export function describeStoreConformance(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(async () => {
      await store.close()
    })
    const current = () => store
    describeNounConformance(current)
    describeConversationConformance(current)
    describePageConformance(current)
    describePlanConformance(current)
    describeVerdictConformance(current)
    describeDocuments(current)
    describeJobs(current)
    describeTransactions(current)
    describeEventConformance(current)
    describeTakenOnce(current)
  })
}

type Current = () => Store

function describeDocuments(store: Current): void {
  const kind = 'sample'
  it('counts versions and refuses a write over an unexpected one', async () => {
    const write = (body: string, expectedVersion?: number) =>
      store().transact(tx =>
        tx.putDocument({
          kind,
          id: 'versioned',
          body,
          at: AT,
          ...(expectedVersion === undefined ? {} : { expectedVersion }),
        }),
      )
    expect(await write('first', 0)).toBe(1)
    expect(await codeOf(write('again', 0))).toBe('version_conflict')
    expect(await write('second', 1)).toBe(2)
    expect(await codeOf(write('stale', 1))).toBe('version_conflict')
    expect(await codeOf(write('ahead', 7))).toBe('version_conflict')
    expect(await write('last')).toBe(3)
    expect(await store().getDocument(kind, 'versioned')).toMatchObject({ version: 3, body: 'last' })
  })

  it('lets the last of sixteen writers win when none of them expects a version', async () => {
    await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        store().transact(tx => tx.putDocument({ kind, id: 'raced', body: n, at: AT })),
      ),
    )
    expect((await store().getDocument(kind, 'raced'))?.version).toBe(16)
  })

  it('finds documents by their lookup, oldest first, and forgets deleted ones', async () => {
    await store().transact(async tx => {
      await tx.putDocument({ kind: 'found', id: 'b', lookup: 'k', body: null, at: AT })
      await tx.putDocument({ kind: 'found', id: 'a', lookup: 'k', body: {}, at: '2026-04-01T00:00:00.000Z' })
      await tx.putDocument({ kind: 'found', id: 'c', body: [], at: AT })
    })
    expect((await store().listDocuments('found', { lookup: 'k' })).map(item => item.id)).toEqual(['b', 'a'])
    expect((await store().listDocuments('found')).map(item => item.id)).toEqual(['b', 'c', 'a'])
    expect((await store().findDocument('found', 'k'))?.id).toBe('b')
    expect(await store().transact(tx => tx.deleteDocument('found', 'b'))).toBe(true)
    expect(await store().transact(tx => tx.deleteDocument('found', 'b'))).toBe(false)
    expect((await store().findDocument('found', 'k'))?.id).toBe('a')
  })

  it('keeps bytes and the answers of repeated requests', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n)
    await store().transact(async tx => {
      await tx.putBlob('digest', bytes, AT)
      await tx.putBlob('digest', bytes, AT)
      await tx.putBlob('kept', bytes, AT)
      await tx.putIdempotent('scope', 'key', { digest: 'd', answer: { n: 1 }, at: AT })
    })
    expect(await store().getBlob('digest')).toEqual(bytes)
    expect(await store().getIdempotent('scope', 'key')).toEqual({ digest: 'd', answer: { n: 1 } })
    expect(await store().getIdempotent('other', 'key')).toBeUndefined()
    await store().transact(tx => tx.deleteBlob('digest'))
    expect(await store().getBlob('digest')).toBeUndefined()
  })
}

function describeJobs(store: Current): void {
  it('keeps the earlier of two due times under one key and lists what is due', async () => {
    const job = { queue: 'run', key: 'k', payload: { n: 1 }, attempts: 0 }
    await store().transact(tx => tx.putJob({ ...job, due_at: 1_900_000_000_000 }))
    await store().transact(tx => tx.putJob({ ...job, due_at: 1_800_000_000_000, payload: { n: 2 } }))
    await store().transact(tx => tx.putJob({ ...job, due_at: 1_850_000_000_000, payload: { n: 3 } }))
    expect(await store().nextJobDueAt()).toBe(1_800_000_000_000)
    expect(await store().listDueJobs(1_799_999_999_999, 9)).toEqual([])
    const due = { ...job, due_at: 1_800_000_000_000, payload: { n: 3 } }
    expect(await store().listDueJobs(1_800_000_000_000, 9)).toEqual([due])
    expect(await store().listDueJobs(1_800_000_000_000, 9, 'run')).toEqual([due])
    expect(await store().listDueJobs(1_800_000_000_000, 9, 'maintenance')).toEqual([])
    await store().transact(tx => tx.deleteJob('run', 'k'))
    expect(await store().nextJobDueAt()).toBeUndefined()
  })
}

function describeTransactions(store: Current): void {
  it('keeps nothing of a work that throws, and everything of its neighbours in the same commit', async () => {
    const works = Array.from({ length: 20 }, (_, n) =>
      store().transact(async tx => {
        await tx.insertRun(sampleRun(`run_batch_${n}`))
        await tx.putDocument({ kind: 'batch', id: String(n), body: n, at: AT })
        if (n % 4 === 3) throw new Error(`number ${n}`)
        return n
      }),
    )
    const settled = await Promise.allSettled(works)
    for (const [n, outcome] of settled.entries()) {
      const failed = n % 4 === 3
      expect(outcome.status).toBe(failed ? 'rejected' : 'fulfilled')
      expect((await store().getRun(`run_batch_${n}`)) === undefined).toBe(failed)
    }
    expect(await store().listDocuments('batch')).toHaveLength(15)
  })

  it('shows a work its own writes and others only what is committed', async () => {
    await store().transact(async tx => {
      await tx.insertRun(sampleRun('run_seen'))
      expect(await tx.getRun('run_seen')).toBeDefined()
    })
    expect(await store().getRun('run_seen')).toBeDefined()
  })

  it('lets readers and timers have their turn while one writer writes without a pause', async () => {
    let turns = 0
    let writing = true
    const reader = (async () => {
      while (writing) {
        await store().getRun('run_seen')
        await new Promise(resolve => setTimeout(resolve, 0))
        turns += 1
      }
    })()
    for (let n = 0; n < 100 || turns < 3; n += 1) await store().transact(async () => n)
    writing = false
    await reader
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('locks the run of a gate, and nothing for a gate without one', async () => {
    await store().transact(async tx => {
      await tx.insertRun(sampleRun('run_of_gate'))
      await tx.insertGate(sampleGate('gate_with_run', { run_id: 'run_of_gate' }))
      const { run_id: _, ...alone } = sampleGate('gate_without_run')
      await tx.insertGate(alone)
    })
    const runOf = (gateId: string) => store().transact(tx => tx.lockRunOfGate(gateId))
    expect((await runOf('gate_with_run'))?.run_id).toBe('run_of_gate')
    expect(await runOf('gate_without_run')).toBeUndefined()
    expect(await runOf('gate_none')).toBeUndefined()
    await Promise.all(
      Array.from({ length: 16 }, () =>
        store().transact(async tx => {
          const run = await tx.lockRunOfGate('gate_with_run')
          if (run) await tx.updateRun(run, { steps: run.steps + 1 })
        }),
      ),
    )
    expect(await store().getRun('run_of_gate')).toMatchObject({ steps: 16 })
  })

  it('tells what of a run is not settled, its own writes included', async () => {
    const nothing = {
      pending_gates: false,
      started_calls: false,
      open_children: false,
      issued_grants: false,
    }
    const run_id = 'run_unsettled'
    const other = sampleCall('call_u0', { run_id: 'run_unsettled_2', status: 'started' })
    await store().transact(async tx => {
      await tx.putCall(other)
      await tx.insertGate(sampleGate('gate_u1', { run_id, status: 'approved' }))
      await tx.putCall(sampleCall('call_u1', { run_id, status: 'succeeded' }))
      await tx.insertRun(sampleRun('run_u1', { parent_run_id: run_id, status: 'completed' }))
      await tx.insertGrants([sampleGrant('grant_u1', { run_id, status: 'consumed' })])
      expect(await tx.findUnsettled(run_id)).toEqual(nothing)
      await tx.insertGate(sampleGate('gate_u2', { run_id }))
      expect(await tx.findUnsettled(run_id)).toEqual({ ...nothing, pending_gates: true })
      await tx.putCall(sampleCall('call_u2', { run_id, status: 'started' }))
      await tx.insertRun(sampleRun('run_u2', { parent_run_id: run_id, status: 'waiting_input' }))
      await tx.insertGrants([sampleGrant('grant_u2', { run_id })])
    })
    expect(await store().findUnsettled(run_id)).toEqual({
      pending_gates: true,
      started_calls: true,
      open_children: true,
      issued_grants: true,
    })
  })

  it('adds up sixteen concurrent read-and-write works on a locked run', async () => {
    await store().transact(tx => tx.insertRun(sampleRun('run_sum')))
    await Promise.all(
      Array.from({ length: 16 }, () =>
        store().transact(async tx => {
          const run = await tx.lockRun('run_sum')
          if (run) await tx.updateRun(run, { steps: run.steps + 1 })
        }),
      ),
    )
    expect((await store().getRun('run_sum'))?.steps).toBe(16)
  })

  it('refuses writes of a work that has ended', async () => {
    const leaked = await store().transact(async tx => ({ tx }))
    const late = leaked.tx.insertRun(sampleRun('run_late'))
    expect(await codeOf(late)).toBe('transaction_ended')
    expect(await store().getRun('run_late')).toBeUndefined()
  })

  it('tells listeners after the commit, and of nothing that was rolled back', async () => {
    const heard: string[] = []
    const seen: Promise<unknown>[] = []
    const stop = store().subscribe(topics => {
      heard.push(...topics)
      if (topics.includes('run:run_told')) seen.push(store().getRun('run_told'))
    })
    await store().transact(async tx => {
      await tx.insertRun(sampleRun('run_told'))
      tx.notify('own topic')
      expect(heard).not.toContain('run:run_told')
    })
    await store()
      .transact(async tx => {
        await tx.insertRun(sampleRun('run_untold'))
        throw new Error('no')
      })
      .catch(() => {})
    await store().ping()
    stop()
    expect(heard).toEqual(expect.arrayContaining(['run:run_told', 'own topic']))
    expect(heard).not.toContain('run:run_untold')
    expect(await Promise.all(seen)).toEqual([expect.objectContaining({ run_id: 'run_told' })])
  })

  it('goes on after a listener that throws', async () => {
    const stop = store().subscribe(() => {
      throw new Error('a broken listener')
    })
    await store().transact(tx => tx.insertRun(sampleRun('run_after_broken_listener')))
    stop()
    await store().transact(tx => tx.insertRun(sampleRun('run_after_that')))
    expect(await store().getRun('run_after_that')).toBeDefined()
  })
}

function describeTakenOnce(store: Current): void {
  it('gives what counts once to one of many, until it was to be forgotten', async () => {
    const take = (until: number) => store().takeOnce('signature:a', { until })
    const answers = await Promise.all([1, 2, 3, 4].map(() => take(1000)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await store().takeOnce('signature:b', { until: 2000 })).toBe(true)
    await store().forgetTaken(999)
    expect(await take(1000)).toBe(false)
    await store().forgetTaken(1000)
    expect(await store().takeOnce('signature:b', { until: 2000 })).toBe(false)
    expect(await take(3000)).toBe(true)
  })
}
