import type { CalendarProject, ScheduleConstraint } from '../../../../contracts/schedule.ts'
import { constraintsOf, type RemovableConstraint } from './constraints.ts'

/** Constraints that cannot all hold. `isMinimal`: without any one of them this conflict is gone. */
export interface Conflict {
  readonly constraints: readonly ScheduleConstraint[]
  readonly isMinimal: boolean
}

/**
 * Finds a minimal conflict of a project that is proven infeasible (QuickXplain, Junker 2004). `isInfeasible` proves it
 * again of a project with fewer constraints; `coreIds` are the tasks of the first proof, tried before all the others.
 */
export function explainConflict(
  project: CalendarProject,
  isInfeasible: (project: CalendarProject) => boolean,
  { coreIds, isOver }: { readonly coreIds: ReadonlySet<string>; readonly isOver: () => boolean },
): Conflict {
  const core = onlyTasks(project, coreIds)
  const base = isInfeasible(core) ? core : project
  const all = constraintsOf(base)
  const isConflict = (kept: ReadonlySet<RemovableConstraint>): boolean => {
    let reduced = base
    for (const item of all) if (!kept.has(item)) reduced = item.remove(reduced)
    return isInfeasible(reduced)
  }
  const search = { isConflict, isOver, isCut: false }
  const found = isConflict(new Set()) ? [] : quickXplain(search, [], { isNew: false, candidates: all })
  return { constraints: found.map(({ constraint }) => constraint), isMinimal: !search.isCut }
}

interface Search {
  readonly isConflict: (kept: ReadonlySet<RemovableConstraint>) => boolean
  readonly isOver: () => boolean
  isCut: boolean
}

/** The candidates needed, together with what is kept, for a conflict. When time is over all candidates count as needed. */
function quickXplain(
  search: Search,
  kept: readonly RemovableConstraint[],
  { isNew, candidates }: { readonly isNew: boolean; readonly candidates: readonly RemovableConstraint[] },
): readonly RemovableConstraint[] {
  if (isNew && search.isConflict(new Set(kept))) return []
  if (candidates.length <= 1) return candidates
  if (search.isOver()) {
    search.isCut = true
    return candidates
  }
  const middle = candidates.length >> 1
  const [first, second] = [candidates.slice(0, middle), candidates.slice(middle)]
  const ofSecond = quickXplain(search, [...kept, ...first], { isNew: first.length > 0, candidates: second })
  const ofFirst = quickXplain(search, [...kept, ...ofSecond], {
    isNew: ofSecond.length > 0,
    candidates: first,
  })
  return [...ofFirst, ...ofSecond]
}

/** The project with some of its tasks only, and what they need. */
function onlyTasks(project: CalendarProject, ids: ReadonlySet<string>): CalendarProject {
  const tasks = project.tasks
    .filter(({ id }) => ids.has(id))
    .map(task => ({ ...task, dependencies: task.dependencies.filter(({ node_id: id }) => ids.has(id)) }))
  const used = new Set(tasks.flatMap(({ resources }) => resources.map(({ resource_id: id }) => id)))
  return { ...project, tasks, resources: project.resources.filter(({ id }) => used.has(id)) }
}
