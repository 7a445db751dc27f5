import { AgentText } from '../../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import classes from './gantt.module.css'
import type { GanttRow } from './gantt-rows.ts'

/** The name of a row, which stays in view; a group opens and closes. */
export function GanttTitle(props: {
  readonly row: GanttRow
  readonly onToggle: (id: string, isClosed: boolean) => void
}) {
  const { node, depth, isGroup, isClosed, done, leaves } = props.row
  const name = escapeHiddenCharacters(node.title)
  return (
    <div
      className={classes.title}
      style={{ '--depth': depth } as React.CSSProperties}
      data-done={done === leaves || undefined}
      title={name}
    >
      {isGroup && (
        <button
          type="button"
          className={classes.twist}
          aria-expanded={!isClosed}
          aria-label={name}
          onClick={() => props.onToggle(node.id, !isClosed)}
        />
      )}
      <span className={classes.titleText}>
        <AgentText text={node.title} />
      </span>
      {isGroup && (
        <span className={classes.count}>
          {done}/{leaves}
        </span>
      )}
    </div>
  )
}
