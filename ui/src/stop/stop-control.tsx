import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Dialog } from '../dialog/dialog.tsx'
import { StopIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './stop.module.css'
import { useStopState, useStopSwitch } from './use-stop.ts'

/** Stops every tool everywhere, from any room; the word is typed so that no slip of the hand does it. */
export function StopControl() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useStopState()
  if (data?.engaged) return null
  return (
    <>
      <Button
        variant="outline"
        color="red"
        size="compact-sm"
        className={classes.control}
        leftSection={<StopIcon size={16} />}
        onClick={() => setOpen(true)}
      >
        Stop<span className={classes.wide}>&nbsp;everything</span>
      </Button>
      {isOpen && <StopDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function StopDialog({ onClose }: { readonly onClose: () => void }) {
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const stop = useStopSwitch()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word !== 'stop') return
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
        {isRefused(stop.data) && <Complaint>{stop.data.problem.detail}</Complaint>}
        {stop.isError && <Complaint>{messageOf(stop.error)}</Complaint>}
        <Button type="submit" color="red" disabled={word !== 'stop'} loading={stop.isPending}>
          Stop everything
        </Button>
      </form>
    </Dialog>
  )
}
