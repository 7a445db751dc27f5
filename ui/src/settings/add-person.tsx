import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Person } from 'soulgate/contracts/principal'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { PERSON_ROLES, ROLE_WORDS } from './person-roles.ts'
import classes from './settings.module.css'
import { SignInLink } from './sign-in-link.tsx'

/** Adds a person and makes the link to sign in with. */
export function AddPerson() {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Person['role']>('member')
  const add = useMutation({
    mutationFn: async () => {
      const person = await client.people.create({ name: name.trim(), role })
      if (isRefused(person)) return person
      return { person, link: await client.auth.makeLink(person.person_id) }
    },
    onSuccess: answer => !isRefused(answer) && setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['people'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <form className={classes.inline} onSubmit={submit} aria-label="Invite somebody">
      <TextInput
        label="Name"
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        description={ROLE_WORDS[role]}
        value={role}
        data={[...PERSON_ROLES]}
        onChange={event => setRole(PERSON_ROLES.find(item => item === event.currentTarget.value) ?? 'member')}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
        Invite
      </Button>
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.data && !isRefused(add.data) && <SignInLink answer={add.data.link} name={add.data.person.name} />}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </form>
  )
}
