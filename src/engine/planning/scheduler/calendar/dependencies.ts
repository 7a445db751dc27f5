import type { CalendarProject, ProjectProblem } from '../../../../contracts/schedule.ts'

const MAX_NAMED = 20

/** Ids given twice, references to nothing, and the first circle of dependencies with its path. */
export function findDependencyProblems({ tasks, resources }: CalendarProject): readonly ProjectProblem[] {
  const problems: ProjectProblem[] = [...duplicates(tasks, 'tasks'), ...duplicates(resources, 'resources')]
  const taskIds = new Set(tasks.map(({ id }) => id))
  const resourceIds = new Set(resources.map(({ id }) => id))
  for (const [at, task] of tasks.entries()) {
    for (const [place, { node_id: id }] of task.dependencies.entries()) {
      if (taskIds.has(id)) continue
      const path = `tasks.${at}.dependencies.${place}.node_id`
      problems.push({
        code: 'unknown_task',
        path,
        message: `“${task.id}” waits for “${id}”, which is no task of the project. Check the id at ${path}.`,
      })
    }
    for (const [place, { resource_id: id }] of task.resources.entries()) {
      if (resourceIds.has(id)) continue
      const path = `tasks.${at}.resources.${place}.resource_id`
      problems.push({
        code: 'unknown_resource',
        path,
        message: `“${task.id}” needs “${id}”, which is no resource of the project. Check the id at ${path}.`,
      })
    }
  }
  const circle = findCircle(tasks)
  if (circle !== undefined) problems.push(circleProblem(circle))
  return problems
}

function duplicates(items: readonly { readonly id: string }[], path: string): readonly ProjectProblem[] {
  const seen = new Set<string>()
  return items.flatMap(({ id }, at) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    const message = `“${id}” is the id of two ${path}. Give each its own.`
    return [{ code: 'duplicate_id' as const, path: `${path}.${at}.id`, message }]
  })
}

function circleProblem(circle: readonly string[]): ProjectProblem {
  const shown = circle.length > MAX_NAMED ? [...circle.slice(0, MAX_NAMED), '…'] : circle
  const path = [...shown, circle[0]].map(id => `“${id}”`).join(' → ')
  const message = `The dependencies run in a circle: ${path} (each waits for the next). Remove one of them.`
  return { code: 'dependency_cycle', message }
}

/** Ids along a circle, each waiting for the next; undefined when there is none. Depth first, without recursion. */
function findCircle(tasks: CalendarProject['tasks']): readonly string[] | undefined {
  const waitsFor = new Map(
    tasks.map(({ id, dependencies }) => [id, dependencies.map(({ node_id }) => node_id)]),
  )
  const done = new Set<string>()
  for (const { id: first } of tasks) {
    const path: { readonly id: string; next: number }[] = [{ id: first, next: 0 }]
    const onPath = new Set([first])
    for (let top = path.at(-1); top !== undefined && !done.has(first); top = path.at(-1)) {
      const following = waitsFor.get(top.id)?.[top.next]
      top.next += 1
      if (following === undefined) {
        done.add(top.id)
        onPath.delete(top.id)
        path.pop()
      } else if (onPath.has(following)) {
        return path.slice(path.findIndex(({ id }) => id === following)).map(({ id }) => id)
      } else if (!done.has(following)) {
        onPath.add(following)
        path.push({ id: following, next: 0 })
      }
    }
  }
  return undefined
}
