import { type Refusal, refuse } from '../../contracts/refusal.ts'

/** How many versions people may keep for good, and how many of the newest are kept beside them. */
const MAX_PINNED = 2
const NEWEST_KEPT = 5

interface Kept {
  readonly is_pinned: boolean
  readonly is_released: boolean
}

/**
 * Which of a page's versions (or of a session's snapshots) give up their content: those that are neither pinned, nor in
 * use, nor among the five newest. `newestFirst` is in that order; pure.
 */
export function toRelease<Item extends Kept>(
  newestFirst: readonly Item[],
  isInUse: (item: Item) => boolean,
): readonly Item[] {
  const loose = newestFirst.filter(item => !item.is_pinned && !isInUse(item))
  return loose.slice(NEWEST_KEPT).filter(item => !item.is_released)
}

/** Why one more cannot be pinned; undefined when it can. `pinned` names those that are. */
export function refusePin(what: string, pinned: readonly string[]): Refusal | undefined {
  if (pinned.length < MAX_PINNED) return undefined
  return refuse(
    'pinned_limit_exceeded',
    `At most ${MAX_PINNED} ${what} are pinned: ${pinned.join(', ')}. Unpin one first.`,
    { data: { current_pinned: [...pinned] } },
  )
}
