import { agentName } from '../inbox/gate-words.ts'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { actName, totalOf } from './amounts.ts'
import classes from './queue.module.css'
import type { QueueEntry } from './queue-order.ts'
import { kindOf } from './queue-row.tsx'
import { RiskGlyph } from './risk-glyph.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import type { Selecting } from './selecting.ts'

/** One line for many questions of one template, with what they sum up to; it opens in place, and is selected as a whole. */
export function QueueGroup(props: {
  readonly group: string
  readonly entries: readonly QueueEntry[]
  readonly isOpen: boolean
  readonly holdsOpen: boolean
  readonly isTabStop: boolean
  readonly selecting: Selecting
  readonly onToggle: (group: string) => void
}) {
  const { entries, selecting } = props
  const [first] = entries
  if (first === undefined) return null
  const waiting = entries.filter(entry => !entry.isGone).map(({ gate }) => gate)
  const chosen = waiting.filter(gate => selecting.isSelected(gate.gate_id)).length
  const total = totalOf(waiting)
  const name = actName(first.gate)
  return (
    <div className={classes.rowBox} data-open={props.holdsOpen || undefined}>
      <button
        type="button"
        className={classes.row}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-expanded={props.isOpen}
        onClick={() => props.onToggle(props.group)}
      >
        <span className={classes.rowTop}>
          <RiskGlyph gate={first.gate} />
          <span className={classes.rowSummary}>
            <span className={classes.times}>{waiting.length} ×</span> <AgentText text={name} />
          </span>
          {total !== undefined && <span className={classes.rowValue}>{total}</span>}
        </span>
        <span className={classes.rowBottom}>
          <span className={classes.rowCall}>
            <AgentText text={agentName(first.gate.requested_by)} />
            {kindOf(first.gate)}
          </span>
          <span className={classes.rowAge}>
            {chosen > 0 && `${chosen} selected · `}
            {props.isOpen ? 'Close ←' : 'Open →'}
          </span>
        </span>
      </button>
      <RowCheckbox
        label={`Select all ${waiting.length} of ${escapeHiddenCharacters(name)}`}
        isChecked={chosen === waiting.length && chosen > 0}
        isPartly={chosen > 0 && chosen < waiting.length}
        onChange={isChecked =>
          isChecked
            ? selecting.onSelectAlike(first.gate)
            : selecting.onSelect(
                waiting.map(gate => gate.gate_id),
                false,
              )
        }
      />
    </div>
  )
}
