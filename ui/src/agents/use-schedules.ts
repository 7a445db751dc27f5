import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentSchedule } from 'soulgate/contracts/agent-schedule'
import { client } from '../application/client.ts'

/** How often what the clock did is read anew; no event tells of a tick. */
const REFRESH_MS = 15_000

export function useSchedules() {
  return useQuery({
    queryKey: ['schedules'],
    queryFn: ({ signal }) => client.schedules.list({ signal }),
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  })
}

/** Pauses, resumes, or starts one at once. */
export function useScheduleChange(schedule: AgentSchedule) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (change: 'pause' | 'resume' | 'run') => client.schedules[change](schedule),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['schedules'] }),
        cache.invalidateQueries({ queryKey: ['runs'] }),
      ]),
  })
}
