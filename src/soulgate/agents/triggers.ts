import type { AgentTrigger } from '../../contracts/agent-trigger.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import type { TriggerReference, TriggerService } from '../../engine/triggers/triggers.ts'
import type { Engine } from '../engine.ts'
import { recordChange } from './record-change.ts'

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
      if (!isRefusal(changed))
        await recordChange(engine, who, { type: 'trigger_changed', payload: { ...trigger, status } })
      return changed
    },
    putSecret: async (who, trigger, given) => {
      if (!may(who.role, 'secret.manage')) return refuse('forbidden', 'Signing secrets are set by admins.')
      const put = await triggers.putSecret(trigger, given)
      if (!isRefusal(put))
        await recordChange(engine, who, {
          type: 'trigger_changed',
          payload: { ...trigger, secret: given === undefined ? 'made' : 'set' },
        })
      return put
    },
    receive: triggers.receive,
  }
}
