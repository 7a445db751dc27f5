import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { Store } from '../../src/store/store.ts'
import type { ChatEngine } from '../engine/chat-fixture.ts'
import { member, reviewer } from '../engine/engine-fixture.ts'
import { rest } from '../engine/run-desk.ts'
import { createCrashingStore } from './crashing-store.ts'
import type { Survive } from './survive.ts'

/** A talk that is begun in one process and ended in the next. */
export interface Talk {
  readonly session: string
  readonly message: string
  start(store: Store): Promise<ChatEngine>
  decisionOn(gate: Gate): DecideRequest
  /** Looks at what stands when all has ended. */
  check(engine: ChatEngine, store: Store): Promise<void>
}

/** Lives through the talk whose first process is killed at one write, and checks what stands in the second. */
export function surviveTalk(begin: () => Talk): Survive {
  return async (reopen, point) => {
    const talk = begin()
    const first = await reopen(undefined)
    const crashing = createCrashingStore(first, point)
    await Promise.race([talk.start(crashing.store).then(engine => liveOn(engine, talk)), crashing.died])
    const died = crashing.isDead()
    await rest(20)
    const second = await reopen(first)
    const engine = await talk.start(second)
    await engine.runs.recover()
    await liveOn(engine, talk)
    await talk.check(engine, second)
    await engine.stop()
    await second.close()
    return { writes: crashing.writes(), died }
  }
}

async function liveOn(engine: ChatEngine, { session, message, decisionOn }: Talk): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    const started = await engine.runs.start({
      who: member,
      kind: 'chat',
      session_id: session,
      input: { message, from: { kind: 'person', id: member.id } },
      trigger_source: 'chat',
      idempotency_key: session,
    })
    if (isRefusal(started)) throw new Error(started.detail)
    const counts = await engine.store.countRuns()
    if (!counts.queued && !counts.running && !counts.waiting_input) return
    const { items } = await engine.store.listGates({ status: 'pending' }, { limit: 10 })
    for (const gate of items) await engine.gates.decide(reviewer, gate.gate_id, decisionOn(gate))
    engine.clock.advance(1_000)
    await rest(10)
  }
  const runs = (await engine.store.listRuns({}, { limit: 9 })).items
  const standing = runs.map(run => [run.kind, run.status, run.waiting_reason, run.steps])
  throw new Error(`the talk did not end: ${JSON.stringify(standing)}`)
}
