import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { useCloseWork } from './use-work.ts'
import classes from './work.module.css'

/** Ends an item for good and frees its paths; its documents and its past stay. */
export function CloseWork({ itemId }: { readonly itemId: string }) {
  const { role, decides } = useIdentity()
  const close = useCloseWork(itemId)
  const [because, setBecause] = useState('')
  if (!decides || (role !== 'admin' && role !== 'reviewer')) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!close.isPending) close.mutate(because.trim())
  }
  return (
    <form className={classes.close} onSubmit={submit} aria-label="End this item">
      <TextInput
        label="Why it ends (optional)"
        maxLength={2000}
        value={because}
        onChange={event => setBecause(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" color="red" loading={close.isPending}>
        End it
      </Button>
      {isRefused(close.data) && <Complaint>{close.data.problem.detail}</Complaint>}
      {close.isError && <Complaint>{messageOf(close.error)}</Complaint>}
    </form>
  )
}
