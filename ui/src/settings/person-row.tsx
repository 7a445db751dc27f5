import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Person } from 'soulgate/contracts/principal'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import { PersonEmail } from './person-email.tsx'
import { PERSON_ROLES } from './person-roles.ts'
import classes from './settings.module.css'
import { SignInLink } from './sign-in-link.tsx'

/** One person: the role, a link to sign in, and whether they may come in at all. */
export function PersonRow({ person }: { readonly person: Person }) {
  const { person: self } = useIdentity()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (patch: Parameters<typeof client.people.update>[1]) =>
      client.people.update(person.person_id, patch),
    onSettled: () => cache.invalidateQueries({ queryKey: ['people'] }),
  })
  const link = useMutation({ mutationFn: () => client.auth.makeLink(person.person_id) })
  const isDisabled = person.disabled_at !== undefined
  const changeRole = (text: string) => {
    const role = PERSON_ROLES.find(item => item === text)
    if (role) change.mutate({ role })
  }
  return (
    <li>
      <b>{person.name}</b>
      {person.person_id === self.id && <span className={classes.hint}>you</span>}
      <NativeSelect
        size="xs"
        aria-label={`Role of ${person.name}`}
        value={person.role}
        data={[...PERSON_ROLES]}
        disabled={isDisabled || change.isPending}
        onChange={event => changeRole(event.currentTarget.value)}
      />
      <PersonEmail person={person} isBusy={change.isPending} onChange={email => change.mutate({ email })} />
      <span className={classes.hint}>
        {person.disabled_at
          ? `disabled ${clockText(person.disabled_at)}`
          : `since ${clockText(person.created_at)}`}
      </span>
      {!isDisabled && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Sign-in link for ${person.name}`}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          Sign-in link
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color={isDisabled ? 'teal' : 'red'}
        aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${person.name}`}
        loading={change.isPending}
        onClick={() => change.mutate({ disabled: !isDisabled })}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      {link.data && <SignInLink answer={link.data} name={person.name} />}
      {link.isError && <Complaint>{messageOf(link.error)}</Complaint>}
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </li>
  )
}
