import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Step } from '../../src/contracts/step.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { type Kept, namesOf, putBack, readKept } from './kept-journals.ts'
import { admin, found, granted, makePlace, type Place } from './program-fixture.ts'
import { buildAll, decide, gateOf, report, rested } from './work-item-fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Five work items from before their agent was written with `defineAgent`. */
const kept = readKept('work-items-1') as Kept

let here: Place
let soulgate: Soulgate
beforeEach(async () => {
  here = await makePlace()
  await withStore(store => putBack(store, kept))
  for (const [path, text] of Object.entries(kept.files)) await here.write(path, text)
  soulgate = await here.open()
})
afterEach(() => here.leave())

async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ path: join(here.home, 'soulgate.db'), now: () => '' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The journal of an item that was kept, as it was and as it is now. */
async function journals(itemId: string): Promise<readonly [before: readonly Step[], now: readonly Step[]]> {
  const { run_id: runId } = await granted(soulgate.workItems.get(admin, itemId))
  const { steps } = await granted(soulgate.runs.steps(admin, runId))
  return [kept.steps.filter(step => step.run_id === runId), steps]
}

test('journals of work items from before go on where they were, and their records are not written again', async () => {
  let item = await decide(soulgate, await rested(soulgate, 'asked'), { decision: 'approve' })
  expect(item).toMatchObject({ status: 'active', step: 'build', intent: { status: 'approved' } })
  item = await buildAll(soulgate, item)
  expect(item.step).toBe('review')
  const [before, now] = await journals('asked')
  expect(namesOf(now).slice(0, before.length)).toEqual(namesOf(before))
  const settled = before.filter(step => step.settled !== undefined)
  expect(now.filter(step => settled.some(({ seq }) => seq === step.seq))).toEqual(settled)
})

test('an item that is being built takes the next report, one that was rejected a new workplan', async () => {
  let building = await rested(soulgate, 'building')
  const open = building.tasks.filter(task => task.status === 'open')
  building = await buildAll(soulgate, { ...building, tasks: open })
  expect(building).toMatchObject({ step: 'review', used: { hours: 3 } })
  const rejected = await report(soulgate, await rested(soulgate, 'rejected'), {
    kind: 'workplan',
    description: 'Find a customer by number.',
  } as never)
  expect(rejected).toMatchObject({ step: 'planning', round: 2, intent: { status: 'pending' } })
})

test('an item at its limit is answered, and then asks for its intent', async () => {
  const limited = await rested(soulgate, 'limited')
  const least = Number((await gateOf(soulgate, limited)).context?.used)
  const item = await decide(soulgate, limited, {
    decision: 'approve',
    option_id: 'expand',
    option_input: { new_limit: least },
  })
  expect((await gateOf(soulgate, item)).type).toBe('intent_approval')
  expect(found(item.caps.hours)).toBe(least)
})

test('every journal of before is what the definition of now asks for', async () => {
  await soulgate.close()
  const versions = await withStore(async store => {
    const runs = await store.listRuns({ kind: 'workitem' }, { limit: 10 })
    return runs.items.map(run => run.definition_version)
  })
  expect(versions).toEqual(['1', '1', '1', '1', '1'])
  soulgate = await here.open({ works: false })
  const replayed: (readonly string[])[] = []
  for await (const { agent, status } of soulgate.replay()) replayed.push([agent, status])
  expect(replayed).toEqual(Array.from({ length: 5 }, () => ['workitem', 'same']))
})
