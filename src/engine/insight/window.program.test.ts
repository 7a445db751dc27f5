import { expect, test } from 'vitest'
import { openReadingRoom } from '../../../test/engine/reasoning-fixture.ts'
import { toIso } from '../../base/clock.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { countWindow } from './insight.ts'

test('a stopped goal that the same session had done in other words counts as retried', async () => {
  const room = await openReadingRoom()
  const { store, clock } = room.engine
  const from = toIso(clock.now())
  await room.ask('Use the shelf_scanner tool: put the tag “old” on B-3', { session_id: 'ses_one' })
  await room.ask('Put the tag “old” on B-3', { session_id: 'ses_one' })
  await room.ask('Use the shelf_scanner tool: put the tag “old” on B-4', { session_id: 'ses_two' })
  await room.ask('Find books about lighthouses', { session_id: 'ses_two' })
  const counts = await countWindow(store, { from, to: toIso(clock.now()) }, DEFAULT_SETTINGS)
  expect(counts.pre_validation).toMatchObject([{ total: 2, hits: 1 }])
  await room.stop()
})

test('approvals count when they end, by a person or by time, unless the asker chose the time', async () => {
  const room = await openReadingRoom()
  const { store, clock } = room.engine
  const from = toIso(clock.now())
  await room.decide(await room.ask('Remove member M-7'), { decision: 'reject' })
  await room.decide(await room.ask('Remove member M-8'), { decision: 'approve' })
  const waiting = await room.ask('Remove member M-9')
  const hurried = await room.ask('Remove member M-10', { time_limit_seconds: 200 })
  for (let second = 0; second < 302; second += 1) {
    clock.advance(1_000)
    for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
  for (const answer of [waiting, hurried]) expect((await room.gateOf(answer)).status).toBe('expired')
  const counts = await countWindow(store, { from, to: toIso(clock.now()) }, DEFAULT_SETTINGS)
  // What our own agents ask is the person's for whom they run: it restricts no agent.
  expect(counts.approvals).toEqual([{ requester: 'person_mona', total: 3, hits: 1 }])
  await room.stop()
})
