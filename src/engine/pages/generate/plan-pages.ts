import type { BriefPage, PageBrief, PageSpec } from '../../../contracts/page.ts'
import { slugOf } from './content/catalog-item.ts'

type Plan = readonly (readonly [role: string, slug: string, title: string, purpose: string])[]

/** The pages of a product whose pages nobody named. */
const PLANS: Readonly<Record<string, Plan>> = {
  ecommerce: [
    ['catalog', 'shop', 'Shop', 'Everything there is to buy, by group, with its price.'],
    ['product', 'product', 'Product', 'One item closely: what it is, how many.'],
    ['cart', 'cart', 'Cart', 'What was chosen, how many of it and what it costs.'],
    ['checkout', 'checkout', 'Checkout', 'Name and address, the order.'],
    ['confirmation', 'confirmation', 'Order', 'The order as it was placed, with its number.'],
  ],
  travel: [
    ['overview', 'overview', 'Trip', 'The trip in short, and its days.'],
    ['dayplan', 'day-plan', 'Day plan', 'One day at a time.'],
    ['detail', 'place', 'Place', 'One stop closely, with a note of your own.'],
    ['saved', 'saved', 'Saved places', 'The stops a traveller saved.'],
  ],
  manual: [
    ['index', 'contents', 'Contents', 'All chapters, with search and reading progress.'],
    ['section', 'guide', 'Guide', 'One chapter at a time.'],
  ],
  kanban: [
    ['board', 'board', 'Board', 'All tasks in their columns; moved by buttons or keys.'],
    ['detail', 'task', 'Task', 'One task closely.'],
  ],
  landing: [['home', 'home', 'Home', 'What it is, and how to reach it.']],
  card: [['card', 'card', 'Card', 'Who it is and how to reach them; saves the contact.']],
  invitation: [['invitation', 'invitation', 'Invitation', 'What, when and where, and the reply of a guest.']],
  booking: [
    ['services', 'services', 'Services', 'What can be booked, how long it takes, what it costs.'],
    ['details', 'details', 'Details', 'One service closely.'],
    ['schedule', 'schedule', 'Schedule', 'Choosing a day and a time, and booking it.'],
    ['confirmation', 'confirmation', 'Booking', 'The booking as it was made, with its number.'],
  ],
  dashboard: [
    ['overview', 'overview', 'Overview', 'Key figures and a chart for the chosen period.'],
    ['details', 'details', 'Details', 'The figures week by week, to search and to sort.'],
    ['filters', 'filters', 'Filters', 'Period and sources, for every page.'],
  ],
}

/** What a page of its own is for, told by its title. */
const ROLES: readonly (readonly [role: string, title: RegExp])[] = [
  ['home', /^(?:home|start|index|welcome|startseite|accueil|inicio|hem)$/i],
  ['contact', /\b(?:contact|visit|find us|directions|location|where|kontakt|contacto|anfahrt)\b/i],
  [
    'request',
    /\b(?:order|book(?:ing)?s?|reserv\w+|appointments?|rsvp|enquir\w+|inquir\w+|termine?|bestell\w+|réserv\w+)\b/i,
  ],
  ['favourites', /\b(?:favou?rites?|wish ?list|saved|watch ?list)\b/i],
  ['gallery', /\b(?:gallery|photos?|lookbook)\b/i],
  ['faq', /\b(?:faq|questions)\b/i],
  ['about', /\b(?:about|story|who we are)\b/i],
]

const MAX_PAGES = 12

/** The pages of a product: the list as it was given, otherwise the set of its type and the further ones it names. */
export function planPages(brief: PageBrief): readonly PageSpec[] {
  if (brief.page_list.length > 0) return withOwnRoles(brief)
  const base = (PLANS[brief.product_type] ?? PLANS.landing ?? [])
    .filter(([role]) => !isExcluded(role, brief))
    .map(([role, slug, title, purpose]) =>
      role === 'catalog' ? catalogPage(brief, purpose) : { role, slug, title, purpose },
    )
  const features = brief.features.filter(feature => /favou?rite|wish ?list/i.test(feature))
  const extra = [...brief.wanted_pages, ...features].map(title =>
    toSpec({ title: capital(title), purpose: '' }),
  )
  return unique([...base, ...extra]).slice(0, MAX_PAGES)
}

/** What is sold stands under the word that the person has for it: “a menu with …”. */
function catalogPage({ text }: PageBrief, purpose: string): PageSpec {
  const word =
    /\b(?:an?|the|our|my)\s+(menu|collection|catalogu?e?|store)\b|(?:^|[.\n]\s*)(menu|collection)\s*:/i.exec(
      text,
    )
  const title = capital((word?.[1] ?? word?.[2] ?? 'Shop').toLowerCase())
  return { role: 'catalog', slug: slugOf(title, 'shop'), title, purpose }
}

/** Nothing is planned that the person does not want: “without a shopping cart”. */
function isExcluded(role: string, { exclusions }: PageBrief): boolean {
  const words = exclusions.join(' ').toLowerCase()
  if (!['cart', 'checkout', 'confirmation'].includes(role)) return false
  return /\b(?:cart|checkout|basket|ordering|orders)\b/.test(words)
}

/** A product that is one working page keeps it as the first of the list. */
const FIRST_ROLES: Readonly<Record<string, string>> = {
  kanban: 'board',
  dashboard: 'overview',
  invitation: 'invitation',
  card: 'card',
}

function withOwnRoles(brief: PageBrief): readonly PageSpec[] {
  const specs = unique(brief.page_list.map(toSpec)).slice(0, MAX_PAGES)
  const first = FIRST_ROLES[brief.product_type]
  return specs.map((spec, index) => {
    if (index > 0) return spec
    return { ...spec, role: first ?? 'home' }
  })
}

function toSpec({ title, purpose }: BriefPage): PageSpec {
  const role = ROLES.find(([, words]) => words.test(title))?.[0] ?? 'info'
  return { slug: slugOf(title, 'page'), title, purpose, role }
}

function unique(specs: readonly PageSpec[]): readonly PageSpec[] {
  const slugs = new Set<string>()
  return specs.filter(({ slug }) => !slugs.has(slug) && slugs.add(slug))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
