import { reviewTemplate } from 'soulgate/contracts/gate-review'
import { QUEUE_SECTIONS } from 'soulgate/contracts/queue-section'
import { type QueueEntry, waits } from './queue-order.ts'

export type QueueLine =
  | { readonly kind: 'section'; readonly section: QueueEntry['section'] }
  | { readonly kind: 'gate'; readonly entry: QueueEntry; readonly isMember: boolean }
  | {
      readonly kind: 'group'
      /** The section with the template: alike items of two sections are two groups. */
      readonly key: string
      readonly entries: readonly QueueEntry[]
      readonly isOpen: boolean
    }

const MIN_GROUP_SIZE = 3

/**
 * The lines of the queue. By sections, those that hold something come in their order under a heading, unless there is only
 * one. Grouped, three or more of one template share a line at the place of the first of them, with its members below
 * while it is open.
 */
export function linesOf(
  entries: readonly QueueEntry[],
  shown: {
    readonly isGrouped: boolean
    readonly isBySection: boolean
    readonly openGroups: ReadonlySet<string>
  },
): readonly QueueLine[] {
  if (!shown.isBySection) return groupLines(entries, { ...shown, section: '' })
  const sections = [...QUEUE_SECTIONS, 'new' as const].flatMap(section => {
    const members = entries.filter(entry => entry.section === section)
    return members.length > 0 ? [{ section, members }] : []
  })
  return sections.flatMap(({ section, members }): readonly QueueLine[] => [
    ...(sections.length > 1 ? [{ kind: 'section', section } as const] : []),
    ...groupLines(members, { ...shown, section }),
  ])
}

function groupLines(
  entries: readonly QueueEntry[],
  shown: {
    readonly isGrouped: boolean
    readonly openGroups: ReadonlySet<string>
    readonly section: string
  },
): readonly QueueLine[] {
  if (!shown.isGrouped) return entries.map(entry => ({ kind: 'gate', entry, isMember: false }))
  const byTemplate = Map.groupBy(entries, ({ gate }) => reviewTemplate(gate))
  return [...byTemplate].flatMap(([template, members]): QueueLine[] => {
    if (members.length < MIN_GROUP_SIZE)
      return members.map(entry => ({ kind: 'gate', entry, isMember: false }))
    const key = `${shown.section} ${template}`
    const isOpen = shown.openGroups.has(key)
    return [
      { kind: 'group', key, entries: members, isOpen },
      ...(isOpen ? members : []).map((entry): QueueLine => ({ kind: 'gate', entry, isMember: true })),
    ]
  })
}

/** Whether a line is that of a gate; a closed group stands for each of its members. */
export function holds(line: QueueLine, gateId: string | undefined): boolean {
  if (line.kind === 'section') return false
  if (line.kind === 'gate') return line.entry.gate.gate_id === gateId
  return !line.isOpen && line.entries.some(({ gate }) => gate.gate_id === gateId)
}

/** The gate of the next line in view that still waits; a closed group is one line, and stands for its first that waits. */
export function nextLine(
  lines: readonly QueueLine[],
  gateId: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = lines.findIndex(line => holds(line, gateId))
  const ahead = step === 1 ? lines.slice(at + 1) : lines.slice(0, Math.max(0, at)).reverse()
  for (const line of ahead) {
    const entries =
      line.kind === 'gate' ? [line.entry] : line.kind === 'group' && !line.isOpen ? line.entries : []
    const found = entries.find(waits)
    if (found) return found.gate.gate_id
  }
  return undefined
}

/** The group that a gate stands in, closed or as one of its members. */
export function groupOf(lines: readonly QueueLine[], gateId: string | undefined) {
  return lines
    .filter(line => line.kind === 'group')
    .find(({ entries }) => entries.some(({ gate }) => gate.gate_id === gateId))
}
