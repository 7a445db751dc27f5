import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IterationForm } from './iteration-form.tsx'
import classes from './new-plan.module.css'
import { PlanForm } from './plan-form.tsx'

/** A goal, and which of the two planners is to work on it. */
export function NewPlan({ isFirst }: { readonly isFirst: boolean }) {
  const [goal, setGoal] = useState('')
  const [kind, setKind] = useState<'schedule' | 'iterations'>('schedule')
  const common = { goal, onGoal: setGoal, isFirst }
  return (
    <div className={classes.form}>
      <SegmentedControl
        className={classes.small ?? ''}
        size="xs"
        aria-label="What comes of it"
        value={kind}
        onChange={value => setKind(value === 'iterations' ? 'iterations' : 'schedule')}
        data={[
          { value: 'schedule', label: 'A schedule' },
          { value: 'iterations', label: 'A worked-out concept' },
        ]}
      />
      {kind === 'schedule' ? <PlanForm {...common} /> : <IterationForm {...common} />}
    </div>
  )
}
