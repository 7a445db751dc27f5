import { refuse } from '../contracts/refusal.ts'
import type { Session, SessionSummary } from '../contracts/session.ts'
import type { StoreReader } from '../store/store.ts'
import type { Engine } from './engine.ts'
import type { Soulgate } from './program.ts'
import type { ToolsPart } from './tools-part.ts'

/** Grants of outside executors as surfaces see them. */
export function createGrants({ calls }: Engine): Soulgate['grants'] {
  return {
    consume: (who, grantId, digest) => calls.consume(who, grantId, digest),
    result: (who, grantId, result) => calls.result(who, grantId, result),
    revoke: (who, grantId, because) => calls.revoke(who, grantId, because ?? `revoked by ${who.name}`),
  }
}

/** The tools of this installation as surfaces see them. */
export function createTools({ catalog }: Engine, { servers }: Pick<ToolsPart, 'servers'>): ToolsPart {
  return {
    list: async () => catalog.list(),
    get: async (_who, name) => catalog.get(name) ?? refuse('not_found', `There is no tool ${name}.`),
    declare: (who, tool) => catalog.declare(who, tool),
    confirm: (who, name, body) => catalog.confirm(who, name, body),
    withdraw: (who, name) => catalog.withdraw(who, name),
    servers,
  }
}

/** Sessions as surfaces see them; an agent sees its own. */
export function createSessions({ store }: Engine): Soulgate['sessions'] {
  return {
    get: async (who, sessionId) => {
      const session = await store.getSession(sessionId)
      const isVisible = session && (who.kind !== 'agent' || session.owner === who.id)
      return isVisible ? summarize(store, session) : refuse('not_found', `There is no session ${sessionId}.`)
    },
    list: async (who, filter, page) => {
      const own = who.role === 'agent' ? { owner: who.id } : {}
      const { items, ...rest } = await store.listSessions({ ...filter, ...own }, page)
      return { items: await Promise.all(items.map(session => summarize(store, session))), ...rest }
    },
  }
}

async function summarize(store: StoreReader, session: Session): Promise<SessionSummary> {
  const { session_id } = session
  const [pending_gates, runs] = await Promise.all([
    store.countGates({ session_id, status: 'pending' }),
    store.countRuns({ session_id }),
  ])
  const total_tasks = Object.values(runs).reduce((sum, count) => sum + count, 0)
  return { ...session, pending_gates, completed_tasks: runs.completed ?? 0, total_tasks }
}
