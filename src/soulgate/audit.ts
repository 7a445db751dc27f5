import type { Engine } from './engine.ts'
import type { Soulgate } from './program.ts'

/** The audit chain as surfaces see it, and the sealing that this process does when it holds the lease. */
export function createAuditPart(
  engine: Engine,
  _home: string,
): { part: Soulgate['audit']; seal: () => Promise<unknown> } {
  const { store } = engine
  return {
    part: {
      search: (_who, query, page) => store.searchEvents(query, page),
      verify: async () => {
        throw new TypeError('audit verify is not wired yet')
      },
      export: async function* () {
        yield ''
      },
    },
    seal: async () => {},
  }
}
