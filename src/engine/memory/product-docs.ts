import { type Clock, toIso } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Principal } from '../../contracts/principal.ts'
import { ProductDoc, type ProductDocPatch } from '../../contracts/product-doc.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type {
  EventDraft,
  Page,
  Paged,
  Store,
  StoredDocPatch,
  StoreReader,
  StoreTransaction,
} from '../../store/store.ts'
import {
  type ChangedSections,
  changeSections,
  type KeptSection,
  type SectionChange,
  toSectionName,
} from './change-sections.ts'
import type { SectionPatch } from './fold-sections.ts'
import { makeProjectCard } from './project-card.ts'

/**
 * Who changes it. A model may change a section that a person edited last only where the person's own words of this
 * turn (`person_words`: message, answers, steer; never text of a model) ask for that section to be changed.
 */
export type DocAuthor =
  | { readonly kind: 'llm'; readonly agent: string; readonly run_id?: string; readonly person_words?: string }
  | { readonly kind: 'user'; readonly who: Principal }

export interface DocChange {
  readonly session_id: string
  /** `RunContext.id('change')`: applied once, however often it is sent. A new one is made when absent. */
  readonly change_id?: string
  readonly author: DocAuthor
  readonly sections: readonly SectionChange[]
  readonly change_summary?: string
  /** The version that was read: refused with `version_conflict` when one of these sections changed since. */
  readonly if_version?: number
}

export type DocChangeAnswer =
  | {
      readonly refused?: false
      /** Absent where nothing was applied and no doc stands. */
      readonly doc?: ProductDoc
      readonly applied: readonly ProductDocPatch[]
      /** Sections of a model's change that were left as they are; a person's change is refused whole instead. */
      readonly kept: readonly KeptSection[]
    }
  | Refusal

/** The long memory of a session, in sections. Each change is one transaction with its patches and its event. */
export interface ProductDocs {
  get(sessionId: string): Promise<ProductDoc | undefined>
  /**
   * Emits `product_doc_updated` on the run's stream (`run_id`), otherwise on the session's. Refusals: `not_found`,
   * `version_conflict` and, for a person, `invalid`.
   */
  change(change: DocChange): Promise<DocChangeAnswer>
  /** The person stands by this version. Refusals: `not_found`, `version_conflict` when another version stands. */
  confirm(who: Principal, sessionId: string, ifVersion?: number): Promise<DocChangeAnswer>
  /** Newest first; of one section when it is named. */
  history(sessionId: string, page: Page, section?: string): Promise<Paged<ProductDocPatch>>
}

export interface ProductDocOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly countTokens: (text: string) => number
}

const KIND = 'product_doc'
const MAX_PATCHES_OF_ONE_CHANGE = 200

export function createProductDocs(options: ProductDocOptions): ProductDocs {
  const { store } = options
  return {
    get: sessionId => readDoc(store, sessionId),
    change: change => store.transact(tx => applyChange(options, tx, change)),
    confirm: (who, sessionId, ifVersion) =>
      store.transact(tx => confirmDoc(options, tx, { who, sessionId, ifVersion })),
    history: async (sessionId, page, section) => {
      const { items, ...rest } = await store.listDocPatches(
        sessionId,
        section === undefined ? {} : { section },
        page,
      )
      return { ...rest, items: items.map(toPatch) }
    },
  }
}

/** Deletes the doc; its patches go with the conversation. */
export async function eraseProductDoc(tx: StoreTransaction, sessionId: string): Promise<number> {
  return (await tx.deleteDocument(KIND, sessionId)) ? 1 : 0
}

async function readDoc(store: StoreReader, sessionId: string): Promise<ProductDoc | undefined> {
  const document = await store.getDocument(KIND, sessionId)
  return document && ProductDoc.parse({ ...Object(document.body), version: document.version })
}

async function applyChange(
  options: ProductDocOptions,
  tx: StoreTransaction,
  change: DocChange,
): Promise<DocChangeAnswer> {
  const { session_id, author } = change
  if (!(await tx.lockSession(session_id))) return noSession(session_id)
  const standing = await readDoc(tx, session_id)
  const changeId = change.change_id ?? options.ids.newId('change')
  const earlier = await tx.listDocPatches(
    session_id,
    { change_id: changeId },
    { limit: MAX_PATCHES_OF_ONE_CHANGE },
  )
  const terms = {
    by: author.kind,
    personWords: author.kind === 'llm' ? (author.person_words ?? '') : '',
    removedByPerson: author.kind === 'llm' ? await findRemoved(tx, change, standing) : new Set<string>(),
    at: toIso(options.clock.now()),
    countTokens: options.countTokens,
  }
  const changed = changeSections(standing?.sections ?? {}, change.sections, terms)
  if (earlier.items.length > 0) {
    const applied = earlier.items.toReversed().map(toPatch)
    return { ...(standing ? { doc: standing } : {}), applied, kept: stillKept(changed, applied) }
  }
  const conflict = await findConflict(tx, change, standing)
  if (conflict) return conflict
  const unfit = author.kind === 'user' ? refuseUnfit(changed.kept) : undefined
  if (unfit) return unfit
  if (changed.patches.length === 0) {
    return { ...(standing ? { doc: standing } : {}), applied: [], kept: changed.kept }
  }
  return writeChange(options, tx, { change, changeId, standing, changed })
}

/** Those of the sections that do not stand because a person removed them. */
async function findRemoved(
  tx: StoreTransaction,
  { session_id, sections }: DocChange,
  standing: ProductDoc | undefined,
): Promise<ReadonlySet<string>> {
  const removed = new Set<string>()
  for (const change of sections) {
    const section = toSectionName(change.section)
    if (section === undefined || (standing && Object.hasOwn(standing.sections, section))) continue
    const [latest] = (await tx.listDocPatches(session_id, { section }, { limit: 1 })).items
    if (latest && latest.after === undefined && !latest.changed_by.startsWith('agent:')) removed.add(section)
  }
  return removed
}

/** What a repeated change had to leave: the sections that its patches do not have. */
function stillKept(changed: ChangedSections, applied: readonly ProductDocPatch[]): readonly KeptSection[] {
  const done = new Set(applied.map(patch => patch.section))
  return changed.kept.filter(kept => !done.has(kept.section))
}

/** Only a change of the same section is a conflict: a model may go on writing others while a person edits one. */
async function findConflict(
  tx: StoreTransaction,
  { session_id, sections, if_version }: DocChange,
  standing: ProductDoc | undefined,
): Promise<Refusal | undefined> {
  if (if_version === undefined) return undefined
  for (const { section } of sections) {
    const name = toSectionName(section) ?? section
    const [latest] = (await tx.listDocPatches(session_id, { section: name }, { limit: 1 })).items
    if (!latest || latest.version <= if_version) continue
    const now = standing?.sections[name]
    return refuse(
      'version_conflict',
      `Section ${name} was changed in version ${latest.version}, after version ${if_version} that you read. Read it again and repeat the change.`,
      { data: { section: name, version: standing?.version ?? 0, standing: now ?? null } },
    )
  }
  return undefined
}

function refuseUnfit(kept: readonly KeptSection[]): Refusal | undefined {
  const [first] = kept
  if (!first) return undefined
  if (first.because === 'absent') return refuse('not_found', first.detail)
  const field = first.because === 'too_long' || first.because === 'empty' ? 'content' : 'section'
  return refuse('invalid', `Section ${first.section} was not changed: ${first.detail}`, {
    errors: [{ field, message: first.detail }],
  })
}

interface Writing {
  readonly change: DocChange
  readonly changeId: string
  readonly standing: ProductDoc | undefined
  readonly changed: ChangedSections
}

async function writeChange(
  options: ProductDocOptions,
  tx: StoreTransaction,
  { change, changeId, standing, changed }: Writing,
): Promise<DocChangeAnswer> {
  const at = toIso(options.clock.now())
  const status = standing === undefined || standing.status === 'draft' ? 'draft' : 'outdated'
  const summary = change.change_summary?.slice(0, 2000) || describePatches(changed.patches)
  const doc = await putDoc(options, tx, {
    before: standing,
    after: { session_id: change.session_id, status, sections: changed.sections, at },
  })
  const patches: readonly StoredDocPatch[] = changed.patches.map(({ change: _kind, ...patch }, position) => ({
    patch_id: options.ids.newId('patch'),
    session_id: change.session_id,
    version: doc.version,
    ...patch,
    change_summary: summary,
    changed_by: actorOf(change.author).id,
    at,
    change_id: changeId,
    position,
  }))
  await tx.insertDocPatches(patches)
  const sections = changed.patches.map(({ section, change: kind, after, before }) => ({
    section,
    change: kind,
    title: (after ?? before)?.title ?? section,
  }))
  const kept = changed.kept.map(({ section, because }) => ({ section, because }))
  const payload = { change_summary: summary, updated_by: change.author.kind, sections, kept }
  await tx.appendEvents([updatedEvent(change.author, doc, payload)])
  return { doc, applied: patches.map(toPatch), kept: changed.kept }
}

async function confirmDoc(
  options: ProductDocOptions,
  tx: StoreTransaction,
  {
    who,
    sessionId,
    ifVersion,
  }: { readonly who: Principal; readonly sessionId: string; readonly ifVersion: number | undefined },
): Promise<DocChangeAnswer> {
  await tx.lockSession(sessionId)
  const standing = await readDoc(tx, sessionId)
  if (!standing) return refuse('not_found', `Session ${sessionId} has no product doc yet.`)
  if (ifVersion !== undefined && ifVersion !== standing.version) {
    return refuse(
      'version_conflict',
      `The product doc of ${sessionId} is at version ${standing.version}, not ${ifVersion}. Read it again before you confirm it.`,
      { data: { version: standing.version } },
    )
  }
  if (standing.status === 'confirmed') return { doc: standing, applied: [], kept: [] }
  const { sections } = standing
  const at = toIso(options.clock.now())
  const after = { session_id: sessionId, status: 'confirmed' as const, sections, at }
  const doc = await putDoc(options, tx, { before: standing, after })
  const payload = { change_summary: 'confirmed', updated_by: 'user', sections: [], kept: [] }
  await tx.appendEvents([updatedEvent({ kind: 'user', who }, doc, payload)])
  return { doc, applied: [], kept: [] }
}

async function putDoc(
  { countTokens }: ProductDocOptions,
  tx: StoreTransaction,
  {
    before,
    after,
  }: {
    readonly before: ProductDoc | undefined
    readonly after: Pick<ProductDoc, 'session_id' | 'status' | 'sections'> & { readonly at: string }
  },
): Promise<ProductDoc> {
  const { at, ...fields } = after
  const body = { ...fields, project_card: makeProjectCard(fields, countTokens), updated_at: at }
  const expectedVersion = before?.version ?? 0
  const write = { kind: KIND, id: after.session_id, lookup: after.session_id, body, at, expectedVersion }
  return { ...body, version: await tx.putDocument(write) }
}

function updatedEvent(author: DocAuthor, doc: ProductDoc, payload: EventDraft['payload']): EventDraft {
  const { session_id, version, status } = doc
  const runId = author.kind === 'llm' ? author.run_id : undefined
  return {
    stream: runId === undefined ? `session:${session_id}` : `run:${runId}`,
    type: 'product_doc_updated',
    at: doc.updated_at,
    session_id,
    ...(runId === undefined ? {} : { run_id: runId }),
    actor: actorOf(author),
    payload: { version, status, ...payload },
  }
}

/** An agent's id always says that it is one, so that its changes are never taken for a person's. */
function actorOf(author: DocAuthor): Actor {
  if (author.kind === 'user') return { kind: author.who.kind, id: author.who.id }
  const { agent } = author
  return { kind: 'agent', id: agent.startsWith('agent:') ? agent : `agent:${agent}` }
}

function describePatches(patches: readonly SectionPatch[]): string {
  return patches
    .map(({ change, section, after, before }) => `${change} ${(after ?? before)?.title ?? section}`)
    .join(', ')
    .slice(0, 2000)
}

function toPatch({ change_id: _change, position: _position, ...patch }: StoredDocPatch): ProductDocPatch {
  return patch
}

function noSession(sessionId: string): Refusal {
  return refuse('not_found', `There is no session ${sessionId}.`)
}
