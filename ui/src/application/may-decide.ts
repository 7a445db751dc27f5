import type { Gate } from 'soulgate/contracts/gate'
import { refusePerson } from 'soulgate/contracts/gate-review'
import { useLiveState } from './live.tsx'
import { useIdentity } from './session.tsx'

export interface MayDecide {
  readonly decides: boolean
  readonly whyNot?: string
  /** True when this person cannot decide it at all, so that there is nothing to press. */
  readonly isForever?: boolean
}

/**
 * Whether a decision can be made here now, and why not. Without the server it cannot: what is shown may be old, and no
 * decision is kept to be sent later.
 */
export function useMayDecide(gate?: Gate): MayDecide {
  const { decides, role, person } = useIdentity()
  const isOffline = useLiveState() === 'offline'
  if (!decides) return { decides, whyNot: 'You are signed in with a credential that carries no decisions.' }
  if (isOffline)
    return {
      decides: false,
      whyNot: 'Deciding waits until the server answers. Nothing is sent later by itself.',
    }
  if (role === 'viewer')
    return {
      decides: false,
      isForever: true,
      whyNot: 'You are signed in as viewer: you can read, not decide.',
    }
  const refused = gate && refusePerson({ id: person.id, role }, gate)
  return refused ? { decides: false, isForever: true, whyNot: refused.detail } : { decides }
}
