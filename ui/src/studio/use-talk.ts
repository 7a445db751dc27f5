import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { Run } from 'soulgate/contracts/run'
import { client } from '../application/client.ts'

const MESSAGES = 60

export const messagesKey = (sessionId: string) => ['talk', sessionId, 'messages'] as const
export const talkRunsKey = (sessionId: string) => ['runs', 'talk', sessionId] as const

/** What was said in a talk, oldest first; earlier parts on demand. */
export function useMessages(sessionId: string | undefined) {
  const pages = useInfiniteQuery({
    queryKey: messagesKey(sessionId ?? ''),
    queryFn: ({ pageParam, signal }) =>
      client.sessions.messages(
        sessionId ?? '',
        { order: 'newest', limit: MESSAGES, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
    enabled: sessionId !== undefined,
  })
  const messages = (pages.data?.pages ?? []).flatMap(page => page.items).toReversed()
  return { pages, messages }
}

/** The runs of a talk, newest first, without those of sub-agents. */
export function useTalkRuns(sessionId: string | undefined) {
  return useQuery({
    queryKey: talkRunsKey(sessionId ?? ''),
    queryFn: async ({ signal }): Promise<readonly Run[]> => {
      const page = await client.runs.list({ session_id: sessionId, kind: 'chat', limit: 100 }, { signal })
      return page.items.filter(run => run.parent_run_id === undefined)
    },
    enabled: sessionId !== undefined,
  })
}

/** The gates a run waits at; each is read again when an event names it. */
export function useWaitingGates(run: Run | undefined) {
  const ids = run?.status === 'waiting_input' ? run.waiting_gate_ids : []
  const answers = useQueries({
    queries: ids.map(gateId => ({
      queryKey: ['gate', gateId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.gates.get(gateId, { signal }),
    })),
  })
  return answers.flatMap(({ data }) => (data ? [data] : []))
}

export function isAtWork(run: Run | undefined): boolean {
  return run?.status === 'queued' || run?.status === 'running'
}

/** A conversation in the list of talks: its first words, and where its last run stands. */
export interface TalkLine {
  readonly sessionId: string
  readonly first: Run
  readonly last: Run
  readonly runs: number
}

/** Talks by their last run, newest first. */
export function useTalks() {
  const pages = useInfiniteQuery({
    queryKey: ['runs', 'talks'],
    queryFn: ({ pageParam, signal }) =>
      client.runs.list({ kind: 'chat', limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
  })
  return { pages, talks: groupTalks((pages.data?.pages ?? []).flatMap(page => page.items)) }
}

/** `runs` are newest first. */
export function groupTalks(runs: readonly Run[]): readonly TalkLine[] {
  const talks = new Map<string, TalkLine>()
  for (const run of runs) {
    if (run.parent_run_id !== undefined) continue
    const talk = talks.get(run.session_id)
    talks.set(run.session_id, {
      sessionId: run.session_id,
      first: run,
      last: talk?.last ?? run,
      runs: (talk?.runs ?? 0) + 1,
    })
  }
  return [...talks.values()]
}
