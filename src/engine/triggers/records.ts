import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { AgentTrigger } from '../../contracts/agent-trigger.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

const KIND = 'agent_trigger'
const STATE = 'agent_trigger_state'
const CURSOR = 'agent_trigger_cursor'

const StoredTrigger = AgentTrigger.pick({ agent: true, name: true, source: true, status: true })
/** What a configuration and people say of a trigger. */
export type StoredTrigger = z.infer<typeof StoredTrigger>

const TriggerState = AgentTrigger.pick({
  last_at: true,
  last_run_id: true,
  last_error: true,
  last_error_at: true,
})
/** What came of it lately; kept apart, so that writing it down undoes no pause. */
export type TriggerState = z.infer<typeof TriggerState>

export interface Cursor {
  /** Of the last event that was looked at. */
  readonly position: number
  readonly version: number
}

export function idOf({ agent, name }: Pick<StoredTrigger, 'agent' | 'name'>): string {
  return `${agent}/${name}`
}

/** By agent and name. */
export async function listTriggers(reader: StoreReader): Promise<readonly StoredTrigger[]> {
  const triggers = (await reader.listDocuments(KIND)).map(({ body }) => StoredTrigger.parse(body))
  return triggers.toSorted((left, right) => (idOf(left) < idOf(right) ? -1 : 1))
}

export async function readTrigger(reader: StoreReader, id: string): Promise<StoredTrigger | undefined> {
  const document = await reader.getDocument(KIND, id)
  return document && StoredTrigger.parse(document.body)
}

export async function putTrigger(tx: StoreTransaction, trigger: StoredTrigger, nowMs: number): Promise<void> {
  const body = StoredTrigger.parse(trigger)
  await tx.putDocument({ kind: KIND, id: idOf(trigger), body: toBody(body), at: toIso(nowMs) })
}

/** Forgets it with what came of it; its signing secret stays, so that a deploy that is taken back loses none. */
export async function deleteTrigger(tx: StoreTransaction, id: string): Promise<void> {
  for (const kind of [KIND, STATE, CURSOR]) await tx.deleteDocument(kind, id)
}

export async function readState(reader: StoreReader, id: string): Promise<TriggerState> {
  return TriggerState.parse((await reader.getDocument(STATE, id))?.body ?? {})
}

/** A success takes the error away; an error leaves what was started last. */
export async function putState(
  tx: StoreTransaction,
  id: string,
  change: { readonly run_id: string } | { readonly error: string },
  nowMs: number,
): Promise<void> {
  const at = toIso(nowMs)
  const state: TriggerState =
    'run_id' in change
      ? { last_at: at, last_run_id: change.run_id }
      : { ...(await readState(tx, id)), last_error: change.error.slice(0, 1000), last_error_at: at }
  await tx.putDocument({ kind: STATE, id, body: toBody(state), at })
}

export async function readCursor(reader: StoreReader, id: string): Promise<Cursor | undefined> {
  const document = await reader.getDocument(CURSOR, id)
  if (document === undefined) return undefined
  return {
    position: z.object({ position: z.number() }).parse(document.body).position,
    version: document.version,
  }
}

/** `before` is the cursor that was read; throws `version_conflict` where another process moved it since. */
export async function putCursor(
  tx: StoreTransaction,
  id: string,
  {
    position,
    nowMs,
    before,
  }: { readonly position: number; readonly nowMs: number; readonly before?: Cursor },
): Promise<void> {
  const expected = before === undefined ? {} : { expectedVersion: before.version }
  await tx.putDocument({ kind: CURSOR, id, body: { position }, at: toIso(nowMs), ...expected })
}

/** Undefined fields have no place in JSON. */
function toBody(noun: object) {
  return JSON.parse(JSON.stringify(noun))
}
