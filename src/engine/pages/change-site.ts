import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { BriefAnalysis, DesignSystem, Page } from '../../contracts/page.ts'
import { AppliedOperation, type PageOperation } from '../../contracts/page-operation.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { applyOperation } from './edit/apply-operation.ts'
import type { EditHints } from './edit/instruction.ts'
import { outlineOf, type SiteOutline } from './edit/outline.ts'
import { type Proposal, readInstruction } from './edit/read-instruction.ts'
import { type Asked, changedPages, type Site, type SitePage } from './edit/site.ts'
import type { PageAuthor, PageParts } from './page-parts.ts'
import { readBriefOf, writeBrief, writeDesign } from './project.ts'
import { takeSnapshot } from './snapshots.ts'
import { checkAndRepair } from './tools/check-page.ts'
import { validateHtml } from './validate/validate.ts'
import { writePage } from './write-page.ts'

/** A change of the pages of a session: operations, or words that are read into them. */
export interface SiteChange {
  readonly session_id: string
  /** Done once, however often it is sent. */
  readonly change_id: string
  readonly author: PageAuthor
  readonly operations?: readonly PageOperation[]
  readonly instruction?: string
  /** What a language model proposed for `instruction`, checked against it. */
  readonly proposals?: readonly Proposal[]
  readonly hints?: EditHints
}

/** What was done, what has to be asked before more is, and what of the words was not understood. */
export interface SiteChanged {
  readonly refused?: false
  readonly applied: readonly AppliedOperation[]
  readonly asked: readonly {
    readonly said: string
    readonly ask: string
    readonly options?: readonly string[]
    readonly needs?: Asked['needs']
  }[]
  readonly not_understood: readonly string[]
  readonly affected_pages: readonly string[]
}

/**
 * Works a change out on the pages as they stand and writes all of it in the caller's transaction, or nothing: a snapshot
 * before, a version of each page that changed, the look and the brief. Whatever would leave a page worse than its check
 * allows, or reach a page that may not change, is not done and said so.
 */
export async function changeSite(
  parts: PageParts,
  tx: StoreTransaction,
  change: SiteChange,
): Promise<SiteChanged | Refusal> {
  const { session_id } = change
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const done = await readLast(tx, change)
  if (done) return done
  const standing = await readSite(tx, session_id)
  if (isRefusal(standing)) return standing
  const { site, analysis } = standing
  const worked = workOut(site, proposalsOf(change, site), change.hints)
  if (worked.applied.length > 0) {
    const refused = await writeSite(parts, tx, {
      change,
      before: site,
      after: worked.site,
      analysis,
      said: worked.applied.map(({ said }) => said).join(' '),
    })
    if (refused) return refused
  }
  const { site: _site, ...told } = worked
  const changed: SiteChanged = { ...told, affected_pages: changedPages(site, worked.site) }
  const body = JSON.parse(JSON.stringify({ change_id: change.change_id, changed }))
  await tx.putDocument({
    kind: LAST_CHANGE,
    id: session_id,
    lookup: session_id,
    body,
    at: toIso(parts.clock.now()),
  })
  return changed
}

/** The kind of document under which what came of the last change of a session is kept, for a repeat of it. */
export const LAST_CHANGE = 'page_change'

const LastChange = z.object({
  change_id: z.string(),
  changed: z.object({
    applied: z.array(AppliedOperation),
    asked: z.array(
      z.object({
        said: z.string(),
        ask: z.string(),
        options: z.array(z.string()).optional(),
        needs: z.enum(['page', 'text']).optional(),
      }),
    ),
    not_understood: z.array(z.string()),
    affected_pages: z.array(z.string()),
  }),
})

async function readLast(
  tx: StoreTransaction,
  { session_id, change_id }: SiteChange,
): Promise<SiteChanged | undefined> {
  const document = await tx.getDocument(LAST_CHANGE, session_id)
  const last = document && LastChange.safeParse(document.body).data
  if (last?.change_id !== change_id) return undefined
  const asked = last.changed.asked.map(({ said, ...question }) => ({ said, ...questionOf(question) }))
  return { ...last.changed, asked }
}

function proposalsOf(
  { operations, proposals, instruction, hints }: SiteChange,
  site: Site,
): readonly Proposal[] {
  if (proposals !== undefined) return proposals
  if (operations !== undefined)
    return operations.map(operation => ({ said: operation.kind.replaceAll('_', ' '), operation }))
  return readInstruction(instruction ?? '', site, hints)
}

function workOut(site: Site, proposals: readonly Proposal[], hints: EditHints = {}) {
  const applied: AppliedOperation[] = []
  const asked: SiteChanged['asked'][number][] = []
  const not_understood: string[] = []
  let now = site
  for (const proposal of proposals) {
    const { said } = proposal
    if ('notUnderstood' in proposal) not_understood.push(said)
    else if ('asked' in proposal) asked.push({ said, ...questionOf(proposal.asked) })
    else {
      const done = applyOperation(now, proposal.operation)
      const wrong = done.done ? refuseOutcome(now, done.site, hints) : undefined
      if (!done.done) asked.push({ said, ...questionOf(done) })
      else if (wrong !== undefined) asked.push({ said, ask: wrong })
      else {
        now = done.site
        applied.push(done.applied)
      }
    }
  }
  return { site: now, applied, asked, not_understood }
}

function questionOf({
  ask,
  options,
  needs,
}: {
  readonly ask: string
  readonly options?: readonly string[] | undefined
  readonly needs?: Asked['needs'] | undefined
}) {
  return { ask, ...(options === undefined ? {} : { options }), ...(needs === undefined ? {} : { needs }) }
}

/** Pages that are bound stay within their bounds, and no page gets an error that it did not have. */
function refuseOutcome(before: Site, after: Site, { only = [] }: EditHints): string | undefined {
  const changed = changedPages(before, after)
  const strays = only.length === 0 ? [] : changed.filter(slug => !only.includes(slug))
  if (strays.length > 0)
    return `This would change ${strays.join(', ')} too, and only ${only.join(', ')} may change. Shall it?`
  const slugs = after.pages.map(({ slug }) => slug)
  const errors = (site: Site, page: SitePage | undefined): number =>
    page === undefined
      ? 0
      : validateHtml(page.html, { css: site.design.css, slugs }).issues.filter(
          ({ severity }) => severity === 'error',
        ).length
  const worse = after.pages.find(page => {
    const old = before.pages.find(one => one.slug === page.slug)
    return old?.html !== page.html && errors(after, page) > errors(before, old)
  })
  return worse === undefined
    ? undefined
    : `This was not done: the check of ${worse.title} would fail. Say it in another way.`
}

/** What the pages of a session hold, by name; a refusal where there are none. */
export async function readOutline(store: StoreReader, sessionId: string): Promise<SiteOutline | Refusal> {
  const standing = await readSite(store, sessionId)
  return isRefusal(standing) ? standing : outlineOf(standing.site)
}

async function readSite(tx: StoreReader, sessionId: string) {
  const listed = await tx.listPages(sessionId)
  const design = await tx.getDesignSystem(sessionId)
  const analysis = await readBriefOf(tx, sessionId)
  if (listed.length === 0 || !design || !analysis)
    return refuse('not_found', `Session ${sessionId} has no pages to change yet.`)
  const pages: SitePage[] = []
  for (const page of listed) {
    const version = await tx.getPageVersion(page.page_id, page.current_version)
    if (version?.html)
      pages.push({
        slug: page.slug,
        title: page.title,
        purpose: page.description,
        role: page.role,
        html: version.html,
      })
  }
  const { style, mode, tokens, css } = design
  const look: DesignSystem = { style, mode, tokens, css }
  return { site: { pages, design: look, brief: analysis.brief }, analysis }
}

interface Writing {
  readonly change: SiteChange
  readonly before: Site
  readonly after: Site
  readonly analysis: BriefAnalysis
  readonly said: string
}

async function writeSite(
  parts: PageParts,
  tx: StoreTransaction,
  { change, before, after, analysis, said }: Writing,
): Promise<Refusal | undefined> {
  const { session_id, author, change_id } = change
  const key = author.kind === 'agent' ? `before:${author.run_id}` : `before:${change_id}`
  await takeSnapshot(parts, tx, {
    session_id,
    author,
    change_id: key,
    label: `Before: ${change.instruction ?? said}`.slice(0, 200),
    source: 'auto',
  })
  if (after.design.css !== before.design.css) {
    const written = await writeDesign(parts, tx, {
      session_id,
      change_id: `${change_id}:design`,
      author,
      design: after.design,
    })
    if (isRefusal(written)) return written
  }
  for (const [order_index, page] of after.pages.entries()) {
    const refused = await writeOne(parts, tx, {
      change,
      before,
      page,
      order_index,
      css: after.design.css,
      slugs: after.pages.map(one => one.slug),
      said,
    })
    if (refused) return refused
  }
  for (const { slug } of before.pages.filter(page => !after.pages.some(one => one.slug === page.slug))) {
    const gone = await tx.findPage(session_id, slug)
    if (gone) await tx.deletePage(gone.page_id)
  }
  const pages = after.pages.map(({ slug, title, purpose, role }) => ({ slug, title, purpose, role }))
  const brief = { ...after.brief, version: before.brief.version + 1 }
  return writeBrief(parts, tx, { session_id, analysis: { ...analysis, brief, pages } })
}

interface WritingPage {
  readonly change: SiteChange
  readonly before: Site
  readonly page: SitePage
  readonly order_index: number
  readonly css: string
  readonly slugs: readonly string[]
  readonly said: string
}

async function writeOne(
  parts: PageParts,
  tx: StoreTransaction,
  { change, before, page, order_index, css, slugs, said }: WritingPage,
): Promise<Refusal | undefined> {
  const { session_id, author, change_id } = change
  const { slug, title, purpose, role } = page
  const old = before.pages.find(one => one.slug === slug)
  if (old?.html !== page.html) {
    const html = old === undefined ? checkAndRepair(page.html, { css, slugs }).html : page.html
    const written = await writePage(parts, tx, {
      ...{ session_id, author, slug, html, title, role, order_index },
      ...{
        description: purpose,
        change: said.slice(0, 500),
        source: author.kind === 'agent' ? ('auto' as const) : ('manual' as const),
      },
      change_id: `${change_id}:${slug}:${sha256Hex(html).slice(0, 12)}`,
    })
    if (isRefusal(written)) return written
  }
  const stored: Page | undefined = await tx.findPage(session_id, slug)
  if (stored && (stored.order_index !== order_index || stored.title !== title))
    await tx.putPage({ ...stored, order_index, title })
  return undefined
}
