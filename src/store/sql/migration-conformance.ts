import { expect, it } from 'vitest'
import type { Step } from '../../contracts/step.ts'
import { migrate, SCHEMA_VERSION } from '../migrations/migrations.ts'
import type { Store, StoredRun } from '../store.ts'
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
} from '../store-samples.ts'
import { gateToRow, RUN_VALUES, stepToRow } from './rows.ts'
import type { SqlConnection } from './statements.ts'
import { createTransaction } from './writer.ts'

/** The schemas that began to hold them. */
const CONVERSATIONS = 2
const PAGES = 3
/** Columns of runs, steps and gates that came later, by the version of the schema that brought them. */
const LATER_COLUMNS: Readonly<Record<string, number>> = {
  ...{ asked_by: 5, agent: 6, model: 7, model_tier: 7 },
  section: 9,
}

/** An empty database that is at no schema yet. */
export interface BareDatabase {
  /** Runs the work over one connection, in one transaction, and closes it. */
  within(work: (connection: SqlConnection) => Promise<void>): Promise<void>
  open(): Promise<Store>
}

/** Every released schema, with data in it, comes up to the newest without losing any. */
export function describeMigrationConformance(name: string, create: () => Promise<BareDatabase>): void {
  it.each(
    Array.from({ length: SCHEMA_VERSION - 1 }, (_, n) => n + 1),
  )(`${name} at schema %i opens with everything it held, and can do what is new`, async version => {
    const database = await create()
    await database.within(async connection => {
      await migrate(connection, AT, version)
      await fill(connection, version)
    })
    const store = await database.open()
    await expectEverything(store, version)
    await store.transact(async tx => {
      await tx.putMessages([sampleMessage('ses_2', 1)])
      await tx.putPage(samplePage('ses_2', 'index', 0))
      await tx.putPlan(samplePlan('plan_1'))
    })
    expect(await store.getLastMessageSeq('ses_2')).toBe(1)
    await store.close()
    const again = await database.open()
    expect(await again.getLastMessageSeq('ses_2')).toBe(1)
    expect(await again.listPages('ses_2')).toHaveLength(1)
    expect(await again.getPlan('plan_1')).toStrictEqual(samplePlan('plan_1'))
    await again.close()
  })
}

/** Data of everything that the schema of that version holds. */
async function fill(connection: SqlConnection, version: number): Promise<void> {
  const tx = createTransaction({ connection, notify: () => {}, heads: new Map() })
  await tx.putSession(sampleSession('ses_1'))
  const run = sampleRun('run_1', { on_behalf_of: 'person:grace' })
  await insertRun(connection, { run, version })
  for (const seq of [1, 2]) await insertStep(connection, { step: sampleStep('run_1', seq), version })
  await insertRow(connection, {
    table: 'gates',
    row: Object.entries(gateToRow(sampleGate('gate_1'))),
    version,
  })
  await tx.insertGrants([sampleGrant('grant_1')])
  await tx.putCall(sampleCall('call_1'))
  await tx.putDocument({ kind: 'settings', id: 'settings', body: { a: 1 }, at: AT })
  await tx.putBlob('blob', new Uint8Array([1, 2, 3]), AT)
  await tx.appendEvents([sampleDraft('run:run_1'), sampleDraft('run:run_1'), sampleDraft('system')])
  if (version >= CONVERSATIONS) await tx.putMessages([sampleMessage('ses_1', 1)])
  if (version >= PAGES) await tx.putPage(samplePage('ses_1', 'index', 0))
}

/** With the columns that the schema of that version had. */
function insertRun(
  connection: SqlConnection,
  { run, version }: { readonly run: StoredRun; readonly version: number },
): Promise<unknown> {
  const row = Object.entries(RUN_VALUES).map(([column, read]) => [column, read(run)] as const)
  return insertRow(connection, { table: 'runs', row, version })
}

function insertStep(
  connection: SqlConnection,
  { step, version }: { readonly step: Step; readonly version: number },
): Promise<unknown> {
  return insertRow(connection, { table: 'steps', row: Object.entries(stepToRow(step)), version })
}

function insertRow(
  connection: SqlConnection,
  {
    table,
    row,
    version,
  }: {
    readonly table: string
    readonly row: readonly (readonly [string, ReturnType<(typeof RUN_VALUES)[keyof typeof RUN_VALUES]>])[]
    readonly version: number
  },
): Promise<unknown> {
  const columns = row.filter(([column]) => (LATER_COLUMNS[column] ?? 0) <= version)
  const names = columns.map(([column]) => column).join(', ')
  const marks = columns.map((_, n) => (connection.dialect === 'sqlite' ? '?' : `$${n + 1}`)).join(', ')
  const values = columns.map(([, value]) => value)
  return connection.change(`insert into ${table} (${names}) values (${marks})`, values)
}

async function expectEverything(store: Store, version: number): Promise<void> {
  expect(await store.getSession('ses_1')).toStrictEqual(sampleSession('ses_1'))
  expect(await store.getRun('run_1')).toStrictEqual(sampleRun('run_1', { on_behalf_of: 'person:grace' }))
  expect(await store.listSteps('run_1')).toStrictEqual([sampleStep('run_1', 1), sampleStep('run_1', 2)])
  expect(await store.getGate('gate_1')).toStrictEqual(sampleGate('gate_1'))
  const listed = await store.listGates({ status: 'pending', sort: 'section' }, { limit: 9 })
  expect(listed.items).toStrictEqual([sampleGate('gate_1')])
  expect(await store.getGrant('grant_1')).toStrictEqual(sampleGrant('grant_1'))
  expect(await store.getCall('call_1')).toStrictEqual(sampleCall('call_1'))
  expect((await store.getDocument('settings', 'settings'))?.body).toEqual({ a: 1 })
  expect(await store.getBlob('blob')).toEqual(new Uint8Array([1, 2, 3]))
  expect((await store.listStream('run:run_1', 0, 10)).map(event => event.seq)).toEqual([1, 2])
  expect(await store.countEvents()).toBe(3)
  expect(await store.getLastMessageSeq('ses_1')).toBe(version >= CONVERSATIONS ? 1 : 0)
  expect(await store.listPages('ses_1')).toStrictEqual(
    version >= PAGES ? [samplePage('ses_1', 'index', 0)] : [],
  )
}
