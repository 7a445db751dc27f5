import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type Identity, SoulgateProblem } from 'soulgate/sdk'
import { SignIn } from '../sign-in/sign-in.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { client } from './client.ts'

const Signed = createContext<Identity | undefined>(undefined)

/** Who is signed in. Only to be used below `SessionGate`. */
export function useIdentity(): Identity {
  const identity = use(Signed)
  if (!identity) throw new Error('useIdentity stands outside of SessionGate')
  return identity
}

/** Shows the rooms to whoever is signed in, and the way to sign in to everybody else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const me = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => client.auth.me({ signal }) })
  if (me.isPending) return <LoadingState label="Opening Soulgate" />
  if (me.error instanceof SoulgateProblem && me.error.status === 401) return <SignIn />
  if (me.isError) return <FailureState error={me.error} onRetry={() => void me.refetch()} />
  return <Signed value={me.data}>{children}</Signed>
}
