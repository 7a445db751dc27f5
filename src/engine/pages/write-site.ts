import { sha256Hex } from '../../base/digest.ts'
import type { BriefAnalysis, DesignSystem, Page } from '../../contracts/page.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { outlineOf, type SiteOutline } from './edit/outline.ts'
import type { Site, SitePage } from './edit/site.ts'
import type { PageAuthor, PageParts } from './page-parts.ts'
import { readBriefOf, writeBrief, writeDesign } from './project.ts'
import { takeSnapshot } from './snapshots.ts'
import { checkAndRepair } from './tools/check-page.ts'
import { writePage } from './write-page.ts'

/** Who changes a session's pages, and by which words. */
export interface WrittenBy {
  readonly session_id: string
  /** Done once, however often it is sent. */
  readonly change_id: string
  readonly author: PageAuthor
  readonly instruction?: string
}

/** What the pages of a session hold, by name; a refusal where there are none. */
export async function readOutline(store: StoreReader, sessionId: string): Promise<SiteOutline | Refusal> {
  const standing = await readSite(store, sessionId)
  return isRefusal(standing) ? standing : outlineOf(standing.site)
}

/** The pages of a session as they stand, their look and the brief; a refusal where there are none. */
export async function readSite(tx: StoreReader, sessionId: string) {
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
  readonly change: WrittenBy
  readonly before: Site
  readonly after: Site
  readonly analysis: BriefAnalysis
  readonly said: string
}

/** Everything that differs, in the caller's transaction, behind a snapshot of what stood before. */
export async function writeSite(
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
  readonly change: WrittenBy
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
