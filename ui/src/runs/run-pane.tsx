import { Link } from '@tanstack/react-router'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { EventList } from './event-list.tsx'
import { Helped } from './helped.tsx'
import { ENDED, goalOf, standingOf } from './run-words.ts'
import classes from './runs.module.css'
import { Timeline } from './timeline.tsx'
import { useRun, useRunEvents, useSteps } from './use-runs.ts'

/** The run behind a gate: what it was asked, its journal and its events. */
export function RunPane({ runId }: { readonly runId: string }) {
  const run = useRun(runId)
  const steps = useSteps(runId)
  const events = useRunEvents(runId)
  if (run.isPending) return <LoadingState label="Reading the run" />
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  return (
    <div className={classes.pane}>
      <div>
        <h2>
          <Link to="/runs/$runId" params={{ runId }}>
            Run
          </Link>{' '}
          <span className={classes.status} data-status={standingOf(run.data).look}>
            {standingOf(run.data).name}
          </span>
        </h2>
        <p className={classes.goal}>
          <AgentText text={goalOf(run.data)} />
        </p>
      </div>
      {ENDED.includes(run.data.status) && <Helped about={runId} />}
      <section>
        <h3>Journal</h3>
        {steps.data ? (
          <Timeline
            steps={steps.data}
            events={events.data ?? []}
            isLive={!ENDED.includes(run.data.status)}
            kind={run.data.kind}
          />
        ) : (
          <LoadingState label="Reading the journal" lines={2} />
        )}
      </section>
      <section>
        <h3>Events</h3>
        {events.data ? <EventList events={events.data} /> : <LoadingState label="Reading events" lines={2} />}
      </section>
    </div>
  )
}
