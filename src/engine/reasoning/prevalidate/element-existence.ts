import type { UiElement, ValidationFailure } from '../../../contracts/reasoning.ts'
import { contentStems, isFunctionWord, readWords } from '../language/language.ts'
import {
  bearsLabel,
  type ElementFinding,
  findElements,
  namesRole,
  ofDemandedRole,
  type PageElement,
  properLabel,
  suitElements,
  wordsAlike,
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

/** Looks among the elements of the role that is said; a label that is given must be borne, an option be there. */
function findSought(
  { phrase, act, option, pointed }: SoughtElement,
  ui: readonly PageElement[],
): ElementFinding {
  const suited = ofDemandedRole(phrase, { act, elements: ui })
  const found = findElements(phrase, suited)
  if (pointed) return suited.length === 0 ? missingOf(found, ui) : { kind: 'unnamed' }
  const candidates = found.kind === 'one' ? [found.element] : found.kind === 'several' ? found.candidates : []
  if (found.kind === 'missing' && isDescribed(phrase, suited, ui)) return { kind: 'unnamed' }
  if (candidates.length === 0) return found.kind === 'missing' ? missingOf(found, ui) : found
  const label = properLabel(phrase)
  const isBorne = label === undefined || candidates.some(element => bearsLabel(label, element))
  return isBorne && (option === undefined || candidates.some(element => hasOption(option, element)))
    ? found
    : { kind: 'missing', nearest: candidates }
}

/**
 * Words that name no label may describe an element that is called otherwise: “the price limit”. Where they name its role,
 * something of its name must be said as well: “the voucher code field” is that of the discount code.
 */
function isDescribed(phrase: string, suited: readonly PageElement[], ui: readonly PageElement[]): boolean {
  if (properLabel(phrase) !== undefined) return false
  const [best] = suitElements(phrase, namesRole(phrase) ? ui : suited)
  if (best === undefined || best.share < PLAINLY_DESCRIBED) return false
  return !namesRole(phrase) || (suited.includes(best.element) && sharesWords(phrase, best.element))
}

/** Each word of the phrase but the role is one of the name, or may stand for one. */
function sharesWords(phrase: string, { name }: PageElement): boolean {
  const own = contentStems(name)
  const said = readWords(phrase).filter(({ lower }) => !isFunctionWord(lower) && !namesRole(lower))
  return said.length > 0 && said.every(({ stem }) => own.some(other => wordsAlike(stem, other)))
}

const PLAINLY_DESCRIBED = 0.5

/** What comes nearest may be of another role than the one that was said. */
function missingOf(found: ElementFinding, ui: readonly PageElement[]): ElementFinding {
  const nearest = found.kind === 'missing' && found.nearest.length > 0 ? found.nearest : ui.slice(0, 3)
  return { kind: 'missing', nearest }
}

/** A number or a name that is to be chosen must be among the options, if these are known; other words may mean one. */
function hasOption(option: string, { options = [] }: PageElement): boolean {
  if (options.length === 0) return true
  const given = option.match(/\p{Lu}[\p{L}-]+|\d[\d.,:]*/gu) ?? []
  const shown = options.join(' ').toLowerCase()
  return given.length === 0 || given.every(word => shown.includes(word.toLowerCase()))
}

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
