import { useEffect, useEffectEvent, useState } from 'react'
import type { Run } from 'soulgate/contracts/run'
import { type QueuedMessage, queuedMessages, saveQueuedMessages, stillQueued } from './queued-messages.ts'
import type { TalkEntry } from './talk-entries.ts'
import type { TalkControl } from './use-talk-live.ts'

/** Messages of a talk that wait for their turn, and the offer that was open when the page was left. */
export function useKeptMessages(
  sessionId: string,
  control: TalkControl,
  talk: { readonly runs: readonly Run[]; readonly entries: readonly TalkEntry[] },
): readonly QueuedMessage[] {
  const [queued, setQueued] = useState<readonly QueuedMessage[]>(() => queuedMessages(sessionId).queued)
  const { offer, queued: added } = control.live
  const restore = useEffectEvent(() => {
    const kept = queuedMessages(sessionId)
    if (kept.offer && control.live.phase === 'idle') control.offerAgain(kept.offer)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    if (added) setQueued(before => [...before.filter(item => item.keptId !== added.keptId), added])
  }, [added])
  const left = stillQueued(queued, talk.runs, talk.entries)
  const waiting = left.map(item => item.keptId).join()
  const keep = useEffectEvent(() =>
    saveQueuedMessages(sessionId, { ...(offer ? { offer } : {}), queued: left }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept whenever it is another offer, or others wait
  useEffect(() => keep(), [offer, waiting])
  return left
}
