import { isRefusal, refuse } from '../contracts/refusal.ts'
import type { Engine } from './engine.ts'
import type { EventsPart } from './events-part.ts'
import { toPage } from './runs.ts'
import { readableSession } from './visibility.ts'

/** The event feeds across runs; agents follow only their own runs, each on its own stream. */
export function createEvents(engine: Engine): EventsPart {
  const { store } = engine
  return {
    session: async (who, sessionId, since, limit) => {
      const session = await store.getSession(sessionId)
      if (!session || (who.role === 'agent' && session.owner !== who.id)) {
        return refuse('not_found', `There is no session ${sessionId}.`)
      }
      const events = await store.listFeed({ session_id: sessionId }, since, limit + 1)
      return toPage(events, since, { limit, cursorOf: event => event.position ?? since })
    },
    all: async (who, since, limit) => {
      if (who.role === 'agent') return refuse('forbidden', 'An agent follows the events of its own runs.')
      const events = await store.listFeed({}, since, limit + 1)
      return toPage(events, since, { limit, cursorOf: event => event.position ?? since })
    },
    latest: async (who, sessionId) => {
      if (sessionId !== undefined) {
        const session = await readableSession(store, who, sessionId)
        return isRefusal(session) ? session : await store.lastFeedPosition()
      }
      if (who.role === 'agent') return refuse('forbidden', 'An agent follows the events of its own runs.')
      return await store.lastFeedPosition()
    },
    subscribe: listener => store.subscribe(listener),
  }
}
