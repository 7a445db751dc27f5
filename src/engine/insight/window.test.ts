import { expect, test } from 'vitest'
import { openReadingRoom } from '../../../test/engine/reasoning-fixture.ts'
import { toIso } from '../../base/clock.ts'
import { countWindow } from './insight.ts'

test('a stopped goal that the same session had done in other words counts as retried', async () => {
  const room = await openReadingRoom()
  const { store, clock } = room.engine
  const from = toIso(clock.now())
  await room.ask('Use the shelf_scanner tool: put the tag “old” on B-3', { session_id: 'ses_one' })
  await room.ask('Put the tag “old” on B-3', { session_id: 'ses_one' })
  await room.ask('Use the shelf_scanner tool: put the tag “old” on B-4', { session_id: 'ses_two' })
  await room.ask('Find books about lighthouses', { session_id: 'ses_two' })
  const counts = await countWindow(store, { from, to: toIso(clock.now()) })
  expect(counts.pre_validation).toEqual({ stopped: 2, retried_successfully: 1 })
  await room.stop()
})

test('approvals count when they end, by a person or by time', async () => {
  const room = await openReadingRoom()
  const { store, clock } = room.engine
  const from = toIso(clock.now())
  await room.decide(await room.ask('Remove member M-7'), { decision: 'reject' })
  await room.decide(await room.ask('Remove member M-8'), { decision: 'approve' })
  const waiting = await room.ask('Remove member M-9')
  for (let second = 0; second < 302; second += 1) {
    clock.advance(1_000)
    for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
  expect((await room.gateOf(waiting)).status).toBe('expired')
  const counts = await countWindow(store, { from, to: toIso(clock.now()) })
  expect(counts.approvals).toEqual({ ended: 3, expired: 1 })
  await room.stop()
})
