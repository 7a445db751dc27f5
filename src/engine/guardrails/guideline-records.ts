import { Guideline } from '../../contracts/guideline.ts'
import { JsonObject, type JsonValue } from '../../contracts/json-value.ts'
import { Person } from '../../contracts/principal.ts'
import type { StoreDocument, StoreReader, StoreTransaction } from '../../store/store.ts'

const GUIDELINE = 'guideline'
const COUNTER = { kind: 'guideline_counter', id: 'current' } as const

/** A commit that touches this topic changed a guideline. */
export const GUIDELINE_TOPIC = `document:${GUIDELINE}`

export interface StoredGuidelines {
  readonly guidelines: readonly Guideline[]
  /** Ids of documents that are no guideline: of a newer release, or damaged. */
  readonly unreadable: readonly string[]
}

/** Every stored guideline, oldest first. */
export async function readGuidelines(store: StoreReader): Promise<StoredGuidelines> {
  const documents = await store.listDocuments(GUIDELINE)
  const parsed = documents.map(document => ({ id: document.id, guideline: toGuideline(document) }))
  return {
    guidelines: parsed.flatMap(({ guideline }) => (guideline === undefined ? [] : [guideline])),
    unreadable: parsed.filter(({ guideline }) => guideline === undefined).map(({ id }) => id),
  }
}

export type FoundGuideline =
  | { readonly found: false }
  | { readonly found: true; readonly version: number; readonly guideline: Guideline | undefined }

/** One guideline; found without one when what is stored cannot be read. */
export async function readGuideline(store: StoreReader, id: string): Promise<FoundGuideline> {
  const document = await store.getDocument(GUIDELINE, id)
  if (!document) return { found: false }
  return { found: true, version: document.version, guideline: toGuideline(document) }
}

/** How often guidelines were changed: 0 before the first one was ever stored, then growing with every change. */
export async function readChangeCount(store: StoreReader): Promise<number> {
  return (await store.getDocument(COUNTER.kind, COUNTER.id))?.version ?? 0
}

/** Stores a guideline under the version after `version`, and counts the change. */
export async function putGuideline(tx: StoreTransaction, guideline: Guideline, at: string): Promise<void> {
  const expectedVersion = guideline.version - 1
  await tx.putDocument({ kind: GUIDELINE, id: guideline.id, body: toJson(guideline), at, expectedVersion })
  await countChange(tx, at)
}

export async function deleteGuideline(tx: StoreTransaction, id: string, at: string): Promise<void> {
  await tx.deleteDocument(GUIDELINE, id)
  await countChange(tx, at)
}

/** The registered people, for what a quorum needs. */
export async function readPeople(store: StoreReader): Promise<readonly Person[]> {
  return (await store.listDocuments('person')).map(document => Person.parse(document.body))
}

export function toJson(guideline: Guideline): JsonObject {
  return JsonObject.parse(guideline)
}

export interface FieldChange {
  readonly [key: string]: JsonValue
  readonly field: string
  readonly old_value: JsonValue
  readonly new_value: JsonValue
}

/** The fields in which two states of a guideline differ, but for what every change touches. */
export function diffGuidelines(before: Guideline, after: Guideline): readonly FieldChange[] {
  const [old, fresh] = [toJson(before), toJson(after)]
  return Object.keys(fresh)
    .filter(field => field !== 'version' && field !== 'updated_at')
    .filter(field => JSON.stringify(sorted(old[field])) !== JSON.stringify(sorted(fresh[field])))
    .map(field => ({ field, old_value: old[field] ?? null, new_value: fresh[field] ?? null }))
}

/** Keys in one order, so that the order in which somebody wrote them is no change. */
function sorted(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function countChange(tx: StoreTransaction, at: string): Promise<void> {
  await tx.putDocument({ ...COUNTER, body: {}, at })
}

function toGuideline(document: StoreDocument): Guideline | undefined {
  const parsed = Guideline.safeParse(document.body)
  if (!parsed.success) return undefined
  return { ...parsed.data, id: document.id, version: document.version }
}
