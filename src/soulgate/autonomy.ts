import { toIso } from '../base/clock.ts'
import type { AutonomyScopes } from '../contracts/autonomy.ts'
import type { Gate } from '../contracts/gate.ts'
import type { Principal } from '../contracts/principal.ts'
import { type Refusal, refuse } from '../contracts/refusal.ts'
import { may } from '../engine/access/access.ts'
import { DEFAULT_DELTA, DEFAULT_TARGET, labelsOf, toScopes } from '../engine/autonomy/autonomy.ts'
import { withGateOutcomes } from '../engine/gate/gate.ts'
import type { Engine } from './engine.ts'

/** What people’s own decisions say about the calls of agents, as surfaces see it. Nothing here releases a call. */
export interface AutonomyPart {
  /** Over the last `windowMs`, scope by scope; for people, never for agents. */
  scopes(who: Principal, windowMs: number): Promise<AutonomyScopes | Refusal>
}

const PAGE_SIZE = 200
/** More decided gates than these are not read; the newest count. */
const MAX_GATES = 5_000

export function createAutonomy(engine: Engine): AutonomyPart {
  const { store, clock, catalog } = engine
  return {
    scopes: async (who, windowMs) => {
      if (who.kind === 'agent' || !may(who.role, 'autonomy.read')) {
        return refuse('forbidden', `A ${who.role} may not read how often people agreed.`)
      }
      const nowMs = clock.now()
      const since = toIso(nowMs - windowMs)
      const { gates, truncated } = await readDecided(engine, since)
      const labels = labelsOf(await withGateOutcomes(store, gates, toIso(nowMs)), {
        now_ms: nowMs,
        schemaOf: ({ tool, definition_hash: hash }) => {
          const known = catalog.get(tool)
          return known?.definition_hash === hash ? known.input_schema : undefined
        },
      })
      return { scopes: [...toScopes(labels)], since, truncated, target: DEFAULT_TARGET, delta: DEFAULT_DELTA }
    },
  }
}

/** Decided gates from a time on, and whether some of them were left out. Gates are listed by when they opened. */
async function readDecided(
  { store }: Pick<Engine, 'store'>,
  since: string,
): Promise<{ readonly gates: readonly Gate[]; readonly truncated: boolean }> {
  const gates: Gate[] = []
  let cursor: string | undefined
  do {
    const page = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor: next } = await store.listGates({ decided: true, sort: 'newest' }, page)
    gates.push(...items.filter(({ created_at }) => created_at >= since))
    cursor = items.some(({ created_at }) => created_at < since) ? undefined : next
  } while (cursor !== undefined && gates.length < MAX_GATES)
  return { gates, truncated: cursor !== undefined }
}
