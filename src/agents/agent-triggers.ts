import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import { TriggerEvent, TriggerName, WebhookSignature } from '../contracts/agent-trigger.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { IncomingEvent, TriggerDefinition } from '../engine/triggers/triggers.ts'
import { type OutputOf, toJson, validate } from './schema.ts'

/** What starts an agent beside the clock. Made by `webhook` and `onEvent`; what arrives is data, and vouches for nothing. */
export interface AgentTrigger<Input = unknown> {
  readonly source: TriggerDefinition['source']
  /** The input of the run; undefined starts none. Throws where what arrived does not fit. */
  readonly toInput: (arrived: JsonValue | IncomingEvent) => Promise<Input | undefined>
}

/** How a signed request from outside starts the agent (`webhook`). */
export interface WebhookOptions<Payload extends StandardSchemaV1, Input> {
  /** How the sender signs: Standard Webhooks (default), or as GitHub or Stripe do. */
  readonly signature?: WebhookSignature
  /** The JSON that the sender posts; what does not fit is answered 400. */
  readonly payload: Payload
  /** The agent's input for it; undefined starts nothing. Must not have effects: it may be called more than once. */
  readonly input: (payload: OutputOf<Payload>) => Input | undefined
}

/**
 * A webhook that starts the agent, once for each id. The sender signs with a secret that an admin stores in the room
 * *Triggers* or with `soulgate triggers secret`; it posts to `/api/triggers/AGENT/NAME/webhook`. Without `payload` the
 * agent's own input is what is posted.
 */
export function webhook(options?: { readonly signature?: WebhookSignature }): AgentTrigger<never>
export function webhook<Payload extends StandardSchemaV1, Input>(
  options: WebhookOptions<Payload, Input>,
): AgentTrigger<Input>
export function webhook<Payload extends StandardSchemaV1, Input>(
  options: Partial<WebhookOptions<Payload, Input>> = {},
): AgentTrigger<Input> {
  const { signature = 'standard', payload, input } = options
  if (!WebhookSignature.safeParse(signature).success)
    throw invalid(`a webhook is signed as ${WebhookSignature.options.join(', ')}, not ${String(signature)}`)
  return {
    source: { type: 'webhook', signature },
    toInput: async arrived => {
      // Without a function the payload is the input; the agent's own schema decides whether it is one.
      if (payload === undefined || input === undefined) return arrived as Input
      const valid = await validate<OutputOf<Payload>>(
        payload as StandardSchemaV1<unknown, OutputOf<Payload>>,
        arrived,
      )
      if (!valid.ok) throw new SoulgateError('invalid', valid.problems)
      return input(valid.value)
    },
  }
}

/** How an event of this program starts the agent (`onEvent`). */
export interface EventOptions<Input> {
  /** Only events of runs of this agent, another one. Default: of every run but the agent's own. */
  readonly agent?: string
  /** The agent's input for it; undefined starts nothing. Must not have effects: it may be called more than once. */
  readonly input: (event: IncomingEvent) => Input | undefined
}

/**
 * Starts the agent once for each event of this type, over every process and restart, from the first start with this trigger
 * on. Events of the agent's own runs start nothing, and chains of triggers end at a depth of 8.
 */
export function onEvent<Input>(
  event: TriggerEvent,
  { agent, input }: EventOptions<Input>,
): AgentTrigger<Input> {
  if (!TriggerEvent.safeParse(event).success)
    throw invalid(
      `there is no event ${String(event)} to start at; there are ${TriggerEvent.options.join(', ')}`,
    )
  return {
    source: { type: 'event', event, ...(agent === undefined ? {} : { agent }) },
    toInput: async arrived => input(arrived as IncomingEvent),
  }
}

type Triggered = {
  readonly name: string
  readonly triggers?: Readonly<Record<string, AgentTrigger>>
}

/** The triggers of an agent as they are stored. Throws `invalid_trigger` for one that cannot be. */
export function triggersOf({ name: agent, triggers = {} }: Triggered): readonly TriggerDefinition[] {
  return Object.entries(triggers).map(([name, { source, toInput }]) => {
    const named = TriggerName.safeParse(name)
    if (!named.success) throw invalid(`agent ${agent}: ${named.error.issues[0]?.message}`)
    if (source.type === 'event' && source.agent === agent)
      throw invalid(`trigger ${name} of agent ${agent} would be started by its own runs without end`)
    return {
      ...{ agent, name, source },
      toInput: async arrived => {
        const input = await toInput(arrived)
        return input === undefined ? undefined : { input: toJson(input, `Trigger ${name} of agent ${agent}`) }
      },
    }
  })
}

function invalid(why: string): SoulgateError {
  return new SoulgateError('invalid_trigger', `A trigger cannot be used: ${why}.`)
}
