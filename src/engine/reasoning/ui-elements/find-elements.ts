import type { UiElement } from '../../../contracts/reasoning.ts'
import { roleFit, textFit } from './match.ts'
import { readElementPhrase } from './phrase.ts'

/** Whether the element a goal names is there: one, several equally good ones, none, or no name was given. */
export type ElementFinding =
  | { readonly kind: 'one'; readonly element: UiElement }
  | { readonly kind: 'several'; readonly candidates: readonly UiElement[] }
  | { readonly kind: 'missing'; readonly nearest: readonly UiElement[] }
  | { readonly kind: 'unnamed' }

/** Looks an element up by its words. Which of several is meant by its place or by counting is for a person to say. */
export function findElements(phrase: string, elements: readonly UiElement[]): ElementFinding {
  const read = readElementPhrase(phrase)
  if (read.stems.length === 0 && read.quoted === undefined) return findByRole(read.role, elements)
  const scored = elements
    .map(element => ({
      element,
      text: textFit(read, element),
      role: roleFit(read.role, element),
    }))
    .sort((left, right) => right.text - left.text || right.role - left.role)
  const best = scored[0]
  if (best === undefined || best.text < 0.5)
    return { kind: 'missing', nearest: nearestOf(scored, read.role, elements) }
  const equal = scored.filter(
    ({ text, role }) => best.text - text < 0.03 && (read.role === 'any' || best.role - role < 0.3),
  )
  const distinct = equal.map(({ element }) => element)
  if (distinct.length > 1) return { kind: 'several', candidates: distinct.slice(0, 6) }
  return { kind: 'one', element: distinct[0] ?? best.element }
}

function findByRole(role: Parameters<typeof roleFit>[0], elements: readonly UiElement[]): ElementFinding {
  if (role === 'any') return { kind: 'unnamed' }
  const fitting = elements.filter(element => roleFit(role, element) === 1)
  const [first] = fitting
  if (first === undefined) return { kind: 'missing', nearest: elements.slice(0, 3) }
  if (fitting.length === 1) return { kind: 'one', element: first }
  return { kind: 'several', candidates: fitting.slice(0, 6) }
}

function nearestOf(
  scored: readonly { readonly element: UiElement; readonly text: number }[],
  role: Parameters<typeof roleFit>[0],
  elements: readonly UiElement[],
): readonly UiElement[] {
  const touching = scored.filter(({ text }) => text > 0).map(({ element }) => element)
  if (touching.length > 0) return touching.slice(0, 3)
  const sameRole = elements.filter(element => roleFit(role, element) === 1)
  return (sameRole.length > 0 ? sameRole : elements).slice(0, 3)
}
