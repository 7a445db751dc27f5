import type { PageIssue } from '../../../../contracts/page.ts'
import { isInDrawing } from '../css/cascade.ts'
import { type Style, styleValue } from '../css/style.ts'
import { attribute, closest, isElement, type PageElement } from '../document.ts'
import type { Box } from '../layout/layout-state.ts'
import {
  boxIn,
  firstIssues,
  isShown,
  issueAt,
  type PageCheck,
  type PageView,
  styleIn,
} from '../page-check.ts'

/** Fingers need this much, in px; half a pixel is forgiven. */
const MIN_TARGET = 44
const FORGIVEN = 0.5
/** The widest column of a page, in px. */
const WIDEST_COLUMN = 430
const TARGET_ROLES = /^(button|link|tab|checkbox|switch|radio|menuitem|option)$/

export function checkTargets(check: PageCheck): readonly PageIssue[] {
  const issues: PageIssue[] = []
  for (const element of check.document.elements) {
    if (!isTarget(element)) continue
    const small = check.phones.map(view => tooSmall(check, view, element)).find(found => found !== undefined)
    if (small === undefined) continue
    const { box, owner, style } = small
    const size = `${Math.round(box.width)} × ${Math.round(box.height)} px`
    issues.push(
      issueAt(check, owner, {
        rule: 'touch_target',
        severity: 'error',
        message: `<${owner.tag}> is about ${size}; fingers need ${MIN_TARGET} × ${MIN_TARGET} px.`,
        fix: {
          kind: 'style',
          description: `Give it min-width and min-height of ${MIN_TARGET}px.`,
          data: { declarations: targetDeclarations(owner, style) },
        },
      }),
    )
  }
  return firstIssues(issues)
}

/** Content wider than the phone makes the whole page slide sideways. */
export function checkSideways(check: PageCheck): readonly PageIssue[] {
  const issues = new Map<string, PageIssue>()
  for (const view of check.phones) {
    if (!slidesSideways(check, view)) continue
    const culprits = check.document.elements.filter(element => sticksOut(view, element))
    const outermost = culprits.filter(element => !culprits.includes(element.parent ?? element))
    for (const element of (outermost.length === 0
      ? [check.document.body ?? check.document.root]
      : outermost
    ).slice(0, 5)) {
      const issue = issueAt(check, element, {
        rule: 'horizontal_scroll',
        severity: 'error',
        message: `At ${view.viewport.width} px <${element.tag}> reaches beyond the edge of the window.`,
        fix: {
          kind: 'style',
          description: 'Let it be at most as wide as what it stands in, and break long words.',
          data: {
            declarations:
              'max-width:100%;min-width:0;box-sizing:border-box;overflow-wrap:anywhere;white-space:normal;flex-wrap:wrap',
          },
        },
      })
      if (!issues.has(issue.selector)) issues.set(issue.selector, issue)
    }
  }
  return [...issues.values()]
}

export function checkColumn(check: PageCheck): readonly PageIssue[] {
  const { content } = check.desktop.layout
  const width = content.right - content.left
  if (!(width > WIDEST_COLUMN + 1)) return []
  return [
    issueAt(check, check.document.body, {
      rule: 'container_width',
      severity: 'error',
      message: `In a wide window the content spreads over ${Math.round(width)} px; its column is at most ${WIDEST_COLUMN} px.`,
      fix: {
        kind: 'style',
        description: `Keep the page in a column: max-width ${WIDEST_COLUMN}px, centred.`,
        data: {
          declarations: `max-width:${WIDEST_COLUMN}px;margin-left:auto;margin-right:auto;box-sizing:border-box`,
        },
      },
    }),
  ]
}

/** A scrollbar takes room that a phone does not have; the page scrolls without it. */
export function checkScrollbar(check: PageCheck): readonly PageIssue[] {
  const { document, cascade, phones } = check
  const [view] = phones
  const style = view && styleIn(view, document.root)
  if (view === undefined || style === undefined) return []
  const width = styleValue(style, 'scrollbar-width', 'auto')
  const hidden = [document.root, document.body].some(element => {
    if (element === undefined) return false
    const values = new Map<string, string>()
    for (const { property, value } of cascade.pseudoDeclarationsFor(
      element,
      '-webkit-scrollbar',
      view.viewport,
    )) {
      values.set(property, value)
    }
    return values.get('display') === 'none' || /^0(px)?$/.test(values.get('width') ?? '')
  })
  if (width === 'none' || (hidden && width === 'auto')) return []
  return [
    issueAt(check, document.root, {
      rule: 'scrollbar',
      severity: 'warning',
      message: 'The scrollbar of the page is not hidden.',
      fix: { kind: 'hide_scrollbar', description: 'Set scrollbar-width: none on html.' },
    }),
  ]
}

function isTarget(element: PageElement): boolean {
  if (isInDrawing(element) || element.attributes.has('disabled')) return false
  if (TARGET_ROLES.test(attribute(element, 'role') ?? '')) return true
  if (element.tag === 'a') return attribute(element, 'href') !== undefined
  if (element.tag === 'input') return attribute(element, 'type')?.toLowerCase() !== 'hidden'
  return /^(button|select|textarea|summary)$/.test(element.tag)
}

interface Small {
  readonly owner: PageElement
  readonly box: Box
  readonly style: Style
}

function tooSmall(check: PageCheck, view: PageView, element: PageElement): Small | undefined {
  const label = isTick(element) ? labelOf(check, element) : undefined
  const owner = label !== undefined && isShown(view, label) ? label : element
  const box = boxIn(view, owner)
  const style = styleIn(view, owner)
  if (box === undefined || style === undefined || !isShown(view, owner)) return undefined
  if (owner === label && isBigEnough(boxIn(view, element)) && isShown(view, element)) return undefined
  if (isBigEnough(box) || isInSentence(style, owner)) return undefined
  return { owner, box, style }
}

function isBigEnough(box: Box | undefined): boolean {
  const least = MIN_TARGET - FORGIVEN
  return box !== undefined && box.width >= least && box.height >= least
}

function isTick(element: PageElement): boolean {
  return element.tag === 'input' && /^(checkbox|radio)$/i.test(attribute(element, 'type') ?? '')
}

function labelOf(check: PageCheck, element: PageElement): PageElement | undefined {
  const id = attribute(element, 'id')
  const named =
    id === undefined || id === ''
      ? undefined
      : check.document.elements.find(label => label.tag === 'label' && attribute(label, 'for') === id)
  return closest(element, ({ tag }) => tag === 'label') ?? named
}

/** A link among words is as high as its line; nobody would want it otherwise. */
function isInSentence(style: Style, element: PageElement): boolean {
  if (element.tag !== 'a' || styleValue(style, 'display', 'inline') !== 'inline') return false
  return (element.parent?.children ?? []).some(child => !isElement(child) && /\p{L}{2,}/u.test(child.text))
}

function targetDeclarations(element: PageElement, style: Style): string {
  const least = `min-width:${MIN_TARGET}px;min-height:${MIN_TARGET}px;box-sizing:border-box`
  if (isTick(element)) return `width:${MIN_TARGET}px;height:${MIN_TARGET}px;${least}`
  const isInline =
    styleValue(style, 'display', 'inline') === 'inline' && !/^(input|select|textarea)$/.test(element.tag)
  return isInline ? `display:inline-flex;align-items:center;justify-content:center;${least}` : least
}

function slidesSideways(check: PageCheck, view: PageView): boolean {
  const { root, body } = check.document
  const isCut = [root, body].some(element => {
    const style = element && styleIn(view, element)
    return style !== undefined && /^(hidden|clip)$/.test(styleValue(style, 'overflow-x', 'visible'))
  })
  if (isCut) return false
  const rootStyle = styleIn(view, root)
  const isRightToLeft = rootStyle !== undefined && styleValue(rootStyle, 'direction', 'ltr') === 'rtl'
  const { left, right } = view.layout.scrollable
  return isRightToLeft ? left < -1 : right > view.viewport.width + 1
}

function sticksOut(view: PageView, element: PageElement): boolean {
  const box = boxIn(view, element)
  return box !== undefined && (box.x + box.width > view.viewport.width + 1 || box.x < -1)
}
