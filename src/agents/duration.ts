/** How long, as a sum: `{ days: 1, hours: 12 }`. */
export interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly milliseconds?: number
}

/** In milliseconds, never below 0. */
export function toMilliseconds({
  days = 0,
  hours = 0,
  minutes = 0,
  seconds = 0,
  milliseconds = 0,
}: Duration): number {
  const total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
  if (!Number.isFinite(total)) throw new RangeError('A duration is a sum of finite numbers.')
  return Math.max(0, Math.round(total))
}
