import type { Frame, Page } from 'playwright-core'
import type { ProductType } from '../../src/contracts/page.ts'

/** A page or a frame of one; `at` is the address of its `pages/` folder. */
export interface Visit {
  readonly view: Page | Frame
  readonly at: string
}

/** What a visitor does on each product, from the first page to the last; throws where a step does not work. */
export const flows: Readonly<Record<Exclude<ProductType, 'unknown'>, (visit: Visit) => Promise<void>>> = {
  ecommerce: shop,
  travel,
  manual,
  kanban,
  landing,
  card,
  invitation,
  booking,
  dashboard,
}

async function open({ view, at }: Visit, page: string): Promise<void> {
  await view.goto(`${at}/${page}`)
  await ready(view)
}

async function ready(view: Page | Frame): Promise<void> {
  await view.locator('body[data-ready]').waitFor({ state: 'attached' })
}

async function follow(view: Page | Frame, selector: string, page: RegExp): Promise<void> {
  await view.locator(selector).first().click()
  await view.waitForURL(page)
  await ready(view)
}

async function expectText(view: Page | Frame, selector: string, text: RegExp): Promise<void> {
  const node = view.locator(selector).first()
  await node.waitFor({ state: 'visible' })
  const found = (await node.textContent()) ?? ''
  if (!text.test(found)) throw new Error(`${selector} says “${found.trim()}”, not ${text}.`)
}

async function shop(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'menu.html')
  await view.locator('.chip', { hasText: 'Bakery' }).click()
  await view.locator('[data-item="flat-white"]').waitFor({ state: 'hidden' })
  await view.locator('.chip', { hasText: 'All' }).click()
  await view.locator('[data-item="flat-white"] [data-favourite]').click()
  await view.locator('[data-item="butter-croissant"] [data-add]').click()
  await follow(view, '[data-item="flat-white"] .card-link', /product\.html/)
  await view.locator('article:not([hidden]) [data-quantity-step="1"]').click()
  await view.locator('article:not([hidden]) [data-add]').click()
  await expectText(view, '[data-cart-count]', /^3$/)
  await follow(view, '.tabbar a[href="favourites.html"]', /favourites\.html/)
  await view.locator('[data-favourite-item="flat-white"]').waitFor({ state: 'visible' })
  await follow(view, '.topbar a[href="cart.html"]', /cart\.html/)
  await expectText(view, '[data-total]', /11\.60/)
  await view.locator('[data-cart-line="butter-croissant"] [data-line-step="0"]').click()
  await expectText(view, '[data-total]', /8\.40/)
  await follow(view, 'a[href="checkout.html"]', /checkout\.html/)
  await view.locator('.tile', { hasText: 'Delivery' }).click()
  await expectText(view, '[data-total]', /8\.40/)
  await view.locator('button[type="submit"]').click()
  await expectText(view, '[data-error-for="name"]', /fill/)
  await view.locator('.tile', { hasText: 'Pick up' }).click()
  await view.locator('[name="name"]').fill('Alex')
  await view.locator('[name="email"]').fill('alex@example.com')
  await follow(view, 'button[type="submit"]', /confirmation\.html/)
  await expectText(view, '[data-field="name"]', /Alex/)
  await expectText(view, '[data-field="items"]', /2 × Flat white/)
  await expectText(view, '[data-field="total"]', /8\.40/)
  await follow(view, '.topbar a[href="cart.html"]', /cart\.html/)
  await view.locator('[data-cart-empty]').waitFor({ state: 'visible' })
}

async function travel(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'overview.html')
  await follow(view, '.hero .button', /day-plan\.html/)
  await view.locator('article:not([hidden]) .chip', { hasText: 'Day 3' }).click()
  await expectText(view, 'article:not([hidden]) h1', /Day 3/)
  await follow(view, 'article:not([hidden]) .timeline a', /place\.html/)
  await view.locator('article:not([hidden]) [data-save-place]').click()
  await expectText(view, 'article:not([hidden]) [data-label]', /^Saved$/)
  await follow(view, '.tabbar a[href="saved.html"]', /saved\.html/)
  await view.locator('[data-saved-item]:not([hidden])').waitFor({ state: 'visible' })
  await follow(view, '.tabbar a[href="overview.html"]', /overview\.html/)
  await expectText(view, '[data-saved-count]', /^1$/)
}

async function manual(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'contents.html')
  await view.locator('[data-search]').fill('clean')
  await expectText(view, '[data-search-count]', /^1 result$/)
  await follow(view, '.chapters li:not([hidden]) a', /guide\.html/)
  await expectText(view, 'article:not([hidden]) h1', /Cleaning/)
  await view.locator('article:not([hidden]) [data-read]').click()
  await view.locator('article:not([hidden]) .chapter-nav a[aria-label^="Next"]').click()
  await expectText(view, 'article:not([hidden]) h1', /Settings/)
  await follow(view, '.tabbar a[href="contents.html"]', /contents\.html/)
  await expectText(view, '[data-read-text]', /^1 of 6/)
}

async function kanban(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'board.html')
  const task = view.locator('[data-column="to-do"] [data-task]').first()
  const title = (await task.locator('[data-task-title]').textContent()) ?? ''
  await task.locator('[data-move="1"]').click()
  await view.locator('[data-column="doing"] [data-task]', { hasText: title }).waitFor({ state: 'visible' })
  await view.locator('[data-column="doing"] [data-task]', { hasText: title }).locator('a').press('ArrowRight')
  await view.locator('[data-column="review"] [data-task]', { hasText: title }).waitFor({ state: 'visible' })
  await view.locator('[name="title"]').fill('Order <b>cake</b>')
  await view.locator('[name="title"]').press('Enter')
  await view
    .locator('[data-column="to-do"] [data-task]', { hasText: 'Order <b>cake</b>' })
    .waitFor({ state: 'visible' })
  await view.locator('[data-task]', { hasText: title }).locator('a').click()
  await view.waitForURL(/task\.html/)
  await ready(view)
  await expectText(view, 'article:not([hidden]) [data-task-column]', /Review/)
  await view.locator('article:not([hidden]) .actions [data-move="1"]').click()
  await expectText(view, 'article:not([hidden]) [data-task-column]', /Done/)
  await follow(view, '.tabbar a[href="board.html"]', /board\.html/)
  await view.locator('[data-column="done"] [data-task]', { hasText: title }).waitFor({ state: 'visible' })
  await expectText(view, '[data-done-text]', /^1 of 5/)
}

async function landing(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'home.html')
  await view.locator('[name="email"]').fill('wrong')
  await view.locator('button[type="submit"]').click()
  await expectText(view, '[data-error-for="email"]', /e-mail address/)
  await view.locator('[name="email"]').fill('alex@example.com')
  await view.locator('button[type="submit"]').click()
  await expectText(view, '[data-form-done] [data-field="email"]', /alex@example\.com/)
}

async function card(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'card.html')
  const address = (await view.locator('a[download]').getAttribute('href')) ?? ''
  const contact = decodeURIComponent(address)
  if (!/FN:Jana Petrova[\s\S]*TEL;TYPE=CELL:\+49[\s\S]*EMAIL:jana@example\.com/.test(contact))
    throw new Error(`The contact is ${contact}`)
  await view.locator('[name="name"]').fill('Alex')
  await view.locator('[name="email"]').fill('alex@example.com')
  await view.locator('[name="text"]').fill('Hello')
  await view.locator('button[type="submit"]').click()
  await expectText(view, '[data-form-done] [data-field="name"]', /Alex/)
}

async function invitation(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'invitation.html')
  await view.locator('[name="name"]').fill('Alex')
  await view.locator('[name="guests"]').selectOption('2')
  await view.locator('button[type="submit"]').click()
  await expectText(view, '[data-form-done] [data-field="guests"]', /^2$/)
  await view.locator('[data-reset-form]').click()
  await view.locator('form[data-form]').waitFor({ state: 'visible' })
}

async function booking(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'services.html')
  await follow(view, '[data-item="beard-trim"] .card-link', /details\.html/)
  await expectText(view, 'article:not([hidden]) h1', /Beard trim/)
  await follow(view, 'article:not([hidden]) .sticky-action a', /schedule\.html/)
  if ((await view.locator('[name="service"]').inputValue()) !== 'beard-trim')
    throw new Error('The service is not chosen.')
  await view.locator('.day-pills .tile').nth(2).click()
  await view.locator('.tile:has([data-slot]:enabled)').last().click()
  const time = await view.locator('[data-slot]:checked').inputValue()
  await view.locator('[name="name"]').fill('Alex')
  await view.locator('[name="email"]').fill('alex@example.com')
  await follow(view, 'button[type="submit"]', /confirmation\.html/)
  await expectText(view, '[data-field="service_name"]', /Beard trim/)
  await expectText(view, '[data-field="time"]', new RegExp(time))
}

async function dashboard(visit: Visit): Promise<void> {
  const { view } = visit
  await open(visit, 'overview.html')
  const before = await view.locator('[data-kpi="total"]').textContent()
  await view.locator('[data-period="7"]').click()
  const after = await view.locator('[data-kpi="total"]').textContent()
  if (before === after) throw new Error('The period changes nothing.')
  await follow(view, '.tabbar a[href="filters.html"]', /filters\.html/)
  await view.locator('.check').first().click()
  await follow(view, '[data-region="apply"]', /overview\.html/)
  if ((await view.locator('[data-kpi="total"]').textContent()) === after)
    throw new Error('The source changes nothing.')
  await expectText(view, '[data-period-text]', /7 days/)
  await follow(view, '.tabbar a[href="details.html"]', /details\.html/)
  await view.locator('[data-sort="2"]').click()
  await view.locator('[data-search]').fill('partners')
  await expectText(view, '[data-search-count]', /^6 results$/)
}
