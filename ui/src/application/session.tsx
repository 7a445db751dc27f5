import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type Identity, SoulgateProblem } from 'soulgate/sdk'
import { SignIn } from '../sign-in/sign-in.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { FIRST_SEQ, ME } from './first-reads.ts'

const Signed = createContext<Identity | undefined>(undefined)

/** Who is signed in. Only to be used below `SessionGate`. */
export function useIdentity(): Identity {
  const identity = use(Signed)
  if (!identity) throw new Error('useIdentity stands outside of SessionGate')
  return identity
}

/** Where the events begin that this page has not read; asked before anything else is, so that none falls between. */
const Beginning = createContext(0)

export function useFirstSeq(): number {
  return use(Beginning)
}

/** Shows the rooms to whoever is signed in, and the way to sign in to everybody else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const me = useQuery(ME)
  const latest = useQuery(FIRST_SEQ)
  if (me.isPending || (latest.isPending && !me.isError)) return <LoadingState label="Opening Soulgate" />
  if (me.error instanceof SoulgateProblem && me.error.status === 401) return <SignIn />
  if (me.isError) return <FailureState error={me.error} onRetry={() => void me.refetch()} />
  return (
    <Signed value={me.data}>
      <Beginning value={latest.data ?? 0}>{children}</Beginning>
    </Signed>
  )
}
