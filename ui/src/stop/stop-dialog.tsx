import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Dialog } from '../dialog/dialog.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './stop.module.css'
import { useStopState, useStopSwitch } from './use-stop.ts'

/** Stops every tool everywhere; the word is typed so that no slip of the hand does it. */
export function StopDialog({ onClose }: { readonly onClose: () => void }) {
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const stop = useStopSwitch()
  const isStopped = useStopState().data?.engaged === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word !== 'stop' || isStopped) return
    stop.mutate({ engage: true, reason }, { onSuccess: answer => !isRefused(answer) && onClose() })
  }
  return (
    <Dialog title="Stop everything" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p>
          Within a second no tool starts anywhere. Tools that run already are named; gates stay open. An admin
          lifts it.
        </p>
        <TextInput label="Reason" value={reason} onChange={event => setReason(event.currentTarget.value)} />
        <TextInput
          label="Type “stop” to confirm"
          data-autofocus
          autoComplete="off"
          value={word}
          onChange={event => setWord(event.currentTarget.value)}
        />
        {isStopped && <p role="status">Everything is stopped already.</p>}
        {isRefused(stop.data) && <Complaint>{stop.data.problem.detail}</Complaint>}
        {stop.isError && <Complaint>{messageOf(stop.error)}</Complaint>}
        <Button type="submit" color="red" disabled={word !== 'stop' || isStopped} loading={stop.isPending}>
          Stop everything
        </Button>
      </form>
    </Dialog>
  )
}
