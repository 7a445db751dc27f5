import { type Fragment, html, type Markup } from '../html.ts'
import { type IconName, icon } from '../icons.ts'
import type { PageContext } from '../page-context.ts'

export interface Tab {
  readonly role: string
  readonly label: string
  readonly icon: IconName
}

export interface Shell {
  /** Of the product's own pages; the pages themselves where the person listed them. */
  readonly tabs?: readonly Tab[]
  /** Buttons at the end of the top bar. */
  readonly actions?: Fragment
  readonly main: readonly Fragment[]
  /** Data and templates that the behaviours read. */
  readonly data?: Fragment
  readonly footer?: Fragment
}

/** A whole page: one column, a top bar, the parts, a bottom navigation. */
export function pageDocument(context: PageContext, shell: Shell): string {
  const { spec, brief, name } = context
  const tabs = tabsOf(context, shell.tabs)
  const page = html`<!doctype html>
<html lang="${context.locale}">
<head>
<meta charset="utf-8">
<title>${documentTitle(context)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="${describe(spec.purpose, name)}">
<link rel="stylesheet" href="../design-system.css">
</head>
<body data-app="${context.appId}" data-product="${brief.product_type}" data-page="${spec.role}">
<div id="app" class="page">
<a class="skip" href="#main">Skip to content</a>
${topbar(context, shell.actions)}
<main id="main" tabindex="-1">
${shell.main.map(part => html`${part}\n`)}</main>
${footer(context, shell, tabs)}
${tabbar(context, tabs)}
<p class="toast" role="status" aria-live="polite" data-announce></p>
</div>
${shell.data}
<script src="../app.js" defer></script>
</body>
</html>
`
  return page.text.replace(/\n{2,}/g, '\n')
}

/** One part of a page under a name of its own, so that an edit can reach it and leave the rest as it is. */
export function region(
  name: string,
  options: { readonly class?: string; readonly label?: string },
  inside: Fragment,
): Markup {
  return html`<section class="${options.class ?? 'section'}" data-region="${name}"${labelOf(options.label)}>
${inside}
</section>`
}

function labelOf(label: string | undefined): Markup {
  return label === undefined ? html`` : html` aria-label="${label}"`
}

function topbar(context: PageContext, actions: Fragment): Markup {
  const home = context.pages[0]
  const letter = [...context.name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '•'
  return html`<header class="topbar" data-region="header">
<a class="brand" href="${home ? `${home.slug}.html` : '#main'}"><span class="brand-mark" aria-hidden="true">${letter}</span><span class="brand-name" dir="auto">${context.name}</span></a>
${actions ? html`<div class="topbar-actions">${actions}</div>` : ''}
</header>`
}

interface ShownTab {
  readonly slug: string
  readonly label: string
  readonly icon: IconName
}

const MAX_TABS = 4

/** The tabs of a product, or the first pages as they were listed. */
function tabsOf(context: PageContext, tabs: readonly Tab[] | undefined): readonly ShownTab[] {
  const { pages, brief } = context
  if (tabs === undefined || brief.page_list.length > 0) {
    const most = pages.length <= MAX_TABS + 1 ? pages.length : MAX_TABS
    return pages
      .slice(0, most)
      .map(({ slug, title, role }) => ({ slug, label: title, icon: ICONS[role] ?? iconFor(title) }))
  }
  return tabs.flatMap(({ role, label, icon: sign }) => {
    const page = pages.find(one => one.role === role)
    return page === undefined ? [] : [{ slug: page.slug, label, icon: sign }]
  })
}

const ICONS: Readonly<Record<string, IconName>> = {
  home: 'home',
  contact: 'pin',
  request: 'calendar',
  favourites: 'heart',
  gallery: 'star',
  faq: 'help',
  about: 'heart',
  board: 'board',
}

const BY_TITLE: readonly (readonly [RegExp, IconName])[] = [
  [/team|teacher|people|staff|who/i, 'users'],
  [/menu|shop|bread|product|karte|services?|lessons?|classes/i, 'menu'],
  [/price|ticket|pass/i, 'star'],
  [/search|find/i, 'search'],
  [/profile|account/i, 'user'],
  [/camp|event|date|schedule|day/i, 'calendar'],
  [/play|video|listen|music/i, 'play'],
  [/chart|figure|report|categor|overview|expense/i, 'chart'],
  [/work|project|portfolio/i, 'book'],
]

function iconFor(title: string): IconName {
  return BY_TITLE.find(([words]) => words.test(title))?.[1] ?? 'info'
}

function tabbar(context: PageContext, shown: readonly ShownTab[]): Markup | '' {
  if (shown.length < 2) return ''
  return html`<nav class="tabbar" aria-label="Main" data-region="navigation">
${shown.map(tab => html`<a href="${tab.slug}.html"${tab.slug === context.spec.slug ? html` aria-current="page"` : ''}>${icon(tab.icon)}<span dir="auto">${tab.label}</span></a>\n`)}</nav>`
}

function footer(context: PageContext, shell: Shell, shown: readonly ShownTab[]): Markup {
  const inTabs = new Set(shown.map(tab => tab.slug))
  const listed = context.brief.page_list.length > 0
  const others = context.pages.filter(
    page => (listed || EXTRA_ROLES.has(page.role)) && !inTabs.has(page.slug),
  )
  const links = others.map(
    page =>
      html`<a href="${page.slug}.html"${page.slug === context.spec.slug ? html` aria-current="page"` : ''}>${page.title}</a>`,
  )
  return html`<footer class="footer" data-region="footer">
${shell.footer}
${links.length > 0 ? html`<div class="footer-links">${links}</div>` : ''}
<p dir="auto">${context.name}</p>
</footer>`
}

/** Pages beyond a product's own flow, linked from every footer. */
const EXTRA_ROLES: ReadonlySet<string> = new Set([
  ...['home', 'about', 'contact', 'request', 'faq', 'gallery', 'favourites', 'info'],
])

function documentTitle({ spec, name }: PageContext): string {
  return spec.title === name ? name : `${spec.title} · ${name}`
}

function describe(purpose: string, name: string): string {
  const text = purpose === '' ? name : purpose
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
