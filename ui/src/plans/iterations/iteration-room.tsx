import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { IterationRecord, IterationState } from 'soulgate/contracts/iteration'
import { BackIcon } from '../../icons/icons.tsx'
import runs from '../../runs/runs.module.css'
import { FailureState, LoadingState } from '../../states/states.tsx'
import { AgentText, LongAgentText } from '../../text/agent-text.tsx'
import { clockText } from '../../time/time.ts'
import { PlanGates } from '../plan-gate.tsx'
import plans from '../plans.module.css'
import { FinalPlan } from './final-plan.tsx'
import { IterationChart } from './iteration-chart.tsx'
import { IterationList } from './iteration-list.tsx'
import { iterationStanding, progressText, segmentsOf } from './iteration-words.ts'
import classes from './iterations.module.css'
import { ProposalHistory } from './proposal-history.tsx'
import { useIterationRecord, useIterationState } from './use-iterations.ts'

/** One plan in iterations: the proposal, what each iteration added, the checkpoints, and what came of it. */
export function IterationRoom() {
  const { sessionId = '' } = useParams({ strict: false })
  const { run } = useSearch({ strict: false }) as { readonly run?: string }
  const of = { sessionId, runId: run }
  const state = useIterationState(of)
  const record = useIterationRecord(of)
  const failed = [state, record].find(query => query.isError && !query.data)
  if (failed) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!state.data || !record.data) return <LoadingState label="Reading the plan" lines={6} />
  return <IterationPage state={state.data} record={record.data} />
}

function IterationPage({
  state,
  record,
}: {
  readonly state: IterationState
  readonly record: IterationRecord
}) {
  const hasReports = record.iterations.length > 0
  // A checkpoint shows the same chart.
  const asksAtCheckpoint = state.status === 'awaiting_approval' && state.approval_type === 'checkpoint'
  return (
    <div className={plans.room}>
      <IterationHead state={state} record={record} />
      <PlanGates gateIds={state.status === 'awaiting_approval' ? [state.approval_id] : []} />
      {record.final_plan !== undefined && <FinalPlan record={record} text={record.final_plan} />}
      {hasReports && !asksAtCheckpoint && <IterationChart points={record.chart} metrics={record.metrics} />}
      {hasReports && <IterationList record={record} />}
      <ProposalHistory record={record} />
    </div>
  )
}

function IterationHead({
  state,
  record,
}: {
  readonly state: IterationState
  readonly record: IterationRecord
}) {
  const standing = iterationStanding(state)
  const title = titleOf(record.goal)
  const rest = title.endsWith('…') ? record.goal : record.goal.slice(title.length).trim()
  return (
    <header className={plans.planHead}>
      <Link to="/plans" className={plans.back}>
        <BackIcon size={16} /> Plans
      </Link>
      <h1>
        <AgentText text={title} />
      </h1>
      <div className={plans.facts}>
        <span className={runs.status} data-status={standing.look}>
          {standing.text}
        </span>
        <span>in iterations</span>
        <time dateTime={record.created_at}>{clockText(record.created_at)}</time>
        <span>${record.cost_usd.toFixed(2)}</span>
        <Link to="/runs/$runId" params={{ runId: record.run_id }}>
          Its run
        </Link>
        {record.is_offline && <span>by the offline model: it invents no figure and no source</span>}
      </div>
      {record.model_failure !== undefined && (
        <p className={plans.none}>
          <AgentText text={record.model_failure} /> Rules made what it was to make.
        </p>
      )}
      {rest !== '' && <LongAgentText text={rest} limit={300} />}
      <p role="status" className={classes.progressText}>
        {progressText(record)}
      </p>
      <ol className={classes.segments} aria-label="Iterations">
        {segmentsOf(record).map(({ iteration, state: each, hasCheckpoint }) => (
          <li key={iteration} data-state={each} data-checkpoint={hasCheckpoint || undefined}>
            <span className="visually-hidden">
              Iteration {iteration}: {each}
              {hasCheckpoint && ', then a checkpoint'}
            </span>
          </li>
        ))}
      </ol>
    </header>
  )
}

/** The first sentence of a goal, as far as it fits a heading. */
function titleOf(goal: string): string {
  const [first = goal] = goal.split(/(?<=[.!?])\s|\n/)
  return first.length > 120 ? `${first.slice(0, 117)}…` : first
}
