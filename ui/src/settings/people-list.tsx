import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Person } from 'soulgate/contracts/principal'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './settings.module.css'

const ROLES: readonly Person['role'][] = ['member', 'reviewer', 'admin', 'viewer']

export function PeopleList() {
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => client.people.list({ signal }) })
  if (people.isPending) return <LoadingState label="Reading people" />
  if (people.isError) return <FailureState error={people.error} onRetry={() => void people.refetch()} />
  return (
    <div className={classes.form}>
      <ul className={classes.list}>
        {people.data.map(person => (
          <li key={person.person_id}>
            <b>{person.name}</b>
            <span>{person.disabled_at ? 'disabled' : person.role}</span>
            <span className={classes.hint}>since {clockText(person.created_at)}</span>
          </li>
        ))}
      </ul>
      <AddPerson />
    </div>
  )
}

function AddPerson() {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Person['role']>('member')
  const add = useMutation({
    mutationFn: () => client.people.create({ name: name.trim(), role }),
    onSuccess: answer => !isRefused(answer) && setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['people'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') add.mutate()
  }
  return (
    <form className={classes.inline} onSubmit={submit}>
      <TextInput label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
      <NativeSelect
        label="Role"
        value={role}
        data={[...ROLES]}
        onChange={event => setRole(ROLES.find(item => item === event.currentTarget.value) ?? 'member')}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
        Add
      </Button>
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </form>
  )
}
