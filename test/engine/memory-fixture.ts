import { type FakeClock, fakeClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createMemory, type Memory, type MemoryOptions } from '../../src/engine/memory/memory.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'

export const START = '2026-03-01T09:00:00.000Z'
export const SESSION = 'ses_1'
export const grace: Principal = { kind: 'person', id: 'person_grace', name: 'Grace', role: 'member' }

export interface TestMemory {
  readonly memory: Memory
  readonly store: Store
  readonly clock: FakeClock
  close(): Promise<void>
}

/** A memory over a database in memory, with the session `ses_1` in it. */
export async function openMemory(
  llm: MemoryOptions['llm'],
  options: Pick<MemoryOptions, 'maxMessages'> = {},
): Promise<TestMemory> {
  const clock = fakeClock(Date.parse(START))
  const store = await openSqliteStore({ path: ':memory:', now: () => START })
  const ids = createIds({ clock, random: createSeededRandom(1) })
  await store.transact(tx =>
    tx.putSession({
      session_id: SESSION,
      status: 'active',
      owner: grace.id,
      created_at: toIso(clock.now()),
      last_active_at: toIso(clock.now()),
    }),
  )
  const memory = createMemory({ store, clock, ids, llm, ...options })
  return { memory, store, clock, close: () => store.close() }
}
