import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Actor, EventType } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { EventDraft, Store } from '../../store/store.ts'
import type { Memory } from '../memory/memory.ts'

/** Who changes a page: an agent within its run, or a person. */
export type PageAuthor =
  | { readonly kind: 'agent'; readonly agent: string; readonly run_id: string }
  | { readonly kind: 'user'; readonly who: Principal }

/** What pages are kept with. */
export interface PageParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly memory: Pick<Memory, 'productDocs'>
}

/** Most pages of one session, and longest HTML of one page in characters. */
export const MAX_PAGES = 50
export const MAX_HTML_LENGTH = 500_000

/** An agent's id always says that it is one. */
export function actorOf(author: PageAuthor): Actor {
  if (author.kind === 'user') return { kind: author.who.kind, id: author.who.id }
  return {
    kind: 'agent',
    id: author.agent.startsWith('agent:') ? author.agent : `agent:${author.agent}`,
  }
}

/** An event of the run that wrote, or of the session where a person did. */
export function pageEvent(
  author: PageAuthor,
  about: { readonly session_id: string; readonly at: string; readonly type: EventType },
  payload: JsonObject,
): EventDraft {
  const { session_id, at, type } = about
  const runId = author.kind === 'agent' ? author.run_id : undefined
  return {
    stream: runId === undefined ? `session:${session_id}` : `run:${runId}`,
    type,
    at,
    session_id,
    ...(runId === undefined ? {} : { run_id: runId }),
    actor: actorOf(author),
    payload,
  }
}
