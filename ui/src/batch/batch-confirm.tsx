import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import inbox from '../inbox/inbox.module.css'

/** The second step of deciding several: how many, and a reason where one is wanted. */
export function BatchConfirm(props: {
  readonly verdict: 'approve' | 'reject'
  readonly count: number
  readonly isBusy: boolean
  readonly onSend: (reason: string) => void
  readonly onBack: () => void
}) {
  const [reason, setReason] = useState('')
  const word = props.verdict === 'approve' ? 'Approve' : 'Reject'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!props.isBusy) props.onSend(reason)
  }
  return (
    <form
      className={inbox.panel}
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && props.onBack()}
    >
      <TextInput
        label="Reason (optional)"
        description={`Enter decides all ${props.count}. They can be taken back for 5 seconds.`}
        ref={focus}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={inbox.buttons}>
        <Button type="submit" color={props.verdict === 'reject' ? 'red' : 'teal'} loading={props.isBusy}>
          {word} {props.count}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

function focus(field: HTMLElement | null): void {
  field?.focus()
}
