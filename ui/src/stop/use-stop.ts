import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../application/client.ts'

export function useStopState() {
  return useQuery({ queryKey: ['stop'], queryFn: ({ signal }) => client.stop.state({ signal }) })
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
