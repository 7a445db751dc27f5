import type { ResourceInstance } from './resource-instance.ts'
import type { Contradiction } from './solve-resource-project.ts'

const MOST_SHOWN = 12

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
      const steps = because.lags.slice(0, MOST_SHOWN).map(({ from, to, lag }) => {
        const distance = lag < 0 ? `at most ${-lag} later than ${name(to)}` : undefined
        return distance === undefined
          ? `${name(to)} starts at least ${lag} after ${name(from)}`
          : `${name(from)} starts ${distance}`
      })
      const more = because.lags.length > MOST_SHOWN ? `, and ${because.lags.length - MOST_SHOWN} more` : ''
      return `There is no schedule: the lags contradict each other by ${late}: ${steps.join('; ')}${more}.`
    }
    case 'together':
      return 'There is no schedule: lags and resources together leave none, which was proven by trying all.'
  }
}
