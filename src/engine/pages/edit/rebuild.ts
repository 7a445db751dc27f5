import type { PageBrief, PageSpec } from '../../../contracts/page.ts'
import { diffHtml } from '../diff.ts'
import { generatePage } from '../generate/generate.ts'
import type { Site, SitePage } from './site.ts'

/** Another brief or other pages, in order; a page that stays keeps its slug. */
export interface Rebuilding {
  readonly brief?: PageBrief
  readonly pages?: readonly PageSpec[]
}

/**
 * The site made from another brief: each page gets just what differs between what the generator writes for the one
 * brief and for the other, so that everything else stays byte for byte. A page on which a difference finds no place (a
 * model's, or changed by hand there) keeps its source; whoever asked looks whether what was meant is there.
 */
export function rebuild(site: Site, { brief = site.brief, pages = site.pages }: Rebuilding): Site {
  const specs = pages.map(toSpec)
  const before = site.pages.map(toSpec)
  const made = specs.map(spec => {
    const standing = site.pages.find(page => page.slug === spec.slug)
    const next = generatePage({ spec, brief, designSystem: site.design, pages: specs })
    if (standing === undefined) return { ...spec, html: next }
    const old = generatePage({
      spec: toSpec(standing),
      brief: site.brief,
      designSystem: site.design,
      pages: before,
    })
    return { ...spec, html: standing.html === old ? next : patched(standing.html, old, next) }
  })
  return { ...site, brief, pages: made }
}

export function toSpec({ slug, title, purpose, role }: SitePage | PageSpec): PageSpec {
  return { slug, title, purpose, role }
}

/** The differences between two texts put into a third one, each where its lines stand whole; pure. */
function patched(html: string, from: string, to: string): string {
  if (from === to) return html
  const lines = html.split('\n')
  const old = from.split('\n')
  let at = 0
  for (const { before_start: start, removed, added } of diffHtml(from, to).hunks) {
    const context = old.slice(Math.max(0, start - 2), start - 1)
    const place =
      findLines(lines, [...context, ...removed], at) ?? findLines(lines, [...context, ...removed], 0)
    if (place === undefined) continue
    const first = place + context.length
    lines.splice(first, removed.length, ...added)
    at = first + added.length
  }
  return lines.join('\n')
}

function findLines(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  if (wanted.length === 0) return undefined
  for (let at = from; at + wanted.length <= lines.length; at += 1) {
    if (wanted.every((line, index) => lines[at + index] === line)) return at
  }
  return undefined
}
