import type { SmallContradiction } from './explain-together.ts'
import type { ResourceInstance } from './resource-instance.ts'
import type { Contradiction } from './solve-resource-project.ts'

const MAX_SHOWN = 12

/** Why there is no schedule, in words that name the activities. */
export function describeContradiction(instance: ResourceInstance, because: Contradiction): string {
  const name = (activity: number): string => `activity ${instance.names[activity] ?? activity}`
  switch (because.kind) {
    case 'demand': {
      const { activity, resource } = because
      const { name: resourceName, capacity } = instance.resources[resource] ?? { name: '', capacity: 0 }
      const need = instance.demands[activity * instance.resources.length + resource] ?? 0
      return `There is no schedule: ${name(activity)} needs ${need} of ${resourceName}, which has only ${capacity}.`
    }
    case 'circle': {
      const late = because.lags.reduce((sum, { lag }) => sum + lag, 0)
      const steps = because.lags.slice(0, MAX_SHOWN).map(({ from, to, lag }) => {
        const distance = lag < 0 ? `at most ${-lag} later than ${name(to)}` : undefined
        return distance === undefined
          ? `${name(to)} starts at least ${lag} after ${name(from)}`
          : `${name(from)} starts ${distance}`
      })
      const more = because.lags.length > MAX_SHOWN ? `, and ${because.lags.length - MAX_SHOWN} more` : ''
      return `There is no schedule: the lags contradict each other by ${late}: ${steps.join('; ')}${more}.`
    }
    case 'together':
      return because.smallest === undefined
        ? 'There is no schedule: lags and resources together leave none, which was proven by trying all.'
        : describeSmallest(instance, because.smallest)
  }
}

function describeSmallest(
  { names, resources, durations, demands }: ResourceInstance,
  { activities, resources: needed, distances }: SmallContradiction,
): string {
  const list = (items: readonly string[]): string => {
    const shown = items.slice(0, MAX_SHOWN).join(', ')
    return items.length > MAX_SHOWN ? `${shown} and ${items.length - MAX_SHOWN} more` : shown
  }
  const who = activities.map(activity => {
    const needs = needed.flatMap(resource => {
      const units = demands[activity * resources.length + resource] ?? 0
      return units > 0 ? [`${units} of ${resources[resource]?.name ?? ''}`] : []
    })
    const what = needs.length === 0 ? '' : `, ${needs.join(', ')}`
    return `${names[activity] ?? activity} (takes ${durations[activity] ?? 0}${what})`
  })
  const have = needed.map(
    resource => `${resources[resource]?.capacity ?? 0} of ${resources[resource]?.name ?? ''}`,
  )
  const apart = distances.map(distance =>
    distanceText(distance, `${names[distance.from]}`, `${names[distance.to]}`),
  )
  const lags = apart.length === 0 ? '' : ` By the lags ${list(apart)}.`
  const capacity = have.length === 0 ? '' : ` There are only ${list(have)}.`
  return `There is no schedule: these activities already contradict each other: ${list(who)}.${capacity}${lags}`
}

/** Such as `b starts 1 to 7 after a`, or `b starts 4 before to 2 after a`. */
function distanceText(
  { least, most }: SmallContradiction['distances'][number],
  one: string,
  other: string,
): string {
  if (most === Number.POSITIVE_INFINITY) return `${other} starts at least ${least} after ${one}`
  if (least === Number.NEGATIVE_INFINITY) return `${other} starts at most ${most} after ${one}`
  if (least === most && least >= 0) return `${other} starts ${least} after ${one}`
  if (least >= 0) return `${other} starts ${least} to ${most} after ${one}`
  if (most <= 0) return `${other} starts ${-most} to ${-least} before ${one}`
  return `${other} starts ${-least} before to ${most} after ${one}`
}
