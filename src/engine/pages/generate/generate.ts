import type { DesignSystem, PageBrief, PageSpec } from '../../../contracts/page.ts'
import { completePage } from './complete-page.ts'
import { composedPage } from './compose-page.ts'
import { makePageContext, type PageContext } from './page-context.ts'
import { bookingPage } from './products/booking.ts'
import { cardPage } from './products/card.ts'
import { dashboardPage } from './products/dashboard.ts'
import { ecommercePage } from './products/ecommerce.ts'
import { invitationPage } from './products/invitation.ts'
import { kanbanPage } from './products/kanban.ts'
import { manualPage } from './products/manual.ts'
import { travelPage } from './products/travel.ts'

export { appScript } from './app-script.ts'
export { dataModelOf, type StateContract, stateContractOf } from './data-models.ts'
export { planPages } from './plan-pages.ts'

export interface PageOrder {
  readonly spec: PageSpec
  readonly brief: PageBrief
  readonly designSystem: DesignSystem
  /** All pages of the product, itself among them: what it links to. */
  readonly pages: readonly PageSpec[]
}

type Writer = (context: PageContext) => string

/** The working pages of each product by their roles; every other page is composed from the brief. */
const WRITERS: Readonly<Record<string, Readonly<Record<string, Writer>>>> = {
  ecommerce: byRole(ecommercePage, ['catalog', 'product', 'cart', 'checkout', 'confirmation', 'favourites']),
  travel: byRole(travelPage, ['overview', 'dayplan', 'detail', 'saved']),
  manual: byRole(manualPage, ['index', 'section']),
  kanban: byRole(kanbanPage, ['board', 'detail']),
  card: byRole(cardPage, ['card']),
  invitation: byRole(invitationPage, ['invitation']),
  booking: byRole(bookingPage, ['services', 'details', 'schedule', 'confirmation']),
  dashboard: byRole(dashboardPage, ['overview', 'details', 'filters']),
}

function byRole(writer: Writer, roles: readonly string[]): Readonly<Record<string, Writer>> {
  return Object.fromEntries(roles.map(role => [role, writer]))
}

/**
 * One page as a whole document for `pages/<slug>.html`, beside `../design-system.css` and `../app.js`, made from the
 * brief and nothing else. The same order gives the same bytes. Each part is a `[data-region]`; words of the brief stand
 * in it as text only, and everything that the brief says of this page stands on it.
 */
export function generatePage({ spec, brief, pages }: PageOrder): string {
  const context = makePageContext(spec, brief, pages)
  const write = WRITERS[brief.product_type]?.[spec.role] ?? composedPage
  return completePage(write(context), context)
}
