import { type Gate, type GateStatus, GateType } from '../../contracts/gate.ts'

const OLD_TYPES: Readonly<Partial<Record<GateType, string>>> = {
  prd_review: 'prd_review',
  design_review: 'design_review',
  code_review: 'code_review',
  test_failures: 'test_review',
  deployment_approval: 'deployment_approval',
}

/** The types that contract 1.0 has, by the names they have now. */
export const OLD_TYPE_NAMES: readonly GateType[] = GateType.options.filter(
  type => OLD_TYPES[type] !== undefined,
)

const OLD_STATUS: Readonly<Record<GateStatus, 'pending' | 'approved' | 'rejected' | 'expired'>> = {
  pending: 'pending',
  approved: 'approved',
  answered: 'approved',
  skipped: 'approved',
  rejected: 'rejected',
  steered: 'rejected',
  expired: 'expired',
  superseded: 'expired',
  cancelled: 'expired',
}

/** Whether a caller asked for the shapes of contract 1.0. */
export function isOldContract(contract: string | undefined): boolean {
  return contract?.startsWith('1.0') === true
}

/** A gate as contract 1.0 knows it, or undefined for the types that came later. */
export function toOldGate(gate: Gate) {
  const type = OLD_TYPES[gate.type]
  if (type === undefined) return undefined
  return {
    id: gate.gate_id,
    type,
    session_id: gate.session_id ?? '',
    ...(gate.task_id === undefined ? {} : { task_id: gate.task_id }),
    status: OLD_STATUS[gate.status],
    created_at: gate.created_at,
    ...(gate.expires_at === undefined ? {} : { expires_at: gate.expires_at }),
    artifacts: gate.artifacts,
    summary: gate.briefing.summary,
    context: gate.context ?? {},
  }
}
