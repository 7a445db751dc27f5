import type { BriefFactKind, PageBrief } from '../../../contracts/page.ts'
import type { PageOperation } from '../../../contracts/page-operation.ts'
import { art } from '../generate/art/art.ts'
import { motifFor } from '../generate/content/motif-words.ts'
import { escapeHtml } from '../generate/html.ts'
import { headingOf, itemsOf } from './locate.ts'
import {
  applySplices,
  attributeOf,
  elementsOf,
  hasClass,
  isInside,
  type PageElement,
  spliceAttribute,
  spliceInside,
  textOf,
} from './page-tree.ts'
import { rebuild } from './rebuild.ts'
import { replaceWords } from './replace-words.ts'
import { ask, askPage, type Outcome, pageOf, type Site, type SitePage, withHtml } from './site.ts'

type Operation<Kind extends PageOperation['kind']> = Extract<PageOperation, { kind: Kind }>

/** Text by element, by the words that stand there, or by the part that is meant. */
export function setText(site: Site, operation: Operation<'set_text'>): Outcome {
  const { page: slug, element, words, part, value } = operation
  if (element !== undefined) return onElement(site, slug, { element, value })
  if (words !== undefined) return exchangeWords(site, operation, words)
  if (part === 'hours' || part === 'place' || part === 'phone' || part === 'email') {
    return setContact(site, { kind: part, value, ...(slug === undefined ? {} : { slug }) })
  }
  const page = pageOf(site, slug) ?? (site.pages.length === 1 ? site.pages[0] : undefined)
  if (page === undefined) return askPage(`On which page is the ${part ?? 'text'} meant?`, site)
  const found = partOf(page, part ?? 'heading')
  if (!('tagName' in found)) return found
  return putText(site, page, { element: found, value })
}

function onElement(
  site: Site,
  slug: string | undefined,
  { element, value }: { readonly element: number; readonly value: string },
): Outcome {
  const page = pageOf(site, slug)
  const target = page && elementsOf(page.html)[element]
  if (page === undefined || target === undefined)
    return ask('Which element is meant? The page has changed since it was chosen.')
  return putText(site, page, { element: target, value })
}

/** The element's own words; where they are an item's name or a contact, everywhere it stands. */
function putText(
  site: Site,
  page: SitePage,
  { element, value }: { readonly element: PageElement; readonly value: string },
): Outcome {
  const before = textOf(element)
  const inner = elementsOf(page.html).filter(one => isInside(one, element))
  const own = [element, ...inner]
  const isPlain = inner.length === 0
  const splices =
    isPlain || before === ''
      ? spliceInside(element, escapeHtml(value))
      : replaceWords(page.html, { before, after: value }, own)
  if (splices.length === 0) return ask('This element holds more than one text. Choose the text itself.')
  const html = applySplices(page.html, splices)
  const brief = briefWithWords(site.brief, before, value)
  const next = withHtml({ ...site, brief }, other => (other.slug === page.slug ? html : other.html))
  return { done: true, site: next, said: `“${value}” stands on ${page.title} now.`, before, after: value }
}

function exchangeWords(site: Site, { page: slug, value }: Operation<'set_text'>, words: string): Outcome {
  const scope = slug === undefined ? site.pages : site.pages.filter(page => page.slug === slug)
  const splices = new Map(
    scope.map(page => [page.slug, replaceWords(page.html, { before: words, after: value })]),
  )
  const found = scope.filter(page => (splices.get(page.slug)?.length ?? 0) > 0)
  if (found.length === 0) {
    const where = slug === undefined ? 'on no page' : `not on ${pageOf(site, slug)?.title ?? slug}`
    return ask(`“${words}” stands ${where}. Which text is meant?`)
  }
  const brief = briefWithWords(site.brief, words, value)
  const next = withHtml({ ...site, brief }, page => applySplices(page.html, splices.get(page.slug) ?? []))
  const titles = found.map(({ title }) => title).join(', ')
  return {
    done: true,
    site: next,
    said: `“${words}” is “${value}” on ${titles} now.`,
    before: words,
    after: value,
  }
}

/** Entries of the brief that are these words become the others, so that what is made from it later agrees. */
function briefWithWords(brief: PageBrief, before: string, after: string): PageBrief {
  const swap = (text: string): string => (text === before ? after : text)
  return {
    ...brief,
    ...(brief.name === undefined ? {} : { name: swap(brief.name).slice(0, 120) }),
    ...(brief.tagline === undefined ? {} : { tagline: swap(brief.tagline).slice(0, 300) }),
    items: brief.items.map(item => ({
      ...item,
      name: swap(item.name).slice(0, 200),
      ...(item.description === undefined ? {} : { description: swap(item.description).slice(0, 500) }),
    })),
    statements: brief.statements.map(fact => ({ ...fact, value: swap(fact.value).slice(0, 1000) })),
  }
}

interface Contact {
  readonly kind: BriefFactKind
  readonly value: string
  readonly slug?: string
}

const NAMED: Readonly<Record<string, string>> = {
  hours: 'opening hours',
  place: 'address',
  phone: 'phone number',
  email: 'e-mail address',
}

/** Hours, address, telephone, e-mail: the one that is known takes the new value everywhere; a new one is added. */
function setContact(site: Site, { kind, value, slug }: Contact): Outcome {
  const title = pageOf(site, slug)?.title
  const known = site.brief.statements.filter(fact => fact.kind === kind)
  const meant =
    title === undefined ? known : known.filter(fact => fact.page === undefined || fact.page === title)
  const values = [...new Set(meant.map(fact => fact.value))]
  if (values.length > 1) return ask(`Which ${NAMED[kind]} is meant?`, values)
  const [before] = values
  const fresh = { kind, value, quote: value, ...(title === undefined ? {} : { page: title }) }
  const statements =
    before === undefined
      ? [...site.brief.statements, fresh]
      : site.brief.statements.map(fact =>
          fact.kind === kind && fact.value === before ? { ...fact, value, quote: value } : fact,
        )
  const facts = kind === 'link' ? site.brief.facts : { ...site.brief.facts, [kind]: value.slice(0, 300) }
  const made = rebuild(site, { brief: { ...site.brief, statements, facts } })
  const next =
    before === undefined
      ? made
      : withHtml(made, page => applySplices(page.html, replaceWords(page.html, { before, after: value })))
  return {
    done: true,
    site: next,
    said: `The ${NAMED[kind]} is “${value}” now.`,
    before: before ?? '',
    after: value,
  }
}

function partOf(page: SitePage, part: 'heading' | 'lead' | 'button'): PageElement | ReturnType<typeof ask> {
  if (part === 'heading') return headingOf(page) ?? ask(`${page.title} has no headline.`)
  const elements = elementsOf(page.html)
  if (part === 'lead')
    return (
      elements.find(element => hasClass(element, 'lead')) ??
      ask(`${page.title} has no line under its headline.`)
    )
  const buttons = elements.filter(
    element =>
      hasClass(element, 'button') && /^(?:a|button)$/.test(element.tagName) && textOf(element) !== '',
  )
  const open = buttons.filter(element => attributeOf(element, 'data-reset-form') === undefined)
  const [only, ...more] = open
  if (only === undefined) return ask(`${page.title} has no button.`)
  return more.length === 0 ? only : ask(`Which button on ${page.title} is meant?`, open.map(textOf))
}

export function setLink(site: Site, { page: slug, element, value }: Operation<'set_link'>): Outcome {
  const page = pageOf(site, slug)
  const target = page && elementsOf(page.html)[element]
  if (page === undefined || target?.tagName !== 'a')
    return ask('Which link is meant? Choose a link or a button that leads somewhere.')
  const to = addressOf(site, value)
  if (to === undefined)
    return askPage(`“${value}” is no page, web address, e-mail address or telephone number.`, site)
  const before = attributeOf(target, 'href') ?? ''
  const html = applySplices(page.html, spliceAttribute(target, 'href', escapeHtml(to)))
  const next = withHtml(site, other => (other.slug === slug ? html : other.html))
  return { done: true, site: next, said: `“${textOf(target)}” leads to ${to} now.`, before, after: to }
}

function addressOf(site: Site, value: string): string | undefined {
  const low = value.trim().toLowerCase()
  const page = site.pages.find(
    ({ slug, title }) => slug === low || title.toLowerCase() === low || `${slug}.html` === low,
  )
  if (page) return `${page.slug}.html`
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(low)) return `mailto:${low}`
  if (/^\+?\d[\d\s()/-]{5,}$/.test(low)) return `tel:${low.replace(/[^+\d]/g, '')}`
  if (/^https:\/\/[\w-]+(?:\.[\w-]+)+\S*$/.test(low)) return value.trim()
  return /^(?:www\.)?[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(low) ? `https://${value.trim()}` : undefined
}

/** The drawing of an item or of a chosen element shows something else. */
export function setPicture(site: Site, operation: Operation<'set_picture'>): Outcome {
  const { page: slug, element, item, value } = operation
  const motif = motifFor(value, '')
  if (motif === '')
    return ask(
      `There is no drawing of “${value}” here. Say it in another word, such as “bread”, “bicycle” or “mountain”.`,
    )
  const scope = slug === undefined ? site.pages : site.pages.filter(page => page.slug === slug)
  let count = 0
  const next = withHtml(site, page => {
    if (!scope.includes(page)) return page.html
    const pictures = picturesOf(page, {
      ...(element === undefined ? {} : { element }),
      ...(item === undefined ? {} : { item }),
    })
    count += pictures.length
    const drawn = art(motif, item ?? page.slug).text
    return applySplices(
      page.html,
      pictures.flatMap(one =>
        one.sourceCodeLocation
          ? [{ from: one.sourceCodeLocation.startOffset, to: one.sourceCodeLocation.endOffset, text: drawn }]
          : [],
      ),
    )
  })
  if (count === 0) return ask('Which picture is meant? Name the thing it belongs to.')
  return {
    done: true,
    site: next,
    said: `The picture${item ? ` of “${item}”` : ''} shows ${value} now.`,
    before: '',
    after: motif,
  }
}

function picturesOf(
  page: SitePage,
  { element, item }: { readonly element?: number; readonly item?: string },
): readonly PageElement[] {
  const elements = elementsOf(page.html)
  const isPicture = (one: PageElement): boolean => one.tagName === 'svg' && hasClass(one, 'art')
  if (element !== undefined) {
    const chosen = elements[element]
    return chosen === undefined
      ? []
      : elements.filter(one => isPicture(one) && (one === chosen || isInside(one, chosen))).slice(0, 1)
  }
  if (item === undefined) return elements.filter(isPicture).slice(0, 1)
  const boxes = itemsOf(page.html).filter(({ name }) => name.toLowerCase() === item.toLowerCase())
  return boxes.flatMap(({ box }) => elements.filter(one => isPicture(one) && isInside(one, box)).slice(0, 1))
}

/** The product's own name, wherever it stands as such. */
export function renameProduct(site: Site, { value }: Operation<'rename_product'>): Outcome {
  const shown = elementsOf(site.pages[0]?.html ?? '').find(element => hasClass(element, 'brand-name'))
  const before = (shown ? textOf(shown) : undefined) ?? site.brief.name ?? ''
  if (before === '') return ask('What is it called now? The pages show no name.')
  const brief = { ...briefWithWords(site.brief, before, value), name: value }
  const next = withHtml({ ...site, brief }, page =>
    applySplices(page.html, replaceWords(page.html, { before, after: value })),
  )
  return { done: true, site: next, said: `It is called “${value}” now.`, before, after: value }
}
