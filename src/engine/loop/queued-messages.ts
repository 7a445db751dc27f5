import { z } from 'zod'
import { JsonObject, type JsonValue } from '../../contracts/json-value.ts'
import { Principal, type Voice } from '../../contracts/principal.ts'
import type { Store, StoreReader, StoreTransaction } from '../../store/store.ts'
import { ChatInput } from './chat-input.ts'

const KIND = 'chat_kept'
/** The topic that is announced when a message is kept, so that whoever starts the next run looks. */
export const KEPT_TOPIC = `document:${KIND}`

/**
 * A message that came while a run of its session was at work or waited. `queue`: it starts the next run; `steer`: the
 * run at work takes it up; `kept`: its author has not said yet.
 */
export const Kept = z.object({
  kept_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  mode: z.enum(['queue', 'steer', 'kept']),
  input: ChatInput,
  who: Principal,
})
export type Kept = z.infer<typeof Kept>

/** Keeps a message, or changes what becomes of one. */
export async function putKept(tx: StoreTransaction, kept: Kept, at: string): Promise<void> {
  const body = JsonObject.parse(JSON.parse(JSON.stringify(kept)))
  await tx.putDocument({ kind: KIND, id: kept.kept_id, lookup: kept.session_id, body, at })
}

export function deleteKept(tx: StoreTransaction, keptId: string): Promise<boolean> {
  return tx.deleteDocument(KIND, keptId)
}

/** Of one session, or of all; oldest first. */
export async function listKept(store: StoreReader, sessionId?: string): Promise<readonly Kept[]> {
  const found = await store.listDocuments(KIND, sessionId === undefined ? {} : { lookup: sessionId })
  return found.map(document => Kept.parse(document.body))
}

/** What a run at work was told meanwhile and has not taken up yet. */
export async function listSteers(
  store: Store,
  run: { readonly session_id: string; readonly run_id: string },
): Promise<readonly Kept[]> {
  const kept = await listKept(store, run.session_id)
  return kept.filter(item => item.mode === 'steer' && item.run_id === run.run_id)
}

/** The message in the input of a run where this voice wrote it, none otherwise. */
export function textBy(voice: Voice, input: JsonValue): readonly string[] {
  const parsed = ChatInput.safeParse(input)
  return parsed.success && parsed.data.from.kind === voice ? [parsed.data.message] : []
}
