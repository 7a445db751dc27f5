import type { DesignSystem, PageBrief, PageSpec } from '../../../contracts/page.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { generatePage } from '../generate/generate.ts'
import type { PageCall, PageToolParts } from './tool-parts.ts'

/** The parts by which pages lead to each other. */
const PARTS = [
  /<nav class="tabbar"[\s\S]*?<\/nav>/,
  /<footer class="footer"[\s\S]*?<\/footer>/,
  /<header class="topbar"[\s\S]*?<\/header>/,
]

export interface NewPage {
  readonly spec: PageSpec
  /** All pages with the new one among them. */
  readonly all: readonly PageSpec[]
  readonly brief: PageBrief
  readonly design: DesignSystem
}

/**
 * Leads the pages that stand to one that came: their navigation, footer and top bar, where they are still as the
 * generator wrote them. What somebody changed by hand is theirs. Answers the slugs that changed.
 */
export async function linkNewPage(
  pages: PageToolParts['pages'],
  { session_id, change_id, author }: PageCall,
  { spec, all, brief, design }: NewPage,
): Promise<readonly string[]> {
  const before = all.filter(page => page.slug !== spec.slug)
  const linked: string[] = []
  for (const other of before) {
    const page = await pages.find(session_id, other.slug)
    const read = page && (await pages.read(page.page_id))
    if (!page || !read || isRefusal(read)) continue
    const write = (known: readonly PageSpec[]) =>
      generatePage({ spec: other, brief, designSystem: design, pages: known })
    const html = exchangeParts(read.html, write(before), write(all))
    if (html === read.html) continue
    const written = await pages.write({
      ...{ session_id, author, slug: other.slug, html, change_id: `${change_id}:link:${other.slug}` },
      ...{ change: `Leads to ${spec.title}.`, source: 'auto' as const, if_version: read.version },
    })
    if (!isRefusal(written) && written.changed) linked.push(other.slug)
  }
  return linked
}

/** Puts each part of `to` where the same part of `from` stands, letter for letter. Pure. */
function exchangeParts(html: string, from: string, to: string): string {
  return PARTS.reduce((page, pattern) => {
    const [old] = pattern.exec(from) ?? []
    const [fresh] = pattern.exec(to) ?? []
    if (old === undefined || fresh === undefined || old === fresh) return page
    const at = page.indexOf(old)
    return at < 0 ? page : page.slice(0, at) + fresh + page.slice(at + old.length)
  }, html)
}
