import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { canaryIn, changeCanary, lookForCanary, useCanary } from '../inbox/canary.ts'

/** What one has put out of one's own sight. When the first of it is to come back, the queue is read again. */
export function useSnoozes() {
  const cache = useQueryClient()
  const { data: ofGates = [] } = useQuery({
    queryKey: ['snoozes'],
    queryFn: ({ signal }) => client.gates.snoozes({ signal }),
  })
  const { gate: canary, snoozed_until: until } = useCanary()
  const snoozes = canary && until ? [...ofGates, { gate_id: canary.gate_id, until }] : ofGates
  const first = Math.min(...snoozes.map(({ until }) => Date.parse(until)))
  useEffect(() => {
    if (!Number.isFinite(first)) return
    const timer = setTimeout(() => void refresh(cache), Math.max(0, first - Date.now()) + 500)
    return () => clearTimeout(timer)
  }, [first, cache])
  return { snoozes }
}

/** Puts a gate out of one's own sight for a while; for everybody else nothing changes. 0 brings it back. */
export function useSnooze(gateId: string) {
  const cache = useQueryClient()
  const { snoozes } = useSnoozes()
  const set = useMutation({
    mutationFn: (seconds: number): Promise<object | Refused> =>
      canaryIn(cache, gateId)
        ? changeCanary(cache, gateId, { snooze_seconds: seconds })
        : client.gates.snooze(gateId, seconds),
    onSettled: () => refresh(cache),
  })
  return {
    until: snoozes.find(snooze => snooze.gate_id === gateId)?.until,
    set: set.mutate,
    refusal: isRefused(set.data) ? set.data.problem.detail : undefined,
    error: set.error,
  }
}

async function refresh(cache: ReturnType<typeof useQueryClient>): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['snoozes'] })
  lookForCanary(cache)
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['queue'] }),
    cache.invalidateQueries({ queryKey: ['queue-count'] }),
  ])
}
