import { Navigate } from '@tanstack/react-router'
import { usePendingCount } from '../queue/use-pending-count.ts'
import { LoadingState } from '../states/states.tsx'

/** What waits comes first; with nothing waiting there is room for a new goal. */
export function Home() {
  const pending = usePendingCount()
  if (pending.isPending) return <LoadingState label="Looking for what waits" />
  const isEmpty = (pending.data ?? 0) === 0
  return <Navigate to={isEmpty ? '/ask' : '/inbox'} replace />
}
