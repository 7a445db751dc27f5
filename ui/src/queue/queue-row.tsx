import { type MouseEvent, memo } from 'react'
import { headingOf, headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { EXPIRING_WITHIN_MS } from 'soulgate/contracts/queue-section'
import { agentName, outcomeText, PAST, STATUS_NAMES, typeName } from '../inbox/gate-words.ts'
import { ActText } from '../text/act-text.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { Countdown } from '../time/countdown.tsx'
import { ageText, durationText } from '../time/time.ts'
import { amountOf } from './amounts.ts'
import classes from './queue.module.css'
import type { QueueEntry } from './queue-order.ts'
import { RiskGlyph } from './risk-glyph.tsx'
import { RowCheckbox } from './row-checkbox.tsx'

/** Within so much time of its end a row counts every second. */
const COUNTED_MS = 10 * 60_000
/** What waits longer than this says so. */
const OLD_MS = 3_600_000

/** One item: what it would do with its amount, and below by whom; each is drawn again only when its own facts change. */
export const QueueRow = memo(function QueueRow(props: {
  readonly entry: QueueEntry
  readonly isMember: boolean
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly isSelected: boolean
  readonly onSelect: (gateIds: readonly string[], isSelected: boolean) => void
  readonly onOpen: (gateId: string) => void
  readonly now: number
}) {
  const { gate, isGone } = props.entry
  const amount = amountOf(gate)
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
        tabIndex={props.isTabStop ? 0 : -1}
        aria-current={props.isOpen ? 'true' : undefined}
        data-gone={isGone || undefined}
      >
        <span className={classes.rowTop}>
          <RiskGlyph gate={gate} />
          <span className={classes.rowSummary}>
            <ActText parts={headingPartsOf(gate)} limit={MAX_ROW} />
          </span>
          {amount !== undefined && <span className={classes.rowValue}>{amount}</span>}
        </span>
        <span className={classes.rowBottom}>
          <span className={classes.rowCall}>
            <AgentText text={agentName(gate.requested_by)} />
            {kindOf(gate)}
          </span>
          <span className={classes.rowAge}>
            <RowState entry={props.entry} now={props.now} />
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

/** What came of it, or how much time is left or has passed, where that matters. */
function RowState({ entry: { gate, isGone }, now }: { readonly entry: QueueEntry; readonly now: number }) {
  if (gate.status !== 'pending') return shortened(outcomeText(gate) ?? STATUS_NAMES[gate.status])
  if (isGone) return 'No longer here'
  if (gate.deciding) return PAST[gate.deciding.decision.decision] ?? 'Decided'
  const left = Date.parse(gate.expires_at ?? '') - now
  if (left <= COUNTED_MS && gate.expires_at)
    return <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} />
  if (left <= EXPIRING_WITHIN_MS) return `${durationText(left)} left`
  return now - Date.parse(gate.created_at) > OLD_MS ? ageText(gate.created_at, now) : null
}

/** The kind of question, where its heading does not begin with it. */
export function kindOf(gate: Gate): string {
  const isSaid = gate.type === 'tool_approval' || headingOf(gate).startsWith(typeName(gate))
  return isSaid ? '' : ` · ${typeName(gate)}`
}

const MAX_ROW = 160

function shortened(text: string): string {
  return text.length > MAX_ROW ? `${text.slice(0, MAX_ROW)}…` : text
}
