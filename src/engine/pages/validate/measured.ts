import { wcagContrast } from 'culori'
import type { PageFix, PageIssue } from '../../../contracts/page.ts'
import type { MeasuredFault, WindowMeasurement } from '../../../contracts/page-measurement.ts'
import { readableOn } from '../design-system/palette.ts'
import { attribute, type PageElement } from './document.ts'
import { type Fault, firstIssues, issueAt, type PageCheck } from './page-check.ts'

/** The widest phone, in px; a wider window shows whether the page stays a column. */
const WIDEST_PHONE = 430
/** Fingers need this much, in px. */
const MIN_TARGET = 44
const MIN_FONT_SIZE = 16
/** A little more than 4.5, so that rounding to eight bits does not undo it. */
const WANTED_CONTRAST = 4.6
const IN_PHONES = [
  ...['touch_target', 'font_size', 'line_height', 'contrast', 'horizontal_scroll', 'scrollbar'],
] as const
const IN_WIDE_WINDOWS = ['container_width'] as const

/** The rules that a browser decides and that these windows say nothing of. */
export function notMeasured(windows: readonly WindowMeasurement[]): readonly string[] {
  const isPhone = ({ width }: WindowMeasurement): boolean => width <= WIDEST_PHONE
  return [
    ...(windows.some(isPhone) ? [] : IN_PHONES),
    ...(windows.some(window => !isPhone(window)) ? [] : IN_WIDE_WINDOWS),
  ]
}

/** What browsers measured, as issues of the page's own elements; each place once for a rule. */
export function measuredIssues(
  check: PageCheck,
  windows: readonly WindowMeasurement[],
): readonly PageIssue[] {
  const issues = new Map<string, PageIssue>()
  for (const { width, faults } of windows) {
    for (const fault of faults) {
      const element = check.document.elements[fault.element]
      if (element === undefined) continue
      const key = `${fault.rule} ${fault.element}`
      if (!issues.has(key)) issues.set(key, issueAt(check, element, describe(fault, element, width)))
    }
  }
  const all = [...issues.values()]
  return [...IN_PHONES, ...IN_WIDE_WINDOWS].flatMap(rule =>
    firstIssues(all.filter(issue => issue.rule === rule)),
  )
}

function describe(fault: MeasuredFault, element: PageElement, window: number): Fault {
  const { rule } = fault
  const severity = rule === 'line_height' || rule === 'scrollbar' ? 'warning' : 'error'
  return { rule, severity, message: messageOf(fault, element, window), fix: fixOf(fault, element) }
}

function messageOf(fault: MeasuredFault, { tag }: PageElement, window: number): string {
  switch (fault.rule) {
    case 'touch_target':
      return `<${tag}> is ${Math.round(fault.width)} × ${Math.round(fault.height)} px; fingers need ${MIN_TARGET} × ${MIN_TARGET} px.`
    case 'font_size':
      return `The text is ${Math.round(fault.size * 10) / 10} px high; phones need ${MIN_FONT_SIZE} px.`
    case 'line_height':
      return `Lines are ${fault.ratio.toFixed(2)} times as high as the letters; running text reads best at 1.4 to 1.8.`
    case 'contrast': {
      const worst = fault.backgrounds.toSorted(
        (one, other) => wcagContrast(fault.color, one) - wcagContrast(fault.color, other),
      )[0]
      const ratio = worst === undefined ? 1 : wcagContrast(fault.color, worst)
      return `Text ${fault.color} on ${worst} has a contrast of ${ratio.toFixed(2)}; it needs ${fault.least}.`
    }
    case 'horizontal_scroll':
      return `At ${Math.round(window)} px <${tag}> reaches beyond the edge of the window.`
    case 'container_width':
      return `In a wide window the content spreads over ${Math.round(fault.width)} px; its column is at most ${WIDEST_PHONE} px.`
    case 'scrollbar':
      return 'The scrollbar of the page is not hidden.'
  }
}

function fixOf(fault: MeasuredFault, element: PageElement): PageFix {
  switch (fault.rule) {
    case 'touch_target':
      return style(
        `Give it min-width and min-height of ${MIN_TARGET}px.`,
        targetDeclarations(element, fault.is_inline),
      )
    case 'font_size':
      return style(`Set font-size: ${MIN_FONT_SIZE}px.`, `font-size:${MIN_FONT_SIZE}px`)
    case 'line_height':
      return style('Set line-height: 1.5.', 'line-height:1.5')
    case 'contrast': {
      const color = readableOn(fault.color, fault.backgrounds, WANTED_CONTRAST)
      return style(`Set color: ${color}.`, `color:${color};opacity:1`)
    }
    case 'horizontal_scroll':
      return style(
        'Let it be at most as wide as what it stands in, and break long words.',
        'max-width:100%;min-width:0;box-sizing:border-box;overflow-wrap:anywhere;white-space:normal;flex-wrap:wrap',
      )
    case 'container_width':
      return style(
        `Keep the page in a column: max-width ${WIDEST_PHONE}px, centred.`,
        `max-width:${WIDEST_PHONE}px;margin-left:auto;margin-right:auto;box-sizing:border-box`,
      )
    case 'scrollbar':
      return { kind: 'hide_scrollbar', description: 'Set scrollbar-width: none on html.' }
  }
}

function style(description: string, declarations: string): PageFix {
  return { kind: 'style', description, data: { declarations } }
}

function targetDeclarations(element: PageElement, isInline: boolean): string {
  const least = `min-width:${MIN_TARGET}px;min-height:${MIN_TARGET}px;box-sizing:border-box`
  const isTick = element.tag === 'input' && /^(checkbox|radio)$/i.test(attribute(element, 'type') ?? '')
  if (isTick) return `width:${MIN_TARGET}px;height:${MIN_TARGET}px;${least}`
  return isInline && !/^(input|select|textarea)$/.test(element.tag)
    ? `display:inline-flex;align-items:center;justify-content:center;${least}`
    : least
}
