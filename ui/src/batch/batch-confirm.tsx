import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import inbox from '../inbox/inbox.module.css'

/** The second step of deciding several: how many, and a reason where one is wanted. */
export function BatchConfirm(props: {
  readonly verdict: 'approve' | 'reject'
  readonly count: number
  /** How many are not part of it, and come next. */
  readonly apart: number
  /** How many were sent, while they are. */
  readonly sent: number | undefined
  readonly onSend: (reason: string) => void
  readonly onBack: () => void
}) {
  const [reason, setReason] = useState('')
  const word = props.verdict === 'approve' ? 'Approve' : 'Reject'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (props.sent === undefined) props.onSend(reason)
  }
  return (
    <form
      className={inbox.panel}
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && props.onBack()}
    >
      <TextInput
        label="Reason (optional)"
        description={`Enter decides ${props.count === 1 ? 'it' : `all ${props.count}`}. One undo takes ${props.count === 1 ? 'it' : 'them all'} back, for 5 seconds at least.`}
        ref={focus}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={inbox.buttons}>
        <Button
          type="submit"
          color={props.verdict === 'reject' ? 'red' : 'teal'}
          loading={props.sent !== undefined}
        >
          {word} {props.count}
          {props.apart > 0 && `, open the other ${props.apart}`}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onBack}>
          Back
        </Button>
        {props.sent !== undefined && (
          <span role="status" className={inbox.aside}>
            {props.sent.toLocaleString()} of {props.count.toLocaleString()} sent
          </span>
        )}
      </div>
    </form>
  )
}

function focus(field: HTMLElement | null): void {
  field?.focus()
}
