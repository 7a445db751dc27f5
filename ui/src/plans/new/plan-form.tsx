import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import { useStartPlan } from '../use-plans.ts'
import { CalendarFields } from './calendar-fields.tsx'
import { GoalField, type GoalProps } from './goal-field.tsx'
import classes from './new-plan.module.css'
import { emptyDraft, type PlanDraft, problemsOf, requestOf } from './plan-draft.ts'
import { PolicyPart } from './policy-part.tsx'
import { RefusedWords } from './refused-words.tsx'

const EXAMPLES = [
  'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays',
  'Learn Spanish well enough for a holiday, half an hour every weekday',
  'Move our website to a new host by the end of next month',
  'Review my finances on the first Saturday of every month',
] as const

/** What is to be reached, and by when; everything else can be left to the goal's own words. */
export function PlanForm(props: GoalProps) {
  const { draft, change, problems, start, submit, shown } = usePlanForm(props.goal)
  const goal = useRef<HTMLTextAreaElement>(null)
  const choose = (example: string) => {
    props.onGoal(example)
    goal.current?.focus()
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="New plan" noValidate>
      <div className={classes.box}>
        <GoalField ref={goal} {...props} placeholder={EXAMPLES[0]} problem={shown.goal} />
        <div className={classes.boxFoot}>
          <TextInput
            type="date"
            label="By"
            classNames={{ root: classes.by ?? '' }}
            value={draft.deadline}
            onChange={event => change({ deadline: event.currentTarget.value })}
          />
          <span className={classes.hint}>Nothing is settled before you approve it.</span>
          <Button type="submit" loading={start.isPending}>
            Plan it
          </Button>
        </div>
      </div>
      {shown.deadline && <Complaint>{shown.deadline}</Complaint>}
      {isRefused(start.data) && <RefusedWords refused={start.data} />}
      {start.isError && <Complaint>{messageOf(start.error)}</Complaint>}
      {props.isFirst && (
        <ul className={classes.examples} aria-label="Examples">
          {EXAMPLES.map(example => (
            <li key={example}>
              <button type="button" className={classes.example} onClick={() => choose(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreFields draft={draft} problems={shown} hasProblems={hasHidden(problems)} onChange={change} />
    </form>
  )
}

function MoreFields(props: {
  readonly draft: PlanDraft
  readonly problems: ReturnType<typeof problemsOf>
  readonly hasProblems: boolean
  readonly onChange: (change: Partial<PlanDraft>) => void
}) {
  const { draft, problems, onChange } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <details
        className={classes.more}
        open={isOpen || props.hasProblems}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <summary>Time and money</summary>
        <div className={classes.moreBody}>
          <CalendarFields draft={draft} problems={problems} onChange={onChange} />
          <div className={classes.fields}>
            <TextInput
              label="Hours a week"
              inputMode="decimal"
              value={draft.hoursPerWeek}
              error={problems.hoursPerWeek}
              onChange={event => onChange({ hoursPerWeek: event.currentTarget.value })}
            />
            <TextInput
              label="It may cost, $"
              inputMode="decimal"
              value={draft.budgetUsd}
              error={problems.budgetUsd}
              onChange={event => onChange({ budgetUsd: event.currentTarget.value })}
            />
          </div>
        </div>
      </details>
      <PolicyPart moved={draft.policy} onMove={policy => onChange({ policy })} />
    </>
  )
}

function usePlanForm(goal: string) {
  const navigate = useNavigate()
  const start = useStartPlan()
  const [fields, setDraft] = useState(() => emptyDraft(Intl.DateTimeFormat().resolvedOptions().timeZone))
  const draft = { ...fields, goal }
  const [wasSent, setSent] = useState(false)
  const problems = problemsOf(draft, new Date().toLocaleDateString('sv'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(problems).length > 0 || start.isPending) return
    start.mutate(requestOf(draft), {
      onSuccess: answer =>
        !isRefused(answer) && void navigate({ to: '/plans/$planId', params: { planId: answer.plan_id } }),
    })
  }
  const change = (part: Partial<PlanDraft>) => setDraft(before => ({ ...before, ...part }))
  return { draft, change, problems, start, submit, shown: wasSent ? problems : {} }
}

/** Whether something is wrong in the part that may be folded. */
function hasHidden(problems: ReturnType<typeof problemsOf>): boolean {
  return Object.keys(problems).some(field => field !== 'goal' && field !== 'deadline')
}
