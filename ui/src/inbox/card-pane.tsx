import { Link } from '@tanstack/react-router'
import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef } from 'react'
import { BackIcon } from '../icons/icons.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { CommentList } from './comment-list.tsx'
import { type CardHandle, DecisionCard } from './decision-card.tsx'
import classes from './inbox.module.css'
import { noteShown } from './pace.ts'
import { useGate } from './use-gates.ts'

// It stands beside the card, and comes after it.
const RunPane = lazy(async () => ({ default: (await import('../runs/run-pane.tsx')).RunPane }))

/** The card of one gate, and beside it what was said about it and the run that waits for it. */
export function CardPane(props: {
  readonly gateId: string
  /** True when a decision or a key led here. */
  readonly takesFocus: boolean
  readonly onDecided: () => void
  /** Told when a card has come up, and when what it shows became something else. */
  readonly onShown: () => void
  readonly ref: Ref<CardHandle>
}) {
  const gate = useGate(props.gateId)
  const card = useRef<CardHandle>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const { onShown } = props
  const shown = `${props.gateId}/${gate.data?.view_digest}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view starts the time anew
  useEffect(() => onShown(), [shown, onShown])
  const isThere = gate.data !== undefined
  useEffect(() => {
    if (isThere) noteShown(props.gateId)
  }, [isThere, props.gateId])
  useImperativeHandle(props.ref, () => ({
    pick: place => card.current?.pick?.(place) ?? false,
    run: command => {
      if (command !== 'comment') return card.current?.run(command) ?? false
      comment.current?.focus()
      return comment.current !== null
    },
  }))
  // Of a call from outside there is no run to show beside it.
  const hasRun = gate.data === undefined || gate.data.run_id !== undefined
  const comments = gate.data && <CommentList ref={comment} gate={gate.data} />
  return (
    <>
      <section className={classes.cardPane} aria-label="Decision" data-alone={hasRun ? undefined : true}>
        <Link to="/inbox" className={classes.back}>
          <BackIcon /> Queue
        </Link>
        {gate.data ? (
          <DecisionCard
            ref={card}
            gate={gate.data}
            takesFocus={props.takesFocus}
            onDecided={props.onDecided}
          />
        ) : gate.isError ? (
          <FailureState error={gate.error} onRetry={() => void gate.refetch()} />
        ) : (
          <LoadingState label="Reading the gate" lines={6} />
        )}
        {!hasRun && comments}
      </section>
      {hasRun && (
        <aside className={classes.runPane} aria-label="Run and comments">
          {comments}
          {gate.data?.run_id && (
            <Suspense fallback={<LoadingState label="Reading the run" lines={4} />}>
              <RunPane runId={gate.data.run_id} />
            </Suspense>
          )}
        </aside>
      )}
    </>
  )
}
