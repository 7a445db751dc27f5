import { toIso } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { Session } from '../../contracts/session.ts'
import type { Paged } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

export type EraseSession = (
  who: Principal,
  sessionId: string,
) => Promise<{ readonly refused?: false } | Refusal>

const DAY_MS = 86_400_000
const KIND = 'erased_session'
const RETENTION: Principal = { kind: 'system', id: 'system:retention', name: 'retention', role: 'admin' }

/**
 * Erases the content of sessions that were idle for longer than the setting `retention.session_days` says; answers how
 * many. A session in which something still goes on is left alone, whatever its age; one that came alive again after an
 * erasure is erased again when it is idle long enough.
 */
export function createRetentionPass(
  { store, clock, settings }: Pick<Engine, 'store' | 'clock' | 'settings'>,
  erase: EraseSession,
): (signal: AbortSignal) => Promise<number> {
  return async signal => {
    const { session_days } = (await settings.get()).retention
    if (session_days === 0) return 0
    const before = toIso(clock.now() - session_days * DAY_MS)
    let erased = 0
    let cursor: string | undefined
    do {
      const page: Paged<Session> = await store.listSessions(
        {},
        { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
      )
      for (const session of page.items) {
        if (signal.aborted) return erased
        if (session.last_active_at >= before || (await isErased(session))) continue
        if (isRefusal(await erase(RETENTION, session.session_id))) continue
        await remember(session)
        erased += 1
      }
      cursor = page.next_cursor
    } while (cursor !== undefined)
    return erased
  }

  async function isErased(session: Session): Promise<boolean> {
    const mark = await store.getDocument(KIND, session.session_id)
    return mark?.body === session.last_active_at
  }

  async function remember(session: Session): Promise<void> {
    const at = toIso(clock.now())
    const document = { kind: KIND, id: session.session_id, body: session.last_active_at, at }
    await store.transact(async tx => void (await tx.putDocument(document)))
  }
}
