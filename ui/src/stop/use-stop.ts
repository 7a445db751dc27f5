import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'

export function useStopState() {
  return useQuery({ queryKey: ['stop'], queryFn: ({ signal }) => client.stop.state({ signal }) })
}

/** Stopping and lifting as commands of the palette; only an admin lifts. */
export function useStopCommands(ask: () => void) {
  const { role } = useIdentity()
  const isStopped = useStopState().data?.engaged === true
  const lift = useStopSwitch()
  if (!isStopped) return role === 'viewer' ? [] : [{ name: 'Stop everything', key: '!', run: ask }]
  if (role !== 'admin') return []
  return [{ name: 'Resume', key: '', run: () => lift.mutate({ engage: false }) }]
}

/** Engages the stop with a reason, or lifts it. */
export function useStopSwitch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (act: { readonly engage: boolean; readonly reason?: string }) =>
      act.engage ? client.stop.engage(act.reason) : client.stop.lift(),
    onSettled: () => cache.invalidateQueries({ queryKey: ['stop'] }),
  })
}
