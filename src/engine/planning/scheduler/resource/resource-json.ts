import type { ResourceProject } from '../../../../contracts/resource-project.ts'
import type { ProjectProblem } from '../../../../contracts/schedule.ts'
import type { Lag, ResourceInstance } from './resource-instance.ts'

/** A resource project from JSON as an instance, or what is wrong with it. */
export type CompiledResourceProject =
  | { readonly kind: 'instance'; readonly instance: ResourceInstance }
  | { readonly kind: 'invalid'; readonly problems: readonly ProjectProblem[] }

/** Numbers activities and resources, and turns every dependency into lags from start to start. */
export function compileResourceProject(project: ResourceProject): CompiledResourceProject {
  const problems: ProjectProblem[] = []
  const activityById = numbersOf(project.activities, 'activities', problems)
  const resourceById = numbersOf(project.resources, 'resources', problems)
  const width = project.resources.length
  const durations = Int32Array.from(project.activities, activity => activity.duration)
  const demands = new Int32Array(project.activities.length * width)
  const lags: Lag[] = []
  for (const [to, activity] of project.activities.entries()) {
    for (const [id, units] of Object.entries(activity.demands)) {
      const resource = resourceById.get(id)
      if (resource !== undefined) demands[to * width + resource] = units
      else problems.push(unknown('resource', id, `activities.${to}.demands`))
    }
    for (const [at, dependency] of activity.dependencies.entries()) {
      const from = activityById.get(dependency.activity_id)
      const path = `activities.${to}.dependencies.${at}`
      if (from === undefined) problems.push(unknown('task', dependency.activity_id, path))
      else lags.push(...lagsOf(dependency, { from, to, durations }))
    }
  }
  if (problems.length > 0) return { kind: 'invalid', problems }
  const names = project.activities.map(({ id }) => id)
  const resources = project.resources.map(({ id, capacity }) => ({ name: id, capacity }))
  return {
    kind: 'instance',
    instance: { count: names.length, names, durations, resources, demands, lags },
  }
}

function numbersOf(
  items: readonly { readonly id: string }[],
  path: string,
  problems: ProjectProblem[],
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const [at, { id }] of items.entries()) {
    if (numbers.has(id))
      problems.push({
        code: 'duplicate_id',
        path: `${path}.${at}.id`,
        message: `“${id}” is the id of two ${path}. Give each its own.`,
      })
    numbers.set(id, at)
  }
  return numbers
}

function unknown(what: 'task' | 'resource', id: string, path: string): ProjectProblem {
  const noun = what === 'task' ? 'activity' : 'resource'
  return { code: `unknown_${what}`, path, message: `There is no ${noun} “${id}”. Check the id at ${path}.` }
}

type Dependency = ResourceProject['activities'][number]['dependencies'][number]

function lagsOf(
  { type, lag, max_lag: longest }: Dependency,
  { from, to, durations }: { readonly from: number; readonly to: number; readonly durations: Int32Array },
): readonly Lag[] {
  const toPoint = type === 'FF' || type === 'SF' ? (durations[to] ?? 0) : 0
  const fromPoint = type === 'FS' || type === 'FF' ? (durations[from] ?? 0) : 0
  const shift = fromPoint - toPoint
  const least = { from, to, lag: lag + shift }
  return longest === undefined ? [least] : [least, { from: to, to: from, lag: -(longest + shift) }]
}
