import { fakeClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal, type Refusal } from '../../src/contracts/refusal.ts'
import {
  createGuidelineService,
  type GuidelineServiceOptions,
} from '../../src/engine/guardrails/guardrails.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'

/** What the tests of stored guidelines begin with. */
export const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
export const reviewer: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
export const denyDelete = {
  name: 'Nothing is deleted',
  category: 'security',
  condition: { tools: ['delete_*'] },
  action: { type: 'tool_restriction', tools_denied: ['delete_*'] },
}

export function memoryStore(): Promise<Store> {
  return openSqliteStore({ path: ':memory:', now: () => toIso(START_MS) })
}

export function openService(store: Store, options: Partial<GuidelineServiceOptions> = {}) {
  const clock = options.clock ?? fakeClock(START_MS)
  return createGuidelineService({
    store,
    clock,
    ids: createIds({ clock }),
    fallbackMode: 'static',
    ...options,
  })
}

export async function settle<Answer extends object>(work: Promise<Answer | Refusal>): Promise<Answer> {
  const answer = await work
  if (isRefusal(answer)) throw new Error(answer.detail)
  return answer
}

export async function systemEvents(store: Store) {
  return (await store.listStream('system', 0, 1000)).map(({ type, payload }) => ({ type, payload }))
}
