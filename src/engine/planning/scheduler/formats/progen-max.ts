import type { Lag, ResourceInstance } from '../resource/resource-instance.ts'
import {
  createTokenReader,
  linesOf,
  type Token,
  toWholeNumber,
  Unreadable,
  withoutComments,
} from './tokens.ts'

const MAX_ACTIVITIES = 100_000
const LOWEST_LAG = -1_000_000_000

/**
 * Reads ProGen/max (`.SCH`): a head line, one line per activity with its successors and the lags to them in brackets
 * (start to start, negative for a maximal lag seen backwards), one line per activity with duration and demands, and
 * the capacities. Activities are numbered from 0, a source and a sink included. One mode per activity.
 */
export function readProgenMax(text: string): ResourceInstance {
  const tight = withoutComments(text).replace(/\[[ \t]*([+-]?\d+)[ \t]*\]/g, '[$1]')
  const lines = linesOf(tight).filter(line => line.length > 0)
  const head = createTokenReader(lines[0] ?? [])
  const inner = head.wholeNumber('the number of activities')
  const width = head.wholeNumber('the number of renewable resources')
  const others = head.isAtEnd() ? 0 : head.wholeNumber('the number of non-renewable resources')
  const doubly = head.isAtEnd() ? 0 : head.wholeNumber('the number of doubly constrained resources')
  if (others + doubly > 0)
    throw new Unreadable(1, 'it has resources that do not renew, which only projects with several modes need')
  if (inner > MAX_ACTIVITIES) throw new Unreadable(1, `${inner} activities are more than ${MAX_ACTIVITIES}`)
  const count = inner + 2
  const line = (at: number): readonly Token[] => {
    const found = lines[at]
    if (found === undefined)
      throw new Unreadable(
        lines.at(-1)?.[0]?.line ?? 1,
        `the file ends before all ${count} activities are described`,
      )
    return found
  }
  const lags: Lag[] = []
  for (let activity = 0; activity < count; activity += 1)
    lags.push(...readLags(line(1 + activity), activity, count))
  const durations = new Int32Array(count)
  const demands = new Int32Array(count * width)
  for (let activity = 0; activity < count; activity += 1) {
    const reader = startOfActivity(line(1 + count + activity), activity)
    durations[activity] = reader.wholeNumber(`the duration of activity ${activity}`)
    for (let resource = 0; resource < width; resource += 1)
      demands[activity * width + resource] = reader.wholeNumber(`a demand of activity ${activity}`)
    if (!reader.isAtEnd())
      throw new Unreadable(reader.line(), `activity ${activity} has more than ${width} demands`)
  }
  const capacities = width === 0 ? [] : line(1 + 2 * count)
  if (capacities.length < width)
    throw new Unreadable(
      capacities[0]?.line ?? 1,
      `${capacities.length} capacities stand where ${width} belong`,
    )
  const resources = Array.from({ length: width }, (_, at) => ({
    name: `R${at + 1}`,
    capacity: toWholeNumber(capacities[at] ?? { text: '', line: 1 }, `the capacity of resource ${at + 1}`),
  }))
  const names = Array.from({ length: count }, (_, activity) => String(activity))
  return { count, names, durations, resources, demands, lags }
}

function startOfActivity(line: readonly Token[], activity: number) {
  const reader = createTokenReader(line)
  const at = reader.line()
  const number = reader.wholeNumber('the number of an activity')
  if (number !== activity)
    throw new Unreadable(at, `activity ${number} stands where activity ${activity} belongs`)
  const modes = reader.wholeNumber(`the number of modes of activity ${activity}`, 1)
  if (modes > 1) throw new Unreadable(at, `activity ${activity} has ${modes} modes; only one is supported`)
  return reader
}

function readLags(line: readonly Token[], activity: number, count: number): readonly Lag[] {
  const reader = startOfActivity(line, activity)
  const at = reader.line()
  const followers = reader.wholeNumber(`the number of successors of activity ${activity}`)
  const successors = Array.from({ length: followers }, () => {
    const to = reader.wholeNumber(`a successor of activity ${activity}`)
    if (to >= count)
      throw new Unreadable(at, `activity ${activity} has the successor ${to}, but the last is ${count - 1}`)
    return to
  })
  const lags = successors.map(to => {
    const word = reader.word(`the lag from activity ${activity} to ${to}`)
    const inside = /^\[([+-]?\d+)\]$/.exec(word.text)?.[1]
    if (inside === undefined)
      throw new Unreadable(
        at,
        `the lag from activity ${activity} to ${to} is “${word.text.slice(0, 40)}”, not [a number]`,
      )
    const lag = toWholeNumber({ text: inside, line: at }, 'a lag', LOWEST_LAG)
    return { from: activity, to, lag }
  })
  if (!reader.isAtEnd()) throw new Unreadable(at, `activity ${activity} has more lags than successors`)
  return lags
}
