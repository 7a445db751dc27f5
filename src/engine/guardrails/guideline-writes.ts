import type { Actor } from '../../contracts/event.ts'
import type { CreateGuideline, Guideline } from '../../contracts/guideline.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { checkGuideline, type FieldError, type WhyNeverActs } from './check-guideline.ts'
import {
  deleteGuideline,
  diffGuidelines,
  putGuideline,
  readGuideline,
  readGuidelines,
  readPeople,
  toJson,
} from './guideline-records.ts'

/** One change of guidelines inside a transaction. */
export interface Writing {
  readonly tx: StoreTransaction
  readonly actor: Actor
  readonly nowMs: number
  readonly at: string
  readonly whyNeverActs?: WhyNeverActs
  /** Takes the event instead of the chain, for a caller that appends its events last. */
  readonly collect?: (event: EventDraft) => void
}

type Written = { readonly refused?: false; readonly guideline: Guideline } | Refusal

export async function createGuideline(writing: Writing, id: string, body: unknown): Promise<Written> {
  const checked = await check(writing, body)
  if (!checked.ok) return refuseFields(checked.errors)
  const guideline = newGuideline(writing, id, checked.guideline)
  await putGuideline(writing.tx, guideline, writing.at)
  await append(writing, 'guideline_created', { guideline_id: id, version: 1, guideline: toJson(guideline) })
  return { guideline }
}

/** Lays the fields of the body over the standing guideline; condition and action are replaced whole. */
export async function updateGuideline(writing: Writing, id: string, body: unknown): Promise<Written> {
  if (!isFields(body)) return refuseFields([{ field: '', message: 'is a JSON object' }])
  const { version } = body
  if (!Number.isInteger(version)) {
    return refuseFields([{ field: 'version', message: 'is the version that was read, an integer' }])
  }
  const standing = await readGuideline(writing.tx, id)
  if (!standing.found) return notFound(id)
  if (standing.version !== version) return versionConflict(id, version, standing.version)
  const base = standing.guideline ?? {}
  const checked = await check(writing, { ...base, ...withoutNulls(body) })
  if (!checked.ok) return refuseFields(checked.errors)
  const guideline = nextGuideline(writing, { id, standing, fields: checked.guideline })
  const changes = standing.guideline === undefined ? [] : diffGuidelines(standing.guideline, guideline)
  await putGuideline(writing.tx, guideline, writing.at)
  await append(writing, 'guideline_updated', {
    guideline_id: id,
    version: guideline.version,
    changes: [...changes],
  })
  return { guideline }
}

export async function removeGuideline(
  writing: Writing,
  id: string,
): Promise<{ readonly refused?: false } | Refusal> {
  const standing = await readGuideline(writing.tx, id)
  if (!standing.found) return notFound(id)
  await deleteGuideline(writing.tx, id, writing.at)
  await append(writing, 'guideline_deleted', {
    guideline_id: id,
    version: standing.version,
    guideline: standing.guideline === undefined ? null : toJson(standing.guideline),
  })
  return {}
}

/** Switching on is checked as saving is: what could not be saved today is not put in force today. */
export async function toggleGuideline(writing: Writing, id: string, version?: number): Promise<Written> {
  const standing = await readGuideline(writing.tx, id)
  if (!standing.found) return notFound(id)
  if (version !== undefined && version !== standing.version)
    return versionConflict(id, version, standing.version)
  if (standing.guideline === undefined) {
    return refuse('invalid', `Guideline ${id} cannot be read. Save it anew with PUT, or delete it.`)
  }
  const toggled = { ...standing.guideline, enabled: !standing.guideline.enabled }
  const checked = toggled.enabled ? await check(writing, toggled) : { ok: true as const }
  if (!checked.ok) return refuseFields(checked.errors)
  const guideline = { ...toggled, version: standing.version + 1, updated_at: writing.at }
  await putGuideline(writing.tx, guideline, writing.at)
  const { enabled } = guideline
  await append(writing, 'guideline_toggled', { guideline_id: id, version: guideline.version, enabled })
  return { guideline }
}

/** Takes a sticky rule out of force; false when there is none of that id in force. */
export async function suspendGuideline(writing: Writing, id: string, because: string): Promise<boolean> {
  const standing = await readGuideline(writing.tx, id)
  if (!standing.found || standing.guideline?.action.type !== 'release') return false
  if (standing.guideline.action.suspended !== undefined) return false
  const suspended = { because: because.slice(0, 2000), at: writing.at }
  const guideline: Guideline = {
    ...standing.guideline,
    action: { ...standing.guideline.action, suspended },
    version: standing.version + 1,
    updated_at: writing.at,
  }
  const changes = diffGuidelines(standing.guideline, guideline)
  await putGuideline(writing.tx, guideline, writing.at)
  await append(writing, 'guideline_updated', {
    guideline_id: id,
    version: guideline.version,
    changes: [...changes],
  })
  return true
}

/** What became of one item of an import. */
export type ImportedItem =
  | { readonly ok: true; readonly id: string; readonly outcome: 'created' | 'updated' | 'unchanged' }
  | {
      readonly ok: false
      readonly id?: string
      readonly code: 'invalid' | 'version_conflict'
      readonly errors: readonly FieldError[]
    }

/** By id: an unknown one is created, a known one updated when its version is the standing one. */
export async function importGuideline(writing: Writing, newId: string, item: unknown): Promise<ImportedItem> {
  if (!isFields(item))
    return { ok: false, code: 'invalid', errors: [{ field: '', message: 'is a JSON object' }] }
  const id = item.id ?? newId
  if (typeof id !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(id)) {
    const message = 'has 1–128 of the characters A–Z a–z 0–9 _ . -'
    return { ok: false, code: 'invalid', errors: [{ field: 'id', message }] }
  }
  const checked = await check(writing, item)
  if (!checked.ok) return { ok: false, id, code: 'invalid', errors: checked.errors }
  const standing = await readGuideline(writing.tx, id)
  if (!standing.found) {
    const guideline = newGuideline(writing, id, checked.guideline)
    return putImported(writing, guideline, { outcome: 'created', guideline: toJson(guideline) })
  }
  if (item.version !== standing.version) {
    const message = `is ${String(item.version)}, but version ${standing.version} stands`
    return { ok: false, id, code: 'version_conflict', errors: [{ field: 'version', message }] }
  }
  const guideline = nextGuideline(writing, { id, standing, fields: checked.guideline })
  const changes = standing.guideline === undefined ? undefined : diffGuidelines(standing.guideline, guideline)
  if (changes?.length === 0) return { ok: true, id, outcome: 'unchanged' }
  return putImported(writing, guideline, { outcome: 'updated', changes: [...(changes ?? [])] })
}

async function putImported(
  writing: Writing,
  guideline: Guideline,
  what: JsonObject & { readonly outcome: 'created' | 'updated' },
): Promise<ImportedItem> {
  const { id, version } = guideline
  await putGuideline(writing.tx, guideline, writing.at)
  await append(writing, 'guideline_imported', { guideline_id: id, version, ...what })
  return { ok: true, id, outcome: what.outcome }
}

async function check({ tx, nowMs, whyNeverActs }: Writing, body: unknown) {
  const rules =
    whyNeverActs === undefined ? {} : { whyNeverActs, others: (await readGuidelines(tx)).guidelines }
  return checkGuideline(body, { nowMs, people: await readPeople(tx), ...rules })
}

function newGuideline({ actor, at }: Writing, id: string, fields: CreateGuideline): Guideline {
  return { ...fields, id, version: 1, created_at: at, updated_at: at, created_by: actor.id }
}

interface Replacement {
  readonly id: string
  readonly standing: { readonly version: number; readonly guideline: Guideline | undefined }
  readonly fields: CreateGuideline
}

function nextGuideline(writing: Writing, { id, standing, fields }: Replacement): Guideline {
  const { created_at, created_by } = standing.guideline ?? newGuideline(writing, id, fields)
  const version = standing.version + 1
  return { ...fields, id, version, created_at, created_by, updated_at: writing.at }
}

async function append(
  { tx, actor, at, collect }: Writing,
  type: EventDraft['type'],
  payload: JsonObject,
): Promise<void> {
  const event: EventDraft = { stream: 'system', type, at, actor, payload }
  if (collect) collect(event)
  else await tx.appendEvents([event])
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null is taken for absent, as when a guideline is created. */
function withoutNulls(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function notFound(id: string): Refusal {
  return refuse('not_found', `No guideline ${id} exists. List them with GET /api/guardrails.`)
}

export function versionConflict(id: string, sent: unknown, actual: unknown): Refusal {
  return refuse(
    'version_conflict',
    `Guideline ${id} is at version ${String(actual)}, not ${String(sent)}. Read it again and repeat the change.`,
    { data: { guideline_id: id, expected_version: sent, actual_version: actual } },
  )
}

function refuseFields(errors: readonly FieldError[]): Refusal {
  const named = errors.map(error => `${error.field} ${error.message}`).join('; ')
  return refuse('invalid', `The guideline cannot be saved: ${named}.`, { errors })
}
