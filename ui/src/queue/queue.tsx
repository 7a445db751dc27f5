import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useNow } from '../time/use-now.ts'
import classes from './queue.module.css'
import { QueueGroup } from './queue-group.tsx'
import { QueueHead } from './queue-head.tsx'
import { QueueRow } from './queue-row.tsx'
import type { Selecting } from './selecting.ts'
import type { QueueLine } from './template.ts'
import type { QueueState } from './use-queue.ts'

/** Every line is as high as any other, so that ten thousand of them need no measuring. */
const LINE_HEIGHT_PX = 84
const READ_AHEAD_LINES = 40

/** What waits, in places that do not move under the pointer; only the lines in view are in the page. */
export function Queue(props: {
  readonly queue: QueueState
  readonly openGateId: string | undefined
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly selecting: Selecting
}) {
  const { queue, openGateId, selecting } = props
  const { lines, pages } = queue
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow(15_000)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT_PX,
    getItemKey: index => keyOf(lines[index]) ?? index,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = last >= lines.length - READ_AHEAD_LINES
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  const openIndex = lines.findIndex(line => holds(line, openGateId))
  const bringIntoView = useEffectEvent(() => {
    if (openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' })
  })
  // Only when another card is opened: what arrives or leaves never scrolls the queue.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => bringIntoView(), [openGateId, openIndex >= 0])
  return (
    <section
      className={classes.queue}
      aria-label="Queue"
      onPointerEnter={event => event.pointerType === 'mouse' && queue.setPointerInside(true)}
      onPointerLeave={() => queue.setPointerInside(false)}
    >
      <QueueHead queue={queue} searchField={props.searchField} />
      {lines.length === 0 && !pages.isPlaceholderData && (
        <p className={classes.nothing}>
          {queue.search === '' ? 'Nothing waits.' : `Nothing matches “${queue.search}”.`}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region can be scrolled by keyboard too */}
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
                    onToggle={queue.toggleTemplate}
                  />
                ) : (
                  <QueueRow
                    entry={line.entry}
                    isMember={line.isMember}
                    isOpen={line.entry.gate.gate_id === openGateId}
                    isSelected={selecting.isSelected(line.entry.gate.gate_id)}
                    onSelect={selecting.onSelect}
                    now={now}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </section>
    </section>
  )
}

function keyOf(line: QueueLine | undefined): string | undefined {
  return line?.kind === 'group' ? `group ${line.template}` : line?.entry.gate.gate_id
}

/** A closed group stands for each of its members. */
function holds(line: QueueLine, gateId: string | undefined): boolean {
  if (line.kind === 'gate') return line.entry.gate.gate_id === gateId
  return !line.isOpen && line.entries.some(({ gate }) => gate.gate_id === gateId)
}
