import { useLiveState } from './live.tsx'
import { useIdentity } from './session.tsx'

/**
 * Whether a decision can be made here now, and why not. Without the server it cannot: what is shown may be old, and no
 * decision is kept to be sent later.
 */
export function useMayDecide(): { readonly decides: boolean; readonly whyNot?: string } {
  const { decides } = useIdentity()
  const isOffline = useLiveState() === 'offline'
  if (!decides) return { decides, whyNot: 'You are signed in with a credential that carries no decisions.' }
  if (isOffline)
    return {
      decides: false,
      whyNot: 'Deciding waits until the server answers. Nothing is sent later by itself.',
    }
  return { decides }
}
