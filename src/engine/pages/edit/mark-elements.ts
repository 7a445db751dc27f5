import { escapeHtml } from '../generate/html.ts'
import { itemsOf, sectionsOf } from './locate.ts'
import {
  applySplices,
  elementsOf,
  isInside,
  type PageElement,
  type Splice,
  textOf,
  withScript,
} from './page-tree.ts'
import { PICKER } from './picker.ts'

const TEXTS =
  /^(?:h[1-6]|p|a|button|li|b|strong|em|i|span|small|label|td|th|dt|dd|blockquote|figcaption|summary|bdi)$/

/**
 * The page with a mark on each element that can be pointed at (its place in the order of the source, and the item or
 * part it belongs to), and with the script that tells the window around which one was chosen. For a preview; never kept.
 */
export function markElements(html: string): string {
  const elements = elementsOf(html)
  const items = itemsOf(html)
  const sections = sectionsOf(html)
  const splices = elements.flatMap((element, index): readonly Splice[] => {
    const start = element.sourceCodeLocation?.startTag
    if (!start || !isChoosable(element)) return []
    const item = items.find(({ box }) => box === element || isWithin(element, box))
    const section = sections.findLast(one => isWithin(element, one.element))
    const marks = [
      ` data-point="${index}"`,
      item ? ` data-point-item="${escapeHtml(item.name)}"` : '',
      item?.price && isWithin(item.price.element, element) && textOf(element) === textOf(item.price.element)
        ? ' data-point-price=""'
        : '',
      section ? ` data-point-part="${escapeHtml(section.title || section.region)}"` : '',
    ]
    const at = start.startOffset + 1 + element.tagName.length
    return [{ from: at, to: at, text: marks.join('') }]
  })
  return withScript(applySplices(html, splices), PICKER)
}

function isChoosable(element: PageElement): boolean {
  if (element.tagName === 'svg') return true
  return TEXTS.test(element.tagName) && textOf(element) !== ''
}

/** True for the box itself and for everything in it, in whatever parse of the same text. */
function isWithin(element: PageElement, box: PageElement): boolean {
  const [one, other] = [element.sourceCodeLocation, box.sourceCodeLocation]
  return (
    isInside(element, box) || (one?.startOffset === other?.startOffset && one?.endOffset === other?.endOffset)
  )
}
