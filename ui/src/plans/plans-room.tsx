import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plan } from 'soulgate/contracts/plan'
import { useIdentity } from '../application/session.tsx'
import { PlusIcon } from '../icons/icons.tsx'
import runs from '../runs/runs.module.css'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { IterationRows } from './iterations/iteration-rows.tsx'
import { useIterationRuns } from './iterations/use-iterations.ts'
import { NewPlan } from './new/new-plan.tsx'
import { patternText, percentText, standingOf } from './plan-words.ts'
import classes from './plans.module.css'
import { usePlans } from './use-plans.ts'

/** Plans, newest first, each with where it stands; without one, the way to the first. */
export function PlansRoom() {
  const { role } = useIdentity()
  const plans = usePlans()
  const iterations = useIterationRuns()
  const [isNew, setNew] = useState<boolean>()
  if (plans.isPending || iterations.isPending) return <LoadingState label="Reading plans" lines={6} />
  if (plans.isError) return <FailureState error={plans.error} onRetry={() => void plans.refetch()} />
  const all = plans.data.pages.flatMap(page => page.items)
  const concepts = iterations.data?.items ?? []
  const isFirst = all.length + concepts.length === 0
  const mayPlan = role !== 'viewer'
  // What is being filled in stays open when the first plan appears beside it.
  if (isFirst && isNew === undefined) setNew(true)
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Plans</h1>
        {mayPlan && !isFirst && (
          <Button
            variant={isNew ? 'default' : 'filled'}
            leftSection={!isNew && <PlusIcon size={16} />}
            aria-expanded={isNew === true}
            onClick={() => setNew(!isNew)}
          >
            {isNew ? 'Close' : 'New plan'}
          </Button>
        )}
      </header>
      {isFirst && <FirstWords mayPlan={mayPlan} />}
      {mayPlan && (isFirst || isNew === true) && <NewPlan isFirst={isFirst} />}
      {all.length > 0 && (
        <ul className={runs.list} aria-label="Plans">
          {all.map(plan => (
            <PlanRow key={plan.plan_id} plan={plan} />
          ))}
        </ul>
      )}
      {concepts.length > 0 && <IterationRows list={concepts} />}
      {plans.hasNextPage && (
        <Button
          variant="default"
          loading={plans.isFetchingNextPage}
          onClick={() => void plans.fetchNextPage()}
        >
          Older ones
        </Button>
      )}
    </div>
  )
}

function FirstWords({ mayPlan }: { readonly mayPlan: boolean }) {
  return (
    <div className={classes.first}>
      <h2>What do you want to reach?</h2>
      <p>
        {mayPlan
          ? 'A goal becomes an outline, then a roadmap chosen among several, then a schedule that keeps to your calendar. You approve each before the next.'
          : 'Nobody has asked for a plan yet. Members and reviewers can.'}
      </p>
    </div>
  )
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const now = useNow(30_000)
  const standing = standingOf(plan)
  return (
    <li>
      <Link to="/plans/$planId" params={{ planId: plan.plan_id }} className={classes.row}>
        <span className={runs.status} data-status={standing.look}>
          {standing.text}
        </span>
        <span className={classes.rowMain}>
          <span className={classes.rowTitle}>
            <AgentText text={plan.title || plan.goal} />
          </span>
          <span className={classes.rowSub}>
            {plan.selected_pattern && <AgentText text={patternText(plan.selected_pattern)} />}
            {plan.overdue_blocks > 0 && (
              <span className={classes.overdue}>{plan.overdue_blocks} overdue</span>
            )}
          </span>
        </span>
        <PlanProgress plan={plan} />
        <span className={classes.rowAge}>{ageText(plan.updated_at, now)}</span>
      </Link>
    </li>
  )
}

/** How much of the work is done, as a bar with its figure. */
export function PlanProgress({ plan }: { readonly plan: Pick<Plan, 'progress' | 'tasks'> }) {
  const { total, done } = plan.tasks
  if (total === 0) return <span className={classes.noProgress}>no tasks yet</span>
  const words = `${done} of ${total} tasks done`
  return (
    <span className={classes.progress} title={`${words}, ${percentText(plan.progress)} of the work`}>
      <span className={classes.bar}>
        <span style={{ width: `${plan.progress * 100}%` }} />
      </span>
      <span className={classes.progressText}>
        {done}/{total}
        <span className="visually-hidden"> tasks done</span>
      </span>
    </span>
  )
}
