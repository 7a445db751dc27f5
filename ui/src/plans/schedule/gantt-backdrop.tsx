import type { Plan } from 'soulgate/contracts/plan'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './gantt.module.css'
import { blackoutBands, freeDays, momentOf } from './gantt-rows.ts'
import { PX_PER_DAY, type Span, xOf, type Zoom } from './gantt-scale.ts'
import { DAY, type WallMinutes } from './wall-clock.ts'

/** What lies behind the rows: days off, times away, the deadline, and the present. */
export function GanttBackdrop(props: {
  readonly plan: Plan
  readonly span: Span
  readonly zoom: Zoom
  readonly now: WallMinutes
}) {
  const { plan, span, zoom, now } = props
  const { calendar, constraints } = plan
  const x = (at: WallMinutes) => xOf(span, zoom, at)
  const isInside = (at: WallMinutes) => at >= span.from && at <= span.to
  const deadline = deadlineOf(plan)
  const bands = blackoutBands(constraints.blackouts ?? [], calendar).filter(
    ({ from, to }) => to > span.from && from < span.to,
  )
  return (
    <div className={classes.backdrop}>
      {zoom !== 'month' &&
        freeDays(calendar, span).map(day => (
          <span key={day} className={classes.free} style={{ left: x(day), width: PX_PER_DAY[zoom] }} />
        ))}
      {bands.map(({ from, to, reason }) => {
        const start = Math.max(from, span.from)
        return (
          <span
            key={`${from} ${reason}`}
            className={classes.blackout}
            style={{ left: x(start), width: x(Math.min(to, span.to)) - x(start) }}
          >
            <span>
              <AgentText text={reason} />
            </span>
          </span>
        )
      })}
      {deadline !== undefined && isInside(deadline) && (
        <span className={classes.deadline} style={{ left: x(deadline) }} />
      )}
      {isInside(now) && <span className={classes.today} style={{ left: x(now) }} />}
    </div>
  )
}

/** The words of the present and of the deadline, above their lines. */
export function GanttFlags(props: Parameters<typeof GanttBackdrop>[0]) {
  const { plan, span, zoom, now } = props
  const deadline = deadlineOf(plan)
  const flags = [
    ['Now', now, classes.nowFlag],
    ['Deadline', deadline, classes.deadlineFlag],
  ] as const
  return flags.map(
    ([name, at, look]) =>
      at !== undefined &&
      at >= span.from &&
      at <= span.to && (
        <span key={name} className={look} style={{ left: xOf(span, zoom, at) }}>
          {name}
        </span>
      ),
  )
}

/** The end of the day that is the deadline, or its very minute. */
export function deadlineOf({ constraints, calendar }: Pick<Plan, 'constraints' | 'calendar'>) {
  const { deadline } = constraints
  if (deadline === undefined) return undefined
  const at = momentOf(deadline, calendar.timezone)
  return at !== undefined && deadline.length === 10 ? at + DAY : at
}
