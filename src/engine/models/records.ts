import { z } from 'zod'
import type { JsonObject } from '../../contracts/json-value.ts'
import { ModelProviderKind } from '../../contracts/model-provider.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

/** The kind of document in which the choice of models lies. */
export const KIND = 'models'
const ID = 'models'

const Provider = z.object({
  name: z.string(),
  kind: ModelProviderKind,
  base_url: z.string(),
  models: z.array(z.string()),
  has_key: z.boolean(),
  updated_at: z.string(),
  updated_by: z.string(),
})

const Tier = z.array(z.string()).optional()
const Choice = z.object({
  providers: z.array(Provider),
  tiers: z.object({ FAST: Tier, STANDARD: Tier, POWERFUL: Tier }),
  changed: z.object({ at: z.string(), by: z.string(), name: z.string() }).optional(),
})

/** One provider as people put it in; its key lies sealed elsewhere. */
export type StoredProvider = z.infer<typeof Provider>
/** What people chose at run time, with the version of its document; 0 while nobody did. */
export type ModelChoice = z.infer<typeof Choice> & { readonly version: number }

/** What stands; nothing chosen where nobody did. */
export async function readChoice(store: Pick<StoreReader, 'getDocument'>): Promise<ModelChoice> {
  const document = await store.getDocument(KIND, ID)
  if (document === undefined) return { version: 0, providers: [], tiers: {} }
  return { ...Choice.parse(document.body), version: document.version }
}

/** Throws `version_conflict` where another version stands. */
export async function writeChoice(
  tx: StoreTransaction,
  { version, ...body }: ModelChoice,
  at: string,
): Promise<void> {
  const fields = JSON.parse(JSON.stringify(body)) as JsonObject
  await tx.putDocument({ kind: KIND, id: ID, body: fields, at, expectedVersion: version })
}
