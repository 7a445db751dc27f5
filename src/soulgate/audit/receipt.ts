import { toIso } from '../../base/clock.ts'
import { headingOf } from '../../contracts/act-line.ts'
import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Receipt, ReceiptField, ReceiptRequest } from '../../contracts/receipt.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { gateEvent } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'

const EVENTS_AT_ONCE = 500

/** What can be shown of one decision outside; that it was exported stands in the chain, and in the receipt itself. */
export async function makeReceipt(
  { store, clock, secrets }: Engine,
  who: Principal,
  { gate, include }: { readonly gate: Gate; readonly include: ReceiptRequest['include'] },
): Promise<Receipt | Refusal> {
  if (!may(who.role, 'gate.receipt'))
    return refuse('forbidden', 'A receipt of a decision is exported by a reviewer.')
  if (gate.status === 'pending')
    return refuse(
      'invalid',
      `Gate ${gate.gate_id} is not decided yet; there is nothing to show a receipt of.`,
    )
  const at = toIso(clock.now())
  const actor = { kind: who.kind, id: who.id }
  await store.transact(tx =>
    tx.appendEvents([gateEvent(gate, { type: 'receipt_exported', at, actor, payload: { include } })]),
  )
  const [events, grants] = await Promise.all([
    readEvents(store, gate.gate_id),
    store.listGrants({ gate_id: gate.gate_id }),
  ])
  const shows = (field: ReceiptField) => include.includes(field)
  const nameOf = createNames(shows('people'))
  const masked = <Value extends JsonObject>(value: Value): Value =>
    JSON.parse(secrets.mask(JSON.stringify(value)))
  return {
    format: 'soulgate.receipt.v1',
    exported_at: at,
    includes: include,
    ...{ gate_id: gate.gate_id, type: gate.type, status: gate.status },
    requested_by: nameOf(gate.requested_by),
    opened_at: gate.created_at,
    ...(gate.decided_at === undefined ? {} : { decided_at: gate.decided_at }),
    ...(shows('arguments') ? masked({ act: headingOf(gate) }) : {}),
    subject_digest: gate.subject_digest,
    why_held: gate.why_held.map(({ source, rule_id, text }) => ({
      source,
      ...(rule_id === undefined ? {} : { rule_id }),
      ...(shows('words') ? masked({ text }) : {}),
    })),
    calls: callsOf(gate, grants, shows('arguments') ? masked : undefined),
    decisions: gate.decisions.map(decision => ({
      decision: decision.decision,
      by: nameOf(decision.decided_by, decision.decided_by_name),
      at: decision.decided_at,
      late: decision.late,
      ...(decision.view_digest === undefined ? {} : { view_digest: decision.view_digest }),
      with_passkey: decision.passkey_id !== undefined,
      edited: decision.edited_arguments !== undefined,
      ...(shows('words') && decision.reason !== undefined ? masked({ reason: decision.reason }) : {}),
    })),
    ...(gate.outcome?.outcome === undefined ? {} : { outcome: gate.outcome.outcome }),
    events: events.map(event => ({
      ...{ at: event.at, type: event.type, by: nameOf(event.actor.id) },
      ...{ stream: event.stream, seq: event.seq, hash: event.hash },
    })),
    erased: events.some(({ payload }) => payload === null),
  }
}

function callsOf(
  gate: Gate,
  grants: readonly Grant[],
  masked: ((value: JsonObject) => JsonObject) | undefined,
): Receipt['calls'] {
  if (!('tool_calls' in gate.subject)) return []
  return gate.subject.tool_calls.map(call => {
    const { call_id, tool, reversibility, definition_hash, digest } = call
    const grant = grants.findLast(each => each.call_id === call_id)
    const status = gate.outcome?.calls.find(each => each.call_id === call_id)?.status
    return {
      ...{ call_id, tool, reversibility, definition_hash, digest },
      ...(grant === undefined ? {} : { ran_digest: grant.digest }),
      ...(grant?.consumed_at === undefined ? {} : { consumed_at: grant.consumed_at }),
      ...(status === undefined ? {} : { status }),
      ...(masked === undefined ? {} : { arguments: masked(grant?.arguments ?? call.arguments) }),
    }
  })
}

/** People by their number in the receipt, or as they are; agents and the engine are no people. */
function createNames(showsPeople: boolean) {
  const numbers = new Map<string, number>()
  return (id: string, name?: string): string => {
    if (!id.startsWith('person_')) return id
    if (showsPeople) return name === undefined ? id : `${name} (${id})`
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return `person ${number}`
  }
}

/** Every event of the gate, oldest first. */
async function readEvents(store: Engine['store'], gateId: string): Promise<readonly Event[]> {
  const events: Event[] = []
  let cursor: string | undefined
  do {
    const page = await store.searchEvents(
      { gate_id: gateId },
      { limit: EVENTS_AT_ONCE, ...(cursor === undefined ? {} : { cursor }) },
    )
    events.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return events.toReversed()
}
