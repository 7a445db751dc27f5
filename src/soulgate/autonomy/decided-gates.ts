import type { Gate } from '../../contracts/gate.ts'
import type { Engine } from '../engine.ts'

const PAGE_SIZE = 200
/** More decided gates than these are not read; the newest count. */
const MAX_GATES = 5_000

/**
 * Decided gates from a time on, of every requester or of one, and whether some of them were left out. Gates are listed by
 * when they opened.
 */
export async function readDecided(
  { store }: Pick<Engine, 'store'>,
  since: string,
  { agent, most = MAX_GATES }: { readonly agent?: string; readonly most?: number } = {},
): Promise<{ readonly gates: readonly Gate[]; readonly truncated: boolean }> {
  const filter = { decided: true, sort: 'newest', ...(agent === undefined ? {} : { agent }) } as const
  const gates: Gate[] = []
  let cursor: string | undefined
  do {
    const page = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor: next } = await store.listGates(filter, page)
    gates.push(...items.filter(({ created_at }) => created_at >= since))
    cursor = items.some(({ created_at }) => created_at < since) ? undefined : next
  } while (cursor !== undefined && gates.length < most)
  return { gates, truncated: cursor !== undefined }
}
