import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Role } from 'soulgate/contracts/principal'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './settings.module.css'

const ROLES = ['agent', 'member', 'viewer', 'reviewer', 'admin'] as const

export function TokenList() {
  const cache = useQueryClient()
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => client.tokens.list({ signal }) })
  const revoke = useMutation({
    mutationFn: (tokenId: string) => client.tokens.revoke(tokenId),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  })
  if (tokens.isPending) return <LoadingState label="Reading tokens" />
  if (tokens.isError) return <FailureState error={tokens.error} onRetry={() => void tokens.refetch()} />
  const live = tokens.data.filter(token => !token.revoked_at)
  return (
    <div className={classes.form}>
      {live.length === 0 && <p className={classes.hint}>There is no token. Agents need one each.</p>}
      <ul className={classes.list}>
        {live.map(token => (
          <li key={token.token_id}>
            <b>{token.name}</b>
            <span>{token.role}</span>
            <span className={classes.hint}>
              {token.last_used_at ? `used ${clockText(token.last_used_at)}` : 'never used'}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Revoke ${token.name}`}
              loading={revoke.isPending && revoke.variables === token.token_id}
              onClick={() => revoke.mutate(token.token_id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoke.data && <Complaint>{revoke.data.problem.detail}</Complaint>}
      <AddToken />
    </div>
  )
}

function AddToken() {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const add = useMutation({
    mutationFn: () => client.tokens.create({ name: name.trim(), role }),
    onSuccess: answer => !isRefused(answer) && setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
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
        onChange={event => setRole(ROLES.find(item => item === event.currentTarget.value) ?? 'agent')}
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
