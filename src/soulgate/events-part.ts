import type { EventPage } from '../contracts/event.ts'
import type { Principal } from '../contracts/principal.ts'
import type { Refusal } from '../contracts/refusal.ts'

/** What happened in sessions and everywhere, as surfaces see it. */
export interface EventsPart {
  session(who: Principal, sessionId: string, since: number, limit: number): Promise<EventPage | Refusal>
  all(who: Principal, since: number, limit: number): Promise<EventPage | Refusal>
  /** After which position of `all`, or of one session, only what comes from now on stands. */
  latest(who: Principal, sessionId?: string): Promise<number | Refusal>
  /** Told the topics (`run:<id>`, `gate:<id>`, `stream:<name>` …) of every commit. */
  subscribe(listener: (topics: readonly string[]) => void): () => void
}
