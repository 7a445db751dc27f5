import type { UiElement, ValidationFailure } from '../../../contracts/reasoning.ts'
import {
  bearsLabel,
  type ElementFinding,
  findElements,
  mayBeCalled,
  namesRole,
  type PageElement,
  properLabel,
  suitElements,
} from '../ui-elements/ui-elements.ts'
import { type Check, failure } from './check.ts'
import { readSoughtElement, type SoughtElement } from './sought-element.ts'

/** Fires when a UI schema was given and lacks the element, or holds several that the words fit equally. */
export const checkElements: Check = ({ clauses, ui }) => {
  if (ui === undefined) return []
  const failures: ValidationFailure[] = []
  for (const [index, clause] of clauses.entries()) {
    const sought = readSoughtElement(clause)
    if (sought === undefined) continue
    const made = judge(sought.phrase, findSought(sought, ui), { ui, isFirst: index === 0 })
    if (made !== undefined) failures.push(made)
  }
  return failures
}

/** Looks among the elements of the role that is said; a label that is given must be borne. */
function findSought({ phrase, act, isPointed }: SoughtElement, ui: readonly PageElement[]): ElementFinding {
  const suited = ui.filter(element => mayBeCalled(phrase, act, element))
  const found = findElements(phrase, suited)
  if (isPointed && suited.length > 0) return { kind: 'unnamed' }
  if (found.kind === 'unnamed') return found
  const label = properLabel(phrase)
  const nearest =
    found.kind === 'one' ? [found.element] : found.kind === 'several' ? found.candidates : found.nearest
  if (found.kind === 'missing') {
    // Words that name neither label nor role may describe an element that is called otherwise: “the price limit”.
    const [best] = label === undefined && !namesRole(phrase) ? suitElements(phrase, suited) : []
    if (best !== undefined && best.share >= PLAINLY_DESCRIBED) return { kind: 'unnamed' }
    return { kind: 'missing', nearest: nearest.length > 0 ? nearest : ui.slice(0, 3) }
  }
  const isBorne = label === undefined || nearest.some(element => bearsLabel(label, element))
  return isBorne ? found : { kind: 'missing', nearest }
}

const PLAINLY_DESCRIBED = 0.5

function judge(
  phrase: string,
  finding: ElementFinding,
  { ui, isFirst }: { readonly ui: readonly UiElement[]; readonly isFirst: boolean },
): ValidationFailure | undefined {
  if (finding.kind === 'unnamed') return undefined
  if (finding.kind === 'missing') {
    const near = finding.nearest.map(labelOf).slice(0, 3)
    const hint = near.length > 0 ? ` Did you mean ${near.map(name => `‘${name}’`).join(' or ')}?` : ''
    return failure('element_existence', {
      message: `There is no “${phrase}” among the ${ui.length} elements of the page.${hint}`,
      certain: true,
      answerable: true,
      evidence: [phrase],
      suggestions: near,
      question: `“${phrase}” is not on the page. Which element is meant?`,
    })
  }
  if (finding.kind === 'several') {
    const names = finding.candidates.map(describe)
    return failure('element_existence', {
      message: `“${phrase}” fits ${finding.candidates.length} elements: ${names.join(', ')}.`,
      certain: true,
      answerable: true,
      evidence: [phrase],
      suggestions: names,
      question: `Which “${phrase}” is meant: ${names.join(', ')}?`,
    })
  }
  if (finding.element.enabled !== false || !isFirst) return undefined
  return failure('element_existence', {
    message: `‘${labelOf(finding.element)}’ is there but disabled.`,
    certain: false,
    answerable: true,
    evidence: [phrase],
    question: `‘${labelOf(finding.element)}’ is disabled at the moment. What should happen first?`,
  })
}

function labelOf(element: UiElement): string {
  return element.name !== '' ? element.name : (element.text ?? element.id)
}

function describe(element: UiElement): string {
  const where = element.region === undefined ? '' : ` in ${element.region}`
  return `${labelOf(element)} (${[element.role, element.id].filter(part => part !== '').join(' ')}${where})`
}
