import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../../src/contracts/event.ts'
import type { ResultClient } from '../../src/sdk/sdk.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createFleet, type Fleet, type FleetNode } from './fleet.ts'
import { approve, effectsOf, holdEverything, settle, startWaiting, type Waiting } from './traffic.ts'

let fleet: Fleet
let first: FleetNode
let second: FleetNode
let atFirst: ResultClient
let atSecond: ResultClient

beforeAll(async () => {
  fleet = createFleet(await createTestDatabase())
  first = await fleet.start('up')
  second = await fleet.start('serve')
  atFirst = await fleet.clientAt(first)
  atSecond = await fleet.clientAt(second)
  await holdEverything(atFirst)
}, 60_000)
afterAll(() => fleet?.close())

/** Follows a run at a node until its stream says that it is over. */
async function followed(at: ResultClient, runId: string): Promise<readonly Event[]> {
  const events: Event[] = []
  await at.stream(`/api/runs/${runId}/events`, { onEvent: event => void events.push(event) })
  return events
}

describe('several processes on one PostgreSQL', { timeout: 240_000 }, () => {
  test('a run is started at one node, decided at the other, and followed to its end at both', async () => {
    const waiting = await startWaiting(atFirst, 'followed')
    const following = [followed(atFirst, waiting.runId), followed(atSecond, waiting.runId)]
    expect((await atSecond.gates.get(waiting.gateId)).status).toBe('pending')
    await approve(atSecond, waiting)
    const [here, there] = await Promise.all(following)
    expect(here?.map(({ seq }) => seq)).toEqual(here?.map((_, index) => index + 1))
    expect(there).toEqual(here)
    expect((await atSecond.runs.get(waiting.runId)).status).toBe('completed')
    expect(effectsOf(fleet.workspace, waiting)).toBe(1)
  })

  test('a decision at one node is the standing one at the other', async () => {
    const waiting = await startWaiting(atSecond, 'raced')
    const answers = await Promise.all(
      [atFirst, atSecond].map(at => at.gates.decide(waiting.gateId, { decision: 'approve' })),
    )
    expect(answers.filter(answer => !answer.refused && answer.repeated !== true)).toHaveLength(1)
    const [run] = await settle(atFirst, [waiting], 20_000)
    expect([run?.status, effectsOf(fleet.workspace, waiting)]).toEqual(['completed', 1])
  })

  test('a run that waits at one node is cancelled at the other', async () => {
    const waiting = await startWaiting(atFirst, 'cancelled')
    await atSecond.runs.cancel(waiting.runId, 'not any more')
    expect(await atFirst.runs.get(waiting.runId)).toMatchObject({
      status: 'cancelled',
      cancelled_because: 'not any more',
    })
    expect((await atFirst.gates.get(waiting.gateId)).status).toBe('cancelled')
    expect(effectsOf(fleet.workspace, waiting)).toBe(0)
  })

  test('when a worker is killed while it is at work, every approved run goes on elsewhere or asks a person', async () => {
    const victim = await fleet.start('worker')
    const waiting = await Promise.all(
      Array.from({ length: 24 }, (_, index) => startWaiting(atSecond, `killed-${index}`)),
    )
    const decided = Promise.all(waiting.map(each => approve(atSecond, each)))
    await victim.end('SIGKILL')
    await decided
    const runs = await settle(atSecond, waiting, 60_000)
    for (const [index, run] of runs.entries()) {
      const effects = effectsOf(fleet.workspace, waiting[index] as Waiting)
      if (run.status === 'completed') expect(effects).toBe(1)
      else expect([run.waiting_reason, effects <= 1]).toEqual(['unknown_outcome', true])
    }
  })

  test('nodes are replaced one after the other while people decide, and nothing is lost or done twice', async () => {
    let isReplacing = true
    const waiting: Waiting[] = []
    const deciding = (async () => {
      for (let count = 0; isReplacing; count += 1) {
        const each = await startWaiting(atSecond, `rolling-${count}`)
        await approve(atSecond, each)
        waiting.push(each)
      }
    })()
    const worker = await fleet.start('worker')
    expect(await first.end('SIGTERM')).toBe(0)
    const next = await fleet.start('worker')
    expect(await worker.end('SIGTERM')).toBe(0)
    isReplacing = false
    await deciding
    const runs = await settle(atSecond, waiting, 60_000)
    expect(runs.map(({ status }) => status)).toEqual(waiting.map(() => 'completed'))
    expect(waiting.map(each => effectsOf(fleet.workspace, each))).toEqual(waiting.map(() => 1))
    expect(waiting.length).toBeGreaterThan(5)
    expect(await next.end('SIGTERM')).toBe(0)
  })

  test('a node that only serves leaves when it is asked to, whatever it has enqueued', async () => {
    const serving = await fleet.start('serve')
    const { calls } = await fleet.clientAt(serving)
    const call = { tool: 'append_file', arguments: { path: 'enqueued.txt', content: 'done' } }
    expect(await calls.propose(call)).toMatchObject({ outcome: 'held' })
    const leaving = serving.end('SIGTERM')
    expect(await Promise.race([leaving, wait(15_000, 'still there', { ref: false })])).toBe(0)
  })
})
