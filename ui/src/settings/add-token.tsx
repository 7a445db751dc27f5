import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Person, Role } from 'soulgate/contracts/principal'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './settings.module.css'

const ROLES: readonly Role[] = ['agent', 'viewer', 'member', 'reviewer', 'admin']
const LIVES = [
  { value: '', label: 'Until revoked' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** Makes a key for an agent, or a token that acts for a person; its secret is shown once. */
export function AddToken({ people }: { readonly people: readonly Person[] }) {
  const cache = useQueryClient()
  const { person: self } = useIdentity()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const [owner, setOwner] = useState(self.id)
  const [days, setDays] = useState('')
  const add = useMutation({
    mutationFn: () =>
      client.tokens.create({
        ...{ name: name.trim(), role, person_id: owner },
        ...(days === '' ? {} : { expires_in_days: Number(days) }),
      }),
    onSuccess: answer => !isRefused(answer) && setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }
  const owners = people.filter(person => person.disabled_at === undefined)
  return (
    <form className={classes.inline} onSubmit={submit} aria-label="Make a token">
      <TextInput label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
      <NativeSelect
        label="Role"
        value={role}
        data={[...ROLES]}
        onChange={event => setRole(ROLES.find(item => item === event.currentTarget.value) ?? 'agent')}
      />
      <NativeSelect
        label={role === 'agent' ? 'Owner' : 'Acts for'}
        value={owner}
        data={owners.map(person => ({ value: person.person_id, label: person.name }))}
        onChange={event => setOwner(event.currentTarget.value)}
      />
      <NativeSelect
        label="Lives"
        value={days}
        data={LIVES}
        onChange={event => setDays(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
        Make a token
      </Button>
      {add.data && !isRefused(add.data) && (
        <p className={classes.secret} role="status">
          Copy it now; it is never shown again: <code>{add.data.token}</code>
        </p>
      )}
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </form>
  )
}
