import type { UiElement } from '../../../contracts/reasoning.ts'

const writable = /edit|input|text_?(?:box|field|area)|search|spin|combobox|field|date|select/i
const tickable = /check|switch|toggle|radio/i

/** What a word for a role lets an element be: people call a link a button, but never a checkbox. */
const rolesByTerm: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:check ?box|tick ?box)(?:es)?$/i, tickable],
  [/^radio(?: button)?s?$/i, /radio|option|check/i],
  [/^sliders?$/i, /slider|range|scrollbar|seek/i],
  [/^(?:text ?box(?:es)?|fields?|text ?areas?|inputs?|search bar)$/i, writable],
  [/^box(?:es)?$/i, new RegExp(`${writable.source}|${tickable.source}`, 'i')],
  [
    /^(?:drop-?downs?|combo ?box|list ?box)$/i,
    /combobox|list|menu|select|drop|tree|radio|spinner|table|grid/i,
  ],
  [/^lists?$/i, /combobox|list|menu|select|drop|tree|radio|spinner|table|grid|link|tab|region|button/i],
  [/^menus?$/i, /combobox|list|menu|select|drop|nav|button/i],
  [/^buttons?$/i, /button|link|tab|menu|switch|toggle|image|icon|radio|option/i],
  [/^links?$/i, /link|anchor|button|tab|menu/i],
  [/^tabs?$/i, /tab|link|button|menu|region|panel|section/i],
  [/^(?:switch|toggle)(?:es|s)?$/i, /switch|toggle|check|button|radio/i],
]

const terms =
  /\b(?:check ?box(?:es)?|tick ?box(?:es)?|radio button|radio|sliders?|text ?box(?:es)?|text ?areas?|fields?|inputs?|search bar|box(?:es)?|drop-?downs?|combo ?box|list ?box|lists?|menus?|buttons?|links?|tabs?|switch|toggle)\b/gi

/** Roles whose meaning is known; of an element of any other role nothing can be held against it. */
const knownRole =
  /^(?:button|link|tab|textbox|searchbox|combobox|listbox|slider|spinbutton|checkbox|radio|switch|heading|region|status|article|list|log|menuitem|option|text|label|paragraph)$/i

/** What is done to the element that is looked for. */
export type ElementAct = 'write' | 'tick' | 'other'

/**
 * The elements that a phrase may mean by the role that it says, or that the act asks for: “the Timeline checkbox” is no
 * link of that name. All of them when it says none.
 */
export function ofDemandedRole(
  phrase: string,
  { act, elements }: { readonly act: ElementAct; readonly elements: readonly UiElement[] },
): readonly UiElement[] {
  const roles = demandedRoles(phrase, act, elements)
  return roles === undefined
    ? elements
    : elements.filter(({ role }) => !knownRole.test(role) || roles.test(role))
}

function demandedRoles(phrase: string, act: ElementAct, elements: readonly UiElement[]): RegExp | undefined {
  if (act === 'tick') return tickable
  if (act === 'write') return writable
  const named = hideNames(phrase, elements)
  const said = [...named.matchAll(terms)]
  const first = said[0]
  if (first === undefined) return undefined
  const opens = /^\s*(?:on\s+)?(?:the|a|an|that|this)?\s*$/i.test(named.slice(0, first.index))
  const term = (opens ? first : said.at(-1))?.[0] ?? ''
  return rolesByTerm.find(([word]) => word.test(term))?.[1]
}

/** Whether a phrase says what kind of element it means. */
export function namesRole(phrase: string): boolean {
  return phrase.search(terms) >= 0
}

/** “Add to shopping list” names no list. */
function hideNames(phrase: string, elements: readonly UiElement[]): string {
  const named = elements
    .map(({ name }) => name)
    .filter(name => name.search(terms) >= 0 && phrase.toLowerCase().includes(name.toLowerCase()))
  return named.reduce((left, name) => {
    const at = left.toLowerCase().indexOf(name.toLowerCase())
    return at < 0 ? left : left.slice(0, at) + ' '.repeat(name.length) + left.slice(at + name.length)
  }, phrase)
}
