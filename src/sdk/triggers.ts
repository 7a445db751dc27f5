import type { AgentTrigger, TriggerSecret } from '../contracts/agent-trigger.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** Names one trigger. */
export interface TriggerReference {
  readonly agent: string
  readonly name: string
}

/** Agents of one's own that a webhook or an event starts. Pausing is for reviewers, secrets for admins, under their own sign-in. */
export interface TriggersClient {
  list(options?: Pick<RequestOptions, 'signal'>): Promise<readonly AgentTrigger[]>
  pause(trigger: TriggerReference): Promise<AgentTrigger | Refused>
  /** From now on; what fell into the pause is not made up for. */
  resume(trigger: TriggerReference): Promise<AgentTrigger | Refused>
  /** Stores the signing secret that the sender gave; without one it makes one, which is answered once. */
  putSecret(trigger: TriggerReference, secret?: string): Promise<TriggerSecret | Refused>
}

export function createTriggersClient(transport: Transport): TriggersClient {
  const at = ({ agent, name }: TriggerReference) =>
    `/api/triggers/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`
  return {
    list: async options => {
      const path = '/api/triggers'
      return (await transport.read<{ readonly triggers: readonly AgentTrigger[] }>(path, options)).triggers
    },
    pause: trigger => transport.command('PATCH', at(trigger), { body: { status: 'paused' } }),
    resume: trigger => transport.command('PATCH', at(trigger), { body: { status: 'active' } }),
    putSecret: (trigger, secret) =>
      transport.command('PUT', `${at(trigger)}/secret`, { body: secret === undefined ? {} : { secret } }),
  }
}
