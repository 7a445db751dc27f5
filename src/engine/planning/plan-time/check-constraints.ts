import type { PlanCalendar, PlanConstraints } from '../../../contracts/plan.ts'
import { dayText, defaultCalendar, isTimezone, momentToMs, planWeek } from '../plan-schedule/plan-schedule.ts'

interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** What is wrong with constraints and calendar as they were given, by field. */
export function checkConstraints(
  constraints: PlanConstraints,
  calendar: PlanCalendar | undefined,
  now: string,
): readonly FieldProblem[] {
  const timezone = calendar?.timezone ?? 'UTC'
  if (!isTimezone(timezone)) {
    const message = `“${timezone}” is no time zone. Use an IANA name such as Europe/Berlin.`
    return [{ field: 'calendar.timezone', message }]
  }
  return [
    ...checkSpan(constraints, timezone, now),
    ...checkBlackouts(constraints, timezone),
    ...checkWeek(constraints, calendar ?? defaultCalendar(timezone)),
  ]
}

function checkSpan(
  { start, deadline }: PlanConstraints,
  timezone: string,
  now: string,
): readonly FieldProblem[] {
  const found: FieldProblem[] = []
  const startMs = start === undefined ? undefined : momentToMs(start, timezone, 'start')
  const endMs = deadline === undefined ? undefined : momentToMs(deadline, timezone, 'end')
  const none = (field: string, text: string): FieldProblem => ({
    field: `constraints.${field}`,
    message: `“${text}” is no moment that the calendar has`,
  })
  if (start !== undefined && startMs === undefined) found.push(none('start', start))
  if (deadline !== undefined && endMs === undefined) found.push(none('deadline', deadline))
  if (deadline === undefined || endMs === undefined) return found
  if (endMs <= Date.parse(now))
    found.push({
      field: 'constraints.deadline',
      message: `The deadline, ${dayText(deadline)}, is over; today is ${dayText(now)}. Give a later one`,
    })
  else if (startMs !== undefined && endMs <= startMs)
    found.push({
      field: 'constraints.deadline',
      message: `The deadline, ${dayText(deadline)}, lies before the start`,
    })
  return found
}

function checkBlackouts({ blackouts = [] }: PlanConstraints, timezone: string): readonly FieldProblem[] {
  return blackouts.flatMap(({ start, end }, at) => {
    const from = momentToMs(start, timezone, 'start')
    const until = momentToMs(end, timezone, 'end')
    const field = `constraints.blackouts.${at}`
    if (from === undefined || until === undefined)
      return [{ field, message: `“${from === undefined ? start : end}” is no moment that the calendar has` }]
    return until > from ? [] : [{ field, message: `It ends (${end}) before it begins (${start})` }]
  })
}

function checkWeek(constraints: PlanConstraints, calendar: PlanCalendar): readonly FieldProblem[] {
  const { only_on_weekdays: only, not_on_weekdays: not, times_of_day: times = [] } = constraints
  const empty = times.findIndex(({ start, end }) => start === end)
  if (empty >= 0) return [{ field: `constraints.times_of_day.${empty}`, message: 'It has no length' }]
  if (planWeek(calendar, constraints).length > 0) return []
  if (calendar.exceptions.some(({ windows }) => windows.length > 0)) return []
  const field =
    not !== undefined && only === undefined ? 'constraints.not_on_weekdays' : 'constraints.only_on_weekdays'
  return [{ field, message: 'No time of the week is left to work in' }]
}
