import { type MouseEvent, memo } from 'react'
import { headingOf, headingPartsOf } from 'soulgate/contracts/act-line'
import { toolCallsOf } from '../inbox/decision-draft.ts'
import { agentName, outcomeText, STATUS_NAMES, typeName } from '../inbox/gate-words.ts'
import { ActText } from '../text/act-text.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { Countdown } from '../time/countdown.tsx'
import { ageText, durationText } from '../time/time.ts'
import classes from './queue.module.css'
import type { QueueEntry } from './queue-order.ts'
import { RowCheckbox } from './row-checkbox.tsx'

/** Within so much time of its end a row counts every second. */
const COUNTED_MS = 10 * 60_000

/** One waiting item in three lines; each is drawn again only when its own facts change. */
export const QueueRow = memo(function QueueRow(props: {
  readonly entry: QueueEntry
  readonly isMember: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onSelect: (gateIds: readonly string[], isSelected: boolean) => void
  readonly onOpen: (gateId: string) => void
  readonly now: number
}) {
  const { gate, isGone } = props.entry
  const open = (event: MouseEvent) => {
    // Anything but a plain click is the browser's: another tab, another window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onOpen(gate.gate_id)
  }
  return (
    <div
      className={classes.rowBox}
      data-open={props.isOpen || undefined}
      data-selected={props.isSelected || undefined}
      data-member={props.isMember || undefined}
    >
      <a
        href={`/inbox/${gate.gate_id}`}
        onClick={open}
        className={classes.row}
        aria-current={props.isOpen ? 'true' : undefined}
        data-gone={isGone || undefined}
      >
        <span className={classes.rowTop}>
          <span className={classes.rowType} data-danger={dangerOf(props.entry)}>
            {typeName(gate)}
          </span>
          <span className={classes.rowAge}>{ageText(gate.created_at, props.now)}</span>
        </span>
        <span className={classes.rowSummary}>
          <ActText parts={headingPartsOf(gate)} limit={MAX_ROW} />
        </span>
        <span className={classes.rowTop}>
          <span className={classes.rowCall}>
            <AgentText text={agentName(gate.requested_by)} />
          </span>
          <span className={classes.rowAge}>
            {isGone ? 'gone' : <RowState entry={props.entry} now={props.now} />}
          </span>
        </span>
      </a>
      {!isGone && gate.status === 'pending' && (
        <RowCheckbox
          label={`Select ${escapeHiddenCharacters(shortened(headingOf(gate)))}`}
          isChecked={props.isSelected}
          onChange={isChecked => props.onSelect([gate.gate_id], isChecked)}
        />
      )}
    </div>
  )
})

function RowState({ entry: { gate }, now }: { readonly entry: QueueEntry; readonly now: number }) {
  if (gate.status !== 'pending') return shortened(outcomeText(gate) ?? STATUS_NAMES[gate.status])
  if (gate.deciding) return 'taking effect'
  if (!gate.expires_at) return null
  const left = Date.parse(gate.expires_at) - now
  if (left > COUNTED_MS) return `${durationText(left)} left`
  return <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} />
}

/** How much harm the worst of its calls can do; nothing for questions. */
function dangerOf({ gate }: QueueEntry): string | undefined {
  const calls = toolCallsOf(gate)
  if (calls.some(call => call.reversibility === 'irreversible')) return 'irreversible'
  if (calls.some(call => call.claimed || call.reversibility === 'externally_reversible')) return 'claimed'
  return undefined
}

const MAX_ROW = 160

function shortened(text: string): string {
  return text.length > MAX_ROW ? `${text.slice(0, MAX_ROW)}…` : text
}
