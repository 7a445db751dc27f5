import type { DesignSystem, PageBrief, PageSpec } from '../../../contracts/page.ts'
import { makePageContext, type PageContext } from './page-context.ts'
import { bookingPage } from './products/booking.ts'
import { cardPage } from './products/card.ts'
import { dashboardPage } from './products/dashboard.ts'
import { ecommercePage } from './products/ecommerce.ts'
import { extraPage, isExtraRole } from './products/extra.ts'
import { invitationPage } from './products/invitation.ts'
import { kanbanPage } from './products/kanban.ts'
import { landingPage } from './products/landing.ts'
import { manualPage } from './products/manual.ts'
import { travelPage } from './products/travel.ts'

export { appScript } from './app-script.ts'
export { dataModelOf, type StateContract, stateContractOf } from './data-models.ts'
export { type PlannedEdit, planEdit } from './edit/plan-edit.ts'
export { planPages } from './plan-pages.ts'

export interface PageOrder {
  readonly spec: PageSpec
  readonly brief: PageBrief
  readonly designSystem: DesignSystem
  /** All pages of the product, itself among them: what it links to. */
  readonly pages: readonly PageSpec[]
}

const WRITERS: Readonly<Record<string, (context: PageContext) => string>> = {
  ecommerce: ecommercePage,
  travel: travelPage,
  manual: manualPage,
  kanban: kanbanPage,
  landing: landingPage,
  card: cardPage,
  invitation: invitationPage,
  booking: bookingPage,
  dashboard: dashboardPage,
}

/**
 * One page as a whole document for `pages/<slug>.html`, beside `../design-system.css` and `../app.js`. The same order
 * gives the same bytes. Each part is a `[data-region]`; words of the brief stand in it as text only.
 */
export function generatePage({ spec, brief, pages }: PageOrder): string {
  const context = makePageContext(spec, brief, pages)
  const write = isExtraRole(spec.role, brief) ? extraPage : (WRITERS[brief.product_type] ?? landingPage)
  return write(context)
}
