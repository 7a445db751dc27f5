import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { WindowMeasurement } from '../../src/contracts/page-measurement.ts'
import { MEASURE_PAGE, markPlaces } from '../../src/engine/pages/validate/measure-page.ts'
import type { BasePage } from './base-pages.ts'
import { MEASURE } from './in-the-page.ts'

/** What is really wrong with a page, by rule; `undefined` where the browser cannot tell either. */
export type Truth = Readonly<Record<string, boolean | undefined>>

export interface TruthMeter {
  /** What the page itself measures in two phones and a wide window, as the preview has it. */
  look(page: BasePage): Promise<readonly WindowMeasurement[]>
  measure(page: BasePage): Promise<Truth>
  close(): Promise<void>
}

interface Measured {
  readonly doctype: boolean
  readonly title: boolean
  readonly lang: boolean
  readonly fontSize: boolean
  readonly lineHeight: boolean
  readonly touchTarget: boolean
  readonly sideways: boolean
  readonly column: boolean
  readonly scrollbar: boolean
  readonly label: boolean
  readonly duplicateId: boolean
  readonly deadLinks: readonly { protocol: string; host: string; path: string; isDeadPlace: boolean }[]
  readonly handlers: boolean
  readonly codeAddresses: boolean
  readonly forms: readonly string[]
  readonly refresh: boolean
  readonly base64: number
}

interface AxeResult {
  readonly violations: readonly { readonly id: string }[]
  readonly incomplete: readonly { readonly id: string }[]
}

const HOST = 'http://site.test'
const ADDRESS = `${HOST}/site/pages/page.html`
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 430, height: 932 },
  { width: 1024, height: 768 },
] as const
const AXE_RULES = [
  'color-contrast',
  'button-name',
  'input-button-name',
  'link-name',
  'image-alt',
  'input-image-alt',
  'svg-img-alt',
]

/** Opens one window as wide as a phone, and one that behaves like a phone. */
export async function openTruthMeter(browser: Browser): Promise<TruthMeter> {
  const served = { html: '', css: '', outside: [] as string[] }
  const plain = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  for (const context of [plain, phone]) await serve(context, served)
  const page = await plain.newPage()
  const mobile = await phone.newPage()
  return {
    measure: async base => {
      Object.assign(served, { html: base.html, css: base.css, outside: [] })
      return measureTruth({ page, mobile, base, outside: () => served.outside })
    },
    look: async base => {
      Object.assign(served, { html: markPlaces(base.html), css: base.css, outside: [] })
      await page.goto(ADDRESS, { waitUntil: 'load' })
      const windows: WindowMeasurement[] = []
      for (const size of WINDOWS) {
        await page.setViewportSize(size)
        windows.push(WindowMeasurement.parse(await page.evaluate(MEASURE_PAGE)))
      }
      return windows
    },
    close: async () => {
      await plain.close()
      await phone.close()
    },
  }
}

/** The page and its style sheet; everything else of the site is missing, and what is elsewhere is only noted. */
async function serve(
  context: BrowserContext,
  served: { html: string; css: string; outside: string[] },
): Promise<void> {
  await context.route('**/*', async route => {
    const url = route.request().url()
    if (url === ADDRESS) {
      const headers = {
        'content-security-policy': "script-src 'none'",
        'content-type': 'text/html; charset=utf-8',
      }
      return route.fulfill({ body: served.html, headers })
    }
    if (url === `${HOST}/site/design-system.css`)
      return route.fulfill({ body: served.css, contentType: 'text/css' })
    if (!url.startsWith(HOST) && !url.startsWith('data:')) served.outside.push(url)
    return route.abort()
  })
}

async function measureTruth({
  page,
  mobile,
  base,
  outside,
}: {
  page: Page
  mobile: Page
  base: BasePage
  outside: () => readonly string[]
}): Promise<Truth> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(ADDRESS, { waitUntil: 'load' })
  const narrow = await page.evaluate<Measured>(MEASURE)
  await page.evaluate(axe.source)
  const found = await page.evaluate<AxeResult>(`axe.run({ runOnly: ${JSON.stringify(AXE_RULES)} })`)
  await page.setViewportSize({ width: 430, height: 932 })
  const wide = await page.evaluate<Measured>(MEASURE)
  const wideAxe = await page.evaluate<AxeResult>(`axe.run({ runOnly: ['color-contrast'] })`)
  await page.setViewportSize({ width: 1024, height: 768 })
  const desktop = await page.evaluate<Measured>(MEASURE)
  await mobile.goto(ADDRESS, { waitUntil: 'load' })
  const layoutWidth = await mobile.evaluate<number>('document.documentElement.clientWidth')
  const broken = new Set([...found.violations, ...wideAxe.violations].map(({ id }) => id))
  const isUnsure = [...found.incomplete, ...wideAxe.incomplete].some(({ id }) => id === 'color-contrast')
  const isCode = hasBlockedScript(base.html)
  return {
    doctype: narrow.doctype,
    title: narrow.title,
    lang: narrow.lang,
    viewport: Math.abs(layoutWidth - 360) > 1,
    font_size: narrow.fontSize || wide.fontSize,
    line_height: narrow.lineHeight,
    touch_target: narrow.touchTarget || wide.touchTarget,
    horizontal_scroll: narrow.sideways || wide.sideways,
    container_width: desktop.column,
    scrollbar: narrow.scrollbar,
    contrast: broken.has('color-contrast') ? true : isUnsure ? undefined : false,
    label: narrow.label,
    name: ['button-name', 'input-button-name', 'link-name'].some(id => broken.has(id)),
    alt: ['image-alt', 'input-image-alt', 'svg-img-alt'].some(id => broken.has(id)),
    duplicate_id: narrow.duplicateId,
    dead_link: narrow.deadLinks.some(link => isDead(link, base.slugs)),
    inline_base64: narrow.base64 > 200_000,
    external_resource: outside().length > 0 || isCode,
    inline_handler: narrow.handlers,
    javascript_url: narrow.codeAddresses,
    form_action: narrow.forms.some(origin => origin !== '' && origin !== HOST),
    meta_refresh: narrow.refresh,
  }
}

/** A blocked script is never asked for, so its address is read from the page. */
function hasBlockedScript(html: string): boolean {
  return /<script[^>]+src=["']?(?:https?:)?\/\//i.test(html)
}

function isDead(
  { protocol, host, path, isDeadPlace }: Measured['deadLinks'][number],
  slugs: readonly string[],
): boolean {
  if (protocol !== 'http:' || host !== 'site.test') return false
  if (isDeadPlace) return true
  if (path === '/site/pages/page.html' || path === '/site/index.html' || path === '/site/') return false
  return !slugs.some(slug => path === `/site/pages/${slug}.html`)
}
