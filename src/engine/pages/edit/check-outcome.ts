import type { PageOperation } from '../../../contracts/page-operation.ts'
import { toAmount } from '../brief/money.ts'
import { shownText } from '../generate/complete-page.ts'
import { itemsOf } from './locate.ts'
import { pageOf, type Site } from './site.ts'

interface Between {
  readonly before: Site
  readonly after: Site
  /** Slugs of the pages that differ. */
  readonly pages: readonly string[]
}

/** Operations that other pages follow: a name or an address that stands on them too. */
const SPREADS: ReadonlySet<PageOperation['kind']> = new Set([
  ...(['add_page', 'remove_page', 'rename_page', 'move_page', 'rename_product'] as const),
  ...(['set_color', 'set_theme', 'add_favourites'] as const),
])

/** What is wrong between before and after, in words; undefined where just what was meant was done. Pure. */
export function checkOutcome(
  operation: PageOperation,
  { before, after, pages }: Between,
): string | undefined {
  if (pages.length === 0) return 'nothing on the pages changed.'
  const meant = 'page' in operation ? operation.page : undefined
  const strays =
    meant === undefined || SPREADS.has(operation.kind)
      ? []
      : pages.filter(
          slug =>
            slug !== meant && !isContact(operation) && !isItem(operation) && !isColumn(operation, before),
        )
  if (strays.length > 0) return `it would have changed ${strays.join(', ')} too.`
  return checkKind(operation, before, after)
}

/** A contact or an item is one thing that stands on several pages. */
function isContact(operation: PageOperation): boolean {
  return operation.kind === 'set_text' && ['hours', 'place', 'phone', 'email'].includes(operation.part ?? '')
}

function isColumn(operation: PageOperation, { brief }: Site): boolean {
  return (
    operation.kind === 'rename_section' &&
    brief.columns.some(name => name.toLowerCase() === operation.section.toLowerCase())
  )
}

function isItem({ kind }: PageOperation): boolean {
  return ['set_price', 'add_item', 'remove_item', 'rename_item', 'move_item'].includes(kind)
}

function checkKind(operation: PageOperation, before: Site, after: Site): string | undefined {
  switch (operation.kind) {
    case 'set_text':
    case 'rename_section':
    case 'rename_item':
    case 'rename_product':
      return isShown(after, operation.value) ? undefined : `“${operation.value}” stands nowhere.`
    case 'rename_page':
      return after.pages.some(({ title }) => title === operation.value)
        ? undefined
        : 'the page kept its title.'
    case 'add_section':
      return isShown(after, operation.title) ? undefined : `“${operation.title}” stands nowhere.`
    case 'add_item':
      return isShown(after, operation.name) ? undefined : `“${operation.name}” stands nowhere.`
    case 'set_price':
      return hasPrice(after, operation.item, operation.value)
        ? undefined
        : `no price of “${operation.item}” changed.`
    case 'remove_item':
      return countItem(after, operation.item) < countItem(before, operation.item)
        ? undefined
        : `“${operation.item}” is still there.`
    case 'add_page':
      return after.pages.length === before.pages.length + 1 ? undefined : 'no page was added.'
    case 'remove_page':
      return pageOf(after, operation.page) === undefined ? undefined : 'the page is still there.'
    default:
      return undefined
  }
}

function isShown(site: Site, words: string): boolean {
  const low = words.replace(/\s+/g, ' ').trim().toLowerCase()
  return site.pages.some(page => shownText(page.html).includes(low))
}

function countItem(site: Site, wanted: string): number {
  const low = wanted.toLowerCase()
  return site.pages.reduce(
    (sum, page) => sum + itemsOf(page.html).filter(({ name }) => name.toLowerCase().includes(low)).length,
    0,
  )
}

/** The digits of the price stand in a box of the item. */
function hasPrice(site: Site, wanted: string, value: string): boolean {
  const digits = toAmount(value)
  const low = wanted.toLowerCase().replace(/^(?:the|our)\s+/, '')
  return site.pages.some(page =>
    itemsOf(page.html).some(({ name, price }) => {
      const shown = toAmount(price?.text ?? '')
      return name.toLowerCase().includes(low) && Math.abs(shown - digits) < 0.001
    }),
  )
}
