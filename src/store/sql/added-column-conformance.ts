import { expect, it } from 'vitest'
import type { Store, StoreTransaction } from '../store.ts'
import { samplePage } from '../store-page-samples.ts'
import { samplePlan } from '../store-plans-conformance.ts'
import {
  AT,
  sampleCall,
  sampleDraft,
  sampleGate,
  sampleGrant,
  sampleMessage,
  sampleRun,
  sampleSession,
  sampleStep,
  sampleVerdict,
} from '../store-samples.ts'
import { TABLES } from './backup.ts'

/** A store over one connection for reads and one for changes, and another program at its database. */
export interface SharedDatabase {
  readonly store: Store
  /** Runs the statements over a connection of their own. */
  alter(statements: readonly string[]): Promise<void>
}

/** What was prepared before a later version added a column to every table answers as before, on the same connection. */
export function describeAddedColumnConformance(name: string, open: () => Promise<SharedDatabase>): void {
  it(`${name} is read and written as before while a later version adds a column to every table`, async () => {
    const { store, alter } = await open()
    await store.transact(fill)
    // A server plans a prepared statement anew for its first executions; after these the plan is kept.
    for (let count = 0; count < 6; count += 1) await readEverything(store)
    const before = await readEverything(store)
    await alter(TABLES.map(table => `alter table ${table} add column of_a_later_version text`))
    expect(await readEverything(store)).toStrictEqual(before)
    await store.transact(async tx => {
      await fillAgain(tx)
      await tx.appendEvents([sampleDraft('run:run_2'), sampleDraft('run:run_1')])
    })
    expect((await store.getRun('run_1'))?.status).toBe('running')
    expect((await store.listStream('run:run_1', 0, 10)).map(({ seq }) => seq)).toEqual([1, 2])
    await store.close()
  })
}

async function fill(tx: StoreTransaction): Promise<void> {
  await tx.putSession(sampleSession('ses_1'))
  await tx.insertRun(sampleRun('run_1'))
  await tx.insertRun(sampleRun('run_child', { parent_run_id: 'run_1' }))
  await tx.putSteps([sampleStep('run_1', 1)])
  await tx.insertGate(sampleGate('gate_1'))
  await tx.insertGrants([sampleGrant('grant_1')])
  await tx.putCall(sampleCall('call_1'))
  await tx.putDocument({ kind: 'settings', id: 'settings', lookup: 'all', body: { a: 1 }, at: AT })
  await tx.putBlob('blob', new Uint8Array([1, 2, 3]), AT)
  await tx.putJob({ queue: 'wake', key: 'run_1', due_at: 1, payload: {}, attempts: 0 })
  await tx.putMessages([sampleMessage('ses_1', 1)])
  await tx.putPage(samplePage('ses_1', 'index', 0))
  await tx.putPlan(samplePlan('plan_1'))
  await tx.insertVerdict(sampleVerdict('verdict_1'))
  await tx.appendEvents([sampleDraft('run:run_1')])
}

async function fillAgain(tx: StoreTransaction): Promise<void> {
  const run = await tx.lockRun('run_1')
  if (run) await tx.updateRun(run, { status: 'running' })
  await tx.lockSession('ses_1')
  await tx.insertRun(sampleRun('run_2'))
  await tx.putSteps([sampleStep('run_1', 1), sampleStep('run_1', 2)])
  await tx.putDocument({ kind: 'settings', id: 'settings', lookup: 'all', body: { a: 2 }, at: AT })
  await tx.putJob({ queue: 'wake', key: 'run_2', due_at: 1, payload: {}, attempts: 0 })
  await tx.putPlan(samplePlan('plan_1', { revision: 1 }))
}

/** Once over the connection for reads, once inside a transaction with its locks. */
async function readEverything(store: Store): Promise<readonly unknown[]> {
  const locked = await store.transact(async tx => [
    await tx.lockRun('run_1'),
    await tx.lockSession('ses_1'),
    await tx.lockGate('gate_1'),
    await tx.lockGrant('grant_1'),
    await readAll(tx),
  ])
  return [locked, await readAll(store)]
}

async function readAll(reader: Store | StoreTransaction): Promise<readonly unknown[]> {
  const page = { limit: 10 }
  return [
    await reader.getRun('run_1'),
    await reader.listRuns({}, page),
    await reader.listRuns({ parent_run_id: 'run_1' }, page),
    await reader.getStep('run_1', 1),
    await reader.listSteps('run_1'),
    await reader.listGates({}, page),
    await reader.listGrants({ run_id: 'run_1' }),
    await reader.listCalls('run_1'),
    await reader.getSession('ses_1'),
    await reader.listSessions({}, page),
    await reader.listMessages('ses_1', { limit: 10, maxBytes: 10_000 }),
    await reader.getDocument('settings', 'settings'),
    await reader.findDocument('settings', 'all'),
    await reader.listDocuments('settings'),
    await reader.listDueJobs(2, 10),
    await reader.listDueJobs(2, 10, 'wake'),
    await reader.listStream('run:run_1', 0, 10),
    await reader.searchEvents({}, page),
    await reader.listStreamHeads(undefined, 10),
    await reader.listUnsealedHeads(10),
    await reader.listEventsInOrder({ stream: '', seq: 0 }, 10),
    await reader.listPages('ses_1'),
    await reader.getPlan('plan_1'),
    await reader.listPlans({}, page),
    await reader.listVerdicts({}, page),
  ]
}
