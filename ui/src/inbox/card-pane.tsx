import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { BackIcon } from '../icons/icons.tsx'
import { RunPane } from '../runs/run-pane.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { type CardHandle, DecisionCard } from './decision-card.tsx'
import classes from './inbox.module.css'
import { useGate } from './use-gates.ts'

/** The card of one gate, and beside it the run that waits for it. */
export function CardPane(props: {
  readonly gateId: string
  readonly onDecided: () => void
  readonly ref: Ref<CardHandle>
}) {
  const gate = useGate(props.gateId)
  return (
    <>
      <section className={classes.cardPane} aria-label="Decision">
        <Link to="/inbox" className={classes.back}>
          <BackIcon /> Queue
        </Link>
        {gate.data ? (
          <DecisionCard ref={props.ref} gate={gate.data} onDecided={props.onDecided} />
        ) : gate.isError ? (
          <FailureState error={gate.error} onRetry={() => void gate.refetch()} />
        ) : (
          <LoadingState label="Reading the gate" lines={6} />
        )}
      </section>
      <aside className={classes.runPane} aria-label="Run">
        {gate.data?.run_id ? (
          <RunPane runId={gate.data.run_id} />
        ) : (
          gate.data && <p className={classes.nothing}>No run stands behind this gate.</p>
        )}
      </aside>
    </>
  )
}
