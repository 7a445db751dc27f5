import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RevealedRun } from 'soulgate/contracts/requests/runs'
import type { Run } from 'soulgate/contracts/run'
import { holdsSecretMark } from 'soulgate/contracts/secret-mark'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { BackIcon } from '../icons/icons.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { CallOutcomes } from './call-outcomes.tsx'
import { CallResults } from './call-results.tsx'
import { EventList } from './event-list.tsx'
import { Helped } from './helped.tsx'
import { RunActions } from './run-actions.tsx'
import { countText, ENDED, goalOf, messageOf, standingOf, toolResultsOf } from './run-words.ts'
import classes from './runs.module.css'
import { Timeline } from './timeline.tsx'
import { useRun, useRunEvents, useSteps } from './use-runs.ts'

// Few runs hold one.
const HiddenSecrets = lazy(async () => ({
  default: (await import('../text/hidden-secrets.tsx')).HiddenSecrets,
}))

/** One run: what it was asked, where it stands, its journal, its calls with their results, and its events. */
export function RunRoom() {
  const { runId = '' } = useParams({ strict: false })
  const run = useRun(runId)
  if (run.isPending) return <LoadingState label="Reading the run" lines={6} />
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  return <RunPage run={run.data} />
}

function RunPage({ run: read }: { readonly run: Run }) {
  const { data: journal, isPending } = useSteps(read.run_id)
  const [shown, setShown] = useState<RevealedRun>()
  const { run, steps } = shown ?? { run: read, steps: journal }
  const isHidden = holdsSecretMark(JSON.stringify([run, steps]))
  const events = useRunEvents(run.run_id)
  const results = toolResultsOf(run.output)
  const message = messageOf(run.output)
  const counted = countText(run.calls, message)
  return (
    <div className={classes.room}>
      <header className={classes.runHead}>
        <Link to="/runs" className={classes.back}>
          <BackIcon size={16} /> Runs
        </Link>
        <h1>
          <AgentText text={goalOf(run)} />
        </h1>
        <p className={classes.facts}>
          <span className={classes.status} data-status={standingOf(run).look}>
            {standingOf(run).name}
          </span>
          <span>{run.agent ?? run.kind}</span>
          <time dateTime={run.created_at}>{clockText(run.created_at)}</time>
          {run.cost_usd > 0 && <span>${run.cost_usd.toFixed(2)}</span>}
          <code>{run.run_id}</code>
        </p>
        {(isHidden || shown) && (
          <Suspense>
            <HiddenSecrets
              isShown={shown !== undefined}
              show={async () => {
                const answer = await client.runs.reveal(run.run_id)
                if (isRefused(answer)) return answer
                setShown(answer)
                return undefined
              }}
              hide={() => setShown(undefined)}
            />
          </Suspense>
        )}
        {run.waiting_detail && <p role="status">{run.waiting_detail}</p>}
        <RunActions run={run} results={results} />
        {ENDED.includes(run.status) && <Helped about={run.run_id} />}
      </header>
      {run.error && (
        <section className={classes.errorBox} role="alert">
          <b>{run.error.code}</b> <LongAgentText text={run.error.message} />
        </section>
      )}
      {message && (
        <section className={classes.section}>
          <h2>Outcome</h2>
          {counted && <p>{counted}</p>}
          {run.outcome !== 'undone' && <LongAgentText text={message} />}
        </section>
      )}
      {results.length > 0 && (
        <section className={classes.section}>
          <h2>Calls</h2>
          <CallResults runId={run.run_id} results={results} calls={run.calls} />
        </section>
      )}
      {results.length === 0 && run.calls && run.calls.length > 0 && (
        <section className={classes.section}>
          <h2>Calls</h2>
          <CallOutcomes calls={run.calls} />
        </section>
      )}
      <div className={classes.columns}>
        <section className={classes.section}>
          <h2>Journal</h2>
          {steps && (
            <Timeline
              steps={steps}
              events={events.data ?? []}
              isLive={!ENDED.includes(run.status)}
              kind={run.kind}
            />
          )}
          {isPending && <LoadingState label="Reading the journal" />}
        </section>
        <section className={classes.section}>
          <h2>Events</h2>
          {events.data && <EventList events={events.data} />}
          {events.isPending && <LoadingState label="Reading events" />}
        </section>
      </div>
      {run.output !== undefined && (
        <details className={classes.raw} open={run.agent !== undefined}>
          <summary>Whole output</summary>
          <LongAgentText mono limit={6000} text={JSON.stringify(run.output, null, 2)} />
        </details>
      )}
    </div>
  )
}
