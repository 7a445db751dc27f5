import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useNow } from '../time/use-now.ts'
import { holds, nextLine, type QueueLine } from './lines.ts'
import classes from './queue.module.css'
import { QueueGroup } from './queue-group.tsx'
import { QueueRow } from './queue-row.tsx'
import type { Selecting } from './selecting.ts'
import type { QueueState } from './use-queue.ts'

/** Every line of one kind is as high as any other, so that ten thousand of them need no measuring. */
const ROW_HEIGHT_PX = 54
const SECTION_HEIGHT_PX = 30
const READ_AHEAD_LINES = 20
/** With fewer left to decide the next page is read unasked. */
const MIN_WAITING = 20

const SECTION_NAMES = {
  expiring: 'Expiring',
  high_risk: 'High risk',
  questions: 'Questions',
  routine: 'Routine',
  new: 'New',
} as const

/** The lines of the queue; only those in view are in the page, and scrolling draws nothing else anew. */
export const QueueLines = memo(function QueueLines(props: {
  readonly lines: readonly QueueLine[]
  readonly pages: QueueState['pages']
  readonly openGateId: string | undefined
  readonly selecting: Selecting
  readonly onToggle: (group: string) => void
}) {
  const { lines, openGateId } = props
  const scroller = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const onOpen = useCallback(
    (gateId: string) => void navigate({ to: '/inbox/$gateId', params: { gateId } }),
    [navigate],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => (lines[index]?.kind === 'section' ? SECTION_HEIGHT_PX : ROW_HEIGHT_PX),
    getItemKey: index => keyOf(lines[index]) ?? index,
    overscan: 8,
  })
  // Lines of two heights stand where the lines above them end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what stands above can change a place
  useEffect(() => virtual.measure(), [lines])
  const shown = virtual.getVirtualItems()
  const isScrolled = (virtual.scrollOffset ?? 0) > 0
  useReadAhead(props, isScrolled ? lines.length - (shown.at(-1)?.index ?? 0) : lines.length)
  const openIndex = useMemo(() => lines.findIndex(line => holds(line, openGateId)), [lines, openGateId])
  const bringIntoView = useEffectEvent(() => {
    if (openIndex < 0) return
    virtual.scrollToIndex(openIndex, { align: 'auto' })
    const hadFocus = scroller.current?.contains(document.activeElement)
    if (hadFocus) requestAnimationFrame(() => focusRow(scroller.current))
  })
  // Only when another card is opened: what arrives or leaves never scrolls the queue.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => bringIntoView(), [openGateId, openIndex >= 0])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step === 1 || step === -1 ? nextLine(lines, openGateId, step) : undefined
    if (next === undefined) return
    event.preventDefault()
    onOpen(next)
  }
  const isOpenShown = shown.some(({ index }) => index === openIndex)
  const firstRow = shown.find(({ index }) => lines[index]?.kind !== 'section')?.index
  const tabStop = isOpenShown ? openIndex : firstRow
  return (
    <section ref={scroller} className={classes.scroller} onKeyDown={onKeyDown} aria-label="Waiting items">
      <ul className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start, size }) => (
          <li
            key={key}
            className={classes.line}
            style={{ transform: `translateY(${start}px)`, height: size }}
          >
            <Line
              {...props}
              line={lines[index]}
              holdsOpen={index === openIndex}
              isTabStop={index === tabStop}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      <More pages={props.pages} />
    </section>
  )
})

function Line(props: {
  readonly line: QueueLine | undefined
  readonly openGateId: string | undefined
  readonly holdsOpen: boolean
  readonly isTabStop: boolean
  readonly selecting: Selecting
  readonly onToggle: (group: string) => void
  readonly onOpen: (gateId: string) => void
}) {
  const { line, selecting } = props
  const now = useNow(15_000)
  if (line === undefined) return null
  if (line.kind === 'section') return <h3 className={classes.section}>{SECTION_NAMES[line.section]}</h3>
  if (line.kind === 'group')
    return (
      <QueueGroup
        group={line.key}
        entries={line.entries}
        isOpen={line.isOpen}
        holdsOpen={props.holdsOpen}
        isTabStop={props.isTabStop}
        selecting={selecting}
        onToggle={props.onToggle}
      />
    )
  return (
    <QueueRow
      entry={line.entry}
      isMember={line.isMember}
      isOpen={line.entry.gate.gate_id === props.openGateId}
      isTabStop={props.isTabStop}
      isSelected={selecting.isSelected(line.entry.gate.gate_id)}
      onSelect={selecting.onSelect}
      onOpen={props.onOpen}
      now={now}
    />
  )
}

/** Asks for the next page when little is left to decide, or when somebody has scrolled near the end. */
function useReadAhead(
  { pages, lines }: { readonly pages: QueueState['pages']; readonly lines: readonly QueueLine[] },
  linesLeft: number,
): void {
  const waiting = lines.reduce((sum, line) => sum + (line.kind === 'group' ? line.entries.length : 1), 0)
  const isNearEnd = linesLeft <= READ_AHEAD_LINES && linesLeft < lines.length
  const isWanted = isNearEnd || waiting < MIN_WAITING
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isWanted, hasNextPage, isFetchingNextPage, fetchNextPage])
}

function More({ pages }: { readonly pages: QueueState['pages'] }) {
  if (!pages.hasNextPage) return null
  return (
    <button
      type="button"
      className={classes.more}
      disabled={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      Show more
    </button>
  )
}

/** Whoever moves through the list by keyboard goes on from the row that was opened. */
function focusRow(scroller: HTMLElement | null): void {
  scroller?.querySelector<HTMLElement>('li [tabindex="0"]')?.focus({ preventScroll: true })
}

function keyOf(line: QueueLine | undefined): string | undefined {
  if (line?.kind === 'section') return `section ${line.section}`
  return line?.kind === 'group' ? `group ${line.key}` : line?.entry.gate.gate_id
}
