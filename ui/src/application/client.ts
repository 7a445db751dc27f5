import { QueryClient } from '@tanstack/react-query'
import { createResultClient, SoulgateProblem } from 'soulgate/sdk'

/** The one client of the page; its cookie session comes from the sign-in link. */
export const client = createResultClient({ baseUrl: '' })

/**
 * Server state lives here and nowhere else. Live events mark it stale, so nothing is asked for on a timer. Whatever the
 * browser thinks of its network, a request is made or fails: none is kept to be sent later, least of all a decision.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof SoulgateProblem) || error.retry === 'safe'),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
