import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'

/** How many gates the queue reads at once; the rest is found by searching. */
const QUEUE_LIMIT = 200

/** What waits for people, oldest first. */
export function usePendingGates() {
  return useQuery({
    queryKey: ['gates', 'pending'],
    queryFn: ({ signal }) =>
      client.gates.list({ status: 'pending', sort: 'oldest', limit: QUEUE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useGate(gateId: string) {
  const cache = useQueryClient()
  return useQuery({
    queryKey: ['gate', gateId],
    queryFn: ({ signal }) => client.gates.get(gateId, { signal }),
    initialData: () => {
      const page = cache.getQueryData<{ items: readonly Gate[] }>(['gates', 'pending'])
      return page?.items.find(gate => gate.gate_id === gateId)
    },
    initialDataUpdatedAt: 0,
  })
}

export interface DecideAct {
  readonly gate: Gate
  readonly request: DecideRequest
  /** True when the server wants to know first that the whole card was seen. */
  readonly tellViewed: boolean
}

/** Sends a decision; a refusal comes back as the value, with the gate read again. */
export function useDecide() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ gate, request, tellViewed }: DecideAct) => {
      if (tellViewed) {
        const refusal = await client.gates.viewed(gate.gate_id, gate.view_digest)
        if (refusal) return refusal
      }
      return await client.gates.decide(gate.gate_id, request)
    },
    onSuccess: (answer, { gate }) => {
      if (!isRefused(answer)) cache.setQueryData(['gate', gate.gate_id], answer.gate)
    },
    onSettled: (_answer, _error, { gate }) => refreshGate(cache, gate.gate_id),
  })
}

export function useUndoDecision() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (gateId: string) => client.gates.undoDecision(gateId),
    onSuccess: answer => {
      if (!isRefused(answer)) cache.setQueryData(['gate', answer.gate_id], answer)
    },
    onSettled: (_answer, _error, gateId) => refreshGate(cache, gateId),
  })
}

type Change = 'reopen' | 'extend'

/** Reopens an expired gate, or gives a pending one another hour. */
export function useGateChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      gateId,
      change,
    }: {
      readonly gateId: string
      readonly change: Change
    }): Promise<Gate | Refused> =>
      change === 'reopen' ? client.gates.reopen(gateId) : client.gates.extend(gateId, 3600),
    onSettled: (_answer, _error, { gateId }) => refreshGate(cache, gateId),
  })
}

export function useGateComments(gateId: string) {
  const cache = useQueryClient()
  const comments = useQuery({
    queryKey: ['gate', gateId, 'comments'],
    queryFn: ({ signal }) => client.gates.comments(gateId, { signal }),
  })
  const add = useMutation({
    mutationFn: (text: string) => client.gates.comment(gateId, text),
    onSettled: () => cache.invalidateQueries({ queryKey: ['gate', gateId, 'comments'] }),
  })
  return { comments, add }
}

function refreshGate(cache: ReturnType<typeof useQueryClient>, gateId: string): Promise<unknown> {
  return Promise.all([
    cache.invalidateQueries({ queryKey: ['gates'] }),
    cache.invalidateQueries({ queryKey: ['gate', gateId] }),
  ])
}
