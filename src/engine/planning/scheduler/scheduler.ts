/**
 * The scheduler: projects in whole units of time under limited resources, and projects on real calendars. Pure: its
 * clock is a function that is passed in and only limits how long it searches, its randomness a seed.
 */
export { countLeftOut } from './calendar/compile-project.ts'
export { scheduleCalendarProject } from './calendar/schedule-calendar-project.ts'
export { scheduleToIcs } from './calendar/schedule-to-ics.ts'
export { findScheduleBreaches, type ScheduleBreach } from './check-schedule.ts'
export { readProjectFile } from './formats/formats.ts'
export { findResourceBreach } from './resource/check-resource-schedule.ts'
export type { Lag, ResourceInstance } from './resource/resource-instance.ts'
export { type SolveBudget, solveResourceProject } from './resource/solve-resource-project.ts'
export { scheduleFile } from './schedule-file.ts'
