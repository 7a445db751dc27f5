import type {
  CalendarProject,
  ProjectTask,
  ScheduleConstraint,
  WorkCalendar,
} from '../../../../contracts/schedule.ts'

/** One constraint of a project: how it reads, and how a draft of the project gets rid of it. */
export interface RemovableConstraint {
  readonly constraint: ScheduleConstraint
  readonly remove: (draft: ProjectDraft) => void
}

/** A project being taken apart: every removal costs what it touches, not the size of the project. */
export interface ProjectDraft {
  project: CalendarProject
  readonly taskById: Map<string, ProjectTask>
}

const ALWAYS: WorkCalendar['weekly'] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
].map(day => ({ day, start: '00:00', end: '24:00' }))

const TYPES = {
  FS: 'starts only after the end of',
  SS: 'starts only after the start of',
  FF: 'ends only after the end of',
  SF: 'ends only after the start of',
} as const

/** Everything about a project that could be given up, in the order in which people would rather keep it. */
export function constraintsOf(project: CalendarProject): readonly RemovableConstraint[] {
  return [
    ...project.tasks.flatMap(task => taskConstraints(task, project)),
    ...project.resources.flatMap(resourceConstraints),
    ...availabilityConstraints(project),
    ...takenConstraints(project),
    ...capacityConstraints(project),
    ...deadlineConstraints(project),
  ]
}

/** The project without some of its constraints. What waited for a task that is gone waits for it no more. */
export function withoutConstraints(
  project: CalendarProject,
  removed: Iterable<RemovableConstraint>,
): CalendarProject {
  const taskById = new Map(project.tasks.map(task => [task.id, task] as const))
  const draft: ProjectDraft = { project, taskById }
  for (const { remove } of removed) remove(draft)
  const tasks = project.tasks.flatMap(({ id }): readonly ProjectTask[] => {
    const task = taskById.get(id)
    if (task === undefined) return []
    const isWhole = task.dependencies.every(({ node_id: before }) => taskById.has(before))
    if (isWhole) return [task]
    return [
      { ...task, dependencies: task.dependencies.filter(({ node_id: before }) => taskById.has(before)) },
    ]
  })
  return { ...draft.project, tasks }
}

function changed(id: string, change: (task: ProjectTask) => ProjectTask): RemovableConstraint['remove'] {
  return ({ taskById }) => {
    const task = taskById.get(id)
    if (task !== undefined) taskById.set(id, change(task))
  }
}

type Optional = 'earliest_start' | 'windows' | 'fixed_blocks' | 'deadline' | 'apart'

/** A part of a task that is left away as a whole; none where the task has no such part. */
function optional(
  task: ProjectTask,
  kind: Optional,
  says: string | undefined,
): readonly RemovableConstraint[] {
  if (says === undefined) return []
  const remove = changed(task.id, current => {
    const next = { ...current }
    delete next[kind]
    return next
  })
  return [{ constraint: { kind, task_id: task.id, message: `${nameOf(task)} ${says}.` }, remove }]
}

function ofProject(
  change: (project: CalendarProject) => Partial<CalendarProject>,
): RemovableConstraint['remove'] {
  return draft => {
    draft.project = { ...draft.project, ...change(draft.project) }
  }
}

function taskConstraints(task: ProjectTask, { capacity }: CalendarProject): readonly RemovableConstraint[] {
  if (capacity.minutes_per_day <= 0) return []
  const { id, earliest_start: start, apart, windows, fixed_blocks: blocks = [], deadline } = task
  const whole = task.splittable === false && task.estimated_minutes > 0 ? ' in one block' : ''
  const message = `${nameOf(task)} takes ${task.estimated_minutes} min${whole}${oftenOf(task)}.`
  const settled = blocks.map(block => `${block.start}–${block.end}`).join(', ')
  return [
    { constraint: { kind: 'task', task_id: id, message }, remove: ({ taskById }) => taskById.delete(id) },
    ...task.dependencies.map(dependency => dependencyConstraint(task, dependency)),
    ...optional(task, 'earliest_start', start && `starts at ${start} at the earliest`),
    ...optional(task, 'apart', apart && `has ${apart.days} days of rest before and after it`),
    ...optional(task, 'windows', windows && `is done only ${weeklyText(windows)}`),
    ...optional(task, 'fixed_blocks', settled === '' ? undefined : `is settled at ${settled}`),
    ...task.resources.map(need => needConstraint(task, need)),
    ...optional(task, 'deadline', deadline && `must end by ${deadline}`),
  ]
}

function needConstraint(
  task: ProjectTask,
  { resource_id: resource, units }: ProjectTask['resources'][number],
): RemovableConstraint {
  const message = `${nameOf(task)} needs ${units} of “${resource}”.`
  return {
    constraint: { kind: 'resource', task_id: task.id, other_id: resource, message },
    remove: changed(task.id, current => ({
      ...current,
      resources: current.resources.filter(need => need.resource_id !== resource),
    })),
  }
}

function dependencyConstraint(
  task: ProjectTask,
  { node_id: before, type, lag_lead_minutes: lag }: ProjectTask['dependencies'][number],
): RemovableConstraint {
  const distance = lag === 0 ? '' : lag > 0 ? `, at least ${lag} min later` : `, up to ${-lag} min earlier`
  const message = `${nameOf(task)} ${TYPES[type]} “${before}”${distance}.`
  const isOther = (other: ProjectTask['dependencies'][number]): boolean =>
    other.node_id !== before || other.type !== type || other.lag_lead_minutes !== lag
  return {
    constraint: { kind: 'dependency', task_id: task.id, other_id: before, message },
    remove: changed(task.id, current => ({ ...current, dependencies: current.dependencies.filter(isOther) })),
  }
}

function resourceConstraints({
  id,
  units,
  calendar,
}: CalendarProject['resources'][number]): readonly RemovableConstraint[] {
  const patch = (change: Partial<CalendarProject['resources'][number]>, isFree: boolean) =>
    ofProject(({ resources }) => ({
      resources: resources.map(resource => {
        if (resource.id !== id) return resource
        const next = { ...resource, ...change }
        if (isFree) delete next.calendar
        return next
      }),
    }))
  const found: RemovableConstraint[] = [
    {
      constraint: { kind: 'resource', other_id: id, message: `There are ${units} of “${id}”.` },
      remove: patch({ units: 1_000_000 }, false),
    },
  ]
  if (calendar !== undefined)
    found.push({
      constraint: {
        kind: 'resource_calendar',
        other_id: id,
        message: `“${id}” is available only ${weeklyText(calendar.weekly)}.`,
      },
      remove: patch({}, true),
    })
  return found
}

function availabilityConstraints({ calendar }: CalendarProject): readonly RemovableConstraint[] {
  const withCalendar = (change: (calendar: WorkCalendar) => Partial<WorkCalendar>) =>
    ofProject(current => ({ calendar: { ...current.calendar, ...change(current.calendar) } }))
  const exceptions = calendar.exceptions.map(({ date, windows, reason }): RemovableConstraint => {
    const open =
      windows.length === 0
        ? 'is a day off'
        : `is open only ${windows.map(({ start, end }) => `${start}–${end}`).join(', ')}`
    return {
      constraint: {
        kind: 'exception',
        message: `${date} ${open}${reason === undefined ? '' : ` (${reason})`}.`,
      },
      remove: withCalendar(current => ({
        exceptions: current.exceptions.filter(other => other.date !== date),
      })),
    }
  })
  return [
    {
      constraint: {
        kind: 'weekly_availability',
        message: `Work is possible only ${weeklyText(calendar.weekly)}.`,
      },
      remove: withCalendar(() => ({ weekly: ALWAYS })),
    },
    ...exceptions,
  ]
}

function takenConstraints({ blackouts, busy }: CalendarProject): readonly RemovableConstraint[] {
  const of = (
    kind: 'blackout' | 'busy',
    list: 'blackouts' | 'busy',
    items: CalendarProject['busy'],
  ): RemovableConstraint[] =>
    items.map(item => {
      const why = item.reason ?? (kind === 'busy' ? 'another plan' : 'blackout')
      return {
        constraint: { kind, message: `${item.start}–${item.end} is taken (${why}).` },
        remove: ofProject(project => ({ [list]: project[list].filter(other => other !== item) })),
      }
    })
  return [...of('blackout', 'blackouts', blackouts), ...of('busy', 'busy', busy)]
}

function capacityConstraints({ capacity }: CalendarProject): readonly RemovableConstraint[] {
  const lift = (change: Partial<CalendarProject['capacity']>) =>
    ofProject(project => ({ capacity: { ...project.capacity, ...change } }))
  return [
    {
      constraint: {
        kind: 'break_minutes',
        message: `There are at least ${capacity.break_minutes} min between two blocks.`,
      },
      remove: lift({ break_minutes: 0 }),
    },
    {
      constraint: {
        kind: 'consecutive_minutes',
        message: `Nobody works longer than ${capacity.consecutive_minutes} min without a pause.`,
      },
      remove: lift({ consecutive_minutes: 1_440 }),
    },
    {
      constraint: { kind: 'tasks_per_day', message: `A day has at most ${capacity.tasks_per_day} tasks.` },
      remove: lift({ tasks_per_day: 1_000 }),
    },
    ...(capacity.days_per_week === 7
      ? []
      : [
          {
            constraint: {
              kind: 'days_per_week' as const,
              message: `A week has work on at most ${capacity.days_per_week} days.`,
            },
            remove: lift({ days_per_week: 7 }),
          },
        ]),
    {
      constraint: {
        kind: 'minutes_per_day',
        message: `A day has at most ${capacity.minutes_per_day} min of work.`,
      },
      remove: lift({ minutes_per_day: 1_440 }),
    },
    {
      constraint: {
        kind: 'minutes_per_week',
        message: `A week has at most ${capacity.minutes_per_week} min of work.`,
      },
      remove: lift({ minutes_per_week: 10_080 }),
    },
  ]
}

function deadlineConstraints({ deadline }: CalendarProject): readonly RemovableConstraint[] {
  if (deadline === undefined) return []
  return [
    {
      constraint: { kind: 'project_deadline', message: `Everything must end by ${deadline}.` },
      remove: draft => {
        const { deadline: _deadline, ...open } = draft.project
        draft.project = open
      },
    },
  ]
}

/** A task as a person would call it. */
export function nameOf({ id, title }: Pick<ProjectTask, 'id' | 'title'>): string {
  return `“${title ?? id}”`
}

function oftenOf({ recurrence }: ProjectTask): string {
  if (recurrence === undefined || (recurrence.frequency === 'none' && recurrence.rule === undefined))
    return ''
  if (recurrence.rule !== undefined) return `, each time by ${recurrence.rule}`
  const { frequency, interval, times } = recurrence
  return `, ${times} × ${frequency}${interval === 1 ? '' : ` (every ${interval})`}, each on another day`
}

const MAX_WINDOWS = 8

function weeklyText(windows: WorkCalendar['weekly']): string {
  if (windows.length === 0) return 'at no time of the week'
  const shown = windows.slice(0, MAX_WINDOWS).map(({ day, start, end }) => `${day} ${start}–${end}`)
  return windows.length > MAX_WINDOWS ? `${shown.join(', ')} …` : shown.join(', ')
}
