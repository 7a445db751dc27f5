import { Temporal } from 'temporal-polyfill'
import type { PlanBlock, Violation } from '../../../contracts/plan.ts'
import { findPlanBreaches, type PlanToCheck } from './check-plan.ts'
import { msToMoment } from './moments.ts'

/** Where a person wants a block; what is left out stays. */
export interface BlockMove {
  readonly block_id: string
  readonly start?: string
  readonly end?: string
}

export type MovedBlock =
  | { readonly block: PlanBlock; readonly violations: readonly Violation[] }
  | { readonly problem: string }

/** A block in another place, and every constraint that it would break there and did not break before. */
export function moveBlock(plan: PlanToCheck, move: BlockMove): MovedBlock {
  const block = plan.blocks.find(({ block_id: id }) => id === move.block_id)
  if (block === undefined) return { problem: `There is no block ${move.block_id}.` }
  if (block.status === 'completed') return { problem: `“${block.title}” is done; it stays where it was.` }
  const length = Date.parse(block.end) - Date.parse(block.start)
  const start = move.start === undefined ? Date.parse(block.start) : readMoment(move.start, plan.timezone)
  if (typeof start === 'string') return { problem: start }
  const isMovedWhole = move.end === undefined
  const end = isMovedWhole ? start + length : readMoment(move.end ?? '', plan.timezone)
  if (typeof end === 'string') return { problem: end }
  if (end <= start) return { problem: 'The block would end before it begins.' }
  if (end - start > 86_400_000) return { problem: 'A block is at most a day long.' }
  const moved: PlanBlock = {
    ...block,
    start: msToMoment(start, plan.timezone),
    end: msToMoment(end, plan.timezone),
    estimated_minutes: Math.round((end - start) / 60_000),
  }
  const others = plan.blocks.map(other => (other === block ? moved : other))
  const known = new Set(findPlanBreaches(plan).map(({ code, message }) => `${code} ${message}`))
  const violations = findPlanBreaches({ ...plan, blocks: others }).filter(
    ({ code, message }) => !known.has(`${code} ${message}`),
  )
  return { block: moved, violations }
}

/** Milliseconds, or why the words are no single moment. */
function readMoment(text: string, timezone: string): number | string {
  const written = text.trim().replace(' ', 'T')
  try {
    if (/(Z|[+-]\d{2}:?\d{2})(\[.*\])?$/.test(written))
      return Temporal.Instant.from(written).epochMilliseconds
    const local = Temporal.PlainDateTime.from(written)
    if (!/T\d{2}/.test(written)) return 'Give a time as well, such as 2027-05-15T18:00.'
    const earlier = local.toZonedDateTime(timezone, { disambiguation: 'earlier' })
    const later = local.toZonedDateTime(timezone, { disambiguation: 'later' })
    if (earlier.epochMilliseconds === later.epochMilliseconds) return earlier.epochMilliseconds
    if (!earlier.toPlainDateTime().equals(local))
      return `${text} does not exist in ${timezone}: the clocks go forward then.`
    return `${text} happens twice in ${timezone}; give ${earlier.offset} or ${later.offset} with it.`
  } catch {
    return `“${text}” is no time. Use one such as 2027-05-15T18:00.`
  }
}
