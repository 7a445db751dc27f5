import { distance } from 'fastest-levenshtein'
import type { PageIssue } from '../../../../contracts/page.ts'
import { attribute, type PageElement } from '../document.ts'
import { firstIssues, issueAt, type PageCheck } from '../page-check.ts'
import { readAddress } from './safety-rules.ts'

/** Links inside lead to a page that is there, or to a place on this one. */
export function checkLinks(check: PageCheck): readonly PageIssue[] {
  const targets = new Set<string>()
  for (const element of check.document.elements) {
    const id = attribute(element, 'id')
    const name = element.tag === 'a' ? attribute(element, 'name') : undefined
    if (id !== undefined) targets.add(id)
    if (name !== undefined) targets.add(name)
  }
  return firstIssues(
    check.document.elements.flatMap(element => {
      const address = linkOf(element)
      const why = address === undefined ? undefined : deadBecause(address, targets, check.slugs)
      if (address === undefined || why === undefined) return []
      const fix = fixFor(address, check.slugs)
      return [issueAt(check, element, { rule: 'dead_link', severity: 'error', message: why, fix })]
    }),
  )
}

function linkOf(element: PageElement): string | undefined {
  return element.tag === 'a' || element.tag === 'area' ? attribute(element, 'href') : undefined
}

function deadBecause(
  address: string,
  targets: ReadonlySet<string>,
  slugs: readonly string[] | undefined,
): string | undefined {
  const shown = address.trim().slice(0, 80)
  const url = readAddress(address)
  if (url === undefined) return `“${shown}” is no address.`
  if (url.protocol !== 'file:' || url.host !== '') return undefined
  const path = decode(url.pathname)
  if (path === '/site/pages/page.html' && !/page\.html/.test(address)) {
    const place = decode(url.hash.slice(1))
    const isThere = place === '' || place.toLowerCase() === 'top' || targets.has(place)
    return isThere || place.startsWith('/') || place.includes('=')
      ? undefined
      : `Nothing on the page is called “${place.slice(0, 80)}”.`
  }
  if (slugs === undefined || path === '/site/index.html' || path === '/site/') return undefined
  const slug = /^\/site\/pages\/([^/]+)\.html$/.exec(path)?.[1]
  if (slug !== undefined && slugs.includes(slug)) return undefined
  return `“${shown}” leads to no page. There are: ${slugs.slice(0, 20).join(', ')}.`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The page whose name is nearest, when it is near enough to be the one that was meant. */
function fixFor(address: string, slugs: readonly string[] | undefined): NonNullable<PageIssue['fix']> {
  const path = address.trim().split(/[?#]/)[0] ?? ''
  const wanted = path
    .replace(/^.*\//, '')
    .replace(/\.[a-z]+$/i, '')
    .toLowerCase()
  const near = (slugs ?? [])
    .map(slug => ({ slug, away: slug === wanted ? 0 : distance(slug, wanted) }))
    .sort((one, other) => one.away - other.away)
    .find(
      ({ slug, away }) =>
        away <= Math.max(2, Math.min(slug.length, wanted.length) / 3) && away < slug.length - 1,
    )
  if (near === undefined || path === '') {
    return { kind: 'make_page', description: 'Make what it leads to, or lead it elsewhere.' }
  }
  const value = `${near.slug}.html${address.trim().slice(path.length)}`
  return { kind: 'set_attribute', description: `Lead it to ${value}.`, data: { name: 'href', value } }
}
