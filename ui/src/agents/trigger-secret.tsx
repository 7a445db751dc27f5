import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AgentTrigger } from 'soulgate/contracts/agent-trigger'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './agents.module.css'
import { useTriggerSecret } from './use-triggers.ts'

/** Stores the secret that the sender of a webhook signs with, or makes one and shows it once. */
export function TriggerSecretForm({ trigger }: { readonly trigger: AgentTrigger }) {
  const [given, setGiven] = useState('')
  const put = useTriggerSecret(trigger)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!put.isPending) put.mutate(given.trim(), { onSuccess: () => setGiven('') })
  }
  const made = isRefused(put.data) ? undefined : put.data?.secret
  return (
    <form className={classes.form} onSubmit={submit} aria-label={`Signing secret of ${trigger.name}`}>
      <PasswordInput
        label={`Signing secret of ${trigger.name}`}
        description="Paste the one that the sender gave, or leave it empty to make one. The one before ends at once."
        autoComplete="off"
        value={given}
        onChange={event => setGiven(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" className={classes.start ?? ''} loading={put.isPending}>
        {given === '' ? 'Make a secret' : 'Store the secret'}
      </Button>
      {made !== undefined && (
        <p role="status">
          Copy it now; it is never shown again: <code className={classes.secret}>{made}</code>
        </p>
      )}
      {put.isSuccess && made === undefined && !isRefused(put.data) && (
        <p role="status">The secret is stored.</p>
      )}
      {isRefused(put.data) && <Complaint>{put.data.problem.detail}</Complaint>}
      {put.isError && <Complaint>{messageOf(put.error)}</Complaint>}
    </form>
  )
}
