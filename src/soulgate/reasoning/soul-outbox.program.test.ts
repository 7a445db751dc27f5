import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { createLocalSoul, type DecisionToStore, type Soul } from '../../engine/soul/soul.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createSoulOutboxPass, withOutbox } from './soul-outbox.ts'

const clock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
let store: Store
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
})
afterEach(() => store.close())

const decision = (id: string): DecisionToStore => ({
  decision_id: id,
  gate_id: 'gate_1',
  session_id: 'ses_1',
  goal: 'Tag B-12',
  confidence: 0.7,
  decision: 'approved',
  approval_time: toIso(clock.now()),
  approver: 'person_rita',
})

/** A Soul far away that can be switched off. */
function farSoul() {
  const state = { isUp: false, stored: [] as string[] }
  const soul: Soul = {
    ...createLocalSoul({ store }),
    kind: 'remote',
    storeDecision: async told => {
      if (!state.isUp) throw new SoulgateError('soul_unavailable', 'Soul does not answer.')
      state.stored.push(told.decision_id)
      return { stored: true, decision_id: told.decision_id }
    },
  }
  return { state, soul: withOutbox(soul, { store, clock }) }
}

test('a decision that Soul did not take is told again until it is stored, in order and once', async () => {
  const { state, soul } = farSoul()
  const tellAgain = createSoulOutboxPass({ store, soul })
  const pass = (signal = new AbortController().signal) => tellAgain(signal)
  await expect(soul.storeDecision(decision('dec_1'))).rejects.toMatchObject({ code: 'soul_unavailable' })
  clock.advance(10)
  await expect(soul.storeDecision(decision('dec_2'))).rejects.toMatchObject({ code: 'soul_unavailable' })
  expect(await pass()).toBe(0)
  state.isUp = true
  expect(await pass(AbortSignal.abort())).toBe(0)
  expect(await pass()).toBe(2)
  expect(state.stored).toEqual(['dec_1', 'dec_2'])
  expect(await pass()).toBe(0)
})

test('what Soul took at once waits nowhere', async () => {
  const { state, soul } = farSoul()
  state.isUp = true
  await soul.storeDecision(decision('dec_3'))
  expect(await store.listDocuments('soul_outbox')).toEqual([])
})
