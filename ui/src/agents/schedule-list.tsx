import { Button } from '@mantine/core'
import type { AgentSchedule } from 'soulgate/contracts/agent-schedule'
import type { Run } from 'soulgate/contracts/run'
import runClasses from '../runs/runs.module.css'
import { Complaint } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText, durationText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'
import { RunLine } from './run-line.tsx'
import { LastRun, StarterActions, StarterHead } from './starter.tsx'
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
  const change = useScheduleChange(schedule)
  const { agent, cron, time_zone: zone, status, next_at: next } = schedule
  const started = runs
    .filter(run => run.agent === agent && run.trigger_source === 'schedule')
    .slice(0, MAX_RUNS)
  return (
    <li className={runClasses.section}>
      <StarterHead starter={schedule} />
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
        <LastRun starter={schedule} />
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
      <StarterActions starter={schedule} change={change} whoMay="A reviewer may pause it or start it now.">
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate('run')}>
          Run {schedule.name} now
        </Button>
      </StarterActions>
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
