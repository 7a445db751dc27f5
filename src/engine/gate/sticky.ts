import { toIso } from '../../base/clock.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { countRelease, putStickyRule, readGuideline, suspendStickyRules } from '../guardrails/guardrails.ts'
import { countPermission, givePermission, suspendPermissions } from '../permissions/permissions.ts'
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
  return [
    ...(await remember(environment, tx, closed)),
    ...(await give(environment, tx, closed)),
    ...(await forget(environment, tx, closed)),
  ]
}

/** The permissions that an approval brought with it, each bound to its tool as the card showed it. */
async function give(
  { clock, ids }: GateEnvironment,
  tx: StoreTransaction,
  { gate, calls, actor }: { readonly gate: Gate; readonly calls: readonly ToolCall[]; readonly actor: Actor },
): Promise<readonly EventDraft[]> {
  if (gate.status !== 'approved' || actor.kind !== 'person') return []
  const events: EventDraft[] = []
  for (const { late, permissions = [], decided_by: by, decided_by_name: name } of gate.decisions) {
    if (late) continue
    for (const body of permissions) {
      const call = calls.find(({ tool }) => tool === body.tool)
      if (call === undefined || gate.call_decisions[call.call_id] !== 'approve') continue
      const given = await givePermission(tx, {
        ...{ id: ids.newId('permission'), body, definition_hash: call.definition_hash, by, name },
        ...{ kind: 'person', nowMs: clock.now(), gate_id: gate.gate_id },
      })
      if (given !== undefined) events.push(given.event)
    }
  }
  return events
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

/** `policy:` and what a call rests on, joined by `+`: `rule:<id>`, `contract:<id>`, `class:<ids>` joined by commas. */
function readBasis(issuedBy: string): { readonly rule?: string; readonly permissions: readonly string[] } {
  const rule = /^policy:rule:([^+]+)/.exec(issuedBy)?.[1]
  const ids = /[:+]class:(.+)$/.exec(issuedBy)?.[1]
  return { ...(rule === undefined ? {} : { rule }), permissions: ids === undefined ? [] : ids.split(',') }
}

/**
 * On what a released call rests, for its grant: the rule or the contract that let it run, and the permissions that
 * classed it.
 */
export function withRelease({
  basis,
  rule_id,
  contract_id,
  permission_ids: ids = [],
}: Extract<Verdict, { outcome: 'released' }>): string {
  const parts = [
    ...(basis === 'rule' && rule_id !== undefined ? [`rule:${rule_id}`] : []),
    ...(basis === 'contract' && contract_id !== undefined ? [`contract:${contract_id}`] : []),
    ...(ids.length === 0 ? [] : [`class:${ids.join(',')}`]),
  ]
  return parts.length === 0 ? basis : parts.join('+')
}

/** Whether a released call stands and falls with the rule, the contract or the class that let it run. */
export function standsByRule(basis: string): boolean {
  return /^(?:policy:)?(?:rule|contract|class):/.test(basis)
}

/** Counts a grant that a sticky rule gave, or that permissions made possible. */
export async function countReleasing(tx: StoreTransaction, grant: Grant, at: string): Promise<void> {
  const { rule, permissions } = readBasis(grant.issued_by)
  if (rule !== undefined) await countRelease(tx, rule, at)
  for (const id of permissions) await countPermission(tx, id, at)
}

/** Suspends the sticky rule under which a call ran that failed or was taken back; the caller appends the events. */
export async function suspendReleasing(
  tx: StoreTransaction,
  grant: Pick<Grant, 'issued_by'> | undefined,
  about: { readonly because: string; readonly nowMs: number; readonly isFailure?: boolean },
): Promise<readonly EventDraft[]> {
  const { rule, permissions } = readBasis(grant?.issued_by ?? '')
  const at = toIso(about.nowMs)
  return [
    ...(rule === undefined ? [] : await suspendStickyRules(tx, [rule], { ...about, at })),
    // A search without a match fails: that says nothing of what its call may do.
    ...(about.isFailure === true
      ? []
      : await suspendPermissions(tx, permissions, { because: about.because, at })),
  ]
}
