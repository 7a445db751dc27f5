import type { DependencyType } from '../../../../contracts/resource-project.ts'
import type { WorkCapacity } from '../../../../contracts/schedule.ts'
import type { Span } from './pieces.ts'

/** Open time. The person's pieces lie within one day each; `day` and `week` are −1 where they count for nobody. */
export interface Piece extends Span {
  readonly day: number
  readonly week: number
}

/** A task as the placing sees it. Times are minutes from the origin of the frame. */
export interface FrameTask {
  readonly minutes: number
  readonly release: number
  /** `NEVER` when it may end whenever. */
  readonly due: number
  /** Every block but one is at least so long, and none longer than `most`. */
  readonly least: number
  readonly most: number
  readonly priority: number
  readonly attended: boolean
  /** Index of its open time in `availability`. */
  readonly availability: number
  readonly needs: readonly { readonly resource: number; readonly units: number }[]
  /** Occurrences of one recurring task share a group and lie on different days; −1 for none. */
  readonly group: number
  /** What it keeps whole days between itself and the others of; undefined for none. */
  readonly apart: { readonly group: string; readonly days: number } | undefined
  /** Settled blocks, which are kept whatever they break. */
  readonly fixed: readonly Span[] | undefined
  /** The same cut at midnight, with their days. */
  readonly fixedPieces: readonly Piece[]
}

/** `to` waits for `from`. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly type: DependencyType
  readonly lag: number
}

/** A project in one direction of time. */
export interface Frame {
  readonly horizon: number
  readonly dayCount: number
  readonly weekCount: number
  readonly tasks: readonly FrameTask[]
  readonly links: readonly Link[]
  readonly incoming: readonly (readonly Link[])[]
  readonly availability: readonly (readonly Piece[])[]
  /** Open time of the person, whatever the task. */
  readonly personal: readonly Piece[]
  readonly units: readonly number[]
  readonly limits: WorkCapacity
  /** What other plans have taken of each day and week. */
  readonly takenOfDay: Int32Array
  readonly takenOfWeek: Int32Array
}

/** Later than every moment that is planned. */
export const NEVER = 2 ** 40

/** Links by the task that waits. */
export function incomingOf(count: number, links: readonly Link[]): readonly (readonly Link[])[] {
  const incoming: Link[][] = Array.from({ length: count }, () => [])
  for (const link of links) incoming[link.to]?.push(link)
  return incoming
}

const TURNED: Readonly<Record<DependencyType, DependencyType>> = { FS: 'FS', SS: 'FF', FF: 'SS', SF: 'SF' }

/** The same project running backwards from `end`: starts become ends, releases become dues. */
export function mirrored(frame: Frame, end: number): Frame {
  const links = frame.links.map(({ from, to, type, lag }) => ({
    from: to,
    to: from,
    type: TURNED[type],
    lag,
  }))
  const turn = (span: Span): Span => ({ start: end - span.end, end: end - span.start })
  return {
    ...frame,
    horizon: end,
    links,
    incoming: incomingOf(frame.tasks.length, links),
    availability: frame.availability.map(pieces =>
      pieces
        .filter(piece => piece.start < end)
        .map(piece => ({ ...piece, ...turn({ start: piece.start, end: Math.min(piece.end, end) }) }))
        .reverse(),
    ),
    tasks: frame.tasks.map(task => ({
      ...task,
      release: Math.max(0, end - task.due),
      due: end - task.release,
      fixed: task.fixed?.map(turn).reverse(),
      fixedPieces: task.fixedPieces.map(piece => ({ ...piece, ...turn(piece) })).reverse(),
    })),
  }
}
