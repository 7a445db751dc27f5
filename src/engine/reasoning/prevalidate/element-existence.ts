import type { UiElement, ValidationFailure } from '../../../contracts/reasoning.ts'
import { type ElementFinding, findElements, type PageElement, suits } from '../ui-elements/ui-elements.ts'
import { type Check, failure } from './check.ts'

/** Fires when a UI schema was given and lacks the element that is named, or holds several that the words fit equally. */
export const checkElements: Check = ({ clauses, ui }) => {
  if (ui === undefined) return []
  return clauses.flatMap((clause, index) => {
    if (clause.negated || clause.conditional || clause.question) return []
    const phrase = namedElement(clause.text)
    return phrase === undefined
      ? []
      : (judge(phrase, findNamed(phrase, ui), { ui, isFirst: index === 0 }) ?? [])
  })
}

const ROLE = String.raw`(?:radio button|button|link|field|(?:text|check|search) ?box|box|tab|menu|icon|drop-?down|toggle|switch|slider|option|image|combobox|list ?box|tile)s?`
const QUOTE = String.raw`["“‘'\x60][^"”’'\x60]{2,}["”’'\x60]`
const WORD = String.raw`[^\s,.;:!?"“”]+`
/** “the Refund button”, “the checkbox labelled "News"”, “press Add to list”: a role with a name, or what is pressed. */
const NAMED = [
  String.raw`\b(?:the|an?|my|our)\s+(?<phrase>(?:${QUOTE}|(?:${WORD}\s+){0,3}${WORD})\s+${ROLE})\b`,
  String.raw`\b(?<phrase>${ROLE}\s+(?:called|labell?ed|named)\s+(?:${QUOTE}|.+$))`,
  String.raw`^\W*(?:please\s+)?(?:double-)?(?:click|press|tap|push|hit|(?:un)?tick|(?:un)?check|toggle)\s+(?:on\s+)?(?:the\s+)?(?<phrase>${QUOTE}|(?-i:\p{Lu})[^,;]*)`,
].map(source => new RegExp(source, 'iu'))
/** Keys, and words that only point. */
const NO_NAME =
  /^(?:enter|return|tab|esc\w*|space\w*|backspace|ctrl|control|alt|shift|cmd|up|down|home|end|f\d+)\b|^(?:(?:same|other|next|first|last|right)\s+)?\S+$/i

function namedElement(text: string): string | undefined {
  const found = NAMED.map(pattern => pattern.exec(text)?.groups?.phrase).find(phrase => phrase !== undefined)
  const phrase = found?.replace(/[.!?\s]+$/, '')
  return phrase !== undefined && NO_NAME.test(phrase) && !/^["“‘'`]|^\p{Lu}/u.test(phrase)
    ? undefined
    : phrase
}

/** The words of a name must be borne, and by an element that may be called so: no link is a checkbox. */
function findNamed(phrase: string, ui: readonly PageElement[]): ElementFinding {
  const found = findElements(phrase, ui)
  if (found.kind !== 'one' || suits(phrase, found.element)) return found
  return { kind: 'missing', nearest: [found.element] }
}

function judge(
  phrase: string,
  finding: ElementFinding,
  { ui, isFirst }: { readonly ui: readonly UiElement[]; readonly isFirst: boolean },
): ValidationFailure | undefined {
  const words = { certain: true, answerable: true, evidence: [phrase] }
  if (finding.kind === 'unnamed') return undefined
  if (finding.kind === 'missing') {
    const near = finding.nearest.map(labelOf).slice(0, 3)
    const hint = near.length > 0 ? ` Did you mean ${near.map(name => `‘${name}’`).join(' or ')}?` : ''
    return failure('element_existence', {
      ...words,
      message: `There is no “${phrase}” among the ${ui.length} elements of the page.${hint}`,
      suggestions: near,
      question: `“${phrase}” is not on the page. Which element is meant?`,
    })
  }
  if (finding.kind === 'several') {
    const names = finding.candidates.map(describe)
    return failure('element_existence', {
      ...words,
      message: `“${phrase}” fits ${finding.candidates.length} elements: ${names.join(', ')}.`,
      suggestions: names,
      question: `Which “${phrase}” is meant: ${names.join(', ')}?`,
    })
  }
  if (finding.element.enabled !== false || !isFirst) return undefined
  return failure('element_existence', {
    ...words,
    certain: false,
    message: `‘${labelOf(finding.element)}’ is there but disabled.`,
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
