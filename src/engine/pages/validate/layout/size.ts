import { styleValue } from '../css/style.ts'
import type { PageElement } from '../document.ts'
import { clampSize, type LayoutState, setSize, styleOf } from './layout-state.ts'
import { isReplaced } from './replaced.ts'

export interface Available {
  readonly available: number
  /** What percentages are of. */
  readonly base: number
}

/** The width of a box that is as wide as it needs and as it may. */
export function fitWidth(state: LayoutState, element: PageElement, { available, base }: Available): number {
  const style = styleOf(state, element)
  const set = setSize(style, 'width', base)
  if (set !== undefined) return clampSize(set, { style, side: 'width', base })
  const { min, max } = state.measure(element)
  const word = styleValue(style, 'width', 'auto')
  const wanted =
    word === 'max-content' || isReplaced(element)
      ? max
      : word === 'min-content'
        ? min
        : Math.min(max, Math.max(min, available))
  return clampSize(wanted, { style, side: 'width', base })
}

/** The width of a block that fills what there is, unless it says otherwise. */
export function fillWidth(state: LayoutState, element: PageElement, room: Available): number {
  const style = styleOf(state, element)
  const word = styleValue(style, 'width', 'auto')
  const isFitting = /content/.test(word) || isReplaced(element) || element.tag === 'button'
  if (isFitting && word !== 'stretch') return fitWidth(state, element, room)
  const set = setSize(style, 'width', room.base)
  return clampSize(set ?? room.available, { style, side: 'width', base: room.base })
}
