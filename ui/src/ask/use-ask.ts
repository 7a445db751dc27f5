import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'

/** Asks for a goal. The answer is kept under its run, so that it can be followed from there. */
export function useAsk() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (goal: string) => client.reasoning.execute({ goal }),
    onSuccess: answer => {
      if (!isRefused(answer))
        cache.setQueryData(['run', answer.run_id, 'answer', answer.soul_request_id ?? ''], answer)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['runs'] }),
  })
}

/** The reasoning answer as it stands now; events of its run make it be read again. */
export function useAnswer(runId: string, requestId: string | null) {
  return useQuery({
    queryKey: ['run', runId, 'answer', requestId ?? ''],
    queryFn: ({ signal }) => client.approvals.get(requestId ?? '', { signal }),
    enabled: requestId !== null,
  })
}

export function useClarify(runId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (act: {
      readonly requestId: string
      readonly answers: readonly { readonly question_index: number; readonly answer: string }[]
    }) => client.reasoning.clarify(act.requestId, act.answers),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['run', runId] }),
        cache.invalidateQueries({ queryKey: ['gates'] }),
      ]),
  })
}
