import type { Lag } from './resource-instance.ts'

/** The part of each activity: activities that wait for each other in both directions share one. Parts are numbered from 0. */
export interface StrongParts {
  readonly partOf: Int32Array
  readonly members: readonly (readonly number[])[]
}

/** Strongly connected parts of the lags (Tarjan, 1972), without recursion. */
export function strongParts(count: number, lags: readonly Lag[]): StrongParts {
  const outgoing: number[][] = Array.from({ length: count }, () => [])
  for (const { from, to } of lags) outgoing[from]?.push(to)
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const partOf = new Int32Array(count).fill(-1)
  const next = new Int32Array(count)
  const open: number[] = []
  const members: number[][] = []
  let counter = 0
  const enter = (activity: number, path: number[]): void => {
    index[activity] = counter
    low[activity] = counter
    counter += 1
    open.push(activity)
    path.push(activity)
  }
  const leave = (activity: number): void => {
    if (low[activity] !== index[activity]) return
    const part: number[] = []
    for (let member = -1; member !== activity; ) {
      member = open.pop() ?? activity
      partOf[member] = members.length
      part.push(member)
    }
    members.push(part)
  }
  for (let root = 0; root < count; root += 1) {
    if (index[root] !== -1) continue
    const path: number[] = []
    enter(root, path)
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const to = outgoing[at]?.[next[at] ?? 0]
      next[at] = (next[at] ?? 0) + 1
      if (to === undefined) {
        path.pop()
        leave(at)
        const above = path.at(-1)
        if (above !== undefined) low[above] = Math.min(low[above] ?? 0, low[at] ?? 0)
      } else if (index[to] === -1) enter(to, path)
      else if (partOf[to] === -1) low[at] = Math.min(low[at] ?? 0, index[to] ?? 0)
    }
  }
  return { partOf, members }
}
