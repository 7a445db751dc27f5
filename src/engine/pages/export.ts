import { strToU8, zipSync } from 'fflate'
import type { DesignSystemVersion, Page, PageDataModel, ProductType } from '../../contracts/page.ts'
import type { ProductDoc } from '../../contracts/product-doc.ts'
import { appScript, stateContractOf } from './generate/generate.ts'
import { hostablePage } from './preview.ts'

/** Everything of one session that stands in a folder of its own. */
export interface ExportedSession {
  readonly session_id: string
  /** ISO time of the export. */
  readonly at: string
  readonly pages: readonly { readonly page: Page; readonly html: string }[]
  readonly design?: DesignSystemVersion
  readonly doc?: ProductDoc
  readonly data_model?: PageDataModel
  readonly product_type?: ProductType
}

/** The oldest time a zip can carry. */
const EARLIEST_MS = Date.UTC(1980, 0, 2)

/**
 * The pages as a zip that opens from disk and may be hosted as it is: `index.html` leads to the first page, links between
 * pages are relative, each page holds its look and its script and lets no other script run.
 */
export function exportPages(session: ExportedSession): Uint8Array {
  const files = exportFiles(session)
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))
  const mtime = Math.max(EARLIEST_MS, Date.parse(session.at))
  return zipSync(bytes, { mtime, level: 6 })
}

/** The files of the zip by path. */
function exportFiles(session: ExportedSession): Readonly<Record<string, string>> {
  const { pages, design, doc, data_model: model, product_type } = session
  const first = pages.find(({ page }) => page.slug === 'index') ?? pages[0]
  const files: Record<string, string> = {}
  if (first) files['index.html'] = doorTo(first.page)
  const linked = { css: design?.css ?? '', script: appScript }
  for (const { page, html } of pages) files[`pages/${page.slug}.html`] = hostablePage(html, linked)
  if (pages.length > 0) files['app.js'] = appScript
  if (design) files['design-system.css'] = design.css
  if (doc) files['product-doc.md'] = docToMarkdown(doc)
  if (model) files['shared/data-model.json'] = `${JSON.stringify(model, null, 2)}\n`
  if (product_type)
    files['shared/state-contract.json'] = `${JSON.stringify(stateContractOf(product_type), null, 2)}\n`
  const manifest = {
    version: '1.0',
    exported_at: session.at,
    session_id: session.session_id,
    product_doc: { status: doc?.status ?? 'none', included: doc !== undefined },
    pages: pages.map(({ page }) => ({
      slug: page.slug,
      title: page.title,
      status: 'ok',
      path: `pages/${page.slug}.html`,
      size: Buffer.byteLength(files[`pages/${page.slug}.html`] ?? ''),
      version: page.current_version,
    })),
    assets: Object.keys(files).filter(path => !path.endsWith('.html')),
    global_style: design ? { style: design.style, mode: design.mode, version: design.version } : null,
  }
  files['export_manifest.json'] = `${JSON.stringify(manifest, null, 2)}\n`
  return files
}

function doorTo({ slug, title }: Page): string {
  const address = `pages/${slug}.html`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeText(title)}</title>
    <meta http-equiv="refresh" content="0; url=${address}">
  </head>
  <body>
    <p><a href="${address}">${escapeText(title)}</a></p>
  </body>
</html>
`
}

function docToMarkdown({ sections }: ProductDoc): string {
  return Object.values(sections)
    .map(({ title, content }) => `## ${title}\n\n${content.trim()}\n`)
    .join('\n')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
