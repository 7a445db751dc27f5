import type { GateType } from '../../contracts/gate.ts'
import { type DecidedGate, refusePerson } from '../../contracts/gate-review.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'

/** Who approves where a program under test runs without people; `createAutoApproval` alone acts as it. */
export const AUTO_APPROVER: Principal = {
  kind: 'system',
  id: 'system:auto-approve',
  name: 'system:auto-approve',
  role: 'member',
}
export const AUTO_APPROVED_TYPES: ReadonlySet<GateType> = new Set(['proposal', 'checkpoint'])

/**
 * Refuses a quorum that the registered people cannot fill, naming why: such a gate would wait in vain. Only what an
 * asker demands is held against it.
 */
export function refuseUnfillable(
  people: readonly Person[],
  gate: Omit<DecidedGate, 'gate_id'>,
): Refusal | undefined {
  const { approvals_required: needed, roles } = gate.quorum
  const unfit = roles.filter(role => role === 'agent' || role === 'viewer' || role === 'worker')
  if (unfit.length > 0)
    return unfillable(
      'quorum.roles',
      `${unfit.join(' and ')} may never decide. Name reviewer, admin or member.`,
    )
  const active = people.filter(person => person.disabled_at === undefined)
  const able = active.filter(person => {
    const { person_id: id, name, role } = person
    return mayDecide({ kind: 'person', id, name, role }, { ...gate, gate_id: 'new' }) === undefined
  })
  if (able.length >= needed) return undefined
  const who =
    roles.length > 0
      ? `with a role in ${[...new Set([...roles, 'admin'])].join(', ')}`
      : 'with the right to decide it'
  const apart = gate.separate_approver ? ', leaving out whoever it is asked for (separate_approver)' : ''
  const field =
    gate.separate_approver && needed <= able.length + 1 ? 'separate_approver' : 'quorum.approvals_required'
  return unfillable(
    field,
    `needs ${needed} approvals, but only ${able.length} of ${active.length} registered people are there ${who}${apart}. Ask for less, or have an admin add people.`,
  )
}

function unfillable(field: string, message: string): Refusal {
  return refuse('invalid', `Nobody could ever decide this gate: ${field} ${message}`, {
    errors: [{ field, message }],
  })
}

/** Undefined when `who` may decide this gate, otherwise why not. Agents never may, nobody may decide their own request. */
export function mayDecide(who: Principal, gate: DecidedGate): Refusal | undefined {
  if (who === AUTO_APPROVER && AUTO_APPROVED_TYPES.has(gate.type) && !needsSeveral(gate)) return undefined
  if (who.kind !== 'person' || who.role === 'agent') {
    return refuse('forbidden', `${who.name} is not a person; gate ${gate.gate_id} is decided by people only.`)
  }
  const refused = refusePerson(who, gate)
  return refused && refuse(refused.code, refused.detail)
}

function needsSeveral({ quorum, separate_approver }: DecidedGate): boolean {
  return quorum.approvals_required > 1 || quorum.roles.length > 0 || separate_approver
}
