import type { ScheduleConstraint, ScheduledBlock } from '../../../../contracts/schedule.ts'
import type { CompiledProject } from './compile-project.ts'
import { nameOf } from './constraints.ts'
import type { Placement } from './placing.ts'

/** A placement as blocks in the project's time zone, in order of time; milestones apart, as they take none. */
export function describePlacement(
  { tasks, zone, origin }: CompiledProject,
  { blocks, starts, ends }: Placement,
): {
  readonly schedule: { blocks: ScheduledBlock[] }
  readonly milestones: { plan_node_id: string; title: string; at: string }[]
  readonly finish: string | null
} {
  const at = (minute: number): string => zone.format(origin + minute)
  const all = tasks.flatMap(({ source }, task) =>
    (blocks[task] ?? []).map(({ start, end }) => ({ start, end, source })),
  )
  all.sort((left, right) => left.start - right.start || left.end - right.end)
  const milestones = tasks.flatMap(({ source, minutes, fixed }, task) => {
    if (minutes > 0 || fixed !== undefined) return []
    return [{ plan_node_id: source.id, title: source.title ?? source.id, at: at(starts[task] ?? 0) }]
  })
  const last = ends.reduce((most, end) => Math.max(most, end), 0)
  return {
    schedule: {
      blocks: all.map(({ start, end, source }) => ({
        plan_node_id: source.id,
        title: source.title ?? source.id,
        start: at(start),
        end: at(end),
        estimated_minutes: end - start,
        tags: [...source.tags],
        ...(source.notes === undefined ? {} : { notes: source.notes }),
      })),
    },
    milestones,
    finish: tasks.length === 0 ? null : at(last),
  }
}

/** Every due that a placement misses, and every settled block that it does not wait for, with the minutes. */
export function describeMissed(
  { tasks, links, zone, origin, project }: CompiledProject,
  { starts, ends }: Placement,
): readonly (ScheduleConstraint & { late_by_minutes: number })[] {
  const missed = tasks.flatMap(({ source, due, dueFrom, fixed }, task) => {
    const late = (ends[task] ?? 0) - due
    if (late <= 0 || fixed !== undefined) return []
    const by = zone.format(origin + due)
    const [kind, message] =
      dueFrom === 'deadline'
        ? (['deadline', `${nameOf(source)} must end by ${by}.`] as const)
        : dueFrom === 'project_deadline'
          ? (['project_deadline', `Everything must end by ${by}; ${nameOf(source)} does not.`] as const)
          : (['task', `${nameOf(source)} belongs before ${by}, the end of its period.`] as const)
    return [{ kind, task_id: source.id, message, late_by_minutes: late }]
  })
  const broken = links.flatMap(({ from, to, type, lag }) => {
    const before = tasks[from]?.source
    const after = tasks[to]?.source
    if (tasks[to]?.fixed === undefined || before === undefined || after === undefined) return []
    const waited = (type === 'FS' || type === 'FF' ? ends[from] : starts[from]) ?? 0
    const settled = (type === 'FS' || type === 'SS' ? starts[to] : ends[to]) ?? 0
    const late = waited + lag - settled
    if (late <= 0) return []
    const message = `${nameOf(after)} is settled too early for ${nameOf(before)}, which it waits for.`
    const ids = { task_id: after.id, other_id: before.id }
    return [{ kind: 'fixed_blocks' as const, ...ids, message, late_by_minutes: late }]
  })
  const horizon = zone.dayStart(zone.dayOf(origin) + project.horizon_days) - origin
  const beyond = tasks.flatMap(({ source, due }, task) => {
    const late = (ends[task] ?? 0) - horizon
    if (late <= 0 || due < horizon) return []
    const message = `${nameOf(source)} lies beyond the ${project.horizon_days} days that are looked at (horizon_days).`
    return [{ kind: 'horizon' as const, task_id: source.id, message, late_by_minutes: late }]
  })
  return [...missed, ...broken, ...beyond]
}
