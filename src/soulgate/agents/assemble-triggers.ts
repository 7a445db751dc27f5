import { randomBytes } from 'node:crypto'
import type { SecretService } from '../../engine/secrets/secrets.ts'
import {
  createTriggerService,
  type TriggerEnvironment,
  type TriggerService,
} from '../../engine/triggers/triggers.ts'
import type { OwnAgents } from './own-agents.ts'

/** What webhooks and events start, over the agents that this process carries. */
export function assembleTriggers(
  {
    store,
    clock,
    secrets,
    report,
  }: Pick<TriggerEnvironment, 'store' | 'clock' | 'report'> & {
    readonly secrets: Pick<SecretService, 'own'>
  },
  {
    ownAgents,
    runs,
  }: { readonly ownAgents: OwnAgents; readonly runs: Pick<TriggerEnvironment, 'startWithin'> },
): TriggerService {
  return createTriggerService({
    ...{ store, clock, report, newBytes: randomBytes, own: secrets.own },
    find: ownAgents.findTrigger,
    refuseInput: ownAgents.refuseInput,
    startWithin: runs.startWithin,
  })
}
