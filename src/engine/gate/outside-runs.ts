import type { Gate } from '../../contracts/gate.ts'
import type { StoreReader } from '../../store/store.ts'

const MOST_GATES = 1000

/** The run of its own that an outside requester named for a call; it is theirs, so it counts only with them. */
export function outsideRunOf(gate: Gate): string | undefined {
  const named = gate.context?.outside_run_id
  return gate.run_id === undefined && typeof named === 'string' ? named : undefined
}

/** The newest gates that a requester has in a run of its own; at most 1,000 of its gates are looked at. */
export async function gatesOfOutsideRun(
  reader: Pick<StoreReader, 'listGates'>,
  of: { readonly requester: string; readonly outsideRunId: string; readonly status?: Gate['status'] },
): Promise<readonly Gate[]> {
  const filter = { agent: of.requester, ...(of.status === undefined ? {} : { status: of.status }) }
  const { items } = await reader.listGates({ ...filter, sort: 'newest' }, { limit: MOST_GATES })
  return items.filter(gate => outsideRunOf(gate) === of.outsideRunId)
}
