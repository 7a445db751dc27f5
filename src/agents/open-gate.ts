import { SoulgateError } from '../base/errors.ts'
import type { GateDefinition } from '../contracts/gate-definition.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { GateAsk, RunContext } from '../engine/run/run.ts'
import type { GateQuestion, GateResult, TypedGateOptions } from './agent-context.ts'
import {
  type GateChoice,
  type GateTypeDefinition,
  type GateTypeTerms,
  readGateFields,
} from './define-gate-type.ts'
import { toGateLife, toMilliseconds } from './duration.ts'

/** A question of an agent's run as it comes from a worker: with the definition of its type, where it has one. */
export interface OpenedQuestion extends GateQuestion<Readonly<Record<string, GateChoice>>> {
  readonly definition?: GateDefinition
  readonly terms?: GateTypeTerms
}

/** Opens a gate whose card and choices the agent gives itself. */
export async function openGate(
  run: RunContext,
  name: string,
  question: OpenedQuestion,
): Promise<GateResult<string>> {
  const { title, details, card = {}, choices, within, definition, terms = {} } = question
  const options = Object.entries(choices).map(([id, { label, outcome, instruction }]) => ({
    ...{ id, label, decision: outcome },
    ...(instruction === undefined ? {} : { default_instruction: instruction }),
  }))
  if (options.length === 0)
    throw new SoulgateError('invalid_input', `Gate “${name}” has no choices; people could never answer it.`)
  const withinMs = within === undefined ? terms.within_ms : toMilliseconds(within)
  return ask(run, name, {
    ...{ fields: card, options, withinMs, terms, agent_says: title },
    ...(details === undefined ? {} : { details }),
    ...(definition === undefined ? {} : { definition }),
  })
}

/** Opens a gate of one's own type. Throws `invalid_input` when the fields do not fit, before anything is recorded. */
export async function openTypedGate(
  run: RunContext,
  type: GateTypeDefinition,
  { fields, name = type.name, reason, within }: TypedGateOptions & { readonly fields: unknown },
): Promise<GateResult<string>> {
  const { definition, options, terms } = type
  return ask(run, name, {
    ...{ fields: readGateFields(type, fields), options, definition, terms },
    withinMs: within === undefined ? terms.within_ms : toMilliseconds(within),
    ...(reason === undefined ? {} : { agent_says: reason }),
  })
}

type Asked = Pick<GateAsk, 'details' | 'agent_says' | 'definition'> & {
  readonly fields: JsonObject
  readonly options: NonNullable<GateAsk['options']>
  readonly withinMs: number | undefined
  readonly terms: GateTypeTerms
}

async function ask(
  run: RunContext,
  name: string,
  { fields, options, withinMs, terms, ...said }: Asked,
): Promise<GateResult<string>> {
  const { approvals, roles, separate_approver: separate } = terms
  const { gate, decision } = await run.gate(name, {
    terms: {
      type: 'proposal',
      ...(approvals === undefined ? {} : { quorum: approvals }),
      ...(roles === undefined ? {} : { roles }),
      ...(separate === undefined ? {} : { separate_approver: separate }),
    },
    ...{ subject: { document: fields }, options, ...said },
    why_held: [{ source: 'agent_request', text: 'The agent asks people to decide.' }],
    ...(withinMs === undefined ? { ttl_seconds: null } : toGateLife({ within: { milliseconds: withinMs } })),
  })
  if (decision === undefined && gate.status === 'expired') return { status: 'expired', gateId: gate.gate_id }
  if (decision === undefined)
    return { status: 'cancelled', reason: gate.cancelled_because ?? 'The question was withdrawn.' }
  // By the options of then: the definition may have changed since the gate opened.
  const chosen =
    gate.options.find(({ id }) => id === decision.option_id) ??
    gate.options.find(item => item.decision === decision.decision)
  const reason = decision.reason ?? decision.feedback
  return {
    ...{ status: 'decided', choice: chosen?.id ?? decision.decision },
    ...(reason === undefined ? {} : { reason }),
    ...(decision.steer_instructions === undefined ? {} : { instruction: decision.steer_instructions }),
  }
}
