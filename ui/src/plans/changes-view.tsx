import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { AdaptationLogEntry, Plan, PlanNode } from 'soulgate/contracts/plan'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './changes.module.css'
import { ORIGIN_NAMES } from './plan-words.ts'
import plans from './plans.module.css'
import { useFeedback } from './use-plans.ts'

const STRATEGY_NAMES = {
  push: 'catch up',
  relax: 'make it lighter',
  hybrid: 'balance',
  manual: 'always ask',
} as const

/** Says in one's own words what has changed; the plan is made anew where it is open, and asks before anything counts. */
export function FeedbackBox({ plan }: { readonly plan: Plan }) {
  const feedback = useFeedback(plan.plan_id)
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || feedback.isPending) return
    feedback.mutate(text.trim(), { onSuccess: answer => !isRefused(answer) && setText('') })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={classes.feedback} onSubmit={submit} aria-label="Change the plan">
      <Textarea
        label="What has changed?"
        description="What was approved stays as it is until you approve something else."
        placeholder="I can’t on Thursdays any more"
        rows={2}
        maxLength={10_000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" loading={feedback.isPending} disabled={text.trim() === ''}>
        Plan it anew
      </Button>
      {isRefused(feedback.data) && <Complaint>{feedback.data.problem.detail}</Complaint>}
      {feedback.isError && <Complaint>{messageOf(feedback.error)}</Complaint>}
    </form>
  )
}

/** Each change of the plan since it was made: what, why, and by whom. */
export function AdaptationList(props: {
  readonly entries: readonly AdaptationLogEntry[]
  readonly nodesById: ReadonlyMap<string, PlanNode>
}) {
  const { entries, nodesById } = props
  if (entries.length === 0)
    return <p className={plans.none}>Nothing has been changed since the plan was made.</p>
  return (
    <ol className={classes.entries} aria-label="Changes">
      {entries.toReversed().map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place
        <li key={index} className={classes.entry}>
          <p className={plans.none}>
            <time dateTime={entry.timestamp}>{clockText(entry.timestamp)}</time> · because of{' '}
            {ORIGIN_NAMES[entry.origin]}
            {entry.strategy_applied && ` · ${STRATEGY_NAMES[entry.strategy_applied]}`}
          </p>
          <p>
            <b>
              <AgentText text={entry.action.replaceAll('_', ' ')} />
            </b>
          </p>
          {entry.reason && <LongAgentText text={entry.reason} />}
          {entry.node_ids.length > 0 && (
            <p className={plans.none}>
              <AgentText text={entry.node_ids.map(id => nodesById.get(id)?.title ?? id).join(', ')} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
