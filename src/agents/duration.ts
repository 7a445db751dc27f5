/** How long, as a sum: `{ days: 1, hours: 12 }`. */
export interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly milliseconds?: number
}

/** How long people may take, and what becomes of the run when nobody decided. */
export interface GateLife {
  /** Default: as long as the settings or the type of the gate say. */
  readonly within?: Duration
  /**
   * `answer`: the agent goes on with `expired`. `wait`: the run waits until somebody reopens the gate, or cancels the run.
   * Default `answer`.
   */
  readonly onExpiry?: 'answer' | 'wait'
}

/** As the engine has it. */
export function toGateLife({ within, onExpiry = 'answer' }: GateLife) {
  if (within === undefined) return {}
  const ttl_seconds = Math.ceil(toMilliseconds(within) / 1000)
  return { ttl_seconds, ...(onExpiry === 'answer' ? { resumes_on_expiry: true } : {}) }
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
