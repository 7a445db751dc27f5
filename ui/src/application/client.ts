import { QueryClient } from '@tanstack/react-query'
import { createResultClient, createSignedFetch, SoulgateProblem } from 'soulgate/sdk'
import { currentSession, forgetEnded } from './browser-session.ts'

const NONCE = 'soulgate.nonce'

let signed: ReturnType<typeof createSignedFetch> | undefined

function signedFetch() {
  signed ??= createSignedFetch({
    session: currentSession,
    origin: location.origin,
    nonces: {
      read: () => localStorage.getItem(NONCE) ?? '',
      keep: nonce => localStorage.setItem(NONCE, nonce),
    },
  })
  return signed
}

/** Sends a request in the name of whoever is signed in here. A session that has ended is forgotten with its key. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const session = await currentSession()
  const response = await signedFetch()(path, init)
  if (session !== undefined && response.status === 401 && (await codeOf(response)) === 'not_signed_in')
    await forgetEnded(session)
  return response
}

async function codeOf(response: Response): Promise<unknown> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return Object(problem).code
}

/** The one client of the page. */
export const client = createResultClient({ baseUrl: '', fetch: send })

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
