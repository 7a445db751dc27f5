import { toIso } from '../../base/clock.ts'
import type { Page } from '../../contracts/page.ts'
import type { PageMeasurement } from '../../contracts/page-measurement.ts'
import { PagesChanged } from '../../contracts/page-operation.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  applyFixes,
  appScript,
  exportPages,
  markElements,
  measurePage,
  previewPage,
  validateHtml,
} from '../../engine/pages/pages.ts'
import type { Engine } from '../engine.ts'
import { readableSession, refuseSessionWrite } from '../visibility.ts'
import type { PageName, PagesPart, Showing, ShownPage } from './pages-part.ts'

/** Pages of sessions as surfaces see them. */
export function createPagesPart(engine: Engine): PagesPart {
  return {
    ...createReads(engine),
    ...createWrites(engine),
    ...createChecks(engine),
    ...createShows(engine),
    ...createChanges(engine),
  }
}

type Reads = Pick<PagesPart, 'list' | 'get' | 'read' | 'versions' | 'diff' | 'snapshots'>

function createReads(engine: Engine): Reads {
  const { pages } = engine
  return {
    list: async (who, sessionId) => {
      const session = await readableSession(engine.store, who, sessionId)
      if (isRefusal(session)) return session
      const design_system = await pages.designSystem(sessionId)
      const brief = await pages.brief(sessionId)
      return {
        pages: await pages.list(sessionId),
        ...(design_system ? { design_system } : {}),
        ...(brief ? { brief } : {}),
      }
    },
    get: (who, name) => findPage(engine, who, name),
    read: async (who, name, version) => {
      const page = await findPage(engine, who, name)
      return isRefusal(page) ? page : pages.read(page.page_id, version)
    },
    versions: async (who, name) => {
      const page = await findPage(engine, who, name)
      return isRefusal(page) ? page : { versions: await pages.versions(page.page_id) }
    },
    diff: async (who, name, between) => {
      const page = await findPage(engine, who, name)
      return isRefusal(page) ? page : pages.diff(page.page_id, between)
    },
    snapshots: async (who, sessionId) => {
      const session = await readableSession(engine.store, who, sessionId)
      return isRefusal(session) ? session : { snapshots: await pages.snapshots(sessionId) }
    },
  }
}

type Checks = Pick<PagesPart, 'validate' | 'fix'>

function createChecks(engine: Engine): Checks {
  const { pages, ids } = engine
  return {
    validate: async (who, name, measured) => {
      const checked = await checkStanding(engine, await findPage(engine, who, name), measured)
      return isRefusal(checked) ? checked : checked.validation
    },
    fix: async (who, name, { rules, measured } = {}) => {
      const page = await findPage(engine, who, name)
      if (isRefusal(page)) return page
      const refused = await refuseSessionWrite(engine.store, who, page.session_id)
      if (refused) return refused
      const checked = await checkStanding(engine, page, measured)
      if (isRefusal(checked)) return checked
      const { html, version, terms, validation } = checked
      const meant = validation.issues.filter(issue => rules === undefined || rules.includes(issue.rule))
      const fixed = applyFixes(html, meant)
      const { session_id, slug } = page
      const written = await pages.write({
        ...{ session_id, slug, html: fixed.html, if_version: version, source: 'manual' },
        ...{ author: { kind: 'user', who }, change_id: ids.newId('change') },
        change: `Repaired: ${[...new Set(fixed.applied.map(issue => issue.rule))].join(', ')}`,
      })
      if (isRefusal(written)) return written
      const { applied, left } = fixed
      const { changed } = written
      return { page: written.page, changed, applied, left, validation: validateHtml(fixed.html, terms) }
    },
  }
}

/** A page as it stands with what its check says; what was measured of another version says nothing of it. */
async function checkStanding({ pages }: Engine, page: Page | Refusal, measured?: PageMeasurement) {
  if (isRefusal(page)) return page
  const read = await pages.read(page.page_id)
  if (isRefusal(read)) return read
  const css = (await pages.designSystem(page.session_id))?.css ?? ''
  const slugs = (await pages.list(page.session_id)).map(item => item.slug)
  const terms = { css, slugs }
  const windows = measured?.version === read.version ? measured.windows : []
  const validation = validateHtml(read.html, { ...terms, measured: windows })
  return { html: read.html, version: read.version, terms, validation }
}

type Writes = Pick<PagesPart, 'put' | 'pin' | 'rollback' | 'takeSnapshot' | 'pinSnapshot' | 'rollbackTo'>

function createWrites(engine: Engine): Writes {
  const { pages, ids } = engine
  const ownPage = async (who: Principal, name: PageName): Promise<Page | Refusal> => {
    const page = await findPage(engine, who, name)
    if (isRefusal(page)) return page
    return (await refuseSessionWrite(engine.store, who, page.session_id)) ?? page
  }
  const change = (who: Principal) => ({
    author: { kind: 'user' as const, who },
    change_id: ids.newId('change'),
  })
  return {
    put: async (who, name, { html, description, if_version }) => {
      const page = await ownPage(who, name)
      if (isRefusal(page)) return page
      const { session_id, slug } = page
      const expected = if_version === undefined ? {} : { if_version }
      return pages.write({
        ...{ ...change(who), session_id, slug, html, ...expected },
        ...{ change: description, source: 'manual' },
      })
    },
    pin: async (who, name, { version, isPinned }) => {
      const page = await ownPage(who, name)
      return isRefusal(page) ? page : pages.pin(page.page_id, version, isPinned)
    },
    rollback: async (who, name, version) => {
      const page = await ownPage(who, name)
      return isRefusal(page) ? page : pages.rollback({ ...change(who), page_id: page.page_id, version })
    },
    takeSnapshot: async (who, session_id, label) => {
      const refused = await refuseSessionWrite(engine.store, who, session_id)
      if (refused) return refused
      const taken = await pages.takeSnapshot({ ...change(who), session_id, label, source: 'manual' })
      return isRefusal(taken) ? taken : taken.snapshot
    },
    pinSnapshot: async (who, snapshotId, isPinned) => {
      const refused = await refuseSnapshotWrite(engine, who, snapshotId)
      if (refused) return refused
      const pinned = await pages.pinSnapshot(snapshotId, isPinned)
      return isRefusal(pinned) ? pinned : pinned.snapshot
    },
    rollbackTo: async (who, snapshotId) => {
      const refused = await refuseSnapshotWrite(engine, who, snapshotId)
      if (refused) return refused
      const restored = await pages.restoreSnapshot({ ...change(who), snapshot_id: snapshotId })
      if (isRefusal(restored)) return restored
      return { affected_pages: restored.affected, number: restored.number }
    },
  }
}

type Changes = Pick<PagesPart, 'change' | 'undo' | 'editBrief'>

function createChanges(engine: Engine): Changes {
  const { pages, ids, store } = engine
  const change = (who: Principal) => ({
    author: { kind: 'user' as const, who },
    change_id: ids.newId('change'),
  })
  return {
    change: async (
      who,
      session_id,
      { operations, instruction, pages: only, active_page: active, dry_run },
    ) => {
      const refused = await refuseSessionWrite(store, who, session_id)
      if (refused) return refused
      const changed = await pages.change({
        ...{ ...change(who), session_id, isDryRun: dry_run },
        ...(operations === undefined ? {} : { operations }),
        ...(instruction === undefined ? {} : { instruction }),
        hints: { ...(only === undefined ? {} : { only }), ...(active === undefined ? {} : { active }) },
      })
      return isRefusal(changed) ? changed : PagesChanged.parse(changed)
    },
    undo: async (who, session_id) => {
      const refused = await refuseSessionWrite(store, who, session_id)
      if (refused) return refused
      const { author, change_id } = change(who)
      const last = await pages.lastDifferent(session_id, change_id)
      if (!last) return refuse('nothing_to_undo', 'There is no change of these pages to take back.')
      const { snapshot_id, label } = last
      const restored = await pages.restoreSnapshot({ author, change_id, snapshot_id })
      return isRefusal(restored) ? restored : { label, affected_pages: restored.affected }
    },
    editBrief: async (who, session_id, edit) => {
      const refused = await refuseSessionWrite(store, who, session_id)
      if (refused) return refused
      const changed = await pages.changeBrief({ ...change(who), session_id, edit })
      return isRefusal(changed)
        ? changed
        : { brief: changed.analysis, affected_pages: changed.affected_pages }
    },
  }
}

type Shows = Pick<PagesPart, 'show' | 'export'>

function createShows(engine: Engine): Shows {
  return {
    show: async (who, name, how = {}) => {
      const page = await findPage(engine, who, name)
      return isRefusal(page) ? page : show(engine, page, how)
    },
    export: (who, sessionId) => exportSession(engine, who, sessionId),
  }
}

async function show(
  { pages }: Engine,
  page: Page,
  { version, isPointed = false, isMeasured = false }: Showing,
): Promise<ShownPage | Refusal> {
  const read = await pages.read(page.page_id, version)
  if (isRefusal(read)) return read
  const design = await pages.designSystem(page.session_id)
  return {
    page,
    version: read.version,
    ...previewPage(isPointed ? markElements(read.html) : isMeasured ? measurePage(read.html) : read.html, {
      css: design?.css ?? '',
      script: appScript,
    }),
  }
}

async function exportSession(
  engine: Engine,
  who: Principal,
  sessionId: string,
): ReturnType<PagesPart['export']> {
  const session = await readableSession(engine.store, who, sessionId)
  if (isRefusal(session)) return session
  const { pages, memory, clock } = engine
  const listed = await pages.list(sessionId)
  if (listed.length === 0) return refuse('not_found', `Session ${sessionId} has no pages to export yet.`)
  const whole: { readonly page: Page; readonly html: string }[] = []
  for (const page of listed) {
    const read = await pages.read(page.page_id)
    if (!isRefusal(read)) whole.push({ page, html: read.html })
  }
  const design = await pages.designSystem(sessionId)
  const doc = await memory.productDocs.get(sessionId)
  const brief = await pages.brief(sessionId)
  const bytes = exportPages({
    session_id: sessionId,
    at: toIso(clock.now()),
    pages: whole,
    ...(design ? { design } : {}),
    ...(doc ? { doc } : {}),
    ...(brief?.data_model ? { data_model: brief.data_model } : {}),
    ...(brief ? { product_type: brief.brief.product_type } : {}),
  })
  return { bytes, file_name: `${sessionId}.zip` }
}

async function refuseSnapshotWrite(
  engine: Engine,
  who: Principal,
  snapshotId: string,
): Promise<Refusal | undefined> {
  const found = await engine.pages.snapshot(snapshotId)
  const unknown = refuse('not_found', `There is no snapshot ${snapshotId}.`)
  if (!found || isRefusal(await readableSession(engine.store, who, found.session_id))) return unknown
  return refuseSessionWrite(engine.store, who, found.session_id)
}

/** By id, or by slug in a session; what somebody may not see is not there. */
async function findPage(engine: Engine, who: Principal, name: PageName): Promise<Page | Refusal> {
  const { page: asked, session_id } = name
  const byId = await engine.pages.get(asked)
  const page = byId ?? (session_id === undefined ? undefined : await engine.pages.find(session_id, asked))
  const where = session_id === undefined ? '' : ` in session ${session_id}`
  const unknown = refuse('not_found', `There is no page ${asked}${where}.`)
  if (!page || (session_id !== undefined && page.session_id !== session_id)) return unknown
  return isRefusal(await readableSession(engine.store, who, page.session_id)) ? unknown : page
}
