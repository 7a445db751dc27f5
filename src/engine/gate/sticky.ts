import { toIso } from '../../base/clock.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { countRelease, putStickyRule, readGuideline, suspendStickyRules } from '../guardrails/guardrails.ts'
import { callsOf } from './build-gate.ts'
import { factsOf } from './edits.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { Verdict } from './judge.ts'
import { rulesOf } from './sticky-rule.ts'

/** What a closed gate means for sticky rules; the caller appends the events last. */
export async function settleSticky(
  environment: GateEnvironment,
  tx: StoreTransaction,
  closed: { readonly gate: Gate; readonly calls: readonly ToolCall[]; readonly actor: Actor },
): Promise<readonly EventDraft[]> {
  return [...(await remember(environment, tx, closed)), ...(await forget(environment, tx, closed))]
}

async function remember(
  { clock, ids }: GateEnvironment,
  tx: StoreTransaction,
  { gate, calls, actor }: { readonly gate: Gate; readonly calls: readonly ToolCall[]; readonly actor: Actor },
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  const nowMs = clock.now()
  for (const fields of rulesOf(gate, calls, nowMs)) {
    const id = ids.newId('guideline')
    const rule = { ...fields, priority: await priorityOver(tx, gate) }
    const written = await putStickyRule(tx, { id, fields: rule, actor, nowMs, at: toIso(nowMs) })
    if (!written.refused) events.push(...written.events)
  }
  return events
}

/** As high as the rules on the card, so that it can stand in for the look they asked for. */
async function priorityOver(tx: StoreTransaction, gate: Gate): Promise<number> {
  let highest = 100
  for (const id of gate.why_held.flatMap(why => why.rule_id ?? [])) {
    const standing = await readGuideline(tx, id)
    if (standing.found && standing.guideline) highest = Math.max(highest, standing.guideline.priority)
  }
  return highest
}

/** A call that people refuse is one that no rule of theirs may release: it waits until somebody has looked at the rule. */
async function forget(
  { clock, findReleases }: GateEnvironment,
  tx: StoreTransaction,
  { gate }: { readonly gate: Gate },
): Promise<readonly EventDraft[]> {
  const refused = callsOf(gate).filter(
    call => gate.status === 'rejected' || gate.call_decisions[call.call_id] === 'reject',
  )
  if (refused.length === 0 || findReleases === undefined) return []
  const ids = await findReleases(refused, factsOf(gate))
  const because = `gate ${gate.gate_id} on such a call was rejected`
  return suspendStickyRules(tx, ids, { because, nowMs: clock.now(), at: toIso(clock.now()) })
}

const BY_RULE = /^policy:rule:(.+)$/

/** On what a released call rests, for its grant: `rule:<id>` or `contract:<id>` where one of them let it run. */
export function withRelease({
  basis,
  rule_id,
  contract_id,
}: Extract<Verdict, { outcome: 'released' }>): string {
  if (basis === 'contract' && contract_id !== undefined) return `contract:${contract_id}`
  return basis === 'rule' && rule_id !== undefined ? `rule:${rule_id}` : basis
}

/** Whether a released call stands and falls with the rule or the contract that let it run. */
export function standsByRule(basis: string): boolean {
  return /^(?:policy:)?(?:rule|contract):/.test(basis)
}

/** Counts a grant that a sticky rule gave. */
export async function countReleasing(tx: StoreTransaction, grant: Grant, at: string): Promise<void> {
  const [, id] = BY_RULE.exec(grant.issued_by) ?? []
  if (id !== undefined) await countRelease(tx, id, at)
}

/** Suspends the sticky rule under which a call ran that failed or was taken back; the caller appends the events. */
export async function suspendReleasing(
  tx: StoreTransaction,
  grant: Pick<Grant, 'issued_by'> | undefined,
  about: { readonly because: string; readonly nowMs: number },
): Promise<readonly EventDraft[]> {
  const [, id] = BY_RULE.exec(grant?.issued_by ?? '') ?? []
  if (id === undefined) return []
  return suspendStickyRules(tx, [id], { ...about, at: toIso(about.nowMs) })
}
