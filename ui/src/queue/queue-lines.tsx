import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useNow } from '../time/use-now.ts'
import classes from './queue.module.css'
import { QueueGroup } from './queue-group.tsx'
import { QueueRow } from './queue-row.tsx'
import type { Selecting } from './selecting.ts'
import type { QueueLine } from './template.ts'
import type { QueueState } from './use-queue.ts'

/** Every line is as high as any other, so that ten thousand of them need no measuring. */
const LINE_HEIGHT_PX = 76
const READ_AHEAD_LINES = 40

/** The lines of the queue; only those in view are in the page, and scrolling draws nothing else anew. */
export const QueueLines = memo(function QueueLines(props: {
  readonly lines: readonly QueueLine[]
  readonly pages: QueueState['pages']
  readonly openGateId: string | undefined
  readonly selecting: Selecting
  readonly onToggle: (template: string) => void
}) {
  const { lines, openGateId, selecting } = props
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow(15_000)
  const navigate = useNavigate()
  const onOpen = useCallback(
    (gateId: string) => void navigate({ to: '/inbox/$gateId', params: { gateId } }),
    [navigate],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT_PX,
    getItemKey: index => keyOf(lines[index]) ?? index,
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  useReadAhead(props.pages, lines.length - (shown.at(-1)?.index ?? 0))
  const openIndex = useMemo(() => lines.findIndex(line => holds(line, openGateId)), [lines, openGateId])
  const bringIntoView = useEffectEvent(() => {
    if (openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' })
  })
  // Only when another card is opened: what arrives or leaves never scrolls the queue.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => bringIntoView(), [openGateId, openIndex >= 0])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region can be scrolled by keyboard too
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Waiting items">
      <ul className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const line = lines[index]
          const style = { transform: `translateY(${start}px)`, height: LINE_HEIGHT_PX }
          if (line === undefined) return null
          return (
            <li key={key} className={classes.line} style={style}>
              {line.kind === 'group' ? (
                <QueueGroup
                  {...line}
                  holdsOpen={index === openIndex}
                  selecting={selecting}
                  onToggle={props.onToggle}
                />
              ) : (
                <QueueRow
                  entry={line.entry}
                  isMember={line.isMember}
                  isOpen={line.entry.gate.gate_id === openGateId}
                  isSelected={selecting.isSelected(line.entry.gate.gate_id)}
                  onSelect={selecting.onSelect}
                  onOpen={onOpen}
                  now={now}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
})

/** Asks for the next page while there are still lines to scroll to. */
function useReadAhead(pages: QueueState['pages'], linesLeft: number): void {
  const isNearEnd = linesLeft <= READ_AHEAD_LINES
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
}

function keyOf(line: QueueLine | undefined): string | undefined {
  return line?.kind === 'group' ? `group ${line.template}` : line?.entry.gate.gate_id
}

/** A closed group stands for each of its members. */
function holds(line: QueueLine, gateId: string | undefined): boolean {
  if (line.kind === 'gate') return line.entry.gate.gate_id === gateId
  return !line.isOpen && line.entries.some(({ gate }) => gate.gate_id === gateId)
}
