import type { Run } from 'soulgate/contracts/run'
import type { TalkEntry } from './talk-entries.ts'
import type { BusyOffer } from './talk-live.ts'

/** A message that the server holds until its turn comes. */
export interface QueuedMessage {
  readonly keptId: string
  readonly text: string
}

/** What this browser remembers of the messages of one talk that are not said yet; the server keeps their texts. */
export interface QueuedMessages {
  readonly offer?: BusyOffer
  readonly queued: readonly QueuedMessage[]
}

const PLACE = 'soulgate.kept.'

export function queuedMessages(sessionId: string): QueuedMessages {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE + sessionId) ?? '{}')
    const { offer, queued } = isRecord(kept) ? kept : {}
    return {
      ...(isOffer(offer) ? { offer } : {}),
      queued: Array.isArray(queued) ? queued.filter(isQueued) : [],
    }
  } catch {
    return { queued: [] }
  }
}

export function saveQueuedMessages(sessionId: string, kept: QueuedMessages): void {
  try {
    if (!kept.offer && kept.queued.length === 0) localStorage.removeItem(PLACE + sessionId)
    else localStorage.setItem(PLACE + sessionId, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing shows them until it is reloaded; the server has them all the same.
  }
}

/** Those whose turn has not come: no run began with them, and no message stands under their id. */
export function stillQueued(
  queued: readonly QueuedMessage[],
  runs: readonly Run[],
  entries: readonly TalkEntry[],
): readonly QueuedMessage[] {
  return queued.filter(
    ({ keptId }) =>
      !runs.some(run => run.idempotency_key?.includes(keptId)) && !entries.some(entry => entry.id === keptId),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isQueued(value: unknown): value is QueuedMessage {
  return isRecord(value) && typeof value.keptId === 'string' && typeof value.text === 'string'
}

function isOffer(value: unknown): value is BusyOffer {
  return isRecord(value) && typeof value.text === 'string' && Array.isArray(value.offers)
}
