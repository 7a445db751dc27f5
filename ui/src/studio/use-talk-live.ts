import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Run } from 'soulgate/contracts/run'
import { type ChatFrame, type ChatMessage, isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { type BusyOffer, nextLive, QUIET, type Saying, type TalkEvent, type TalkLive } from './talk-live.ts'
import { isAtWork, messagesKey, talkRunsKey } from './use-talk.ts'

/** How long to wait before a run at work is listened to again after its stream broke. */
const LISTEN_AGAIN_MS = 2000

export interface TalkControl {
  readonly live: TalkLive
  /** Says something; `text` is what a person sees of it, and what is kept when it cannot be sent. */
  readonly say: (message: ChatMessage, text?: string) => void
  /** Sends again what did not get through, under the same key, so that it is taken once. */
  readonly sayAgain: () => void
  readonly dismiss: () => void
  /** Asks once more what becomes of a message that was kept. */
  readonly offerAgain: (offer: BusyOffer) => void
}

/** Sends what is said in the open talk, and listens to its run while that is at work. */
export function useTalkLive(
  sessionId: string | undefined,
  run: Run | undefined,
  onSession: (sessionId: string) => void,
): TalkControl {
  const [live, dispatch] = useReducer(nextLive, QUIET)
  const listen = useListening(sessionId, dispatch, onSession)
  const isListening = live.phase === 'open'
  const runAtWork = isAtWork(run) ? run?.run_id : undefined
  const hasFailed = live.isCutOff === true
  useEffect(() => {
    if (runAtWork === undefined || isListening) return
    const follow = () =>
      void listen({ message: { session_id: sessionId, resume: { follow: runAtWork } }, isFollowing: true })
    const timer = setTimeout(follow, hasFailed ? LISTEN_AGAIN_MS : 0)
    return () => clearTimeout(timer)
  }, [runAtWork, isListening, hasFailed, sessionId, listen])
  return {
    live,
    say: (message, text) =>
      void listen({
        message: { session_id: sessionId, ...message },
        key: newKey(),
        ...(text === undefined ? {} : { text }),
      }),
    sayAgain: () => live.unsent && void listen(live.unsent),
    dismiss: () => dispatch({ type: 'dismissed' }),
    offerAgain: offer => dispatch({ type: 'offered', offer }),
  }
}

/** One connection at a time, of the talk that is open. */
function useListening(
  sessionId: string | undefined,
  dispatch: (event: TalkEvent) => void,
  onSession: (sessionId: string) => void,
) {
  const readAgain = useReadAgain()
  const connection = useRef<AbortController>(undefined)
  const openFor = useRef(sessionId)
  // Another talk was opened: what is said in the one before goes on without being watched.
  useEffect(() => {
    if (openFor.current === sessionId) return
    openFor.current = sessionId
    connection.current?.abort()
    connection.current = undefined
    dispatch({ type: 'dismissed' })
  }, [sessionId, dispatch])
  useEffect(() => () => connection.current?.abort(), [])
  return useCallback(
    async (saying: Saying) => {
      const { message, text, key } = saying
      connection.current?.abort()
      const abort = new AbortController()
      connection.current = abort
      const tell = (event: TalkEvent) => connection.current === abort && dispatch(event)
      const onFrame = (frame: ChatFrame) => {
        tell({ type: 'frame', frame })
        if (frame.kind !== 'event' || connection.current !== abort) return
        if (frame.session_id !== undefined && openFor.current === undefined) {
          openFor.current = frame.session_id
          onSession(frame.session_id)
        }
        if (frame.type === 'soul_step_end' || frame.type === 'soul_tool_result')
          void readAgain(frame.session_id)
      }
      tell({ type: 'opened', saying })
      try {
        const end = await client.chat.stream(message, { signal: abort.signal, idempotencyKey: key, onFrame })
        await readAgain(openFor.current)
        if (isRefused(end)) tell({ type: 'refused', problem: end.problem, saying })
        else tell(end ? { type: 'kept', kept: end, text: text ?? '' } : { type: 'ended' })
      } catch (error) {
        if (!abort.signal.aborted) tell({ type: 'failed', error, saying })
      }
    },
    [dispatch, onSession, readAgain],
  )
}

/** Reads what was said, and the runs, once more. */
function useReadAgain() {
  const cache = useQueryClient()
  return useCallback(
    (sessionId: string | undefined) =>
      Promise.all(
        (sessionId === undefined ? [] : [messagesKey(sessionId), talkRunsKey(sessionId)]).map(queryKey =>
          cache.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
    [cache],
  )
}

/** Pages that are not served over TLS have no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
