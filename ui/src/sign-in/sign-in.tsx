import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { GateIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { beginAtProvider, beginSession, endAtProvider } from './begin-session.ts'
import { codeFrom, placeAfter, returnedFrom } from './code.ts'
import { passkeyHint, signInWithPasskey } from './passkeys.ts'
import classes from './sign-in.module.css'

/** Turns the code of a one-time link into a session; without one it tells how to get a link. */
export function SignIn() {
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const tried = useRef(false)
  const exchange = useMutation({
    mutationFn: (by: string | Readonly<Record<string, string>>) =>
      typeof by === 'string' ? beginSession(key => client.auth.exchange(by, key)) : endAtProvider(by),
    onSuccess: answer => {
      if (isRefused(answer)) return
      cache.clear()
      location.replace(placeAfter(location))
    },
  })
  const { mutate } = exchange
  useEffect(() => {
    const code = returnedFrom(location.search) ?? codeFrom(location.href)
    if (!code || tried.current) return
    tried.current = true
    // The code is worth nothing once used, and still does not belong into the history.
    history.replaceState(null, '', '/sign-in')
    mutate(code)
  }, [mutate])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = codeFrom(text)
    if (code) mutate(code)
  }
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <span className={classes.logo}>
          <GateIcon size={30} />
        </span>
        <h1>Sign in to Soulgate</h1>
        <p className={classes.text}>
          Agents propose, people decide. So the server has to know who you are. Make a one-time link where it
          runs:
        </p>
        <pre className={classes.command}>soulgate signin</pre>
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            label="Link or code"
            description="Open the link, or paste it here. It works once, for 15 minutes."
            autoComplete="one-time-code"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          {isRefused(exchange.data) && <Complaint>{exchange.data.problem.detail}</Complaint>}
          {exchange.isError && <Complaint>{messageOf(exchange.error)}</Complaint>}
          <Button type="submit" size="md" loading={exchange.isPending} disabled={!codeFrom(text)}>
            Sign in
          </Button>
        </form>
        <PasskeyButton />
        <ProviderButton />
      </div>
    </main>
  )
}

/** For whoever has made a passkey in the settings; on an address of numbers browsers have none. */
function PasskeyButton() {
  const cache = useQueryClient()
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: complaint => {
      if (complaint !== undefined) return
      cache.clear()
      location.replace(placeAfter(location))
    },
  })
  if (passkeyHint(location) !== undefined) return null
  return (
    <div className={classes.form}>
      <Button variant="default" size="md" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Use a passkey
      </Button>
      {signIn.data !== undefined && <Complaint>{signIn.data}</Complaint>}
      {signIn.isError && <Complaint>{messageOf(signIn.error)}</Complaint>}
    </div>
  )
}

/** For installations whose operator has set up an OpenID Connect provider. */
function ProviderButton() {
  const name = useQuery({
    queryKey: ['oidc'],
    queryFn: ({ signal }) => client.auth.oidcName({ signal }).then(found => found ?? null),
  })
  const start = useMutation({
    mutationFn: beginAtProvider,
    onSuccess: answer => !isRefused(answer) && location.assign(answer.url),
  })
  if (!name.data) return null
  return (
    <div className={classes.form}>
      <Button variant="default" size="md" loading={start.isPending} onClick={() => start.mutate()}>
        Continue with {name.data}
      </Button>
      {isRefused(start.data) && <Complaint>{start.data.problem.detail}</Complaint>}
      {start.isError && <Complaint>{messageOf(start.error)}</Complaint>}
    </div>
  )
}
