import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { CardCommand } from '../application/keys.ts'
import { useIdentity } from '../application/session.tsx'
import { useCardKeys } from '../application/use-keys.tsx'
import { type Selection, useSelection } from '../batch/use-selection.ts'
import { readAlike } from '../queue/alike.ts'
import { groupOf, nextLine } from '../queue/lines.ts'
import { Queue } from '../queue/queue.tsx'
import { neighbourOf, type QueueEntry } from '../queue/queue-order.ts'
import { type QueueState, useQueue } from '../queue/use-queue.ts'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { useCanary, useCanaryResult } from './canary.ts'
import { CardPane } from './card-pane.tsx'
import type { CardHandle } from './decision-card.tsx'
import classes from './inbox.module.css'

// Only whoever selects several needs it.
const BatchPane = lazy(async () => ({ default: (await import('../batch/batch-pane.tsx')).BatchPane }))

const NothingWaits = lazy(async () => ({ default: (await import('./nothing-waits.tsx')).NothingWaits }))

const CanaryResult = lazy(async () => ({ default: (await import('./canary-result.tsx')).CanaryResult }))

/** Loaded only where there is something to tell. */
function CanaryTold() {
  return useCanaryResult() === null ? null : (
    <Suspense>
      <CanaryResult />
    </Suspense>
  )
}

/** Queue, decision card (or what was selected, to be decided together), and the run behind it. */
export function InboxRoom() {
  const { gateId } = useParams({ strict: false })
  const searchField = useRef<HTMLInputElement>(null)
  const card = useRef<CardHandle>(null)
  const cache = useQueryClient()
  const { person } = useIdentity()
  const queue = useQueue(gateId, person.id, useCanary())
  const { entries, pages } = queue
  const selection = useSelection(entries)
  const selecting = useMemo(
    () => ({ ...selection, onSelectAlike: (gate: Gate) => selectAlike(gate, { entries, selection }) }),
    [selection, entries],
  )
  const [shownAt, setShownAt] = useState(() => performance.now())
  const moves = useMoves(queue, gateId)
  const onShown = useCallback(() => setShownAt(performance.now()), [])
  const run = (command: CardCommand): boolean => {
    // The card may stand further down than the list was read.
    const shown =
      entries.find(({ gate }) => gate.gate_id === gateId)?.gate ?? cache.getQueryData<Gate>(['gate', gateId])
    if (command === 'search') searchField.current?.focus()
    else if (moves.run(command)) return true
    else if (command === 'select') gateId && selection.toggle(gateId)
    else if (command === 'alike' && shown) selecting.onSelectAlike(shown)
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
    return (
      <>
        <h1 className="visually-hidden">Inbox</h1>
        <CanaryTold />
        <Suspense>
          <NothingWaits onShow={queue.setView} />
        </Suspense>
      </>
    )
  const isOpen = gateId !== undefined || selection.gates.length > 0
  return (
    <div className={classes.inbox} data-open={isOpen || undefined}>
      <h1 className="visually-hidden">Inbox</h1>
      <CanaryTold />
      <Queue queue={queue} openGateId={gateId} searchField={searchField} selecting={selecting} />
      {selection.gates.length > 0 ? (
        <Suspense fallback={<LoadingState label="Reading what is selected" lines={4} />}>
          <BatchPane
            ref={card}
            selection={selection}
            onShown={onShown}
            onDecided={moves.advance}
            onOpen={moves.open}
          />
        </Suspense>
      ) : gateId === undefined ? (
        <EmptyState title="Choose an item">Nothing is decided until you do.</EmptyState>
      ) : (
        <CardPane
          key={gateId}
          ref={card}
          gateId={gateId}
          takesFocus={moves.ledTo === gateId}
          onDecided={() => moves.advance()}
          onShown={onShown}
        />
      )}
    </div>
  )
}

/** From one item to another: by keys along the lines in view, and after a decision to the next that waits. */
function useMoves(queue: QueueState, gateId: string | undefined) {
  const navigate = useNavigate()
  const [ledTo, setLedTo] = useState<string>()
  const { lines } = queue
  const ordered = lines.flatMap(line =>
    line.kind === 'gate' ? [line.entry] : line.kind === 'group' && !line.isOpen ? line.entries : [],
  )
  // What is over is opened by whoever wants to look at it: a failure that comes up by itself was not looked at.
  const pending = ordered.filter(({ gate }) => gate.status === 'pending')
  useFirstCard(gateId, neighbourOf(pending, undefined, 1))
  const open = (id: string | undefined): boolean => {
    if (id === undefined) return false
    setLedTo(id)
    void navigate({ to: '/inbox/$gateId', params: { gateId: id } })
    return true
  }
  const toggle = (isOpen: boolean): boolean => {
    const group = groupOf(lines, gateId)
    if (group === undefined || group.isOpen === isOpen) return false
    queue.toggleGroup(group.key)
    return true
  }
  return {
    ledTo,
    open,
    advance: (decided: readonly string[] = []) => {
      const rest = ordered.filter(({ gate }) => gate.gate_id === gateId || !decided.includes(gate.gate_id))
      open(neighbourOf(rest, gateId, 1) ?? neighbourOf(rest, gateId, -1))
    },
    /** True where the command moved. */
    run: (command: CardCommand): boolean => {
      if (command === 'next' || command === 'previous')
        return open(nextLine(lines, gateId, command === 'next' ? 1 : -1))
      return (command === 'expand' || command === 'collapse') && toggle(command === 'expand')
    },
  }
}

/** Selects what asks the same about other values: what is in the queue at once, and what was not scrolled to when it is read. */
function selectAlike(
  gate: Gate,
  shown: { readonly entries: readonly QueueEntry[]; readonly selection: Selection },
): void {
  const { entries, selection } = shown
  const template = reviewTemplate(gate)
  const isAlike = (entry: QueueEntry) => !entry.isGone && reviewTemplate(entry.gate) === template
  selection.add(entries.filter(isAlike).map(entry => entry.gate))
  void readAlike(gate).then(selection.add, () => undefined)
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
