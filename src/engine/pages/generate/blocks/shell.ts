import { type Fragment, html, type Markup } from '../html.ts'
import { type IconName, icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

export interface Tab {
  readonly role: string
  readonly label: string
  readonly icon: IconName
}

export interface Shell {
  readonly tabs: readonly Tab[]
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
${footer(context, shell)}
${tabbar(context, shell.tabs)}
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

function tabbar(context: PageContext, tabs: readonly Tab[]): Markup | '' {
  const shown = tabs.flatMap(tab => {
    const address = pageAddress(context, tab.role)
    return address === undefined ? [] : [{ ...tab, address }]
  })
  if (shown.length < 2) return ''
  return html`<nav class="tabbar" aria-label="Main" data-region="navigation">
${shown.map(tab => html`<a href="${tab.address}"${tab.role === context.spec.role ? html` aria-current="page"` : ''}>${icon(tab.icon)}<span>${tab.label}</span></a>\n`)}</nav>`
}

function footer(context: PageContext, shell: Shell): Markup {
  const inTabs = new Set(shell.tabs.map(tab => tab.role))
  const others = context.pages.filter(page => EXTRA_ROLES.has(page.role) && !inTabs.has(page.role))
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
const EXTRA_ROLES: ReadonlySet<string> = new Set(['about', 'contact', 'faq', 'gallery', 'favourites', 'info'])

function documentTitle({ spec, name }: PageContext): string {
  return spec.title === name ? name : `${spec.title} · ${name}`
}

function describe(purpose: string, name: string): string {
  const text = purpose === '' ? name : purpose
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
