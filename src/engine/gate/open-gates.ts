import { TRIGGER_PRINCIPAL } from '../../contracts/agent-trigger.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { RunKind } from '../../contracts/run.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { StoreReader } from '../../store/store.ts'

type Reader = Pick<StoreReader, 'countGates' | 'listGates' | 'listRuns'>

const BUILT_IN: ReadonlySet<string> = new Set(RunKind.options.map(kind => `agent:${kind}`))

/** Whether a requester is one of our own agents, which ask for the person on whose behalf they run. */
export function isBuiltInAgent(requester: string): boolean {
  return BUILT_IN.has(requester)
}

/**
 * Refuses one more question to people while too many of the same key are open, so that nobody is buried under them.
 * Somebody who is signed in is never refused; the token that lies on a disk is counted apart from the person's agents.
 */
export async function refuseMoreGates(
  reader: Reader,
  who: Principal,
  { limits }: Pick<Settings, 'limits'>,
): Promise<Refusal | undefined> {
  if (!isCounted(who)) return undefined
  const open = await countOpen(reader, who)
  return open >= limits.open_gates_per_key ? tooMany(who, open, limits) : undefined
}

/** The same for a run, which may open gates later: those that are still on their way count as well. */
export async function refuseMoreRuns(
  reader: Reader,
  who: Principal,
  { limits }: Pick<Settings, 'limits'>,
): Promise<Refusal | undefined> {
  if (!isCounted(who)) return undefined
  const page = { limit: limits.open_gates_per_key }
  const underway = await Promise.all(
    (['queued', 'running'] as const).map(status => reader.listRuns({ principal: who.id, status }, page)),
  )
  const runs = underway.flatMap(({ items }) => items).filter(run => run.kind !== 'external' && isOf(run, who))
  const open = runs.length + (await countOpen(reader, who))
  return open >= limits.open_gates_per_key ? tooMany(who, open, limits) : undefined
}

function isCounted({ id, role, saved: isSaved }: Principal): boolean {
  return role === 'agent' || isSaved === true || isTrigger(id)
}

/** Whoever makes events can make a trigger start runs. */
function isTrigger(id: string): boolean {
  return id.startsWith(TRIGGER_PRINCIPAL)
}

async function countOpen(reader: Reader, who: Principal): Promise<number> {
  if (who.role === 'agent') return reader.countGates({ agent: who.id, status: 'pending' })
  const filter = { principal: who.id, status: 'pending' } as const
  if (isTrigger(who.id)) return reader.countGates(filter)
  const { items } = await reader.listGates(filter, { limit: 1000 })
  return items.filter(gate => isOf(gate, who)).length
}

/** What an agent's key asked on behalf of its owner is the key's, not the owner's. */
function isOf({ requested_by: requester }: Pick<Gate, 'requested_by'>, who: Principal): boolean {
  return requester === who.id || isTrigger(who.id) || (who.role !== 'agent' && isBuiltInAgent(requester))
}

function tooMany(who: Principal, open: number, { open_gates_per_key: most }: Settings['limits']): Refusal {
  const detail = `${who.id} has ${open} questions before people already, and ${most} are allowed (setting limits.open_gates_per_key). Wait until some are answered, or withdraw them with POST /api/gates/{gate_id}/cancel.`
  return refuse('too_many_open_gates', detail, { data: { open, setting: 'limits.open_gates_per_key' } })
}
