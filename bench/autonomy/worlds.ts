/**
 * Worlds in which an agent proposes calls of one scope: how often it is wrong, when that changes, who notices. They share
 * no code with the engine, not even its random numbers (mulberry32).
 */
export type Draw = () => number

export interface World {
  readonly seed: number
  /** Probability of a wrong call before and after the change. */
  readonly before: number
  readonly after: number
  /** Calls between opening and change; never where absent. */
  readonly changeAfter?: number
  /** Calls over which the rate moves from `before` to `after`; at once where 0. */
  readonly ramp: number
  /** How often the reviewer says the opposite of what is true. */
  readonly reviewerError: number
  /** The share of wrong calls that ran which somebody reports or undoes. */
  readonly reported: number
}

export const CALLS = 10_000
export const ALLOWED = 0.02

export function drawFrom(seed: number): Draw {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** True error from .1 to 4 %, a third of the worlds within half a point of what is allowed. */
export function steadyWorld(seed: number, reviewerError = 0): World {
  const draw = drawFrom(seed)
  const isNear = draw() < 1 / 3
  const before = isNear ? ALLOWED - 0.005 + 0.01 * draw() : 0.001 * 40 ** draw()
  return { seed, before, after: before, ramp: 0, reviewerError, reported: 0 }
}

/** Right in at least 99.5 % until trusted; at some time after the opening 5 to 50 % wrong. */
export function changingWorld(seed: number, ramp: number, reported: number): World {
  const draw = drawFrom(seed)
  const before = 0.001 * 5 ** draw()
  const after = 0.05 * 10 ** draw()
  return { seed, before, after, changeAfter: Math.floor(3_000 * draw()), ramp, reviewerError: 0, reported }
}

/** The rate at a call counted from the opening. */
export function rateAt({ before, after, changeAfter, ramp }: World, sinceOpening: number): number {
  if (changeAfter === undefined || sinceOpening < changeAfter) return before
  const share = ramp === 0 ? 1 : Math.min(1, (sinceOpening - changeAfter) / ramp)
  return before + share * (after - before)
}
