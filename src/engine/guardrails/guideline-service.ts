import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Actor } from '../../contracts/event.ts'
import type { EvaluatedContext, Guideline, TaskContext } from '../../contracts/guideline.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { type Store, type StoreReader, watch } from '../../store/store.ts'
import { may } from '../access/access.ts'
import type { WhyNeverActs } from './check-guideline.ts'
import { type CompiledGuidelines, compileGuidelines } from './compile.ts'
import { defaultGuidelines } from './defaults.ts'
import { dryRunGuidelines } from './dry-run.ts'
import { evaluate } from './evaluate.ts'
import { type FallbackMode, fallbackGuidelines, holdForUnreadable } from './fallback.ts'
import {
  type GuidelineFilter,
  type GuidelinePage,
  type ListedGuidelines,
  pageGuidelines,
} from './guideline-list.ts'
import {
  GUIDELINE_TOPIC,
  readChangeCount,
  readGuideline,
  readGuidelines,
  readPeople,
} from './guideline-records.ts'
import {
  createGuideline,
  type ImportedItem,
  importGuideline,
  removeGuideline,
  suspendGuideline,
  toggleGuideline,
  updateGuideline,
  versionConflict,
  type Writing,
} from './guideline-writes.ts'

/** Most guidelines of one import. */
const MAX_IMPORT = 100
const MAX_AGE_MS = 60_000

export interface GuidelineServiceOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly fallbackMode: FallbackMode
  /** False is the operator's word that no guideline counts; the release rule stands all the same. */
  readonly enabled?: boolean
  /** Read anew for each change, because what lets a rule act may have changed. */
  readonly whyNeverActs?: () => Promise<WhyNeverActs>
  /** Whether the file system of the workspace takes upper and lower case for the same. */
  readonly foldsCase?: boolean
  /** How long a change that was not told may go unseen; at most 60,000. */
  readonly maxAgeMs?: number
}

/** The guardrails in force. `version` grows with every change of a guideline; 0 = never stored. */
export interface CurrentGuidelines {
  readonly compiled: CompiledGuidelines
  readonly version: number
}

type GuidelineAnswer = { readonly refused?: false; readonly guideline: Guideline } | Refusal

export interface ImportAnswer {
  readonly refused?: false
  /** How many were created or updated. */
  readonly imported: number
  /** One per item, in the order sent. */
  readonly items: readonly ImportedItem[]
}

export interface BootstrapAnswer {
  readonly created: readonly string[]
  readonly existing: readonly string[]
  readonly dry_run: boolean
}

/** Guidelines over the store: what is in force now, and every way to change it. Reading is anybody's. */
export interface GuidelineService {
  /**
   * The guardrails of this moment: what every process committed, at most a minute late when its notice was lost.
   * Before any guideline was stored: the built-in defaults. While the store cannot be read: the fallback over what
   * was read last. A stored guideline that cannot be read holds every call. Never rejects.
   */
  current(): Promise<CurrentGuidelines>
  /** Stores the defaults that are missing; `onlyWhenNew` does so only where no guideline was ever stored. */
  bootstrap(options?: { readonly dryRun?: boolean; readonly onlyWhenNew?: boolean }): Promise<BootstrapAnswer>
  /** Highest priority first, then by id. */
  list(filter: GuidelineFilter, page: GuidelinePage): Promise<ListedGuidelines>
  get(id: string): Promise<GuidelineAnswer>
  /** Writes need the right `guideline.write`. Refusals: `forbidden`, `invalid` naming fields. */
  create(who: Principal, body: unknown): Promise<GuidelineAnswer>
  /** The body carries the `version` that was read; another one standing is `version_conflict`. */
  update(who: Principal, id: string, body: unknown): Promise<GuidelineAnswer>
  remove(who: Principal, id: string): Promise<{ readonly refused?: false } | Refusal>
  toggle(who: Principal, id: string, version?: number): Promise<GuidelineAnswer>
  /** Advice: what the guardrails say about a context. Judging a call asks `current`. */
  evaluate(context: TaskContext, options?: Evaluating): Promise<EvaluatedContext>
  /** The same with drafts laid over what stands, by id; nothing is stored. `invalid` names fields of a draft. */
  dryRun(
    context: TaskContext,
    drafts: readonly unknown[],
    options?: Evaluating,
  ): Promise<({ readonly refused?: false } & EvaluatedContext) | Refusal>
  /** What would be in force with drafts laid over what stands and others left out, to be tried on what happened before. */
  draft(
    drafts: readonly unknown[],
    without?: readonly string[],
  ): Promise<{ readonly refused?: false; readonly compiled: CompiledGuidelines } | Refusal>
  /** At most 100; what is wrong with one item does not stop the others. */
  importMany(who: Principal, items: readonly unknown[]): Promise<ImportAnswer | Refusal>
  exportAll(filter?: GuidelineFilter): Promise<readonly Guideline[]>
  /** Takes a sticky rule out of force, by the system; false when none of that id was in force. */
  suspendRelease(id: string, because: string): Promise<boolean>
  close(): void
}

/** How advice is given: with reasons for what does not match, and by another evaluation than of the bare context. */
export interface Evaluating {
  readonly explain?: boolean
  readonly by?: typeof evaluate
}

function evaluateBy(
  compiled: CompiledGuidelines,
  context: TaskContext,
  { by = evaluate, ...how }: Evaluating = {},
): EvaluatedContext {
  return by(compiled, context, how)
}

export function createGuidelineService(options: GuidelineServiceOptions): GuidelineService {
  const { store, clock } = options
  const write = createWriter(options)
  const inForce = createInForce(options)
  const changed = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const answer = await work
    inForce.invalidate()
    return answer
  }
  return {
    current: inForce.current,
    bootstrap: async ({ dryRun = false, onlyWhenNew = false } = {}) => {
      const store = () => write.bySystem(writing => storeDefaults(writing, { dryRun, onlyWhenNew }))
      // Two first starts at once meet at the same ids: the second one then finds them.
      return changed(
        store().catch(error => (isSoulgateError(error, 'version_conflict') ? store() : throwIt(error))),
      )
    },
    list: async (filter, page) => pageGuidelines(await readGuidelines(store), filter, page),
    get: async id => {
      const standing = await readGuideline(store, id)
      if (standing.found && standing.guideline) return { guideline: standing.guideline }
      return refuse('not_found', `No guideline ${id} can be read. List them with GET /api/guardrails.`)
    },
    create: (who, body) =>
      changed(write.by(who, writing => createGuideline(writing, options.ids.newId('guideline'), body))),
    update: (who, id, body) => changed(write.by(who, writing => updateGuideline(writing, id, body))),
    remove: (who, id) => changed(write.by(who, writing => removeGuideline(writing, id))),
    toggle: (who, id, version) => changed(write.by(who, writing => toggleGuideline(writing, id, version))),
    evaluate: async (context, how) => {
      const { compiled } = await inForce.current()
      return evaluateBy(compiled, { now: toIso(clock.now()), ...context }, how)
    },
    dryRun: async (context, drafts, how) => {
      const { compiled } = await inForce.current()
      const at = toIso(clock.now())
      const people = await readPeople(store)
      const withDrafts = dryRunGuidelines(compiled, drafts, { nowMs: clock.now(), at, people })
      return isRefusal(withDrafts) ? withDrafts : evaluateBy(withDrafts, { now: at, ...context }, how)
    },
    draft: async (drafts, without = []) => {
      const { compiled } = await inForce.current()
      const people = await readPeople(store)
      const whyNeverActs = await options.whyNeverActs?.()
      const others = (await readGuidelines(store)).guidelines
      const rules = whyNeverActs === undefined ? {} : { whyNeverActs, others }
      const checks = { nowMs: clock.now(), people, ...rules }
      const how = { ...checks, at: toIso(clock.now()), without, ignoresLapse: true } as const
      const drafted = dryRunGuidelines(compiled, drafts, how)
      return isRefusal(drafted) ? drafted : { compiled: drafted }
    },
    importMany: async (who, items) => {
      if (items.length > MAX_IMPORT) return refuseImport(items.length)
      return changed(write.by(who, writing => importItems(writing, options.ids, items)))
    },
    exportAll: async (filter = {}) => {
      const everything = { limit: Number.MAX_SAFE_INTEGER }
      return pageGuidelines(await readGuidelines(store), filter, everything).items
    },
    suspendRelease: (id, because) =>
      changed(write.bySystem(writing => suspendGuideline(writing, id, because))),
    close: inForce.close,
  }
}

interface ReadGuardrails extends CurrentGuidelines {
  readonly guidelines: readonly Guideline[]
}

function createInForce(options: GuidelineServiceOptions) {
  const { store, clock, fallbackMode, enabled = true, foldsCase = false } = options
  const maxAgeMs = Math.min(options.maxAgeMs ?? MAX_AGE_MS, MAX_AGE_MS)
  const read = () => readGuardrails(store, { at: toIso(clock.now()), foldsCase })
  const watched = watch({ store, topics: [GUIDELINE_TOPIC], clock, maxAgeMs, read })
  const nothing: CurrentGuidelines = { compiled: compileGuidelines([]), version: 0 }
  let fallback: { readonly of: ReadGuardrails | undefined; readonly current: CurrentGuidelines } | undefined

  const fallBack = (): CurrentGuidelines => {
    const last = watched.last()
    if (fallback === undefined || fallback.of !== last) {
      const compiled = fallbackGuidelines(fallbackMode, last?.guidelines, foldsCase)
      fallback = { of: last, current: { compiled, version: last?.version ?? 0 } }
    }
    return fallback.current
  }
  return {
    current: async (): Promise<CurrentGuidelines> => {
      if (!enabled) return nothing
      try {
        const { compiled, version } = await watched.get()
        return { compiled, version }
      } catch {
        return fallBack()
      }
    },
    invalidate: watched.invalidate,
    close: watched.close,
  }
}

/** Reads again when a change came in between, so that the version belongs to what was read. */
async function readGuardrails(
  store: StoreReader,
  { at, foldsCase }: { readonly at: string; readonly foldsCase: boolean },
): Promise<ReadGuardrails> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await readChangeCount(store)
    const { guidelines, unreadable } = await readGuidelines(store)
    if (version !== (await readChangeCount(store)) && attempt < 4) continue
    const standing = version === 0 && unreadable.length === 0 ? withMissing(guidelines, at) : guidelines
    const all = [...standing, ...unreadable.map(holdForUnreadable)]
    return { guidelines: all, compiled: compileGuidelines(all, 'store', foldsCase), version }
  }
}

function withMissing(guidelines: readonly Guideline[], at: string): readonly Guideline[] {
  return guidelines.length > 0 ? guidelines : defaultGuidelines(at)
}

type Work<Answer> = (writing: Writing) => Promise<Answer>

function createWriter({ store, clock, ...options }: GuidelineServiceOptions) {
  const transact = async <Answer>(actor: Actor, work: Work<Answer>): Promise<Answer> => {
    const nowMs = clock.now()
    const whyNeverActs = await options.whyNeverActs?.()
    const rules = whyNeverActs === undefined ? {} : { whyNeverActs }
    return store.transact(tx => work({ tx, actor, nowMs, at: toIso(nowMs), ...rules }))
  }
  return {
    bySystem: <Answer>(work: Work<Answer>) => transact({ kind: 'system', id: 'system:guardrails' }, work),
    by: async <Answer>(who: Principal, work: Work<Answer | Refusal>): Promise<Answer | Refusal> => {
      if (!may(who.role, 'guideline.write')) {
        return refuse('forbidden', 'Only a reviewer or an admin may change guidelines.')
      }
      try {
        return await transact({ kind: who.kind, id: who.id }, work)
      } catch (error) {
        if (!isSoulgateError(error, 'version_conflict')) throw error
        return versionConflict(String(error.data.id), error.data.expected, error.data.actual)
      }
    },
  }
}

function throwIt(error: unknown): never {
  throw error
}

async function storeDefaults(
  writing: Writing,
  { dryRun, onlyWhenNew }: { readonly dryRun: boolean; readonly onlyWhenNew: boolean },
): Promise<BootstrapAnswer> {
  const isKnown = onlyWhenNew && (await readChangeCount(writing.tx)) > 0
  const created: string[] = []
  const existing: string[] = []
  for (const { id, version, created_at, updated_at, created_by, ...fields } of defaultGuidelines(
    writing.at,
  )) {
    if (isKnown || (await readGuideline(writing.tx, id)).found) {
      existing.push(id)
      continue
    }
    created.push(id)
    if (!dryRun) await createGuideline(writing, id, fields)
  }
  return { created, existing, dry_run: dryRun }
}

async function importItems(writing: Writing, ids: Ids, sent: readonly unknown[]): Promise<ImportAnswer> {
  const items: ImportedItem[] = []
  for (const item of sent) items.push(await importGuideline(writing, ids.newId('guideline'), item))
  const imported = items.filter(item => item.ok && item.outcome !== 'unchanged').length
  return { imported, items }
}

function refuseImport(count: number): Refusal {
  const message = `has ${count} guidelines; an import takes at most ${MAX_IMPORT}`
  return refuse('invalid', `The import ${message}. Send it in parts.`, {
    errors: [{ field: 'guidelines', message }],
  })
}
