import { Button, NumberInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import { useStartIterations } from '../iterations/use-iterations.ts'
import { GoalField, type GoalProps } from './goal-field.tsx'
import classes from './new-plan.module.css'
import { RefusedWords } from './refused-words.tsx'

const EXAMPLE = 'Bring our bakery’s bread into the three supermarkets of the town'
const MOST = 50

/** A goal to be thought through from several sides: how many rounds, and how often people are asked in between. */
export function IterationForm(props: GoalProps) {
  const navigate = useNavigate()
  const start = useStartIterations()
  const [iterations, setIterations] = useState<number | string>(6)
  const [interval, setInterval] = useState<number | string>(3)
  const [wasSent, setSent] = useState(false)
  const problem = wasSent && props.goal.trim() === '' ? 'Say what you want to reach.' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (props.goal.trim() === '' || start.isPending) return
    start.mutate(
      {
        goal: props.goal.trim(),
        max_iterations: Math.max(2, Number(iterations) || 2),
        checkpoint_interval: Math.max(1, Number(interval) || 1),
      },
      {
        onSuccess: answer =>
          !isRefused(answer) &&
          void navigate({
            to: '/plans/iterations/$sessionId',
            params: { sessionId: answer.session_id },
            search: { run: answer.run_id },
          }),
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="New plan in iterations" noValidate>
      <div className={classes.box}>
        <GoalField {...props} placeholder={EXAMPLE} problem={problem} />
        <div className={classes.boxFoot}>
          <NumberInput
            label="Iterations"
            classNames={{ root: classes.by ?? '', input: classes.count ?? '' }}
            min={2}
            max={MOST}
            allowDecimal={false}
            value={iterations}
            onChange={setIterations}
          />
          <NumberInput
            label="Ask me after every"
            classNames={{ root: classes.by ?? '', input: classes.count ?? '' }}
            min={1}
            max={MOST}
            allowDecimal={false}
            value={interval}
            onChange={setInterval}
          />
          <span className={classes.hint}>A proposal comes first; nothing begins before you approve it.</span>
          <Button type="submit" loading={start.isPending}>
            Propose it
          </Button>
        </div>
      </div>
      {isRefused(start.data) && <RefusedWords refused={start.data} />}
      {start.isError && <Complaint>{messageOf(start.error)}</Complaint>}
    </form>
  )
}
