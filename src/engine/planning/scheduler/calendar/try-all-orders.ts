import { type Frame, NEVER } from './frame.ts'
import { type Placement, placeInOrder } from './placing.ts'

/** What trying every order of a small project showed. */
export type AllOrders =
  | { readonly kind: 'placed'; readonly placement: Placement }
  | { readonly kind: 'none' }
  /** Too large, or of a kind for which the orders do not cover all schedules. */
  | { readonly kind: 'open' }

const MAX_TASKS = 8
const MAX_STEPS = 30_000

/**
 * Tries every order of at most 8 tasks. Where tasks stay whole and wait for starts and ends of others only with their
 * own starts, and work is possible on every day, placing in the order of any schedule's starts moves nothing later: if no order holds every due, no
 * schedule does.
 */
export function tryAllOrders(frame: Frame, isOver: () => boolean): AllOrders {
  const free = frame.tasks.flatMap(({ fixed }, at) => (fixed === undefined ? [at] : []))
  const isCovered =
    free.length <= MAX_TASKS &&
    frame.limits.days_per_week === 7 &&
    free.every(at => frame.tasks[at]?.least === frame.tasks[at]?.minutes) &&
    free.every(at => frame.tasks[at]?.apart === undefined) &&
    frame.links.every(({ type, lag }) => (type === 'FS' || type === 'SS') && lag >= 0)
  if (!isCovered) return { kind: 'open' }
  let steps = 0
  let isCut = false
  const holds = (order: readonly number[], placement: Placement): boolean => {
    const last = order.at(-1) ?? 0
    return (placement.ends[last] ?? 0) <= (frame.tasks[last]?.due ?? NEVER)
  }
  const extend = (order: readonly number[], rest: readonly number[]): Placement | undefined => {
    steps += 1
    if (steps > MAX_STEPS || isOver()) isCut = true
    if (isCut) return undefined
    const placement = placeInOrder(frame, order)
    if (placement === undefined || (order.length > 0 && !holds(order, placement))) return undefined
    if (rest.length === 0) return meetsFixed(frame, placement) ? placement : undefined
    for (const next of rest) {
      if (frame.incoming[next]?.some(({ from }) => rest.includes(from)) === true) continue
      const found = extend(
        [...order, next],
        rest.filter(at => at !== next),
      )
      if (found !== undefined) return found
    }
    return undefined
  }
  const placement = extend([], free)
  if (placement !== undefined) return { kind: 'placed', placement }
  return isCut ? { kind: 'open' } : { kind: 'none' }
}

/** Whether what is settled waits for nothing that ends too late. */
function meetsFixed(frame: Frame, { starts, ends }: Placement): boolean {
  return frame.links.every(({ from, to, type, lag }) => {
    if (frame.tasks[to]?.fixed === undefined) return true
    return ((type === 'FS' ? ends[from] : starts[from]) ?? 0) + lag <= (starts[to] ?? 0)
  })
}
