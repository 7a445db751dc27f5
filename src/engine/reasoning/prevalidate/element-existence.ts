import type { UiElement, ValidationFailure } from '../../../contracts/reasoning.ts'
import { readOpeningVerb } from '../goal/goal.ts'
import type { Clause } from '../language/language.ts'
import { type ElementFinding, findElements } from '../ui-elements/ui-elements.ts'
import { type Check, failure } from './check.ts'

const pointing = new Set(
  'click press tap hit push double-click tick untick uncheck toggle expand collapse'.split(' '),
)
const writing = new Set('type enter put write fill input paste insert key'.split(' '))
const choosing = new Set(
  'select choose pick check tick uncheck untick toggle follow visit open expand collapse clear focus hover switch turn flip enable disable set use read find close scroll drag submit activate'.split(
    ' ',
  ),
)
const roleNoun =
  /\b(?:button|link|field|text ?box|box|tab|check ?box|menu|icon|drop-?down|toggle|switch|slider|option|image|heading|banner|input|radio(?: button)?|combobox|list ?box|search bar|menu item|text ?area|list|row|panel|tile|card)s?\b/i
const keyboard =
  /^(?:the\s+)?(?:enter|return|tab|escape|esc|space(?: ?bar)?|backspace|delete key|ctrl|control|alt|shift|cmd|command|f\d{1,2}|arrow|page (?:up|down)|up|down|home|end)\b/i
const ambient =
  /^(?:on\s+)?(?:the\s+|this\s+|my\s+|our\s+)?(?:form|page|screen|site|website|app|application|window|browser|dialog|everything|all|it|them|this|that|one|details|fields|results?)\b\s*(?:with|and|to|for|$|[.,!])/i

/** Fires when a UI schema was given and lacks the element, or holds several that the words fit equally. */
export const checkElements: Check = ({ clauses, ui }) => {
  if (ui === undefined) return []
  const failures: ValidationFailure[] = []
  for (const [index, clause] of clauses.entries()) {
    const phrase = elementPhraseOf(clause)
    if (phrase === undefined) continue
    const made = judge(phrase, findElements(phrase, ui), { ui, isFirst: index === 0 })
    if (made !== undefined) failures.push(made)
  }
  return failures
}

function elementPhraseOf(clause: Clause): string | undefined {
  const opening = readOpeningVerb(clause.text)
  const verb =
    clause.verb ??
    (opening && { ...opening, start: opening.start + clause.start, end: opening.end + clause.start })
  if (verb === undefined || clause.negated || clause.conditional || clause.question) return undefined
  const rest = clause.text
    .slice(verb.end - clause.start)
    .replace(/[.!?;,]+\s*$/, '')
    .trim()
  if (rest === '' || keyboard.test(rest) || /^(?:nothing|anything|none)\b/i.test(rest)) return undefined
  const byHand =
    /\bby\s+(?:clicking|pressing|tapping|hitting|selecting|choosing)\s+(?:on\s+)?(?<element>[^,]+)$/i.exec(
      rest,
    )?.groups?.element
  if (byHand !== undefined) return cutPurpose(byHand)
  const goal = /^(?:over\s+|back\s+)?to\s+(?<element>the\s+[^,]+)$/i.exec(rest)?.groups?.element
  if (
    ['go', 'switch', 'navigate', 'jump', 'scroll'].includes(verb.base) &&
    goal !== undefined &&
    roleNoun.test(goal)
  )
    return cutPurpose(goal)
  const bare = rest.replace(/^(?:on|at|in|into|down|over|open)\s+(?=\S)/i, '')
  if (pointing.has(verb.base)) {
    if (ambient.test(`${bare} `) && !roleNoun.test(bare)) return undefined
    return cutPurpose(/tick|check/.test(verb.base) ? bare.replace(/\bbox\b/i, 'checkbox') : bare)
  }
  if (writing.has(verb.base)) return targetOfWriting(rest)
  if (!choosing.has(verb.base)) return undefined
  const within = /\b(?:in|from|of|under|within)\s+(?:the\s+)?(?<element>[^,]+)$/i.exec(rest)?.groups?.element
  if (within !== undefined && roleNoun.test(within) && !isRoleOnly(within)) return cutPurpose(within)
  return roleNoun.test(bare) ? cutPurpose(bare) : undefined
}

/** Only a role, no name: “the box”. */
function isRoleOnly(phrase: string): boolean {
  return (
    phrase
      .replace(roleNoun, '')
      .replace(/\b(?:the|a|my|our|this|that)\b/gi, '')
      .trim() === ''
  )
}

/** “ada@example.org into the e-mail box” → “the e-mail box”; “the name field with Ada” → “the name field”. */
function targetOfWriting(rest: string): string | undefined {
  const quotesHidden = rest.replace(/["“'‘`][^"”'’`]*["”'’`]/g, quote => 'x'.repeat(quote.length))
  const into = /\b(?:into|in|inside|to|as|for)\s+(?<element>(?:the|my|our|your)\s+[^,]+|[A-Z][^,]*)$/.exec(
    quotesHidden,
  )
  const element =
    into === null ? undefined : rest.slice(into.index + into[0].length - (into.groups?.element ?? '').length)
  if (element !== undefined && roleNoun.test(element)) return cutPurpose(element)
  const out = /^(?:in|out|up)?\s*(?<element>(?:the|my|our|your)\s+.+?)\s+with\s+\S+/i.exec(quotesHidden)
    ?.groups?.element
  return out !== undefined && roleNoun.test(out) ? out : undefined
}

function cutPurpose(phrase: string): string {
  return (
    phrase
      .split(
        /,?\s+(?:not\s+|to\s+(?!the\s+(?:left|right))[a-z]+|so that|in order|for me|please|as soon as|when|once|because|twice|again|now|first)\b/i,
      )[0]
      ?.trim() ?? phrase
  )
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
