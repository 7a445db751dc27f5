import type { Lag, ResourceInstance } from '../resource/resource-instance.ts'
import { createTokenReader, tokensOf, Unreadable, withoutComments } from './tokens.ts'

const MAX_ACTIVITIES = 100_000

/**
 * Reads the Patterson format (`.rcp`): numbers only, line breaks free. Count of activities and resources, capacities,
 * then per activity its duration, demands, number of successors, successors (from 1).
 */
export function readPatterson(text: string): ResourceInstance {
  const reader = createTokenReader(tokensOf(withoutComments(text)))
  const count = reader.wholeNumber('the number of activities', 1)
  const width = reader.wholeNumber('the number of resources')
  if (count > MAX_ACTIVITIES) throw new Unreadable(1, `${count} activities are more than ${MAX_ACTIVITIES}`)
  const resources = Array.from({ length: width }, (_, at) => ({
    name: `R${at + 1}`,
    capacity: reader.wholeNumber(`the capacity of resource ${at + 1}`),
  }))
  const durations = new Int32Array(count)
  const demands = new Int32Array(count * width)
  const lags: Lag[] = []
  for (let activity = 0; activity < count; activity += 1) {
    const name = `activity ${activity + 1}`
    const duration = reader.wholeNumber(`the duration of ${name}`)
    durations[activity] = duration
    for (let resource = 0; resource < width; resource += 1)
      demands[activity * width + resource] = reader.wholeNumber(`a demand of ${name}`)
    const followers = reader.wholeNumber(`the number of successors of ${name}`)
    for (let at = 0; at < followers; at += 1) {
      const line = reader.line()
      const to = reader.wholeNumber(`a successor of ${name}`, 1)
      if (to > count)
        throw new Unreadable(line, `${name} has the successor ${to}, but there are only ${count}`)
      lags.push({ from: activity, to: to - 1, lag: duration })
    }
  }
  if (!reader.isAtEnd())
    throw new Unreadable(reader.line(), `more follows after the last of ${count} activities`)
  const names = Array.from({ length: count }, (_, activity) => String(activity + 1))
  return { count, names, durations, resources, demands, lags }
}
