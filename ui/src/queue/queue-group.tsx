import { toolCallsOf } from '../inbox/decision-draft.ts'
import { agentName, typeName } from '../inbox/gate-words.ts'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import classes from './queue.module.css'
import type { QueueEntry } from './queue-order.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { Selecting } from './selecting.ts'

/** One line for many questions of one template; it opens in place, and is selected as a whole. */
export function QueueGroup(props: {
  readonly template: string
  readonly entries: readonly QueueEntry[]
  readonly isOpen: boolean
  readonly holdsOpen: boolean
  readonly selecting: Selecting
  readonly onToggle: (template: string) => void
}) {
  const { entries, selecting } = props
  const [first] = entries
  if (first === undefined) return null
  const ids = entries.filter(entry => !entry.isGone).map(({ gate }) => gate.gate_id)
  const chosen = ids.filter(selecting.isSelected).length
  const tools = [...new Set(toolCallsOf(first.gate).map(call => call.tool))].join(', ')
  const name = tools || typeName(first.gate)
  return (
    <div className={classes.rowBox} data-open={props.holdsOpen || undefined}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={props.isOpen}
        onClick={() => props.onToggle(props.template)}
      >
        <span className={classes.rowTop}>
          <span className={classes.rowType}>{typeName(first.gate)}</span>
          <span className={classes.rowAge}>{props.isOpen ? '▾' : '▸'}</span>
        </span>
        <span className={classes.rowSummary}>
          <span className={classes.times}>×{ids.length}</span> <AgentText text={name} />
        </span>
        <span className={classes.rowTop}>
          <span className={classes.rowCall}>
            <AgentText text={agentName(first.gate.requested_by)} />
          </span>
          <span className={classes.rowAge}>{chosen > 0 && `${chosen} selected`}</span>
        </span>
      </button>
      <RowCheckbox
        label={`Select all ${ids.length} of ${escapeHiddenCharacters(name)}`}
        isChecked={chosen === ids.length && chosen > 0}
        isPartly={chosen > 0 && chosen < ids.length}
        onChange={isChecked => selecting.onSelect(ids, isChecked)}
      />
    </div>
  )
}
