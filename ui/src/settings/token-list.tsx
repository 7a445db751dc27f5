import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Token } from 'soulgate/contracts/principal'
import { client } from '../application/client.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { AddToken } from './add-token.tsx'
import { usePeople } from './people-list.tsx'
import classes from './settings.module.css'

/** Keys of agents and tokens of people: whose, when last used, until when, and the way to end one. */
export function TokenList() {
  const [showsEnded, setShowsEnded] = useState(false)
  const people = usePeople()
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => client.tokens.list({ signal }) })
  if (tokens.isPending) return <LoadingState label="Reading tokens" />
  if (tokens.isError) return <FailureState error={tokens.error} onRetry={() => void tokens.refetch()} />
  const shown = tokens.data.filter(token => showsEnded || !hasEnded(token))
  const names = new Map(people.data?.map(person => [person.person_id, person.name]))
  const ownerOf = (token: Token) => names.get(token.person_id ?? token.created_by)
  return (
    <div className={classes.form}>
      {shown.length === 0 && <p className={classes.hint}>There is no token. Agents need one each.</p>}
      <ul className={classes.list} aria-label="Tokens">
        {shown.map(token => (
          <TokenRow key={token.token_id} token={token} owner={ownerOf(token)} />
        ))}
      </ul>
      <Checkbox
        size="xs"
        label="Show revoked and expired ones"
        checked={showsEnded}
        onChange={event => setShowsEnded(event.currentTarget.checked)}
      />
      <AddToken people={people.data ?? []} />
    </div>
  )
}

function TokenRow({ token, owner }: { readonly token: Token; readonly owner: string | undefined }) {
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.tokens.revoke(token.token_id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  })
  return (
    <li>
      <b>
        <AgentText text={token.name} />
      </b>
      <span>{token.role === 'agent' ? 'key of an agent' : token.role}</span>
      <span className={classes.hint}>{owner ? `of ${owner}` : 'of nobody'}</span>
      <span className={classes.hint}>
        {token.last_used_at ? `used ${clockText(token.last_used_at)}` : 'never used'}
      </span>
      {token.expires_at && <span className={classes.hint}>until {clockText(token.expires_at)}</span>}
      {token.revoked_at ? (
        <span className={classes.hint}>revoked {clockText(token.revoked_at)}</span>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Revoke ${token.name}`}
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          Revoke
        </Button>
      )}
      {revoke.data && <Complaint>{revoke.data.problem.detail}</Complaint>}
      {revoke.isError && <Complaint>{messageOf(revoke.error)}</Complaint>}
    </li>
  )
}

function hasEnded(token: Token): boolean {
  return token.revoked_at !== undefined || Date.parse(token.expires_at ?? '') < Date.now()
}
