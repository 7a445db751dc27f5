import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Principal } from '../../contracts/principal.ts'
import { createInProcessDispatch } from '../../dispatch/in-process/in-process.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createLateAudit } from '../audit/late-audit.ts'
import { assembleEngine } from '../engine.ts'
import { createConfidence } from './confidence.ts'

const agent: Principal = { kind: 'agent', id: 'agent:builder', name: 'builder', role: 'agent' }
const report = { task_id: 'task-1', agent: 'builder', score: 20, reasons: ['no tests'] }

test('a store that is down never blocks the agent, and its report is written once the store is back', async () => {
  const clock = fakeClock(Date.parse('2026-03-01T09:00:00Z'))
  const real = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
  let isDown = false
  const store: Store = {
    ...real,
    transact: work => {
      if (isDown) throw new SoulgateError('store_unavailable', 'The disk is full.')
      return real.transact(work)
    },
  }
  const dispatch = createInProcessDispatch({ store, clock, timers: clock.timers })
  const reported: unknown[] = []
  const engine = await assembleEngine({
    store,
    dispatch,
    clock,
    timers: clock.timers,
    home: '/nowhere/home',
    workspace: '/nowhere/workspace',
    dryRunTools: [],
    report: error => void reported.push(error),
  })
  await engine.settings.start()
  const folder = join(mkdtempSync(join(tmpdir(), 'soulgate-late-')), 'late')
  const late = createLateAudit(engine, folder)
  const confidence = createConfidence(engine, late)
  isDown = true
  const answer = await confidence.report(agent, report)
  expect(answer).toMatchObject({ escalated: false, gate_id: null, stored: false })
  expect(reported).toHaveLength(1)
  expect(late.state()).toEqual({ waiting: 1, lost: 0, durable: true })
  expect(await confidence.list(agent, {}, 10)).toEqual([])

  clock.advance(3_000)
  expect(await confidence.list(agent, {}, 10)).toEqual([])
  isDown = false
  await expect
    .poll(() => {
      clock.advance(1_000)
      return confidence.list(agent, {}, 10)
    })
    .toHaveLength(1)
  const [kept, ...others] = await confidence.list(agent, { task_id: 'task-1' }, 10)
  expect(others).toEqual([])
  expect(kept).toMatchObject({ score: 20, timestamp: '2026-03-01T09:00:00.000Z', escalated: true })
  const stored = await real.listStream('system', 0, 100)
  expect(stored.at(-1)?.payload).toMatchObject({ written_late: true })
  expect(late.state()).toEqual({ waiting: 0, lost: 0, durable: true })
  late.close()
  await real.close()
})
