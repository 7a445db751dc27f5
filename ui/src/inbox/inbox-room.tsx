import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { CardCommand } from '../application/keys.ts'
import { useIdentity } from '../application/session.tsx'
import { useCardKeys } from '../application/use-keys.tsx'
import { BatchPane } from '../batch/batch-pane.tsx'
import { type Selection, useSelection } from '../batch/use-selection.ts'
import { CheckIcon } from '../icons/icons.tsx'
import { Queue } from '../queue/queue.tsx'
import { neighbourOf, type QueueEntry } from '../queue/queue-order.ts'
import { useQueue } from '../queue/use-queue.ts'
import { useSnoozes } from '../queue/use-snoozes.ts'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { CardPane } from './card-pane.tsx'
import type { CardHandle } from './decision-card.tsx'
import classes from './inbox.module.css'

/** Queue, decision card (or what was selected, to be decided together), and the run behind it. */
export function InboxRoom() {
  const { gateId } = useParams({ strict: false })
  const navigate = useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  const card = useRef<CardHandle>(null)
  const { person } = useIdentity()
  const queue = useQueue(gateId, person.id)
  const { entries, pages } = queue
  const selection = useSelection(entries)
  const [shownAt, setShownAt] = useState(() => performance.now())
  const [ledTo, setLedTo] = useState<string>()
  const open = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return
      setLedTo(id)
      void navigate({ to: '/inbox/$gateId', params: { gateId: id } })
    },
    [navigate],
  )
  const ordered = queue.lines.flatMap(line =>
    line.kind === 'gate' ? [line.entry] : line.isOpen ? [] : line.entries,
  )
  useFirstCard(gateId, neighbourOf(ordered, undefined, 1))
  const onShown = useCallback(() => setShownAt(performance.now()), [])

  const advance = (decided: readonly string[] = []) => {
    const rest = ordered.filter(({ gate }) => gate.gate_id === gateId || !decided.includes(gate.gate_id))
    open(neighbourOf(rest, gateId, 1) ?? neighbourOf(rest, gateId, -1))
  }
  const run = (command: CardCommand): boolean => {
    if (command === 'search') searchField.current?.focus()
    else if (command === 'next') open(neighbourOf(ordered, gateId, 1))
    else if (command === 'previous') open(neighbourOf(ordered, gateId, -1))
    else if (command === 'select') gateId && selection.toggle(gateId)
    else if (command === 'alike') return selectAlike(entries, gateId, selection)
    else if (command === 'leave' && selection.gates.length > 0) selection.clear()
    else return card.current?.run(command) ?? false
    return true
  }
  useCardKeys({ shownAt, run, pick: place => card.current?.pick?.(place) ?? false })

  if (pages.isPending) return <LoadingState label="Reading the queue" lines={6} />
  if (pages.isError && !pages.data)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  const isPlain = queue.search === '' && queue.view === 'waiting'
  if (entries.length === 0 && gateId === undefined && isPlain)
    return <NothingWaits onSnoozed={() => queue.setView('snoozed')} />
  const isOpen = gateId !== undefined || selection.gates.length > 0
  return (
    <div className={classes.inbox} data-open={isOpen || undefined}>
      <h1 className="visually-hidden">Inbox</h1>
      <Queue queue={queue} openGateId={gateId} searchField={searchField} selecting={selection} />
      {selection.gates.length > 0 ? (
        <BatchPane ref={card} selection={selection} onShown={onShown} onDecided={advance} />
      ) : gateId === undefined ? (
        <EmptyState title="Choose an item">Nothing is decided until you do.</EmptyState>
      ) : (
        <CardPane
          key={gateId}
          ref={card}
          gateId={gateId}
          takesFocus={ledTo === gateId}
          onDecided={() => advance()}
          onShown={onShown}
        />
      )}
    </div>
  )
}

/** Selects what asks the same about other values; false where nothing is open to be like. */
function selectAlike(
  entries: readonly QueueEntry[],
  gateId: string | undefined,
  selection: Selection,
): boolean {
  const open = entries.find(({ gate }) => gate.gate_id === gateId)
  if (!open) return false
  const template = reviewTemplate(open.gate)
  const alike = entries.filter(entry => !entry.isGone && reviewTemplate(entry.gate) === template)
  selection.onSelect(
    alike.map(({ gate }) => gate.gate_id),
    true,
  )
  return true
}

/** On a wide screen the first item is open from the start; on a phone the queue comes first. */
function useFirstCard(gateId: string | undefined, first: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    const isWide = window.matchMedia('(min-width: 701px)').matches
    if (gateId === undefined && first !== undefined && isWide)
      void navigate({ to: '/inbox/$gateId', params: { gateId: first }, replace: true })
  }, [gateId, first, navigate])
}

function NothingWaits({ onSnoozed }: { readonly onSnoozed: () => void }) {
  const { snoozes } = useSnoozes()
  return (
    <EmptyState title="Nothing waits for you" icon={<CheckIcon size={28} />}>
      Held calls and questions of agents come up here by themselves. <Link to="/ask">Ask for something</Link>
      {snoozes.length > 0 && (
        <>
          {' '}
          <button type="button" className={classes.textButton} onClick={onSnoozed}>
            Show the {snoozes.length} you have put off
          </button>
        </>
      )}
    </EmptyState>
  )
}
