import { digest } from '../../base/digest.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { StoredRun, StoreReader } from '../../store/store.ts'

const MAX_GATES = 1000

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
  const { items } = await reader.listGates({ ...filter, sort: 'newest' }, { limit: MAX_GATES })
  return items.filter(gate => outsideRunOf(gate) === of.outsideRunId)
}

/** Who holds the lease of a run that executes outside: no worker takes it over, and nobody here executes it. */
export const OUTSIDE_WORKER = 'outside'

/**
 * Id of the run that stands for a requester's own name of one. A row is made when it ends; until then the name alone
 * says which calls belong together.
 */
export function outsideRunId(requester: string, name: string): string {
  return `run_outside_${digest('soulgate.outside-run.v1', { requester, name }).slice(0, 24)}`
}

/**
 * The run that a requester names, if it has ended or is being cancelled: one of ours, whoever started it, one that was
 * started as external, or its own name for one. Calls under it are refused, and its grants are void.
 */
export async function endedRunNamed(
  reader: Pick<StoreReader, 'getRun'>,
  { requester, name }: { readonly requester: Pick<Principal, 'id'>; readonly name: string },
): Promise<StoredRun | undefined> {
  const run = (await reader.getRun(name)) ?? (await reader.getRun(outsideRunId(requester.id, name)))
  if (run === undefined) return undefined
  const hasEnded = ['completed', 'failed', 'cancelled'].includes(run.status) || run.cancel_requested
  return hasEnded ? run : undefined
}
