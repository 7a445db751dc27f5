import type { PageBrief, PageSpec } from '../../../contracts/page.ts'
import { slugOf } from './content/sector.ts'
import { shopSectors } from './content/shop-sectors.ts'

type Plan = readonly (readonly [role: string, slug: string, title: string, purpose: string])[]

const PLANS: Readonly<Record<string, Plan>> = {
  ecommerce: [
    ['catalog', 'shop', 'Shop', 'Everything there is to buy, by group, with its price.'],
    ['product', 'product', 'Product', 'One item closely: what it is, its options, how many.'],
    ['cart', 'cart', 'Cart', 'What was chosen, how many of it and what it costs.'],
    ['checkout', 'checkout', 'Checkout', 'Pick up or delivery, name and address, the order.'],
    ['confirmation', 'confirmation', 'Order', 'The order as it was placed, with its number.'],
  ],
  travel: [
    ['overview', 'overview', 'Trip', 'The trip in short, its days, what to pack.'],
    ['dayplan', 'day-plan', 'Day plan', 'One day at a time, hour by hour.'],
    ['detail', 'place', 'Place', 'One stop closely, with a note of your own.'],
    ['saved', 'saved', 'Saved places', 'The stops a traveller saved.'],
  ],
  manual: [
    ['index', 'contents', 'Contents', 'All chapters, with search and reading progress.'],
    ['section', 'guide', 'Guide', 'One chapter at a time, step by step.'],
    ['page', 'help', 'Help', 'Short answers to common questions.'],
  ],
  kanban: [
    ['board', 'board', 'Board', 'All tasks in their columns; moved by buttons or keys.'],
    ['detail', 'task', 'Task', 'One task closely, with its steps.'],
  ],
  landing: [['landing', 'home', 'Home', 'What it is, why it is worth it, and a sign-up.']],
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
    ['activity', 'activity', 'Activity', 'What stood out, by kind.'],
    ['filters', 'filters', 'Filters', 'Period and sources, for every page.'],
  ],
}

const EXTRAS: readonly (readonly [RegExp, Plan[number]])[] = [
  [/about|story|who we are|team/i, ['about', 'about', 'About', 'Who is behind it and what matters to them.']],
  [
    /contact|find us|location|map|directions/i,
    ['contact', 'contact', 'Contact', 'How to reach them, with a message form.'],
  ],
  [/faq|questions|help/i, ['faq', 'faq', 'Questions', 'Questions that are often asked, with answers.']],
  [/gallery|photos?|portfolio|lookbook/i, ['gallery', 'gallery', 'Gallery', 'Pictures of what they make.']],
  [
    /favou?rites?|wish ?list|saved|watch ?list/i,
    ['favourites', 'favourites', 'Favourites', 'What a visitor marked with a heart.'],
  ],
]

const MAX_PAGES = 12

/** The pages of a product, first page first: the set of its type, and the further ones that the brief names. */
export function planPages(brief: PageBrief): readonly PageSpec[] {
  const plan = PLANS[brief.product_type] ?? []
  const base = plan.map(entry => toSpec(entry, brief))
  const wanted = [
    ...brief.wanted_pages,
    ...brief.features.filter(feature => /favou?rite|wish ?list/i.test(feature)),
  ]
  const extra = wanted.flatMap(name => extraPage(name, base))
  const asked = numberOf(brief.facts.page_count)
  const further = asked > base.length + extra.length ? FURTHER.flatMap(name => extraPage(name, base)) : []
  const most = Math.min(MAX_PAGES, Math.max(asked, base.length + extra.length))
  const slugs = new Set<string>()
  return [...base, ...extra, ...further]
    .filter(spec => !slugs.has(spec.slug) && slugs.add(spec.slug))
    .slice(0, most)
}

/** What is added, in this order, where more pages are wanted than are named. */
const FURTHER = ['about', 'contact', 'faq', 'gallery'] as const
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

function numberOf(text: string | undefined): number {
  const word = /^[a-z]+/i.exec(text ?? '')?.[0]
  return word === undefined ? Number.parseInt(text ?? '0', 10) : NUMBERS.indexOf(word.toLowerCase())
}

function toSpec([role, slug, title, purpose]: Plan[number], brief: PageBrief): PageSpec {
  if (role !== 'catalog') return { slug, title, purpose, role }
  const browse = shopSectors[brief.facts.sector ?? '']?.words[0] ?? title
  return { slug: slugOf(browse, slug), title: browse, purpose, role }
}

function extraPage(name: string, base: readonly PageSpec[]): readonly PageSpec[] {
  const known = EXTRAS.find(([words]) => words.test(name))?.[1]
  if (known) return [{ role: known[0], slug: known[1], title: known[2], purpose: known[3] }]
  const slug = slugOf(name, '')
  const isThere =
    slug === '' || base.some(spec => spec.slug === slug || spec.role === slug || sameWord(spec.title, name))
  return isThere
    ? []
    : [{ role: 'info', slug, title: capital(name), purpose: `What there is to know about ${name}.` }]
}

function sameWord(title: string, name: string): boolean {
  const stem = (text: string): string => slugOf(text).replace(/(?:-page)?s?$/, '')
  return stem(title) === stem(name)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
