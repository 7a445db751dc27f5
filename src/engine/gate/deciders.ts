import type { Gate, GateType } from '../../contracts/gate.ts'
import type { Principal, Role } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'

/** Gates that the person whose run it is may decide; all others need a reviewer. */
const OWN_RUN_GATES: ReadonlySet<GateType> = new Set([
  'clarification',
  'interview',
  'proposal',
  'checkpoint',
  'plan_approval',
  'pattern_rfc',
  'scheduling_escalation',
  'constraint_exception',
])

/** Who approves where a program under test runs without people; `createAutoApproval` alone acts as it. */
export const AUTO_APPROVER: Principal = {
  kind: 'system',
  id: 'system:auto-approve',
  name: 'system:auto-approve',
  role: 'member',
}
export const AUTO_APPROVED_TYPES: ReadonlySet<GateType> = new Set(['proposal', 'checkpoint'])

const RANK: Readonly<Record<Role, number>> = { agent: -1, viewer: 0, member: 1, reviewer: 2, admin: 3 }

/** Undefined when `who` may decide this gate, otherwise why not. Agents never may, nobody may decide their own request. */
export function mayDecide(who: Principal, gate: Gate): Refusal | undefined {
  if (who === AUTO_APPROVER && AUTO_APPROVED_TYPES.has(gate.type) && !needsSeveral(gate)) return undefined
  if (who.kind !== 'person' || who.role === 'agent') {
    return refuse('forbidden', `${who.name} is not a person; gate ${gate.gate_id} is decided by people only.`)
  }
  if (gate.requested_by === who.id || (gate.separate_approver && gate.on_behalf_of === who.id)) {
    return refuse(
      'self_approval',
      `You asked for gate ${gate.gate_id} yourself; somebody else must decide it.`,
    )
  }
  const isOwn = OWN_RUN_GATES.has(gate.type) && gate.on_behalf_of === who.id
  const needed: Role = isOwn ? 'member' : 'reviewer'
  if (RANK[who.role] < RANK[needed]) {
    return refuse('forbidden', `Gate ${gate.gate_id} needs a ${needed}; you are signed in as ${who.role}.`)
  }
  const { roles } = gate.quorum
  if (roles.length > 0 && !roles.includes(who.role) && who.role !== 'admin') {
    return refuse('forbidden', `Gate ${gate.gate_id} is decided by ${roles.join(' or ')} only.`)
  }
  return undefined
}

function needsSeveral({ quorum, separate_approver }: Gate): boolean {
  return quorum.approvals_required > 1 || quorum.roles.length > 0 || separate_approver
}
