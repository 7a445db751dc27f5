import { parse } from 'postcss'
import { attribute, type PageDocument, type PageElement, textOf } from './document.ts'

/** What the style sheets of a page would load, and what of them cannot be read. */
export interface SheetFindings {
  /** As written, of `@import`, `url(…)` and `image-set("…")`. */
  readonly addresses: readonly string[]
  readonly faults: readonly string[]
}

/** The file name under which pages link their design system. */
const DESIGN_SYSTEM = 'design-system.css'

/** Reads the `<style>` elements of a page and, where it is linked, its design system. Never throws. */
export function readStyleSheets(document: PageDocument, css: string): SheetFindings {
  const sheets = document.elements.flatMap(element =>
    element.tag === 'style' ? [textOf(element)] : isDesignSystemLink(element) ? [css] : [],
  )
  const read = sheets.map(readSheet)
  return {
    addresses: read.flatMap(({ addresses }) => addresses),
    faults: read.flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
  }
}

/** Addresses in a style: `url(…)`, `image-set("…")`. */
export function styleAddresses(css: string): readonly string[] {
  const found: string[] = []
  for (const match of css.matchAll(/url\(\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^)"'\s]{0,2000}))/gi)) {
    found.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  for (const match of css.matchAll(/image-set\(\s*["']([^"']{0,2000})["']/gi)) found.push(match[1] ?? '')
  return found
}

function readSheet(text: string): { readonly addresses: readonly string[]; readonly fault?: string } {
  const addresses = [...styleAddresses(text)]
  try {
    parse(text).walkAtRules(/^import$/i, ({ params }) => {
      const address = /^\s*(?:url\(\s*)?["']?([^"')\s]+)/i.exec(params)?.[1]
      if (address !== undefined) addresses.push(address)
    })
    return { addresses }
  } catch (cause) {
    return { addresses, fault: cause instanceof Error ? cause.message.slice(0, 200) : 'it cannot be read' }
  }
}

function isDesignSystemLink(element: PageElement): boolean {
  if (element.tag !== 'link') return false
  const kinds = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
  const address = (attribute(element, 'href') ?? '').trim()
  return (
    kinds.includes('stylesheet') &&
    !/^[a-z]+:|^\/\//i.test(address) &&
    (address.split(/[?#]/)[0] ?? '').endsWith(DESIGN_SYSTEM)
  )
}
