import type {
  CalendarProject,
  ProjectTask,
  ScheduleConstraint,
  WorkCalendar,
} from '../../../../contracts/schedule.ts'

/** One constraint of a project: how it reads, and the project without it. */
export interface RemovableConstraint {
  readonly constraint: ScheduleConstraint
  readonly remove: (project: CalendarProject) => CalendarProject
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

function patched(id: string, patch: Partial<ProjectTask>, dropped: readonly (keyof ProjectTask)[] = []) {
  return (project: CalendarProject): CalendarProject => ({
    ...project,
    tasks: project.tasks.map(task => {
      if (task.id !== id) return task
      const next = { ...task, ...patch }
      for (const name of dropped) delete next[name]
      return next
    }),
  })
}

function taskConstraints(task: ProjectTask, { capacity }: CalendarProject): readonly RemovableConstraint[] {
  const { id } = task
  const name = nameOf(task)
  const whole = task.splittable === false && task.estimated_minutes > 0 ? ' in one block' : ''
  const found: RemovableConstraint[] = [
    {
      constraint: {
        kind: 'task',
        task_id: id,
        message: `${name} takes ${task.estimated_minutes} min${whole}${oftenOf(task)}.`,
      },
      remove: project => ({
        ...project,
        tasks: project.tasks
          .filter(other => other.id !== id)
          .map(other => ({
            ...other,
            dependencies: other.dependencies.filter(({ node_id: before }) => before !== id),
          })),
      }),
    },
  ]
  for (const dependency of task.dependencies) found.push(dependencyConstraint(task, dependency))
  if (task.earliest_start !== undefined)
    found.push({
      constraint: {
        kind: 'earliest_start',
        task_id: id,
        message: `${name} starts at ${task.earliest_start} at the earliest.`,
      },
      remove: patched(id, {}, ['earliest_start']),
    })
  if (task.windows !== undefined)
    found.push({
      constraint: {
        kind: 'windows',
        task_id: id,
        message: `${name} is done only ${weeklyText(task.windows)}.`,
      },
      remove: patched(id, {}, ['windows']),
    })
  if (task.fixed_blocks !== undefined && task.fixed_blocks.length > 0)
    found.push({
      constraint: {
        kind: 'fixed_blocks',
        task_id: id,
        message: `${name} is settled at ${task.fixed_blocks.map(({ start, end }) => `${start}–${end}`).join(', ')}.`,
      },
      remove: patched(id, {}, ['fixed_blocks']),
    })
  for (const { resource_id: resource, units } of task.resources)
    found.push({
      constraint: {
        kind: 'resource',
        task_id: id,
        other_id: resource,
        message: `${name} needs ${units} of “${resource}”.`,
      },
      remove: patched(id, { resources: task.resources.filter(need => need.resource_id !== resource) }),
    })
  if (task.deadline !== undefined)
    found.push({
      constraint: { kind: 'deadline', task_id: id, message: `${name} must end by ${task.deadline}.` },
      remove: patched(id, {}, ['deadline']),
    })
  return capacity.minutes_per_day > 0 ? found : []
}

function dependencyConstraint(
  task: ProjectTask,
  { node_id: before, type, lag_lead_minutes: lag }: ProjectTask['dependencies'][number],
): RemovableConstraint {
  const distance = lag === 0 ? '' : lag > 0 ? `, at least ${lag} min later` : `, up to ${-lag} min earlier`
  const message = `${nameOf(task)} ${TYPES[type]} “${before}”${distance}.`
  const dependencies = task.dependencies.filter(
    other => other.node_id !== before || other.type !== type || other.lag_lead_minutes !== lag,
  )
  return {
    constraint: { kind: 'dependency', task_id: task.id, other_id: before, message },
    remove: project => {
      const current = project.tasks.find(({ id }) => id === task.id)?.dependencies ?? dependencies
      const left = current.filter(
        other => other.node_id !== before || other.type !== type || other.lag_lead_minutes !== lag,
      )
      return patched(task.id, { dependencies: left })(project)
    },
  }
}

function resourceConstraints({
  id,
  units,
  calendar,
}: CalendarProject['resources'][number]): readonly RemovableConstraint[] {
  const patch =
    (change: Partial<CalendarProject['resources'][number]>, isFree: boolean) =>
    (project: CalendarProject) => ({
      ...project,
      resources: project.resources.map(resource => {
        if (resource.id !== id) return resource
        const next = { ...resource, ...change }
        if (isFree) delete next.calendar
        return next
      }),
    })
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
  const withCalendar =
    (change: (calendar: WorkCalendar) => Partial<WorkCalendar>) => (project: CalendarProject) => ({
      ...project,
      calendar: { ...project.calendar, ...change(project.calendar) },
    })
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
        remove: project => ({ ...project, [list]: project[list].filter(other => other !== item) }),
      }
    })
  return [...of('blackout', 'blackouts', blackouts), ...of('busy', 'busy', busy)]
}

function capacityConstraints({ capacity }: CalendarProject): readonly RemovableConstraint[] {
  const lift = (change: Partial<CalendarProject['capacity']>) => (project: CalendarProject) => ({
    ...project,
    capacity: { ...project.capacity, ...change },
  })
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
      remove: project => {
        const next = { ...project }
        delete next.deadline
        return next
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

const MOST_WINDOWS = 8

function weeklyText(windows: WorkCalendar['weekly']): string {
  if (windows.length === 0) return 'at no time of the week'
  const shown = windows.slice(0, MOST_WINDOWS).map(({ day, start, end }) => `${day} ${start}–${end}`)
  return windows.length > MOST_WINDOWS ? `${shown.join(', ')} …` : shown.join(', ')
}
