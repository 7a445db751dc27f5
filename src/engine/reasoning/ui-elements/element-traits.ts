import { contentStems, readActs } from '../language/language.ts'
import type { PageElement } from './schema.ts'

const families: readonly (readonly [string, RegExp])[] = [
  ['@text', /^text$|label|heading|region|article|status|log|paragraph|note|alert|row|cell/i],
  ['@slide', /slider|range/i],
  ['@check', /check|switch|toggle/i],
  ['@radio', /radio|^option/i],
  ['@select', /combobox|drop-?down|select|listbox/i],
  ['@type', /edit|input|text_?(?:box|field|area)|search|spinbutton|field/i],
  ['@click', /button|link|tab|menu|image|icon/i],
]

/** How plainly an act or a word of its name says what an element is for, beside its role. */
const NAMED = 0.7

const traitsByElement = new WeakMap<PageElement, ReadonlyMap<string, number>>()

/** What a wording can ask for in an element, each in (0,1]: its kind of role, the acts that its name says, its words. */
export function traitsOfElement(element: PageElement): ReadonlyMap<string, number> {
  const known = traitsByElement.get(element)
  if (known !== undefined) return known
  const { role, name } = element
  const traits = new Map([[families.find(([, roles]) => roles.test(role))?.[0] ?? '@other', 1]])
  for (const [act, weight] of readActs(name)) traits.set(`!${act}`, NAMED * weight)
  for (const stem of contentStems(name)) traits.set(stem, NAMED)
  traitsByElement.set(element, traits)
  return traits
}
