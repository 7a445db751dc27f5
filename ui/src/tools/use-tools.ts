import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../application/client.ts'

/** All tools by name. Read anew when the room is entered: an agent may have declared another. */
export function useTools() {
  return useQuery({
    queryKey: ['tools'],
    queryFn: async ({ signal }) =>
      (await client.tools.list({ signal })).toSorted((a, b) => a.name.localeCompare(b.name)),
    refetchOnMount: 'always',
  })
}

/** Takes a declaration back: grants that are open for it cannot be used any more. */
export function useWithdrawTool(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.tools.withdraw(name),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tools'] }),
  })
}
