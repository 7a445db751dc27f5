import { useMemo } from 'react'
import { arrowPath, type Bar } from './arrow-path.ts'
import classes from './gantt.module.css'
import type { GanttRow } from './gantt-rows.ts'
import { type Span, widthOf, xOf, type Zoom } from './gantt-scale.ts'

const ROW_PX = 34
/** More lines than that are a web nobody can follow. */
const MOST = 400

/** Lines from what is waited for to what waits; each is also said in words in the outline. */
export function GanttArrows(props: {
  readonly rows: readonly GanttRow[]
  readonly span: Span
  readonly zoom: Zoom
}) {
  const { rows, span, zoom } = props
  const paths = useMemo(() => pathsOf(rows, span, zoom), [rows, span, zoom])
  return (
    <svg
      className={classes.arrows}
      width={widthOf(span, zoom)}
      height={rows.length * ROW_PX}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <marker
          id="gantt-arrow"
          viewBox="0 0 6 6"
          refX="5"
          refY="3"
          markerWidth="6"
          markerHeight="6"
          orient="auto"
        >
          <path d="M0 0 6 3 0 6z" />
        </marker>
      </defs>
      {paths.map(({ key, path }) => (
        <path key={key} d={path} markerEnd="url(#gantt-arrow)" />
      ))}
    </svg>
  )
}

function pathsOf(rows: readonly GanttRow[], span: Span, zoom: Zoom) {
  const bars = new Map<string, Bar>()
  for (const [index, { node, start, end }] of rows.entries()) {
    if (start === undefined || end === undefined) continue
    const [from, to] = [xOf(span, zoom, start), xOf(span, zoom, end)]
    bars.set(node.id, { start: from, end: Math.max(to, from + 9), y: index * ROW_PX + ROW_PX / 2 })
  }
  const paths = rows.flatMap(({ node }) =>
    node.dependencies.flatMap(({ node_id: id, type }) => {
      const [from, to] = [bars.get(id), bars.get(node.id)]
      return from && to ? { key: `${id} ${node.id} ${type}`, path: arrowPath(from, to, type) } : []
    }),
  )
  return paths.slice(0, MOST)
}
