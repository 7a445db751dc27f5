import type { PageIssue } from '../../../../contracts/page.ts'
import { attribute, isElement, isInDrawing, type PageElement, STRAY_END, textOf } from '../document.ts'
import { firstIssues, issueAt, type PageCheck } from '../page-check.ts'

export function checkDoctype(check: PageCheck): readonly PageIssue[] {
  if (check.document.hasDoctype) return []
  const fix = { kind: 'insert_doctype', description: 'Begin the page with <!doctype html>.' }
  const message = 'The page does not begin with <!doctype html>, so browsers lay it out by old rules.'
  return [issueAt(check, undefined, { rule: 'doctype', severity: 'error', message, fix })]
}

export function checkLanguage(check: PageCheck): readonly PageIssue[] {
  const { root } = check.document
  const language = (attribute(root, 'lang') ?? '').trim()
  if (/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/.test(language)) return []
  const fix = {
    kind: 'set_attribute',
    description: 'Name the language: lang="en".',
    data: { name: 'lang', value: 'en' },
  }
  const message =
    language === ''
      ? 'The page does not say which language it is in.'
      : `“${language.slice(0, 40)}” names no language.`
  return [issueAt(check, root, { rule: 'lang', severity: 'error', message, fix })]
}

export function checkTitle(check: PageCheck): readonly PageIssue[] {
  const titles = check.document.elements.filter(element => element.tag === 'title' && !isInDrawing(element))
  if (titles[0] !== undefined && textOf(titles[0]).trim() !== '') return []
  const heading = check.document.elements.find(({ tag }) => tag === 'h1')
  const value =
    (heading === undefined ? '' : textOf(heading).replace(/\s+/g, ' ').trim().slice(0, 60)) || 'Page'
  const fix = { kind: 'set_title', description: `Name the page: “${value}”.`, data: { value } }
  const message = 'The page has no title.'
  return [issueAt(check, undefined, { rule: 'title', severity: 'error', message, fix })]
}

const VIEWPORT = 'width=device-width, initial-scale=1, viewport-fit=cover'

/** A phone shows a page at its own width only when the page says so. */
export function checkViewport(check: PageCheck): readonly PageIssue[] {
  const metas = check.document.elements.filter(
    element => element.tag === 'meta' && attribute(element, 'name')?.toLowerCase() === 'viewport',
  )
  const last = metas.at(-1)
  const settings = readViewport(attribute(last ?? check.document.root, 'content') ?? '')
  const width = settings.get('width') ?? ''
  const scale = settings.get('initial-scale')
  const isScaled = scale !== undefined && Math.abs(Number.parseFloat(scale) - 1) > 0.001
  const isOwnWidth = width === 'device-width' || (width === '' && scale !== undefined)
  const mayZoom = !/^(no|0)$/.test(settings.get('user-scalable') ?? '')
  if (last !== undefined && isOwnWidth && !isScaled && mayZoom) return []
  const fix = {
    kind: 'set_viewport',
    description: `Use <meta name="viewport" content="${VIEWPORT}">.`,
    data: { value: VIEWPORT },
  }
  const message =
    last === undefined
      ? 'Without a viewport the phone shows the page as if it were 980 px wide.'
      : mayZoom
        ? 'The viewport is not width=device-width with initial-scale=1, so the phone scales the page.'
        : 'The viewport forbids zooming, which people who see badly need.'
  return [issueAt(check, last, { rule: 'viewport', severity: 'error', message, fix })]
}

function readViewport(content: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  for (const part of content.toLowerCase().split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map(side => side.trim())
    if (name !== '') settings.set(name, value)
  }
  return settings
}

export function checkRefresh(check: PageCheck): readonly PageIssue[] {
  return check.document.elements
    .filter(
      element =>
        element.tag === 'meta' && attribute(element, 'http-equiv')?.trim().toLowerCase() === 'refresh',
    )
    .map(element =>
      issueAt(check, element, {
        rule: 'meta_refresh',
        severity: 'error',
        message: 'The page leaves for another one by itself.',
        fix: { kind: 'remove_element', description: 'Take the refresh out.' },
      }),
    )
}

export function checkIds(check: PageCheck): readonly PageIssue[] {
  const seen = new Map<string, number>()
  const issues: PageIssue[] = []
  const all = new Set(check.document.elements.map(element => attribute(element, 'id')))
  for (const element of check.document.elements) {
    const id = attribute(element, 'id')
    if (id === undefined) continue
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    if (times === 1 && id.trim() !== '') continue
    let number = times
    while (all.has(`${id}-${number}`)) number += 1
    const value = `${id.trim() === '' ? 'part' : id}-${number}`
    all.add(value)
    issues.push(
      issueAt(check, element, {
        rule: 'duplicate_id',
        severity: 'error',
        message: id.trim() === '' ? 'An id is empty.' : `The id “${id.slice(0, 80)}” stands more than once.`,
        fix: { kind: 'set_attribute', description: `Call this one “${value}”.`, data: { name: 'id', value } },
      }),
    )
  }
  return firstIssues(issues)
}

const MAY_STAY_OPEN = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp area base br col embed hr img input link meta source track wbr param'.split(
    ' ',
  ),
)
const TOLERATED = new Set(['missing-doctype', 'non-conforming-doctype', 'unknown-named-character-reference'])

/** What a browser repairs silently, each in its own way: ends that miss, ends too many, tags broken off. */
export function checkStructure(check: PageCheck): readonly PageIssue[] {
  const { document } = check
  const unclosed = document.elements.filter(isUnclosed).map(element =>
    issueAt(check, element, {
      rule: 'structure',
      severity: 'error',
      message: `<${element.tag}> is never closed.`,
      fix: { kind: 'close_element', description: `Close it with </${element.tag}> where its content ends.` },
    }),
  )
  const faults = document.faults
    .filter(({ code }) => !TOLERATED.has(code) && !isAboutOpenElements(code))
    .map(({ code, offset }) => {
      const line = lineOf(document.html, offset)
      const isStray = code === STRAY_END
      const fix = isStray
        ? { kind: 'remove_end_tag', description: 'Take the end tag out.', data: { offset: String(offset) } }
        : { kind: 'rewrite', description: 'Write this place of the page anew.' }
      const message = `Line ${line}: ${code.replaceAll('-', ' ')}.`
      return issueAt(check, undefined, { rule: 'structure', severity: 'error', message, fix })
    })
  return firstIssues([...unclosed, ...faults])
}

function isAboutOpenElements(code: string): boolean {
  return code === 'open-elements-left-after-eof' || code === 'closing-of-element-with-open-child-elements'
}

function isUnclosed(element: PageElement): boolean {
  const { location } = element
  if (location?.startTag === undefined || location.endTag !== undefined) return false
  if (MAY_STAY_OPEN.has(element.tag) || isInDrawing(element)) return false
  // What the parser made of misnested formatting stands at the same place as its original.
  const twin = element.parent?.children.find(
    child => isElement(child) && child !== element && child.location?.startOffset === location.startOffset,
  )
  return twin === undefined
}

function lineOf(html: string, offset: number): number {
  let line = 1
  for (let index = html.indexOf('\n'); index !== -1 && index < offset; index = html.indexOf('\n', index + 1))
    line += 1
  return line
}
