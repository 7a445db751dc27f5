import { toIso } from '../../base/clock.ts'
import type { AgentTrigger } from '../../contracts/agent-trigger.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { actorOf } from '../../engine/gate/gate.ts'
import type { TriggerReference, TriggerService } from '../../engine/triggers/triggers.ts'
import type { Engine } from '../engine.ts'

/** Triggers as surfaces see them. */
export interface TriggersPart {
  /** By agent and name. */
  list(): Promise<readonly AgentTrigger[]>
  setStatus(
    who: Principal,
    trigger: TriggerReference,
    status: AgentTrigger['status'],
  ): Promise<AgentTrigger | Refusal>
  /** Stores what the sender gave, or makes a secret and answers it, once. */
  putSecret(
    who: Principal,
    trigger: TriggerReference,
    given: string | undefined,
  ): ReturnType<TriggerService['putSecret']>
  /** A request of somebody outside, of whom nothing is known but its signature. */
  readonly receive: TriggerService['receive']
}

export function createTriggers(engine: Engine): TriggersPart {
  const { triggers } = engine
  return {
    list: () => triggers.list(),
    setStatus: async (who, trigger, status) => {
      if (!may(who.role, 'schedule.manage'))
        return refuse('forbidden', `A ${who.role} may not change triggers; a reviewer may.`)
      const changed = await triggers.setStatus(trigger, status)
      if (!isRefusal(changed)) await tell(engine, who, { ...trigger, status })
      return changed
    },
    putSecret: async (who, trigger, given) => {
      if (!may(who.role, 'secret.manage')) return refuse('forbidden', 'Signing secrets are set by admins.')
      const put = await triggers.putSecret(trigger, given)
      if (!isRefusal(put))
        await tell(engine, who, { ...trigger, secret: given === undefined ? 'made' : 'set' })
      return put
    },
    receive: triggers.receive,
  }
}

/** Into the audit chain: who changed what starts agents. */
async function tell(
  { store, clock }: Engine,
  who: Principal,
  payload: Readonly<Record<string, string>>,
): Promise<void> {
  const at = toIso(clock.now())
  await store.transact(tx =>
    tx.appendEvents([
      { stream: 'system', type: 'trigger_changed', at, actor: actorOf(who), payload: { ...payload } },
    ]),
  )
}
