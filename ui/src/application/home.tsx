import { Navigate } from '@tanstack/react-router'
import { usePendingGates } from '../inbox/use-gates.ts'
import { LoadingState } from '../states/states.tsx'

/** What waits comes first; with nothing waiting there is room for a new goal. */
export function Home() {
  const pending = usePendingGates()
  if (pending.isPending) return <LoadingState label="Looking for what waits" />
  const isEmpty = !pending.data || pending.data.items.length === 0
  return <Navigate to={isEmpty ? '/ask' : '/inbox'} replace />
}
