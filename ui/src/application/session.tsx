import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type Identity, SoulgateProblem } from 'soulgate/sdk'
import { OfflineRoom } from '../offline/offline-room.tsx'
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
  // Who was known before the server went silent keeps the room, with a word that it may be old.
  if (me.isError && me.data === undefined && isSilence(me.error))
    return <OfflineRoom onRetry={() => void me.refetch()} />
  if (me.isError && !isSilence(me.error))
    return <FailureState error={me.error} onRetry={() => void me.refetch()} />
  if (me.data === undefined) return <LoadingState label="Opening Soulgate" />
  return (
    <Signed value={me.data}>
      <Beginning value={latest.data ?? 0}>{children}</Beginning>
    </Signed>
  )
}

function isSilence(error: unknown): boolean {
  return error instanceof SoulgateProblem && error.status === 0
}
