import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Plan } from 'soulgate/contracts/plan'
import classes from './gantt.module.css'
import { GanttArrows } from './gantt-arrows.tsx'
import { GanttBackdrop, GanttFlags } from './gantt-backdrop.tsx'
import { GanttBars } from './gantt-bars.tsx'
import type { GanttRow } from './gantt-rows.ts'
import { type Span, ticksOf, widthOf, xOf, type Zoom } from './gantt-scale.ts'
import { GanttTitle } from './gantt-title.tsx'
import type { BlockSelection } from './use-block-selection.ts'
import type { WallMinutes } from './wall-clock.ts'

/** Where the present is put when the chart is opened: a little way in from its left edge. */
const LEAD_PX = 90

/** The schedule over time: a row for each node, its blocks, what waits for what, and where the present is. */
export function Gantt(props: {
  readonly plan: Plan
  readonly rows: readonly GanttRow[]
  readonly span: Span
  readonly zoom: Zoom
  readonly now: WallMinutes
  readonly desk: BlockSelection
  readonly onToggle: (id: string, isClosed: boolean) => void
}) {
  const { rows, span, zoom, now, desk } = props
  const frame = useRef<HTMLElement>(null)
  const ticks = useMemo(() => ticksOf(span, zoom), [span, zoom])
  const width = widthOf(span, zoom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: time that passes leaves the chart where it was scrolled to
  useLayoutEffect(() => {
    const at = Math.min(Math.max(now, span.from), span.to)
    if (frame.current) frame.current.scrollLeft = xOf(span, zoom, at) - LEAD_PX
  }, [span.from, zoom])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={frame} className={classes.frame} aria-label="Schedule as a chart" tabIndex={0}>
      <div className={classes.chart} style={{ '--track': `${width}px` } as React.CSSProperties}>
        <div className={classes.head}>
          <div className={classes.corner}>Plan</div>
          <div className={classes.scale} aria-hidden="true">
            {(['major', 'minor'] as const).map(line => (
              <div key={line} className={classes[line]}>
                {ticks[line].map(tick => (
                  <span key={tick.at} style={{ left: tick.x, width: tick.width }}>
                    <span>{tick.label}</span>
                  </span>
                ))}
              </div>
            ))}
            <GanttFlags {...{ plan: props.plan, span, zoom, now }} />
          </div>
        </div>
        <GanttBackdrop plan={props.plan} span={span} zoom={zoom} now={now} />
        <ul className={classes.rows} aria-label="Nodes with their blocks" onKeyDown={desk.onKeyDown}>
          {rows.map(row => (
            <li key={row.node.id} className={classes.row} data-group={row.isGroup || undefined}>
              <GanttTitle row={row} onToggle={props.onToggle} />
              <GanttBars row={row} span={span} zoom={zoom} now={now} desk={desk} />
            </li>
          ))}
        </ul>
        <GanttArrows rows={rows} span={span} zoom={zoom} />
      </div>
    </section>
  )
}
