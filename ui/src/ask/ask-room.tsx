import { useEffect, useState } from 'react'
import type { ReasoningResponse } from 'soulgate/contracts/reasoning'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './ask.module.css'
import { AskAnswer } from './ask-answer.tsx'
import { GoalForm } from './goal-form.tsx'
import { RecentGoals } from './recent-goals.tsx'
import { useAsk } from './use-ask.ts'

/** A goal in, proposed calls out. Nothing with effects runs unless policy or a person lets it. */
export function AskRoom() {
  const ask = useAsk()
  const [clarified, setClarified] = useState<ReasoningResponse>()
  const asked = ask.data && !isRefused(ask.data) ? ask.data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another goal begins anew
  useEffect(() => setClarified(undefined), [ask.submittedAt])
  const answer = clarified ?? asked
  return (
    <div className={classes.room}>
      <GoalForm isBusy={ask.isPending} isCompact={answer !== undefined} onAsk={goal => ask.mutate(goal)} />
      {ask.isPending && (
        <div className={classes.progress} role="status">
          <span className={classes.pulse} />
          Reading the goal, choosing tools, grading the confidence. Nothing with effects runs in this.
        </div>
      )}
      {isRefused(ask.data) && <Complaint>{ask.data.problem.detail}</Complaint>}
      {ask.isError && <Complaint>{messageOf(ask.error)}</Complaint>}
      {answer && !ask.isPending && (
        <AskAnswer
          key={`${answer.run_id}/${answer.soul_request_id}`}
          first={answer}
          goal={ask.variables ?? ''}
          onClarified={setClarified}
        />
      )}
      {!answer && !ask.isPending && <WhatHappens />}
      <RecentGoals />
    </div>
  )
}

function WhatHappens() {
  return (
    <ol className={classes.steps} aria-label="What happens next">
      <li>
        <b>It proposes.</b> Which tools, with which arguments, and how sure it is. This touches nothing.
      </li>
      <li>
        <b>You decide.</b> What is risky or uncertain waits in the inbox, with the reason why.
      </li>
      <li>
        <b>It runs once.</b> Exactly what was approved, with every step in the journal.
      </li>
    </ol>
  )
}
