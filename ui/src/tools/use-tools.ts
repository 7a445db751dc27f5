import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../application/client.ts'

/** All tools by name. */
export const TOOLS = queryOptions({
  queryKey: ['tools'],
  queryFn: async ({ signal }) =>
    (await client.tools.list({ signal })).toSorted((a, b) => a.name.localeCompare(b.name)),
})

/** Read anew when the room is entered: an agent may have declared another. */
export function useTools() {
  return useQuery({ ...TOOLS, refetchOnMount: 'always' })
}

/** Takes a declaration back: grants that are open for it cannot be used any more. */
export function useWithdrawTool(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => client.tools.withdraw(name),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tools'] }),
  })
}
