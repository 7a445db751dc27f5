import { toIso } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { actorOf } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'

/** Writes into the audit chain who changed what starts agents. */
export async function recordChange(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  who: Principal,
  change: {
    readonly type: 'schedule_changed' | 'trigger_changed'
    readonly payload: Readonly<Record<string, string>>
  },
): Promise<void> {
  const event = { stream: 'system', at: toIso(clock.now()), actor: actorOf(who) } as const
  await store.transact(tx =>
    tx.appendEvents([{ ...event, type: change.type, payload: { ...change.payload } }]),
  )
}
