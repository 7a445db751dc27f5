import { ResourceProject, type ResourceSchedule } from '../../../contracts/resource-project.ts'
import { CalendarProject, type ProjectProblem, type ScheduleFileResult } from '../../../contracts/schedule.ts'
import { scheduleCalendarProject } from './calendar/schedule-calendar-project.ts'
import { scheduleToIcs } from './calendar/schedule-to-ics.ts'
import { readProjectFile } from './formats/formats.ts'
import { problemsOf } from './problems.ts'
import { describeContradiction } from './resource/describe-contradiction.ts'
import type { ResourceInstance } from './resource/resource-instance.ts'
import { compileResourceProject } from './resource/resource-json.ts'
import { type SolveBudget, solveResourceProject } from './resource/solve-resource-project.ts'

/**
 * Schedules what a file describes: a public format of resource-constrained projects, or our JSON, in which `tasks` make
 * a project on calendars and `activities` a resource project. Never throws for what is in the file.
 */
export function scheduleFile(
  file: { readonly name: string; readonly text: string },
  budget: SolveBudget,
): ScheduleFileResult {
  if (/\.json$/i.test(file.name) || /^\s*\{/.test(file.text)) return scheduleJson(file.text, budget)
  const read = readProjectFile(file.name, file.text)
  if (read.kind === 'resource') return scheduleInstance(read.instance, budget)
  const { line, reason } = read
  return unreadable([{ code: 'unreadable', line, message: `Line ${line}: ${reason}.` }])
}

function unreadable(problems: readonly ProjectProblem[]): ScheduleFileResult {
  return { kind: 'unreadable', problems: [...problems] }
}

function scheduleJson(text: string, budget: SolveBudget): ScheduleFileResult {
  const json = parseJson(text)
  if (!json.ok) return unreadable([{ code: 'unreadable', message: json.reason }])
  const isCalendar = typeof json.value === 'object' && json.value !== null && 'tasks' in json.value
  if (isCalendar) return scheduleTasks(json.value, budget)
  const isProject = typeof json.value === 'object' && json.value !== null && 'activities' in json.value
  if (!isProject)
    return unreadable([
      {
        ...{ code: 'unreadable', path: 'tasks' },
        message:
          'It has neither `tasks` (work on calendars) nor `activities` (a resource project). Give one of them.',
      },
    ])
  const project = ResourceProject.safeParse(json.value)
  if (!project.success) return unreadable(problemsOf(project.error))
  const compiled = compileResourceProject(project.data)
  if (compiled.kind === 'invalid') return unreadable(compiled.problems)
  const titles = project.data.activities.map(({ title }) => title)
  return scheduleInstance(compiled.instance, budget, titles)
}

function scheduleTasks(json: unknown, budget: SolveBudget): ScheduleFileResult {
  const project = CalendarProject.safeParse(json)
  if (!project.success) return unreadable(problemsOf(project.error))
  const result = scheduleCalendarProject(project.data, budget)
  if (result.status !== 'scheduled' && result.status !== 'late') return { kind: 'calendar', result }
  const ics = scheduleToIcs(result.schedule, {
    name: project.data.title ?? 'Schedule',
    milestones: result.milestones,
  })
  return { kind: 'calendar', result, ics }
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, reason: `It is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function scheduleInstance(
  instance: ResourceInstance,
  budget: SolveBudget,
  titles: readonly (string | undefined)[] = [],
): ScheduleFileResult {
  const solution = solveResourceProject(instance, budget)
  switch (solution.kind) {
    case 'contradictory':
      return { kind: 'contradictory', message: describeContradiction(instance, solution.because) }
    case 'undecided': {
      const seconds = (budget.milliseconds / 1000).toFixed(1)
      const message = `After ${seconds} s there is neither a schedule nor a proof that none exists. Allow more time.`
      return { kind: 'undecided', message }
    }
    case 'scheduled': {
      const schedule: ResourceSchedule = {
        makespan: solution.makespan,
        lower_bound: solution.lowerBound,
        optimal: solution.lowerBound === solution.makespan,
        activities: instance.names.map((id, activity) => {
          const start = solution.starts[activity] ?? 0
          const title = titles[activity]
          const end = start + (instance.durations[activity] ?? 0)
          return { id, ...(title === undefined ? {} : { title }), start, end }
        }),
      }
      return { kind: 'resource', schedule }
    }
  }
}
