import { Link, useParams } from '@tanstack/react-router'
import type { WorkItem } from 'soulgate/contracts/work-item'
import { BackIcon } from '../icons/icons.tsx'
import runs from '../runs/runs.module.css'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { CloseWork } from './close-work.tsx'
import { Documents } from './documents.tsx'
import { useWorkItem } from './use-work.ts'
import classes from './work.module.css'
import { WorkHistory, WorkTasks } from './work-history.tsx'
import { INTENT_NAMES, ITEM_STATUS_NAMES, stepStates } from './work-words.ts'

/** One thing to be made: its steps, what it waits for, its documents in all their forms, its tasks and its past. */
export function WorkItemRoom() {
  const { itemId = '' } = useParams({ strict: false })
  const item = useWorkItem(itemId)
  if (item.isPending) return <LoadingState label="Reading the work item" lines={6} />
  if (item.isError) return <FailureState error={item.error} onRetry={() => void item.refetch()} />
  return <WorkPage item={item.data} />
}

function WorkPage({ item }: { readonly item: WorkItem }) {
  return (
    <div className={runs.room}>
      <header className={runs.runHead}>
        <Link to="/work-items" className={runs.back}>
          <BackIcon size={16} /> Work items
        </Link>
        <h1>
          <AgentText text={item.title} />
        </h1>
        <Facts item={item} />
        {item.description && <LongAgentText text={item.description} />}
        {item.outcome && (
          <p>
            <b>Outcome:</b> <AgentText text={item.outcome} />
          </p>
        )}
      </header>
      <ol className={classes.steps} aria-label="Steps">
        {stepStates(item).map(({ step, title, state }) => (
          <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <Waiting item={item} />
      <Documents item={item} />
      <WorkTasks item={item} />
      <WorkHistory item={item} />
      {item.status === 'active' && <CloseWork itemId={item.item_id} />}
    </div>
  )
}

function Facts({ item }: { readonly item: WorkItem }) {
  const { used, caps } = item
  const limit = (value: number | undefined) => (value === undefined ? '' : ` of ${value}`)
  return (
    <p className={runs.facts}>
      <span className={runs.status} data-status={item.status}>
        {ITEM_STATUS_NAMES[item.status]}
      </span>
      <span>round {item.round}</span>
      <span>intent {INTENT_NAMES[item.intent.status]}</span>
      <span>
        {used.hours}
        {limit(caps.hours)} hours · {used.files}
        {limit(caps.files)} files · ${used.cost_usd.toFixed(2)}
        {limit(caps.cost_usd)}
      </span>
      <time dateTime={item.created_at}>{clockText(item.created_at)}</time>
      <Link to="/runs/$runId" params={{ runId: item.run_id }}>
        Its run
      </Link>
      <code>
        <AgentText text={item.item_id} />
      </code>
    </p>
  )
}

/** Open gates first; without one, who is expected to report what. */
function Waiting({ item }: { readonly item: WorkItem }) {
  if (item.status !== 'active') return null
  if (item.waiting_gate_ids.length > 0)
    return (
      <section className={classes.waiting}>
        <b>It waits for a decision.</b>
        {item.waiting_gate_ids.map((gateId, index) => (
          <Link key={gateId} to="/inbox/$gateId" params={{ gateId }}>
            {index === 0 ? 'Review and decide' : `Another gate ${index + 1}`}
          </Link>
        ))}
      </section>
    )
  if (item.awaits.length === 0) return null
  return (
    <p className={runs.none}>
      It waits for whoever works on it to report:{' '}
      {item.awaits.map(kind => kind.replaceAll('_', ' ')).join(', ')}.
    </p>
  )
}
