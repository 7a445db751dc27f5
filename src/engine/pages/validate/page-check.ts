import type { PageFix, PageIssue } from '../../../contracts/page.ts'
import type { PageDocument, PageElement } from './document.ts'
import type { SheetFindings } from './style-sheets.ts'

/** A page with everything its rules look at. */
export interface PageCheck {
  readonly document: PageDocument
  readonly sheets: SheetFindings
  /** Names of all pages there are; absent when nobody knows. */
  readonly slugs: readonly string[] | undefined
}

export interface Fault {
  readonly rule: string
  readonly severity: PageIssue['severity']
  readonly message: string
  readonly fix?: PageFix
}

/** Most issues of one rule: the next round finds the rest. */
const MAX_PER_RULE = 40

/** An issue of an element, or of the page as a whole. */
export function issueAt(check: PageCheck, element: PageElement | undefined, fault: Fault): PageIssue {
  const selector = element === undefined ? 'document' : selectorOf(check.document, element)
  return { ...fault, message: fault.message.slice(0, 1_000), selector }
}

export function firstIssues(issues: readonly PageIssue[]): readonly PageIssue[] {
  return issues.slice(0, MAX_PER_RULE)
}

/** The element that a selector of an issue names; `undefined` when there is none on this page. */
export function elementAt(document: PageDocument, selector: string): PageElement | undefined {
  const [first = '', ...steps] = selector.split('>')
  let element = first.startsWith('#')
    ? document.elements.find(({ attributes }) => attributes.get('id') === first.slice(1))
    : document.elements.find(({ tag }) => tag === first && UNIQUE.has(tag))
  for (const step of steps) {
    const [, tag = '', place = ''] = /^([a-z][a-z0-9-]*|\*):nth-child\((\d+)\)$/.exec(step) ?? []
    const child: PageElement | undefined = element?.elements[Number(place) - 1]
    element = child?.tag === tag || tag === '*' ? child : undefined
  }
  return element
}

const UNIQUE = new Set(['html', 'head', 'body'])

/** A selector that names this element and no other. */
function selectorOf(document: PageDocument, element: PageElement): string {
  const steps: string[] = []
  let current: PageElement | undefined = element
  while (current !== undefined) {
    const id = current.attributes.get('id')
    if (id !== undefined && /^[a-zA-Z][\w-]{0,60}$/.test(id) && isOnlyWithId(document, id)) {
      steps.unshift(`#${id}`)
      break
    }
    const isUnique: boolean = UNIQUE.has(current.tag)
    const tag = /^[a-z][a-z0-9-]*$/.test(current.tag) ? current.tag : '*'
    steps.unshift(isUnique ? tag : `${tag}:nth-child(${current.place + 1})`)
    current = isUnique ? undefined : current.parent
  }
  const selector = steps.join('>')
  return selector.length <= 500 ? selector : steps.slice(-20).join('>').slice(0, 500)
}

const identifiers = new WeakMap<PageDocument, Map<string, number>>()

function isOnlyWithId(document: PageDocument, id: string): boolean {
  let counts = identifiers.get(document)
  if (counts === undefined) {
    counts = new Map()
    for (const { attributes } of document.elements) {
      const own = attributes.get('id')
      if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1)
    }
    identifiers.set(document, counts)
  }
  return counts.get(id) === 1
}
