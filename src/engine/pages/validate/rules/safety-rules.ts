import type { PageIssue } from '../../../../contracts/page.ts'
import { attribute, type PageElement, textOf } from '../document.ts'
import { firstIssues, issueAt, type PageCheck } from '../page-check.ts'
import { styleAddresses } from '../style-sheets.ts'

/** Where a page lies while its addresses are read: beside the other pages, on a disk. */
const PAGE_ADDRESS = 'file:///site/pages/page.html'
const LOADING: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset', 'lowsrc', 'longdesc'],
  source: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  frame: ['src'],
  embed: ['src'],
  object: ['data', 'codebase'],
  applet: ['code', 'archive'],
  audio: ['src'],
  video: ['src', 'poster'],
  track: ['src'],
  input: ['src'],
  link: ['href', 'imagesrcset'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
  base: ['href'],
}
/** How pages link the script that all of them share. */
export const APP_SCRIPT = /^(?:\.\.?\/)*app\.js$/
const MAX_BASE64 = 200_000

/** Everything a page needs is in it: what it would fetch from elsewhere fails offline and tells others who looks. */
export function checkResources(check: PageCheck): readonly PageIssue[] {
  const issues: PageIssue[] = []
  for (const element of check.document.elements) {
    for (const name of LOADING[element.tag.toLowerCase()] ?? []) {
      const value = attribute(element, name)
      const address = value === undefined ? undefined : addressesIn(name, value).find(isElsewhere)
      if (address === undefined) continue
      const isLoadedByElement =
        /^(img|source|audio|video|track|input|body|table|td|image|use|feimage)$/i.test(element.tag)
      issues.push(
        issueAt(check, element, {
          rule: 'external_resource',
          severity: 'error',
          message: `The page would load ${shorten(address)}.`,
          fix: isLoadedByElement
            ? {
                kind: 'remove_attribute',
                description: `Take ${name} out; put the content into the page.`,
                data: { name },
              }
            : {
                kind: 'remove_element',
                description: 'Take the element out; put what it loads into the page.',
              },
        }),
      )
    }
    issues.push(...inlineStyleIssues(check, element))
  }
  issues.push(...sheetIssues(check))
  return firstIssues(issues)
}

function inlineStyleIssues(check: PageCheck, element: PageElement): readonly PageIssue[] {
  const style = attribute(element, 'style')
  if (style === undefined || !/url|image-set/i.test(style)) return []
  const address = styleAddresses(style).find(isElsewhere)
  if (address === undefined) return []
  const fix = {
    kind: 'remove_css_address',
    description: 'Take the address out of the style.',
    data: { address },
  }
  return [
    issueAt(check, element, {
      rule: 'external_resource',
      severity: 'error',
      message: `The style would load ${shorten(address)}.`,
      fix,
    }),
  ]
}

function sheetIssues(check: PageCheck): readonly PageIssue[] {
  return check.sheets.addresses.filter(isElsewhere).map(address =>
    issueAt(check, undefined, {
      rule: 'external_resource',
      severity: 'error',
      message: `A style sheet would load ${shorten(address)}.`,
      fix: {
        kind: 'remove_css_address',
        description: 'Take the address out of the style sheet.',
        data: { address },
      },
    }),
  )
}

/** What a page does is asked for by data attributes; the one script that answers is ours, and data needs none. */
export function checkScripts(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements
      .filter(element => element.tag === 'script' && !isOwnScript(element) && !isData(element))
      .map(element =>
        issueAt(check, element, {
          rule: 'foreign_script',
          severity: 'error',
          message: 'The page has a script of its own.',
          fix: {
            kind: 'remove_element',
            description:
              'Take the script out; ask for behaviour with the data- attributes that app.js knows.',
          },
        }),
      ),
  )
}

/** A script of a drawing runs the text in it, whatever its `src` says. */
function isOwnScript(element: PageElement): boolean {
  const { attributes, children } = element
  const isLinked = APP_SCRIPT.test(attributes.get('src') ?? '')
  return isLinked && children.length === 0 && !attributes.has('href') && !attributes.has('xlink:href')
}

function isData({ attributes }: PageElement): boolean {
  return /^application\/(?:ld\+)?json$/i.test(attributes.get('type') ?? '')
}

/** Handlers in attributes do not run where the page is shown safely; scripts listen instead. */
export function checkHandlers(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element =>
      [...element.attributes.keys()]
        .filter(name => /^on[a-z]/i.test(name))
        .map(name =>
          issueAt(check, element, {
            rule: 'inline_handler',
            severity: 'error',
            message: `<${element.tag}> runs code from its attribute ${name}.`,
            fix: {
              kind: 'remove_attribute',
              description: `Take ${name} out and listen from a script.`,
              data: { name },
            },
          }),
        ),
    ),
  )
}

const ADDRESS_ATTRIBUTES = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'srcdoc'] as const

export function checkCodeAddresses(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element =>
      ADDRESS_ATTRIBUTES.flatMap(name => {
        const value = attribute(element, name)
        if (value === undefined || !(name === 'srcdoc' || runsCode(element, value))) return []
        return [
          issueAt(check, element, {
            rule: 'javascript_url',
            severity: 'error',
            message: `The ${name} of <${element.tag}> is code, not an address.`,
            fix: { kind: 'remove_attribute', description: `Take ${name} out.`, data: { name } },
          }),
        ]
      }),
    ),
  )
}

/** What people type stays on the page. */
export function checkForms(check: PageCheck): readonly PageIssue[] {
  return firstIssues(
    check.document.elements.flatMap(element => {
      const name = element.tag === 'form' ? 'action' : 'formaction'
      const value = attribute(element, name)
      if (value === undefined) return []
      const url = readAddress(value)
      const isOwn =
        url !== undefined && ((url.protocol === 'file:' && url.host === '') || url.protocol === 'javascript:')
      if (isOwn) return []
      return [
        issueAt(check, element, {
          rule: 'form_action',
          severity: 'error',
          message: `The form would send what people type to ${shorten(value)}.`,
          fix: {
            kind: 'remove_attribute',
            description: `Take ${name} out and handle the form in the page.`,
            data: { name },
          },
        }),
      ]
    }),
  )
}

export function checkBase64(check: PageCheck): readonly PageIssue[] {
  const issues: PageIssue[] = []
  for (const element of check.document.elements) {
    const texts = [...element.attributes.values()]
    if (element.tag === 'style' || element.tag === 'script') texts.push(textOf(element))
    const longest = Math.max(0, ...texts.map(longestBase64))
    if (longest <= MAX_BASE64) continue
    issues.push(
      issueAt(check, element, {
        rule: 'inline_base64',
        severity: 'error',
        message: `An embedded file has ${Math.round(longest / 1000)} kB; at most ${MAX_BASE64 / 1000} kB stay fast.`,
        fix: { kind: 'shrink', description: 'Embed a smaller picture, or draw it as SVG.' },
      }),
    )
  }
  return firstIssues(issues)
}

/** Addresses of a `srcset` are several. */
function addressesIn(name: string, value: string): readonly string[] {
  if (!name.endsWith('srcset')) return [value]
  return value.split(/,\s+|,$/).map(part => part.trim().split(/\s+/)[0] ?? '')
}

/** True for what does not lie beside the page. */
function isElsewhere(address: string): boolean {
  const url = readAddress(address)
  if (url === undefined) return address.trim() !== ''
  if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'about:') return false
  return url.protocol !== 'file:' || url.host !== ''
}

export function readAddress(value: string): URL | undefined {
  return URL.canParse(value, PAGE_ADDRESS) ? new URL(value, PAGE_ADDRESS) : undefined
}

function runsCode(element: PageElement, value: string): boolean {
  const url = readAddress(value)
  if (url === undefined) return false
  if (url.protocol === 'javascript:' || url.protocol === 'vbscript:') return true
  // What is only saved is not opened.
  if (element.tag === 'a' && element.attributes.has('download')) return false
  const isDocument = /^(a|area|iframe|frame|embed|object|form|button|input|script)$/.test(element.tag)
  return isDocument && url.protocol === 'data:' && !/^data:image\/(?!svg)/i.test(url.href)
}

function longestBase64(text: string): number {
  if (text.length <= MAX_BASE64) return 0
  let longest = 0
  const marks = /;base64,/g
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const end = /[^A-Za-z0-9+/=\s]/g
    end.lastIndex = marks.lastIndex
    const stop = end.exec(text)?.index ?? text.length
    longest = Math.max(longest, stop - marks.lastIndex)
    marks.lastIndex = Math.max(marks.lastIndex, stop)
  }
  return longest
}

function shorten(address: string): string {
  const written = address.trim().replace(/\s+/g, ' ')
  return written.length > 120 ? `${written.slice(0, 117)}…` : written
}
