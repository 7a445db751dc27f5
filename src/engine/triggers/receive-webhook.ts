import { parseStrictJson } from '../../base/canonical-json.ts'
import { toIso } from '../../base/clock.ts'
import type { WebhookReceipt, WebhookSignature } from '../../contracts/agent-trigger.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { lockName } from '../run/run.ts'
import { idOf, putState, readTrigger } from './records.ts'
import {
  type Received,
  secretIdOf,
  type TriggerDefinition,
  type TriggerEnvironment,
  type TriggerReference,
  triggerPrincipal,
} from './trigger-ports.ts'
import { type Delivery, verifyWebhook } from './verify-webhook.ts'

interface Receiving {
  readonly named: TriggerReference
  readonly delivery: Delivery
  readonly admit: () => Promise<void>
}

/** Checks a delivery and starts its run, once for each id over all processes. */
export async function receiveWebhook(
  environment: TriggerEnvironment,
  { named, delivery, admit }: Receiving,
): Promise<Received> {
  const key = await verify(environment, named, delivery)
  if (key === undefined) return { outcome: 'unverified' }
  await admit()
  const definition = environment.find(named.agent, named.name)
  if (definition === undefined) return { outcome: 'elsewhere' }
  const read = await readInput(environment, definition, delivery.body)
  if ('detail' in read) {
    const error = `A signed delivery was refused: ${read.detail}`
    await environment.store.transact(tx => putState(tx, idOf(named), { error }, environment.clock.now()))
    return { outcome: 'unfit', detail: read.detail }
  }
  if (read.taken === undefined) return { outcome: 'taken', receipt: { status: 'ignored' } }
  return startOnce(environment, { named, key, input: read.taken.input })
}

/** Takes as long for a trigger that is not there as for one that is, so that nobody learns which there are. */
async function verify(
  { store, own, clock, newBytes }: TriggerEnvironment,
  named: TriggerReference,
  delivery: Delivery,
): Promise<string | undefined> {
  const trigger = await readTrigger(store, idOf(named))
  const stored = await own.get(secretIdOf(named))
  const isOpen = trigger?.status === 'active' && trigger.source.type === 'webhook' && stored !== undefined
  const signature: WebhookSignature =
    trigger?.source.type === 'webhook' ? trigger.source.signature : 'standard'
  const secret = stored ?? Buffer.from(newBytes(32)).toString('hex')
  const key = verifyWebhook(signature, secret, { delivery, nowMs: clock.now() })
  return isOpen ? key : undefined
}

type ReadInput = { readonly taken: { readonly input: JsonValue } | undefined } | { readonly detail: string }

async function readInput(
  { refuseInput }: TriggerEnvironment,
  definition: TriggerDefinition,
  body: Uint8Array,
): Promise<ReadInput> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const taken = await definition.toInput(parseStrictJson(text))
    const refused = taken && (await refuseInput(definition.agent, taken.input))
    return refused ? { detail: refused.detail } : { taken }
  } catch (error) {
    return { detail: error instanceof Error ? error.message : String(error) }
  }
}

async function startOnce(
  { store, clock, startWithin }: TriggerEnvironment,
  {
    named,
    key,
    input,
  }: { readonly named: TriggerReference; readonly key: string; readonly input: JsonValue },
): Promise<Received> {
  const scope = secretIdOf(named)
  return store.transact(async tx => {
    const at = toIso(clock.now())
    await lockName(tx, `${scope}:${key}`, at)
    const known = await tx.getIdempotent(scope, key)
    if (known !== undefined) {
      const { run_id } = Object(known.answer)
      return taken({ status: 'duplicate', run_id: String(run_id) })
    }
    const run = await startWithin(tx, {
      ...{ who: triggerPrincipal(named), kind: 'agent', agent: named.agent, input },
      trigger_source: 'webhook',
    })
    if (isRefusal(run)) {
      await putState(tx, idOf(named), { error: run.detail }, clock.now())
      return { outcome: run.code === 'too_many_open_gates' ? 'full' : 'unfit', detail: run.detail }
    }
    await tx.putIdempotent(scope, key, { digest: '', answer: { run_id: run.run_id }, at })
    await putState(tx, idOf(named), { run_id: run.run_id }, clock.now())
    return taken({ status: 'started', run_id: run.run_id })
  })
}

function taken(receipt: WebhookReceipt): Received {
  return { outcome: 'taken', receipt }
}
