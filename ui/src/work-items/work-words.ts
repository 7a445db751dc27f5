import type { WorkItem, WorkItemStep, WorkItemVersion } from 'soulgate/contracts/work-item'

const STEPS = [
  ['workplan', 'Workplan'],
  ['planning', 'Planning'],
  ['diagrams', 'Diagrams'],
  ['design_review', 'Design review'],
  ['replan', 'Replan'],
  ['build', 'Build'],
  ['testing', 'Testing'],
  ['review', 'Review'],
  ['orchestration', 'Commit'],
  ['devops', 'Operations'],
  ['closure', 'Closure'],
] as const satisfies readonly (readonly [WorkItemStep, string])[]

export function stepTitle(step: WorkItemStep): string {
  return STEPS.find(([name]) => name === step)?.[1] ?? step
}

export const ITEM_STATUS_NAMES: Readonly<Record<WorkItem['status'], string>> = {
  active: 'Active',
  completed: 'Completed',
  aborted: 'Aborted',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const REASON_NAMES: Readonly<Record<WorkItemVersion['reason'], string>> = {
  before_planning: 'before planning',
  before_update: 'before an update',
  before_diagrams: 'before the diagrams',
  before_rollback: 'before going back',
  rejected: 'rejected',
}

export const INTENT_NAMES: Readonly<Record<WorkItem['intent']['status'], string>> = {
  none: 'not asked yet',
  pending: 'waits for approval',
  approved: 'approved',
  rejected: 'rejected',
}

/** How each of the eleven steps stands; a step that a rejection led back over is to come again. */
export function stepStates(item: Pick<WorkItem, 'step' | 'status'>) {
  const at = STEPS.findIndex(([step]) => step === item.step)
  const isDone = item.status === 'completed'
  return STEPS.map(([step, title], index) => ({
    ...{ step, title },
    state: isDone || index < at ? 'done' : index > at ? 'ahead' : item.status === 'active' ? 'now' : 'ended',
  }))
}

/** The versions in which a document was kept, newest first, each of another content. */
export function versionsOf(path: string, versions: readonly WorkItemVersion[]) {
  const kept = versions.flatMap(version => {
    const file = version.files.find(each => each.path === path || path.endsWith(`/${each.path}`))
    return file ? [{ ...version, sha256: file.sha256 }] : []
  })
  return kept.toReversed()
}
