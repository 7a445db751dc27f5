import type { IterationRecord, IterationState, MemoryEntityName } from 'soulgate/contracts/iteration'

/** Where planning in iterations stands, in words, and as what it is coloured. */
export function iterationStanding(state: IterationState): { readonly text: string; readonly look: string } {
  switch (state.status) {
    case 'awaiting_approval':
      return { text: state.expired ? 'Nobody answered in time' : 'Waits for you', look: 'waiting_input' }
    case 'planning_in_progress':
      return { text: 'Being worked on', look: 'running' }
    case 'paused':
      return { text: 'Being summed up', look: 'running' }
    case 'complete':
      return { text: state.stopped_early ? 'Finished early' : 'Finished', look: 'completed' }
    case 'cancelled':
      return { text: 'Cancelled', look: 'cancelled' }
    case 'planning_agent':
      return { text: 'One run of the planner', look: 'running' }
  }
}

type SegmentState = 'done' | 'now' | 'skipped' | 'ahead'

/** Each iteration with how it stands, and whether people are asked after it. */
export function segmentsOf(
  record: Pick<
    IterationRecord,
    'max_iterations' | 'checkpoint_interval' | 'current_iteration' | 'status' | 'iterations'
  >,
): readonly { readonly iteration: number; readonly state: SegmentState; readonly hasCheckpoint: boolean }[] {
  const { max_iterations: most, checkpoint_interval: interval, status } = record
  const done = new Set(record.iterations.map(each => each.iteration))
  const isOver = status === 'complete' || status === 'cancelled' || status === 'synthesizing'
  return Array.from({ length: most }, (_, index) => {
    const iteration = index + 1
    const isNow = status === 'iterating' && iteration === record.current_iteration
    const state = done.has(iteration) ? 'done' : isOver ? 'skipped' : isNow ? 'now' : 'ahead'
    return { iteration, state, hasCheckpoint: iteration % interval === 0 && iteration < most }
  })
}

/** `iteration 2 of 6` and the like: what goes on now. */
export function progressText(record: IterationRecord): string {
  const { current_iteration: at, max_iterations: most, iterations } = record
  const count = `${iterations.length} of ${most}`
  switch (record.status) {
    case 'proposing':
      return 'A proposal first; no iteration has begun.'
    case 'iterating':
      return `Iteration ${Math.max(1, at)} of ${most}`
    case 'synthesizing':
      return `${count} iterations are done; the plan is being put together.`
    case 'complete':
      return `${count} iterations went into the plan.`
    case 'cancelled':
      return `It ended after ${iterations.length} of ${most} iterations.`
  }
}

/** `Risk assessment and mitigation strategy`. */
export function entityTitle(name: MemoryEntityName): string {
  const words = name.replaceAll('_', ' ').replace('kpis', 'KPIs')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
