import type { ScheduleFileResult } from '../../contracts/schedule.ts'
import { scheduleFile } from '../../engine/planning/scheduler/scheduler.ts'

/** A file to schedule, how long to search at most, and the seed that makes a search repeat itself. */
export interface ScheduleRequest {
  readonly name: string
  readonly text: string
  readonly seconds: number
  readonly seed: number
}

/** Schedules a file of any known format; needs no store and no server. */
export function scheduleProjectFile({ name, text, seconds, seed }: ScheduleRequest): ScheduleFileResult {
  const budget = { now: () => performance.now(), milliseconds: seconds * 1000, seed }
  return scheduleFile({ name, text }, budget)
}
