import type { AgentTrigger } from '../../contracts/agent-trigger.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { collectEvents } from './collect-events.ts'
import { receiveWebhook } from './receive-webhook.ts'
import {
  deleteTrigger,
  idOf,
  listTriggers,
  putCursor,
  putTrigger,
  readState,
  readTrigger,
  type StoredTrigger,
} from './records.ts'
import {
  type Received,
  secretIdOf,
  type TriggerDefinition,
  type TriggerEnvironment,
  type TriggerReference,
} from './trigger-ports.ts'
import { type Delivery, signingKey } from './verify-webhook.ts'

export type {
  IncomingEvent,
  Received,
  TriggerDefinition,
  TriggerEnvironment,
  TriggerReference,
} from './trigger-ports.ts'
export type { Delivery } from './verify-webhook.ts'

export interface TriggerService {
  /** By agent and name. */
  list(): Promise<readonly AgentTrigger[]>
  /** Writes down the triggers of these agents; those that their configuration has no more are forgotten. */
  register(agents: readonly string[], definitions: readonly TriggerDefinition[]): Promise<void>
  /** Resuming begins with what happens from then on. */
  setStatus(named: TriggerReference, status: AgentTrigger['status']): Promise<AgentTrigger | Refusal>
  /** Stores the secret that the sender gave, or makes a new one and answers it; the one before ends at once. */
  putSecret(
    named: TriggerReference,
    given: string | undefined,
  ): Promise<{ readonly refused?: false; readonly trigger: AgentTrigger; readonly secret?: string } | Refusal>
  /** `admit` is called once the signature is known to be right, and may throw. */
  receive(named: TriggerReference, delivery: Delivery, admit: () => Promise<void>): Promise<Received>
  /** Starts what the events since the last time start. */
  pass(): Promise<void>
}

const MIN_SECRET_BYTES = 16
const NEW_SECRET_BYTES = 32

export function createTriggerService(environment: TriggerEnvironment): TriggerService {
  const { store, clock } = environment
  return {
    list: async () => Promise.all((await listTriggers(store)).map(one => view(environment, one))),
    register: (agents, definitions) =>
      store.transact(async tx => {
        const kept = new Set(definitions.map(idOf))
        for (const standing of await listTriggers(tx))
          if (agents.includes(standing.agent) && !kept.has(idOf(standing)))
            await deleteTrigger(tx, idOf(standing))
        for (const definition of definitions) await registerOne(tx, definition, clock.now())
      }),
    setStatus: async (named, status) => {
      const changed = await store.transact(async tx => {
        const standing = await readTrigger(tx, idOf(named))
        if (standing === undefined) return undefined
        const now = clock.now()
        const isResumed = standing.status === 'paused' && status === 'active'
        if (isResumed && standing.source.type === 'event')
          await putCursor(tx, idOf(named), { position: await tx.lastFeedPosition(), nowMs: now })
        await putTrigger(tx, { ...standing, status }, now)
        return { ...standing, status }
      })
      return changed === undefined ? unknown(named) : view(environment, changed)
    },
    putSecret: (named, given) => putSecret(environment, named, given),
    receive: (named, delivery, admit) => receiveWebhook(environment, { named, delivery, admit }),
    pass: async () => {
      for (const trigger of await listTriggers(store)) {
        if (trigger.status !== 'active' || trigger.source.type !== 'event') continue
        const definition = environment.find(trigger.agent, trigger.name)
        if (definition === undefined) continue
        await collectEvents(environment, trigger, definition).catch((error: unknown) =>
          environment.report(error, { during: 'triggers', trigger: idOf(trigger) }),
        )
      }
    },
  }
}

/** What was paused stays paused; an event trigger that listens to something else begins anew. */
async function registerOne(
  tx: StoreTransaction,
  { agent, name, source }: TriggerDefinition,
  nowMs: number,
): Promise<void> {
  const id = idOf({ agent, name })
  const standing = await readTrigger(tx, id)
  const status = standing?.status ?? 'active'
  const isSame = standing !== undefined && JSON.stringify(standing.source) === JSON.stringify(source)
  if (isSame) return
  await putTrigger(tx, { agent, name, source, status }, nowMs)
  if (source.type === 'event') await putCursor(tx, id, { position: await tx.lastFeedPosition(), nowMs })
}

async function putSecret(
  environment: TriggerEnvironment,
  named: TriggerReference,
  given: string | undefined,
): ReturnType<TriggerService['putSecret']> {
  const { store, own, newBytes } = environment
  const secret = given ?? `whsec_${Buffer.from(newBytes(NEW_SECRET_BYTES)).toString('base64')}`
  const trigger = await store.transact(async tx => {
    const standing = await readTrigger(tx, idOf(named))
    if (standing === undefined) return unknown(named)
    if (standing.source.type !== 'webhook')
      return refuse('invalid', `Trigger ${idOf(named)} is started by an event and has no secret.`)
    if (signingKey(standing.source.signature, secret).length < MIN_SECRET_BYTES) {
      const message = `has fewer than ${MIN_SECRET_BYTES} bytes`
      const errors = [{ field: 'secret', message }]
      return refuse('invalid', `The secret was not stored: it ${message}.`, { errors })
    }
    await own.putWithin(tx, secretIdOf(named), secret)
    return standing
  })
  if (isRefusal(trigger)) return trigger
  return { trigger: await view(environment, trigger), ...(given === undefined ? { secret } : {}) }
}

async function view({ store, own }: TriggerEnvironment, trigger: StoredTrigger): Promise<AgentTrigger> {
  const state = await readState(store, idOf(trigger))
  if (trigger.source.type === 'event') return { ...trigger, ...state }
  const path = `/api/triggers/${trigger.agent}/${trigger.name}/webhook`
  const has_secret = (await own.get(secretIdOf(trigger))) !== undefined
  return { ...trigger, ...state, path, has_secret }
}

function unknown(named: TriggerReference): Refusal {
  return refuse(
    'not_found',
    `Agent ${named.agent} has no trigger ${named.name}. \`soulgate triggers\` lists them.`,
  )
}
