import type { Clock } from '../../base/clock.ts'
import {
  type AgentTrigger,
  TRIGGER_PRINCIPAL,
  type TriggerEvent,
  type WebhookReceipt,
} from '../../contracts/agent-trigger.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { Run } from '../../contracts/run.ts'
import type { Store, StoredRun, StoreTransaction } from '../../store/store.ts'
import type { StartRequest } from '../run/run.ts'
import { idOf } from './records.ts'

/** Names one trigger. */
export interface TriggerReference {
  readonly agent: string
  readonly name: string
}

/** What a configuration says of one trigger. */
export interface TriggerDefinition {
  readonly agent: string
  readonly name: string
  readonly source: AgentTrigger['source']
  /** The input of the run; undefined starts none. Throws where what arrived does not fit. Called again where a write is. */
  readonly toInput: (arrived: JsonValue | IncomingEvent) => Promise<{ readonly input: JsonValue } | undefined>
}

/** What happened in the program, as a trigger is told of it. */
export interface IncomingEvent {
  readonly type: TriggerEvent
  /** ISO time. */
  readonly at: string
  readonly run_id?: string
  readonly gate_id?: string
  readonly session_id?: string
  readonly payload: JsonObject
  /** The run it is about, with its input and output; absent where it is about none. */
  readonly run?: Pick<Run, 'run_id' | 'kind' | 'agent' | 'status' | 'input' | 'output' | 'error'>
}

export interface TriggerEnvironment {
  readonly store: Store
  readonly clock: Clock
  /** Where signing secrets lie; no call and no agent can name one. */
  readonly own: {
    get(id: string): Promise<string | undefined>
    putWithin(tx: StoreTransaction, id: string, value: string): Promise<void>
  }
  /** Random bytes of the operating system. */
  readonly newBytes: (count: number) => Uint8Array
  /** The definition that this process carries. */
  readonly find: (agent: string, name: string) => TriggerDefinition | undefined
  /** Why a run of the agent cannot start with this input. */
  readonly refuseInput: (agent: string, input: JsonValue) => Promise<Refusal | undefined>
  /** Inserts a queued run inside the transaction. */
  readonly startWithin: (tx: StoreTransaction, request: StartRequest) => Promise<StoredRun | Refusal>
  readonly report: (error: unknown, about: JsonObject) => void
}

/**
 * What became of a delivery. `unverified` says nothing of why: no such trigger, a paused one, no secret, a wrong signature, an
 * old one. `unfit`: signed, and not what the configuration takes. `elsewhere`: this process does not carry the agent. `full`: so
 * many questions of its earlier runs wait for people that none may come.
 */
export type Received =
  | { readonly outcome: 'unverified' }
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'unfit' | 'full'; readonly detail: string }
  | { readonly outcome: 'taken'; readonly receipt: WebhookReceipt }

/** As whom a trigger starts runs: it vouches for nothing and decides nothing. */
export function triggerPrincipal(trigger: TriggerReference): Principal {
  const id = `${TRIGGER_PRINCIPAL}${idOf(trigger)}`
  return { kind: 'system', id, name: `trigger ${idOf(trigger)}`, role: 'admin' }
}

export function secretIdOf(trigger: TriggerReference): string {
  return `trigger:${idOf(trigger)}`
}
