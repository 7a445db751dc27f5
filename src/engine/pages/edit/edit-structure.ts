import type { PageBrief, PageSpec } from '../../../contracts/page.ts'
import type { PageOperation, PagePlace } from '../../../contracts/page-operation.ts'
import { slugOf } from '../generate/content/catalog-item.ts'
import { planPages } from '../generate/generate.ts'
import { escapeHtml, html } from '../generate/html.ts'
import { contentOf } from '../generate/page-content.ts'
import { reordered, whereOf } from './edit-items.ts'
import { findSections, type ShownSection, sectionsOf } from './locate.ts'
import { applySplices, elementsOf, isInside, spliceAway, spliceInside, wholeOf } from './page-tree.ts'
import { rebuild, toSpec } from './rebuild.ts'
import { replaceWords } from './replace-words.ts'
import { type Asked, ask, type Outcome, pageOf, type Site, type SitePage, withHtml } from './site.ts'

type Operation<Kind extends PageOperation['kind']> = Extract<PageOperation, { kind: Kind }>

const HEADINGS = /^h[1-6]$/

function sectionMeant(page: SitePage, wanted: string): ShownSection | Asked {
  const found = findSections(page.html, wanted)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const titles = sectionsOf(page.html)
    .map(({ title, region }) => title || region)
    .filter(title => title !== '')
  return found.length > 1
    ? ask(
        `Which part of ${page.title} is meant by “${wanted}”?`,
        found.map(({ title, region }) => title || region),
      )
    : ask(`${page.title} has no part “${wanted}”.`, [...new Set(titles)].slice(0, 10))
}

function onPage(site: Site, slug: string): SitePage | Asked {
  return (
    pageOf(site, slug) ??
    ask(
      `There is no page “${slug}”.`,
      site.pages.map(({ title }) => title),
    )
  )
}

export function addSection(
  site: Site,
  { page: slug, title, text, place }: Operation<'add_section'>,
): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  if (text === undefined) return ask(`What shall stand under “${title}” on ${page.title}?`)
  if (findSections(page.html, title).some(found => found.title.toLowerCase() === title.toLowerCase()))
    return ask(`${page.title} has a part “${title}” already. What shall stand in it instead?`)
  const region = slugOf(title, 'section')
  const body = text.split(/\n+/).filter(line => line.trim() !== '')
  const markup =
    html`<section class="panel" data-region="${region}" aria-label="${title}"><h2 dir="auto">${title}</h2>${body.map(line => html`<p dir="auto">${line}</p>`)}</section>`
      .text
  const at = placeIn(page, place)
  if (at === undefined) return ask(`Where on ${page.title} shall “${title}” stand?`)
  const next = withHtml(site, other =>
    other.slug === slug ? `${page.html.slice(0, at)}${markup}\n${page.html.slice(at)}` : other.html,
  )
  const fact = {
    kind: 'text' as const,
    value: text.slice(0, 1000),
    label: title.slice(0, 80),
    page: page.title,
    quote: text.slice(0, 1000),
  }
  const brief = { ...site.brief, statements: [...site.brief.statements, fact].slice(-120) }
  return {
    done: true,
    site: { ...next, brief },
    said: `“${title}” stands on ${page.title} now.`,
    before: '',
    after: text,
  }
}

/** Where a new part goes: at the end of the page, or next to the part that is named. */
function placeIn(page: SitePage, place: PagePlace | undefined): number | undefined {
  const elements = elementsOf(page.html)
  const main = elements.find(element => element.tagName === 'main')
  const end = main?.sourceCodeLocation?.endTag?.startOffset
  if (place === undefined || place.at === 'last') return end
  const parts = partsOf(page)
  if (place.at === 'first') return parts[1]?.element.sourceCodeLocation?.startOffset ?? end
  const anchor = parts.find(part =>
    findSections(page.html, place.other ?? '').some(
      found => found.region === part.region && found.title === part.title,
    ),
  )
  const whole = anchor && wholeOf(page.html, anchor.element)
  return place.at === 'before' ? whole?.from : whole?.to
}

/** The parts of a page that stand beside each other in its main column. */
function partsOf(page: SitePage): readonly ShownSection[] {
  const main = elementsOf(page.html).find(element => element.tagName === 'main')
  const all = sectionsOf(page.html).filter(({ element }) => main !== undefined && isInside(element, main))
  return all.filter(one => !all.some(other => other !== one && isInside(one.element, other.element)))
}

export function removeSection(site: Site, { page: slug, section }: Operation<'remove_section'>): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  const found = sectionMeant(page, section)
  if ('ask' in found) return found
  const name = found.title || found.region
  if (
    elementsOf(page.html).some(element => element.tagName === 'h1' && isInside(element, found.element)) &&
    found.region === 'page-head'
  )
    return ask(`“${name}” is the head of ${page.title}; a page keeps it. Shall its text change?`)
  const source = applySplices(page.html, spliceAway(page.html, [found.element]))
  const kept = site.brief.statements.filter(
    fact => !(fact.label === name && (fact.page ?? page.title) === page.title),
  )
  const next = withHtml({ ...site, brief: { ...site.brief, statements: kept } }, other =>
    other.slug === slug ? source : other.html,
  )
  return { done: true, site: next, said: `“${name}” is gone from ${page.title}.`, before: name, after: '' }
}

export function renameSection(
  site: Site,
  { page: slug, section, value }: Operation<'rename_section'>,
): Outcome {
  const column = site.brief.columns.find(name => name.toLowerCase() === section.toLowerCase())
  if (column !== undefined) return renameColumn(site, column, value)
  const page = onPage(site, slug)
  if ('ask' in page) return page
  const found = sectionMeant(page, section)
  if ('ask' in found) return found
  const heading = elementsOf(page.html).find(
    element => HEADINGS.test(element.tagName) && isInside(element, found.element),
  )
  if (heading === undefined) return ask(`“${section}” on ${page.title} has no heading of its own.`)
  const source = applySplices(page.html, [
    ...spliceInside(heading, escapeHtml(value)),
    ...replaceWords(page.html, { before: found.title, after: value }, [found.element]).filter(
      ({ from }) => from < (heading.sourceCodeLocation?.startOffset ?? 0),
    ),
  ])
  const next = withHtml(site, other => (other.slug === slug ? source : other.html))
  return {
    done: true,
    site: next,
    said: `“${found.title}” on ${page.title} is called “${value}” now.`,
    before: found.title,
    after: value,
  }
}

/** A column of a board is one thing on all of its pages. */
function renameColumn(site: Site, column: string, value: string): Outcome {
  const columns = site.brief.columns.map(name => (name === column ? value.slice(0, 60) : name))
  const items = site.brief.items.map(item =>
    item.category === column ? { ...item, category: value.slice(0, 80) } : item,
  )
  const next = rebuild(site, { brief: { ...site.brief, columns, items } })
  return {
    done: true,
    site: next,
    said: `The column “${column}” is called “${value}” now.`,
    before: column,
    after: value,
  }
}

export function moveSection(site: Site, { page: slug, section, place }: Operation<'move_section'>): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  const found = sectionMeant(page, section)
  if ('ask' in found) return found
  const other = place.other === undefined ? undefined : sectionMeant(page, place.other)
  if (other && 'ask' in other) return other
  const parts = partsOf(page)
  const label = (part: ShownSection): string =>
    String(
      parts.findIndex(
        one => one.element.sourceCodeLocation?.startOffset === part.element.sourceCodeLocation?.startOffset,
      ),
    )
  const order = reordered(
    parts.map((_, index) => String(index)),
    label(found),
    { at: place.at, ...(other ? { other: label(other) } : {}) },
  )
  if (order === undefined) return ask(`Where on ${page.title} shall “${section}” go?`)
  const places = parts.map(({ element }) => wholeOf(page.html, element))
  const splices = places.flatMap((to, index) => {
    const from = places[Number(order[index])]
    return to && from ? [{ ...to, text: page.html.slice(from.from, from.to) }] : []
  })
  const next = withHtml(site, one => (one.slug === slug ? applySplices(page.html, splices) : one.html))
  return {
    done: true,
    site: next,
    said: `“${found.title || found.region}” stands ${whereOf(place)} on ${page.title} now.`,
    before: '',
    after: found.title || found.region,
  }
}

export function addPage(site: Site, { title, text }: Operation<'add_page'>): Outcome {
  if (
    site.pages.some(page => page.title.toLowerCase() === title.toLowerCase() || page.slug === slugOf(title))
  )
    return ask(`There is a page “${title}” already. What shall change on it?`)
  const planned = planPages({
    ...site.brief,
    page_list: [
      { title: 'Home', purpose: '' },
      { title, purpose: '' },
    ],
  })[1]
  if (planned === undefined) return ask(`“${title}” names no page.`)
  const specs: readonly PageSpec[] = [...site.pages.map(toSpec), planned]
  const listed = site.brief.page_list.length > 0 ? [...site.brief.page_list, { title, purpose: '' }] : []
  const fact =
    text === undefined
      ? []
      : [{ kind: 'text' as const, value: text.slice(0, 1000), page: title, quote: text.slice(0, 1000) }]
  const brief: PageBrief = {
    ...site.brief,
    page_list: listed.slice(0, 20),
    statements: [...site.brief.statements, ...fact].slice(-120),
  }
  const { facts, items } = contentOf(brief, planned, specs)
  const isEmpty =
    facts.length === 0 &&
    items.length === 0 &&
    planned.role !== 'contact' &&
    planned.role !== 'request' &&
    planned.role !== 'favourites'
  if (isEmpty) return ask(`What shall stand on the page “${title}”?`, [], 'text')
  const next = rebuild(site, { brief, pages: specs })
  return {
    done: true,
    site: next,
    said: `The page “${title}” is new, and the others lead to it.`,
    before: '',
    after: title,
  }
}

export function removePage(site: Site, { page: slug }: Operation<'remove_page'>): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  if (site.pages.length === 1) return ask('It is the only page. What shall stand there instead?')
  const specs = site.pages.filter(one => one.slug !== slug).map(toSpec)
  const brief = {
    ...site.brief,
    page_list: site.brief.page_list.filter(one => one.title.toLowerCase() !== page.title.toLowerCase()),
    statements: site.brief.statements.filter(fact => fact.page !== page.title),
    items: site.brief.items.filter(item => item.page !== page.title),
    wanted_pages: site.brief.wanted_pages.filter(name => slugOf(name) !== slug),
  }
  const made = rebuild(site, { brief, pages: specs })
  const next = withHtml(made, one =>
    applySplices(
      one.html,
      spliceAway(
        one.html,
        elementsOf(one.html).filter(element => element.tagName === 'a' && isLinkTo(element, slug)),
      ),
    ),
  )
  return {
    done: true,
    site: next,
    said: `The page “${page.title}” is gone, and no link leads to it.`,
    before: page.title,
    after: '',
  }
}

function isLinkTo(element: ReturnType<typeof elementsOf>[number], slug: string): boolean {
  return element.attrs.some(
    ({ name, value }) => name === 'href' && (value === `${slug}.html` || value.startsWith(`${slug}.html#`)),
  )
}

/** Another title; the address stays, so that links from outside go on working. */
export function renamePage(site: Site, { page: slug, value }: Operation<'rename_page'>): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  const swap = (title: string | undefined): { page?: string } =>
    title === undefined ? {} : { page: title === page.title ? value : title }
  const specs = site.pages.map(one => ({ ...toSpec(one), title: one.slug === slug ? value : one.title }))
  const brief: PageBrief = {
    ...site.brief,
    page_list: site.brief.page_list.map(one =>
      one.title.toLowerCase() === page.title.toLowerCase() ? { ...one, title: value } : one,
    ),
    statements: site.brief.statements.map(fact => ({ ...fact, ...swap(fact.page) })),
    items: site.brief.items.map(item => ({ ...item, ...swap(item.page) })),
  }
  const made = rebuild(site, { brief, pages: specs })
  const next = withHtml(made, one => {
    const named = elementsOf(one.html).filter(
      element =>
        isLinkTo(element, slug) ||
        (one.slug === slug && (element.tagName === 'title' || element.tagName === 'h1')),
    )
    const inner = named.flatMap(box => [
      box,
      ...elementsOf(one.html).filter(element => isInside(element, box)),
    ])
    return applySplices(one.html, replaceWords(one.html, { before: page.title, after: value }, inner))
  })
  return {
    done: true,
    site: next,
    said: `The page “${page.title}” is called “${value}” now.`,
    before: page.title,
    after: value,
  }
}

export function movePage(site: Site, { page: slug, place }: Operation<'move_page'>): Outcome {
  const page = onPage(site, slug)
  if ('ask' in page) return page
  const order = reordered(
    site.pages.map(({ title }) => title),
    page.title,
    place,
  )
  if (order === undefined)
    return ask(
      `Where shall “${page.title}” go?`,
      site.pages.map(({ title }) => title),
    )
  const specs = order
    .map(title => site.pages.find(one => one.title === title))
    .filter(one => one !== undefined)
    .map(toSpec)
  const list = order
    .map(title => site.brief.page_list.find(one => one.title.toLowerCase() === title.toLowerCase()))
    .filter(one => one !== undefined)
  const next = rebuild(site, { brief: { ...site.brief, page_list: list }, pages: specs })
  return {
    done: true,
    site: next,
    said: `“${page.title}” stands ${whereOf(place)} among the pages now.`,
    before: '',
    after: page.title,
  }
}
