import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { changeDraft, useDraft } from '../drafts/drafts.ts'
import { areComplete, type CallAnswers, decisionOf, idsWith } from './call-answers.ts'
import own from './call-card.module.css'
import { ConfirmField } from './confirm-field.tsx'
import { confirmProof } from './confirm-proof.ts'
import { openCalls } from './decision-draft.ts'
import classes from './inbox.module.css'
import type { VerdictState } from './use-verdict.ts'

/** The answers to single calls, counted, with what has to be said once for all of them. */
export function CallByCall(props: {
  readonly gate: Gate
  readonly answers: CallAnswers
  readonly isDisabled: boolean
  /** How many long texts have not been opened. */
  readonly unseen: number
  readonly verdict: VerdictState
  readonly onClear: () => void
  /** Where the keyboard goes when the last call was answered. */
  readonly ref: Ref<HTMLButtonElement>
}) {
  const { gate, answers, verdict } = props
  const { reason = '' } = useDraft(gate.gate_id)
  const setReason = (next: string) => changeDraft(gate.gate_id, { reason: next })
  const [word, setWord] = useState('')
  const [approved, edited, rejected] = (['approve', 'edit', 'reject'] as const).map(
    verdict => idsWith(answers, verdict).length,
  )
  const answered = Object.keys(answers).length
  const left = openCalls(gate).length - answered
  const letsRun = (approved ?? 0) + (edited ?? 0) > 0
  const proof = letsRun ? confirmProof(gate) : undefined
  const isBlocked = props.isDisabled || (letsRun && props.unseen > 0)
  const isBusy = verdict.isBusyWith('approve') || verdict.isBusyWith('reject')
  const isReady = areComplete(answers) && !isBlocked && (proof === undefined || proof.matches(word))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const decision = decisionOf(gate, answers, {
      reason,
      confirm: proof ? (gate.confirm_word ?? '') : '',
    })
    if (isReady && decision) verdict.send(decision.option, decision.input)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') props.onClear()
  }
  return (
    <form className={classes.panel} aria-label="Call by call" onSubmit={submit} onKeyDown={onKeyDown}>
      <p className={own.tally} role="status">
        <b>Call by call</b>
        <span>approved {approved}</span>
        <span>edited {edited}</span>
        <span>rejected {rejected}</span>
        <span>{left === 0 ? 'all answered' : `${left} stay open`}</span>
      </p>
      {(rejected ?? 0) > 0 && (
        <Textarea
          label="Reason (optional)"
          description="The agent is told. Ctrl+Enter sends."
          rows={2}
          maxLength={10_000}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      )}
      {proof && <ConfirmField proof={proof} value={word} onChange={setWord} />}
      {!areComplete(answers) && <p className={classes.blocked}>Change a value of the call you edit.</p>}
      <div className={classes.buttons}>
        <Button ref={props.ref} type="submit" disabled={!isReady} loading={isBusy}>
          Send {answered} {answered === 1 ? 'answer' : 'answers'}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onClear}>
          Answer all together
        </Button>
      </div>
    </form>
  )
}
