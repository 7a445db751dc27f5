import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { targetOf } from '../calls/call-summary.ts'
import { AgentText } from '../text/agent-text.tsx'
import { Countdown } from '../time/countdown.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { toolCallsOf } from './decision-draft.ts'
import { agentName, typeName } from './gate-words.ts'
import classes from './inbox.module.css'
import type { QueueEntry } from './queue-order.ts'

/** What waits, oldest first, in places that do not move under the pointer. */
export function Queue(props: {
  readonly entries: readonly QueueEntry[]
  readonly total: number
  readonly openGateId: string | undefined
  readonly search: string
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly onSearch: (text: string) => void
  readonly onPointer: (isInside: boolean) => void
}) {
  const { entries, total, openGateId, onPointer } = props
  return (
    <section
      className={classes.queue}
      aria-label="Queue"
      onPointerEnter={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
    >
      <div className={classes.queueHead}>
        <h2 className={classes.queueTitle}>
          Inbox <span className={classes.total}>{total}</span>
        </h2>
        <TextInput
          ref={props.searchField}
          type="search"
          size="sm"
          aria-label="Search the queue"
          placeholder="Search"
          value={props.search}
          onChange={event => props.onSearch(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </div>
      {entries.length === 0 && <p className={classes.nothing}>Nothing matches “{props.search}”.</p>}
      <ul className={classes.entries}>
        {entries.map(entry => (
          <QueueRow key={entry.gate.gate_id} entry={entry} isOpen={entry.gate.gate_id === openGateId} />
        ))}
      </ul>
      {total > entries.length && props.search === '' && (
        <p className={classes.nothing}>
          The oldest {entries.length} of {total}. More come up as these are decided.
        </p>
      )}
    </section>
  )
}

function QueueRow({ entry, isOpen }: { readonly entry: QueueEntry; readonly isOpen: boolean }) {
  const { gate, isGone } = entry
  const now = useNow(15_000)
  const row = useRef<HTMLAnchorElement>(null)
  const calls = toolCallsOf(gate)
  const [call] = calls
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li className={classes.entry}>
      <Link
        ref={row}
        to="/inbox/$gateId"
        params={{ gateId: gate.gate_id }}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-gone={isGone || undefined}
      >
        <span className={classes.rowTop}>
          <span className={classes.rowType}>{typeName(gate.type)}</span>
          <span>{ageText(gate.created_at, now)}</span>
        </span>
        <span className={classes.rowSummary}>
          <AgentText text={gate.briefing.summary} />
        </span>
        {call && (
          <span className={classes.rowCall}>
            <AgentText text={`${call.tool} ${targetOf(call)}`} />
            {calls.length > 1 && ` +${calls.length - 1}`}
          </span>
        )}
        <span className={classes.rowTop}>
          <span>
            <AgentText text={agentName(gate.requested_by)} />
          </span>
          <span>{isGone ? 'decided' : gate.deciding ? 'taking effect' : <Expiry entry={entry} />}</span>
        </span>
      </Link>
    </li>
  )
}

function Expiry({ entry: { gate } }: { readonly entry: QueueEntry }) {
  if (!gate.expires_at) return null
  return <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} />
}
