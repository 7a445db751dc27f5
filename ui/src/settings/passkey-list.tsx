import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../application/client.ts'
import { addPasskey, passkeyHint } from '../sign-in/passkeys.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './settings.module.css'

/** One's own passkeys: a way to sign in without a link. */
export function PasskeyList() {
  const cache = useQueryClient()
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => client.auth.passkeys({ signal }),
  })
  const remove = useMutation({
    mutationFn: (id: string) => client.auth.removePasskey(id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['passkeys'] }),
  })
  if (passkeys.isPending) return <LoadingState label="Reading passkeys" lines={2} />
  if (passkeys.isError) return <FailureState error={passkeys.error} onRetry={() => void passkeys.refetch()} />
  return (
    <section className={classes.form} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {passkeys.data.length === 0 && (
        <p className={classes.hint}>
          With a passkey you sign in by fingerprint, face or PIN, without a link.
        </p>
      )}
      <ul className={classes.list} aria-label="Passkeys">
        {passkeys.data.map(({ passkey_id: id, name, created_at, last_used_at }) => (
          <li key={id}>
            <b>{name}</b>
            <span className={classes.hint}>made {clockText(created_at)}</span>
            <span className={classes.hint}>
              {last_used_at ? `used ${clockText(last_used_at)}` : 'never used'}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Remove passkey ${name}`}
              onClick={() => remove.mutate(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {remove.data && <Complaint>{remove.data.problem.detail}</Complaint>}
      {remove.isError && <Complaint>{messageOf(remove.error)}</Complaint>}
      <AddPasskey />
    </section>
  )
}

function AddPasskey() {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const hint = passkeyHint(location)
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: complaint => complaint === undefined && setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['passkeys'] }),
  })
  if (hint !== undefined) return <p className={classes.hint}>{hint}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <form className={classes.inline} onSubmit={submit} aria-label="Add a passkey">
      <TextInput
        label="Name of the passkey"
        placeholder="This laptop"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
        Add a passkey
      </Button>
      {add.data !== undefined && <Complaint>{add.data}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </form>
  )
}
