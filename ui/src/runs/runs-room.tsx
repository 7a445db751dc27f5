import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run, RunStatus } from 'soulgate/contracts/run'
import { RunsIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { goalOf, RUN_STATUS_NAMES, standingOf } from './run-words.ts'
import classes from './runs.module.css'
import { useRuns } from './use-runs.ts'

/** Every run, newest first. */
export function RunsRoom() {
  const [status, setStatus] = useState<RunStatus>()
  const runs = useRuns(status)
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Runs</h1>
        <NativeSelect
          aria-label="Status"
          value={status ?? ''}
          onChange={event => setStatus(statusFrom(event.currentTarget.value))}
          data={[
            { value: '', label: 'Every status' },
            ...Object.entries(RUN_STATUS_NAMES).map(([value, label]) => ({ value, label })),
          ]}
        />
      </header>
      {runs.isPending ? (
        <LoadingState label="Reading runs" lines={6} />
      ) : runs.isError ? (
        <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.data.items.length === 0 ? (
        <EmptyState
          title={status ? 'No run has this status' : 'Nothing has run yet'}
          icon={<RunsIcon size={28} />}
        >
          A run begins with a goal. <Link to="/ask">Ask for something</Link>
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {runs.data.items.map(run => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RunRow({ run }: { readonly run: Run }) {
  const now = useNow(30_000)
  return (
    <li>
      <Link to="/runs/$runId" params={{ runId: run.run_id }} className={classes.row}>
        <span className={classes.status} data-status={standingOf(run).look}>
          {standingOf(run).name}
        </span>
        <span className={classes.rowGoal}>
          <AgentText text={goalOf(run)} />
        </span>
        <span className={classes.rowFacts}>
          {run.agent ?? run.kind} · {run.steps} {run.steps === 1 ? 'step' : 'steps'} ·{' '}
          {ageText(run.created_at, now)}
        </span>
      </Link>
    </li>
  )
}

function statusFrom(text: string): RunStatus | undefined {
  return text in RUN_STATUS_NAMES ? (text as RunStatus) : undefined
}
