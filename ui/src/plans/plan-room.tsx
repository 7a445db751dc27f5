import { Tabs } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Plan } from 'soulgate/contracts/plan'
import { BackIcon, CheckIcon } from '../icons/icons.tsx'
import runs from '../runs/runs.module.css'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { ConflictView } from './conflict-view.tsx'
import { PlanGates } from './plan-gate.tsx'
import { PlanPane } from './plan-pane.tsx'
import { PANES, type Pane, paneOf } from './plan-panes.ts'
import { patternText, standingOf } from './plan-words.ts'
import classes from './plans.module.css'
import { PlanProgress } from './plans-room.tsx'
import { usePlan } from './use-plans.ts'

/** One plan: where it stands, what it waits for, and each of its sides. */
export function PlanRoom() {
  const { planId = '' } = useParams({ strict: false })
  const plan = usePlan(planId)
  if (plan.isPending) return <LoadingState label="Reading the plan" lines={6} />
  if (plan.isError && !plan.data)
    return <FailureState error={plan.error} onRetry={() => void plan.refetch()} />
  return <PlanPage key={planId} plan={plan.data} />
}

function PlanPage({ plan }: { readonly plan: Plan }) {
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false }) as { readonly view?: string }
  const pane = paneOf(view, plan)
  const show = (next: Pane) =>
    void navigate({
      to: '/plans/$planId',
      params: { planId: plan.plan_id },
      search: { view: next },
      replace: true,
    })
  return (
    <div className={classes.room}>
      <PlanHead plan={plan} />
      {plan.conflict && plan.waiting_gate_ids.length === 0 && <ConflictView conflict={plan.conflict} />}
      <PlanGates gateIds={plan.planning_status === null ? [] : plan.waiting_gate_ids} />
      <Tabs
        value={pane}
        onChange={next => show(paneOf(next ?? undefined, plan))}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List aria-label="Sides of the plan">
          {PANES.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              <StageMark plan={plan} pane={value} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pane} className={classes.panel ?? ''} tabIndex={0}>
          <PlanPane key={pane} plan={plan} pane={pane} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function PlanHead({ plan }: { readonly plan: Plan }) {
  const standing = standingOf(plan)
  return (
    <header className={classes.planHead}>
      <Link to="/plans" className={classes.back}>
        <BackIcon size={16} /> Plans
      </Link>
      <h1>
        <AgentText text={plan.title || plan.goal} />
      </h1>
      <div className={classes.facts}>
        <span className={runs.status} data-status={standing.look}>
          {standing.text}
        </span>
        {plan.selected_pattern && <AgentText text={patternText(plan.selected_pattern)} />}
        <PlanProgress plan={plan} />
        {plan.overdue_blocks > 0 && <span className={classes.overdue}>{plan.overdue_blocks} overdue</span>}
        <time dateTime={plan.created_at}>{clockText(plan.created_at)}</time>
        <Link to="/runs/$runId" params={{ runId: plan.run_id }}>
          Its run
        </Link>
        {plan.model.startsWith('offline') && <span>by the offline model</span>}
      </div>
      {plan.model_failure !== undefined && (
        <p className={classes.none}>
          <AgentText text={plan.model_failure} /> The outline was made by rules.
        </p>
      )}
      {plan.title !== '' && plan.goal !== plan.title && (
        <div className={classes.none}>
          <LongAgentText text={plan.goal} limit={300} />
        </div>
      )}
      {plan.response_text !== '' && plan.waiting_gate_ids.length === 0 && (
        <details className={classes.says} open={plan.planning_status !== 'complete'}>
          <summary>The planner says</summary>
          <LongAgentText text={plan.response_text} />
        </details>
      )}
    </header>
  )
}

const STAGES = {
  outline: { approved: 'outline_approved', states: /OUTLINE|COLLECT/ },
  roadmap: { approved: 'roadmap_approved', states: /ROADMAP/ },
  schedule: { approved: 'schedule_approved', states: /SCHED|SEEK/ },
} as const

/** Whether people have approved a stage, or the plan is at it now. */
function StageMark({ plan, pane }: { readonly plan: Plan; readonly pane: Pane }) {
  if (pane !== 'outline' && pane !== 'roadmap' && pane !== 'schedule') return null
  const stage = STAGES[pane]
  if (plan[stage.approved])
    return (
      <span className={classes.approved}>
        <CheckIcon size={14} />
        <span className="visually-hidden"> approved</span>
      </span>
    )
  if (!stage.states.test(plan.state)) return null
  return (
    <span className={classes.atNow}>
      <span className="visually-hidden"> now</span>
    </span>
  )
}
