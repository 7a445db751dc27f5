import type { CalendarProject, ScheduleConstraint } from '../../../../contracts/schedule.ts'
import { type ConflictSearch, smallestConflict } from '../smallest-conflict.ts'
import { constraintsOf, type RemovableConstraint, withoutConstraints } from './constraints.ts'

/** Constraints that cannot all hold. `isMinimal`: without any one of them this conflict is gone. */
export interface Conflict {
  readonly constraints: readonly ScheduleConstraint[]
  readonly isMinimal: boolean
}

/**
 * Finds a minimal conflict of a project that is proven infeasible (QuickXplain, Junker 2004). `isInfeasible` proves it
 * again of a project with fewer constraints; `coreIds` are the tasks of the first proof, tried before all the others.
 * Limits of the whole project are settled first, then what binds single tasks, then the tasks: when time is over, what
 * has not been settled counts as needed.
 */
export function explainConflict(
  project: CalendarProject,
  isInfeasible: (project: CalendarProject) => boolean,
  { coreIds, isOver }: { readonly coreIds: ReadonlySet<string>; readonly isOver: () => boolean },
): Conflict {
  const core = onlyTasks(project, coreIds)
  const base = isInfeasible(core) ? core : project
  const groups = [...Map.groupBy(constraintsOf(base), rankOf)].sort(([left], [right]) => left - right)
  const isConflict = (kept: readonly RemovableConstraint[]): boolean => {
    const stays = new Set(kept)
    const removed = groups.flatMap(([, items]) => items.filter(item => !stays.has(item)))
    return isInfeasible(withoutConstraints(base, removed))
  }
  const search: ConflictSearch<RemovableConstraint> = { isConflict, isOver, isCut: false }
  let settled: readonly RemovableConstraint[] = []
  let open = groups.map(([, items]) => items)
  while (open.length > 0) {
    const [candidates = [], ...later] = open
    const kept = [...settled, ...later.flat()]
    settled = [...settled, ...smallestConflict(search, kept, candidates)]
    open = later
  }
  return { constraints: inOrder(base, settled), isMinimal: !search.isCut }
}

/** 0 for limits of the whole project, 1 for what binds single tasks, 2 for the work itself. */
function rankOf({ constraint: { kind, task_id: taskId } }: RemovableConstraint): number {
  if (kind === 'task') return 2
  return taskId === undefined ? 0 : 1
}

/** As people read them: the order of the project. */
function inOrder(
  project: CalendarProject,
  needed: readonly RemovableConstraint[],
): readonly ScheduleConstraint[] {
  const keyOf = ({ constraint }: RemovableConstraint): string => JSON.stringify(constraint)
  const keys = new Set(needed.map(keyOf))
  return constraintsOf(project).flatMap(item => (keys.has(keyOf(item)) ? [item.constraint] : []))
}

/** The project with some of its tasks only, and what they need. */
function onlyTasks(project: CalendarProject, ids: ReadonlySet<string>): CalendarProject {
  const tasks = project.tasks
    .filter(({ id }) => ids.has(id))
    .map(task => ({ ...task, dependencies: task.dependencies.filter(({ node_id: id }) => ids.has(id)) }))
  const used = new Set(tasks.flatMap(({ resources }) => resources.map(({ resource_id: id }) => id)))
  return { ...project, tasks, resources: project.resources.filter(({ id }) => used.has(id)) }
}
