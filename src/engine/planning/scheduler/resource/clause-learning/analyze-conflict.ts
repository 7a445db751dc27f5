import type { Clauses } from './clauses.ts'
import { addLiteral, backTo, createLiterals, entryOf, type Literals, REASON, type Trail } from './trail.ts'

/** Turns a conflict into a clause that would have prevented it, and says how far to go back. */
export interface ConflictAnalysis {
  /**
   * Reads `trail.conflict`. Afterwards `clause` holds the learned clause, its first literal to be made true, its second
   * one from the level to return to; the result is that level. At level 0 there is nothing to learn: it returns −1.
   */
  analyze(): number
  readonly clause: Literals
}

const NOT_NEEDED = -0x80000000

/** `bump` is told each bound that took part in a conflict. */
export function createConflictAnalysis(
  trail: Trail,
  clauses: Clauses,
  bump: (bound: number) => void,
): ConflictAnalysis {
  const need = new Int32Array(trail.boundCount).fill(NOT_NEEDED)
  const needed: number[] = []
  const clause = createLiterals()
  const reason = createLiterals()
  let atThisLevel = 0

  const add = (bound: number, value: number): void => {
    const before = need[bound] ?? NOT_NEEDED
    if (value <= before) return
    const entry = entryOf(trail, bound, value)
    if (entry < 0) return
    const start = trail.levelStart.at(-1) ?? 0
    const wasHere = before !== NOT_NEEDED && entryOf(trail, bound, before) >= start
    if (before === NOT_NEEDED) needed.push(bound)
    need[bound] = value
    if (entry >= start && !wasHere) atThisLevel += 1
    bump(bound)
  }
  const addAll = (literals: Literals): void => {
    for (let at = 0; at < literals.size; at += 1) add(literals.bounds[at] ?? 0, literals.values[at] ?? 0)
  }
  const explain = (entry: number, value: number): void => {
    reason.size = 0
    explainEntry(trail, clauses, { entry, value, into: reason })
    addAll(reason)
  }
  /** Replaces what the newest entries made true by their reasons, until one literal of this level is left. */
  const resolve = (): number => {
    for (let entry = trail.size - 1; ; entry -= 1) {
      const bound = trail.bound[entry] ?? 0
      const value = need[bound] ?? NOT_NEEDED
      if (value === NOT_NEEDED || (trail.raisedFrom[entry] ?? 0) >= value) continue
      if (atThisLevel === 1) return bound
      need[bound] = NOT_NEEDED
      atThisLevel -= 1
      explain(entry, value)
    }
  }

  return {
    clause,
    analyze: () => {
      returnToConflict(trail)
      if (trail.levelStart.length === 0) return -1
      needed.length = 0
      atThisLevel = 0
      addAll(trail.conflict)
      const first = resolve()
      clause.size = 0
      addLiteral(clause, first ^ 1, 1 - (need[first] ?? 0))
      need[first] = NOT_NEEDED
      for (const bound of needed) {
        const value = need[bound] ?? NOT_NEEDED
        if (value !== NOT_NEEDED && bound !== first) addLiteral(clause, bound ^ 1, 1 - value)
        need[bound] = NOT_NEEDED
      }
      return bringNewestSecond(trail, clause)
    },
  }
}

/** Goes back to the level at which the conflict became complete. */
function returnToConflict(trail: Trail): void {
  let newest = -1
  for (let at = 0; at < trail.conflict.size; at += 1) {
    const entry = entryOf(trail, trail.conflict.bounds[at] ?? 0, trail.conflict.values[at] ?? 0)
    newest = Math.max(newest, entry)
  }
  backTo(trail, newest < 0 ? 0 : levelOf(trail, newest))
}

interface Explanation {
  readonly entry: number
  /** What has to be explained; a weaker value than the entry's may have a weaker reason. */
  readonly value: number
  readonly into: Literals
}

function explainEntry(trail: Trail, clauses: Clauses, { entry, value, into }: Explanation): void {
  const data = trail.reasonData[entry] ?? 0
  const offset = trail.reasonOffset[entry] ?? 0
  switch (trail.reason[entry]) {
    case REASON.lag:
      addLiteral(into, data, value - offset)
      return
    case REASON.clause:
      clauses.explain(data, into)
      return
    case REASON.pool:
      for (let at = data; at < offset; at += 2) addLiteral(into, trail.pool[at] ?? 0, trail.pool[at + 1] ?? 0)
  }
}

/** Puts the literal that became false last behind the first, and returns the level at which it did. */
function bringNewestSecond(trail: Trail, clause: Literals): number {
  let newest = -1
  let place = 0
  for (let at = 1; at < clause.size; at += 1) {
    const entry = entryOf(trail, (clause.bounds[at] ?? 0) ^ 1, 1 - (clause.values[at] ?? 0))
    if (entry <= newest) continue
    newest = entry
    place = at
  }
  if (place > 1) {
    const { bounds, values } = clause
    const [bound, value] = [bounds[1] ?? 0, values[1] ?? 0]
    bounds[1] = bounds[place] ?? 0
    values[1] = values[place] ?? 0
    bounds[place] = bound
    values[place] = value
  }
  return newest < 0 ? 0 : levelOf(trail, newest)
}

function levelOf(trail: Trail, entry: number): number {
  let level = trail.levelStart.length
  while (level > 0 && (trail.levelStart[level - 1] ?? 0) > entry) level -= 1
  return level
}
