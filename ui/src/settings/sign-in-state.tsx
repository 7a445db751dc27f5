import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetSession } from '../application/browser-session.ts'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { discardAllDrafts } from '../drafts/drafts.ts'
import { forgetLastKnown } from '../offline/last-known.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { PasskeyList } from './passkey-list.tsx'
import classes from './settings.module.css'

export function SignInState() {
  const { person, role, decides } = useIdentity()
  const cache = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => client.auth.signOut(),
    onSuccess: async refusal => {
      if (refusal !== undefined) return
      await forgetSession()
      forgetLastKnown()
      discardAllDrafts()
      await cache.resetQueries({ queryKey: ['me'] })
      // Whoever signs in next in this tab begins with nothing of what was read before.
      cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
  })
  return (
    <div className={classes.form}>
      <p>
        Signed in as <b>{person.name}</b>, {role}.{' '}
        {decides ? 'What you decide here counts.' : 'This sign-in carries no decisions.'}
      </p>
      <p className={classes.hint}>
        <code>{person.id}</code>
      </p>
      {decides && <PasskeyList />}
      <Button
        variant="default"
        className={classes.narrow}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out
      </Button>
      {signOut.data && <Complaint>{signOut.data.problem.detail}</Complaint>}
      {signOut.isError && <Complaint>{messageOf(signOut.error)}</Complaint>}
    </div>
  )
}
