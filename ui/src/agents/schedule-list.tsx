import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AgentSchedule } from 'soulgate/contracts/agent-schedule'
import type { Run } from 'soulgate/contracts/run'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText, clockText, durationText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'
import { RunLine } from './run-line.tsx'
import { useAgentRuns } from './use-agents.ts'
import { useScheduleChange } from './use-schedules.ts'

/** What the clock starts: when next, what came of it, and the ways to pause it or to start it now. */
export function ScheduleList({ schedules }: { readonly schedules: readonly AgentSchedule[] }) {
  const runs = useAgentRuns()
  return (
    <ul className={classes.schedules} aria-label="Schedules">
      {schedules.map(schedule => (
        <ScheduleCard
          key={`${schedule.agent}/${schedule.name}`}
          schedule={schedule}
          runs={runs.data?.items ?? []}
        />
      ))}
    </ul>
  )
}

function ScheduleCard({
  schedule,
  runs,
}: {
  readonly schedule: AgentSchedule
  readonly runs: readonly Run[]
}) {
  const now = useNow(15_000)
  const { agent, name, cron, time_zone: zone, status, next_at: next, last_at: last } = schedule
  const started = runs
    .filter(run => run.agent === agent && run.trigger_source === 'schedule')
    .slice(0, MAX_RUNS)
  return (
    <li className={runClasses.section}>
      <h2>
        {name} <span className={runClasses.rowFacts}>starts</span>{' '}
        <Link to="/agents/$name" params={{ name: agent }}>
          {agent}
        </Link>
      </h2>
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>
          <code>{cron}</code> in {zone}
        </dd>
        <dt>Next run</dt>
        <dd>
          {status === 'paused' ? (
            'Paused'
          ) : next === undefined ? (
            'The pattern has no further time'
          ) : (
            <time dateTime={next}>
              {clockText(next)} (in {durationText(Math.max(0, Date.parse(next) - now))})
            </time>
          )}
        </dd>
        <dt>Last run</dt>
        <dd>
          {last === undefined ? (
            'None yet'
          ) : (
            <>
              <time dateTime={last}>{clockText(last)}</time> ({ageText(last, now)}){' '}
              {schedule.last_run_id && (
                <Link to="/runs/$runId" params={{ runId: schedule.last_run_id }}>
                  Open the run
                </Link>
              )}
            </>
          )}
        </dd>
        <dt>Missed times</dt>
        <dd>{schedule.missed === 'once' ? 'One run for all of them' : 'Skipped'}</dd>
        <dt>Input</dt>
        <dd>
          <code>
            <AgentText text={JSON.stringify(schedule.input)} />
          </code>
        </dd>
      </dl>
      {schedule.last_error !== undefined && <Complaint>{schedule.last_error}</Complaint>}
      <ScheduleActions schedule={schedule} />
      {started.length > 0 && (
        <>
          <h3>Latest scheduled runs of {agent}</h3>
          {started.map(run => (
            <RunLine key={run.run_id} run={run} />
          ))}
        </>
      )}
    </li>
  )
}

const MAX_RUNS = 5

function ScheduleActions({ schedule }: { readonly schedule: AgentSchedule }) {
  const { role } = useIdentity()
  const change = useScheduleChange(schedule)
  const isPaused = schedule.status === 'paused'
  if (role !== 'reviewer' && role !== 'admin') return <p>A reviewer may pause it or start it now.</p>
  return (
    <div className={classes.actions}>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate('run')}>
        Run {schedule.name} now
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}
      >
        {isPaused ? 'Resume' : 'Pause'} {schedule.name}
      </Button>
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </div>
  )
}
