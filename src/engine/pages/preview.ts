import { hash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { headStart } from './validate/apply-fixes.ts'
import { APP_SCRIPT, removeForeignParts } from './validate/validate.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A page that stands alone, and the policy under which it may be shown. */
export interface PagePreview {
  readonly html: string
  /** For the header `Content-Security-Policy`. */
  readonly policy: string
  /** The part of it that a `<meta>` can say, for a page that is written into a frame with a policy of its own. */
  readonly metaPolicy: string
}

/** Scripts run in an origin of their own; forms raise their events, and `form-action` sends them nowhere. */
export const SANDBOX = 'allow-scripts allow-forms allow-downloads'

/** What only a header can say. */
const FRAME_DIRECTIVES = ["frame-ancestors 'self'", "webrtc 'block'", `sandbox ${SANDBOX}`]

const DESIGN_SYSTEM = /^(?:\.\.?\/)*design-system\.css$/

/** The two files that pages link and that a preview holds inside. */
export interface LinkedFiles {
  readonly css: string
  readonly script: string
}

/**
 * The page with its design system and its script in it, every other byte as it was, and the policy of its frame: only
 * the scripts and styles that stand in it run, by their hashes; nothing is fetched, sent or embedded, and its origin is
 * its own.
 */
export function previewPage(html: string, files: LinkedFiles): PagePreview {
  const shown = inlineFiles(html, files)
  const { scripts, styles } = collectSources(shown)
  const policy = policyOf(scripts, styles)
  return {
    html: shown,
    policy: [...policy, ...FRAME_DIRECTIVES].join('; '),
    metaPolicy: policy.join('; '),
  }
}

/**
 * The page as anybody may host it: what is foreign taken out, its files in it, and the policy of the preview in its head,
 * under which no script but ours runs. What only a header can say (sandbox, framing) is left to the host.
 */
export function hostablePage(html: string, files: LinkedFiles): string {
  const page = inlineFiles(removeDirectives(removeForeignParts(html, { css: files.css })), files)
  const own = inlineTextOf(files.script, 'script')
  const { scripts, styles } = collectSources(page)
  const policy = policyOf(
    scripts.filter(script => script === own),
    styles,
  ).join('; ')
  const head = elementsOf(parse(page, { sourceCodeLocationInfo: true })).find(
    ({ tagName }) => tagName === 'head',
  )
  const at = head?.sourceCodeLocation?.startTag?.endOffset ?? headStart(page)
  const meta = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`
  return page.slice(0, at) + meta + page.slice(at)
}

/** What stands between the tags of a file that a page holds inside. */
function inlineTextOf(text: string, tag: 'script' | 'style'): string {
  return `\n${text.replace(new RegExp(`</(?=${tag})`, 'gi'), '<\\/')}\n`
}

/** Puts the linked files where the page names them first; a second mention of one goes. */
function inlineFiles(html: string, { css, script }: LinkedFiles): string {
  const elements = elementsOf(parse(html, { sourceCodeLocationInfo: true }))
  const style = `<style>${inlineTextOf(css, 'style')}</style>`
  const code = `<script>${inlineTextOf(script, 'script')}</script>`
  const places = [
    ...elements.filter(isDesignLink).map((element, index) => ({ element, text: index === 0 ? style : '' })),
    ...elements.filter(isAppScript).map((element, index) => ({ element, text: index === 0 ? code : '' })),
  ]
  return replaceElements(html, places)
}

function replaceElements(
  html: string,
  places: readonly { readonly element: Element; readonly text: string }[],
): string {
  return places
    .flatMap(({ element: { sourceCodeLocation: place }, text }) => (place ? [{ ...place, text }] : []))
    .sort((one, other) => other.startOffset - one.startOffset)
    .reduce(
      (shown, { startOffset, endOffset, text }) =>
        shown.slice(0, startOffset) + text + shown.slice(endOffset),
      html,
    )
}

/** No policy keeps a page from leaving by `<meta http-equiv>`, not even by one that a template brings in. */
function removeDirectives(html: string): string {
  const elements = elementsOf(parse(html, { sourceCodeLocationInfo: true }), { withTemplates: true })
  const directives = elements.filter(
    element => element.tagName === 'meta' && valueAt(element, 'http-equiv') !== '',
  )
  return replaceElements(
    html,
    directives.map(element => ({ element, text: '' })),
  )
}

/** The texts of every inline script and style, as a browser reads them. */
function collectSources(html: string): {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
} {
  const elements = elementsOf(parse(html))
  const texts = (tag: string): readonly string[] =>
    elements.filter(element => element.tagName === tag).map(textOf)
  return { scripts: texts('script'), styles: texts('style') }
}

function policyOf(scripts: readonly string[], styles: readonly string[]): readonly string[] {
  return [
    "default-src 'none'",
    `script-src ${hashesOf(scripts)}`,
    "script-src-attr 'none'",
    `style-src ${hashesOf(styles)}`,
    // An attribute reaches nothing: what it could load is refused by the other lines.
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ]
}

function hashesOf(texts: readonly string[]): string {
  if (texts.length === 0) return "'none'"
  return [...new Set(texts.map(text => `'sha256-${hash('sha256', text, 'base64')}'`))].join(' ')
}

function isDesignLink(element: Element): boolean {
  const isSheet = element.tagName === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(valueAt(element, 'rel'))
  return isSheet && DESIGN_SYSTEM.test(valueAt(element, 'href'))
}

function isAppScript(element: Element): boolean {
  return element.tagName === 'script' && APP_SCRIPT.test(valueAt(element, 'src'))
}

function valueAt(element: Element, name: string): string {
  return element.attrs.find(attribute => attribute.name === name)?.value ?? ''
}

/** Every element of a document in order, without recursion: a page may be nested as deep as it likes. */
function elementsOf(root: Node, { withTemplates = false } = {}): readonly Element[] {
  const found: Element[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node)
    const children = 'childNodes' in node ? node.childNodes : []
    if (withTemplates && 'content' in node) open.push(node.content)
    for (const child of children.toReversed()) open.push(child)
  }
  return found
}

function textOf(element: Element): string {
  return element.childNodes.map(child => ('value' in child ? child.value : '')).join('')
}
