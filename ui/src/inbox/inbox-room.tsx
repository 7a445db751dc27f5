import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CardCommand } from '../application/keys.ts'
import { useCardKeys } from '../application/use-keys.tsx'
import { CheckIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { CardPane } from './card-pane.tsx'
import type { CardHandle } from './decision-card.tsx'
import classes from './inbox.module.css'
import { Queue } from './queue.tsx'
import { neighbourOf } from './queue-order.ts'
import { useQueue } from './use-queue.ts'

/** Queue, decision card, and the run behind it. */
export function InboxRoom() {
  const { gateId } = useParams({ strict: false })
  const navigate = useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  const card = useRef<CardHandle>(null)
  const { pending, queue, entries, total, ...list } = useQueue(gateId)
  const [shownAt, setShownAt] = useState(() => performance.now())
  const open = useCallback(
    (id: string | undefined) =>
      id !== undefined && void navigate({ to: '/inbox/$gateId', params: { gateId: id } }),
    [navigate],
  )
  const first = neighbourOf(queue, undefined, 1)
  useEffect(() => {
    const isWide = window.matchMedia('(min-width: 701px)').matches
    if (gateId === undefined && first !== undefined && isWide)
      void navigate({ to: '/inbox/$gateId', params: { gateId: first }, replace: true })
  }, [gateId, first, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card starts the time anew
  useEffect(() => setShownAt(performance.now()), [gateId])

  const advance = () => {
    const next = neighbourOf(entries, gateId, 1) ?? neighbourOf(entries, gateId, -1)
    if (next) open(next)
  }
  const run = (command: CardCommand): boolean => {
    if (command === 'search') searchField.current?.focus()
    else if (command === 'next') open(neighbourOf(entries, gateId, 1))
    else if (command === 'previous') open(neighbourOf(entries, gateId, -1))
    else return card.current?.run(command) ?? false
    return true
  }
  useCardKeys({ shownAt, run })

  if (pending.isPending) return <LoadingState label="Reading the queue" lines={6} />
  if (pending.isError && !pending.data)
    return <FailureState error={pending.error} onRetry={() => void pending.refetch()} />
  if (queue.length === 0 && gateId === undefined) return <NothingWaits />
  return (
    <div className={classes.inbox} data-open={gateId !== undefined || undefined}>
      <h1 className="visually-hidden">Inbox</h1>
      <Queue
        entries={entries}
        total={total}
        openGateId={gateId}
        search={list.search}
        searchField={searchField}
        onSearch={list.setSearch}
        onPointer={list.setPointerInside}
      />
      {gateId === undefined ? (
        <EmptyState title="Choose an item">Nothing is decided until you do.</EmptyState>
      ) : (
        <CardPane key={gateId} ref={card} gateId={gateId} onDecided={advance} />
      )}
    </div>
  )
}

function NothingWaits() {
  return (
    <EmptyState title="Nothing waits for you" icon={<CheckIcon size={28} />}>
      Held calls and questions of agents come up here by themselves. <Link to="/ask">Ask for something</Link>
    </EmptyState>
  )
}
