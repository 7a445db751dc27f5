import type { BriefFact, BriefItem, PageBrief, PageSpec } from '../../../contracts/page.ts'

/** What of a brief stands on one page. */
export interface PageContent {
  readonly facts: readonly BriefFact[]
  readonly items: readonly BriefItem[]
}

const CONTACTS: ReadonlySet<BriefFact['kind']> = new Set(['hours', 'place', 'phone', 'email', 'link'])
/** Pages whose titles speak of things, where nobody said where the things stand. */
const THINGS =
  /\b(?:menu|shop|store|products?|catalog\w*|services?|treatments?|prices?|pricing|work|projects?|classes|courses|lessons|rooms?|tickets?|karte|speisekarte|angebot|leistungen|preise|carta|carte|tienda|tasks?|categories|events?|concerts?|collection)\b/i
const THING_ROLES: ReadonlySet<string> = new Set([
  'catalog',
  'services',
  'board',
  'index',
  'overview',
  'card',
])
/** What a purpose or a title must speak of for a contact to stand there too. */
const SPOKEN: Readonly<Record<string, RegExp>> = {
  hours: /\b(?:hours|open(?:ing)?|visit|times|öffnungszeiten|horario)\b/i,
  place: /\b(?:address|location|visit|directions|map|where|anfahrt|find us)\b/i,
  phone: /\b(?:phone|number|call|emergency|reserv\w+|telefon)\b/i,
  email: /\b(?:e-?mail|write|order|reserv\w+)\b/i,
  link: /\b(?:links?|online|social)\b/i,
}

/** The facts and items that belong on a page: where they were said to be, otherwise where their kind stands. Pure. */
export function contentOf(brief: PageBrief, spec: PageSpec, pages: readonly PageSpec[]): PageContent {
  const isHere = (places: readonly string[]): boolean => places.includes(spec.slug)
  return {
    facts: brief.statements.filter(fact => isHere(placesOfFact(fact, pages))),
    items: brief.items.filter(item => isHere([placeOfItem(item, brief, pages)])),
  }
}

/** Slugs of the pages on which a fact stands; contacts may stand on several. */
function placesOfFact(fact: BriefFact, pages: readonly PageSpec[]): readonly string[] {
  const told = pageTitled(fact.page, pages)
  if (told) return [told.slug]
  const first = pages[0]?.slug ?? ''
  if (!CONTACTS.has(fact.kind)) return [first]
  const spoken = pages.filter(({ title, purpose }) => SPOKEN[fact.kind]?.test(`${title} ${purpose}`))
  const contact = pages.find(({ role }) => role === 'contact')
  const places = [...new Set([contact, ...spoken].flatMap(page => (page ? [page.slug] : [])))]
  return places.length > 0 ? places : [first]
}

/** The slug of the page on which an item stands. */
function placeOfItem(item: BriefItem, brief: PageBrief, pages: readonly PageSpec[]): string {
  const told = pageTitled(item.page, pages) ?? pageTitled(item.category, pages)
  const byRole = pages.find(({ role }) => THING_ROLES.has(role))
  const byTitle = pages.find(({ title }) => THINGS.test(title))
  return (told ?? byRole ?? byTitle ?? onlyEmpty(brief, pages) ?? pages[0])?.slug ?? ''
}

/** The one page without a part of its own on which nothing else was said to stand. */
function onlyEmpty(brief: PageBrief, pages: readonly PageSpec[]): PageSpec | undefined {
  const told = new Set([...brief.items, ...brief.statements].map(({ page }) => page?.toLowerCase()))
  const empty = pages.filter(({ role, title }) => role === 'info' && !told.has(title.toLowerCase()))
  return empty.length === 1 ? empty[0] : undefined
}

function pageTitled(title: string | undefined, pages: readonly PageSpec[]): PageSpec | undefined {
  return title === undefined
    ? undefined
    : pages.find(page => page.title.toLowerCase() === title.toLowerCase())
}
