import type { DesignSystem, PageBrief, PageSpec } from '../../../contracts/page.ts'
import type { PageOperation } from '../../../contracts/page-operation.ts'

/** One page as it stands while a change is worked out. */
export interface SitePage extends PageSpec {
  readonly html: string
}

/** Everything that an operation may change, in memory: pages in their order, the shared look, the brief. */
export interface Site {
  readonly pages: readonly SitePage[]
  readonly design: DesignSystem
  readonly brief: PageBrief
}

/** What came of an operation, or what has to be asked before it can be done. */
export type Outcome =
  | {
      readonly done: true
      readonly site: Site
      readonly said: string
      readonly before: string
      readonly after: string
    }
  | Asked

/** Nothing is changed; a question about target or value, with what it could be. */
export interface Asked {
  readonly done: false
  readonly ask: string
  readonly options?: readonly string[]
  /** What an answer is: the page that is meant, or the words that shall stand there. */
  readonly needs?: 'page' | 'text'
  /** What a yes does. */
  readonly operation?: PageOperation
}

/** A question: with what it could be, with what an answer is, or with the operation that a yes does. */
export function ask(
  question: string,
  options: readonly string[] = [],
  then?: 'page' | 'text' | PageOperation,
): Asked {
  return {
    ...{ done: false, ask: question },
    ...(options.length > 0 ? { options } : {}),
    ...(then === undefined ? {} : typeof then === 'string' ? { needs: then } : { operation: then }),
  }
}

/** The page that is meant is not certain. */
export function askPage(question: string, { pages }: Pick<Site, 'pages'>): Asked {
  return ask(
    question,
    pages.map(({ title }) => title),
    'page',
  )
}

/** The site with other source of some pages. */
export function withHtml(site: Site, change: (page: SitePage) => string): Site {
  return { ...site, pages: site.pages.map(page => ({ ...page, html: change(page) })) }
}

export function pageOf(site: Site, slug: string | undefined): SitePage | undefined {
  return site.pages.find(page => page.slug === slug)
}

/** Slugs of pages whose source differs; all of the second where the look does. */
export function changedPages(before: Site, after: Site): readonly string[] {
  if (before.design.css !== after.design.css) return after.pages.map(({ slug }) => slug)
  const earlier = new Map(before.pages.map(page => [page.slug, page]))
  const changed = after.pages.filter(page => {
    const old = earlier.get(page.slug)
    return old === undefined || old.html !== page.html || old.title !== page.title
  })
  const gone = before.pages.filter(page => pageOf(after, page.slug) === undefined)
  return [...changed, ...gone].map(({ slug }) => slug)
}
