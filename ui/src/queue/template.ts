import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { QueueEntry } from './queue-order.ts'

export type QueueLine =
  | { readonly kind: 'gate'; readonly entry: QueueEntry; readonly isMember: boolean }
  | {
      readonly kind: 'group'
      readonly template: string
      readonly entries: readonly QueueEntry[]
      readonly isOpen: boolean
    }

const MIN_GROUP_SIZE = 3

/**
 * The lines of the queue. Grouped, three or more of one template share a line at the place of the first of them, with
 * its members below while it is open.
 */
export function linesOf(
  entries: readonly QueueEntry[],
  grouping: { readonly isGrouped: boolean; readonly openTemplates: ReadonlySet<string> },
): readonly QueueLine[] {
  if (!grouping.isGrouped) return entries.map(entry => ({ kind: 'gate', entry, isMember: false }))
  const byTemplate = Map.groupBy(entries, ({ gate }) => reviewTemplate(gate))
  return [...byTemplate].flatMap(([template, members]): QueueLine[] => {
    if (members.length < MIN_GROUP_SIZE)
      return members.map(entry => ({ kind: 'gate', entry, isMember: false }))
    const isOpen = grouping.openTemplates.has(template)
    const shown = isOpen ? members : []
    return [
      { kind: 'group', template, entries: members, isOpen },
      ...shown.map((entry): QueueLine => ({ kind: 'gate', entry, isMember: true })),
    ]
  })
}
