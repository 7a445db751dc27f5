import { contentStems, readActs } from '../language/language.ts'
import { kindOfElement } from './element-kind.ts'
import type { PageElement } from './schema.ts'

/** How plainly an act or a word of its name says what an element is for, beside its role. */
const NAMED = 0.7

const traitsByElement = new WeakMap<PageElement, ReadonlyMap<string, number>>()

/** What a wording can ask for in an element, each in (0,1]: its kind of role, the acts that its name says, its words. */
export function traitsOfElement(element: PageElement): ReadonlyMap<string, number> {
  const known = traitsByElement.get(element)
  if (known !== undefined) return known
  const { name } = element
  const traits = new Map([[`@${kindOfElement(element) ?? 'other'}`, 1]])
  for (const [act, weight] of readActs(name)) traits.set(`!${act}`, NAMED * weight)
  for (const stem of contentStems(name)) traits.set(stem, NAMED)
  traitsByElement.set(element, traits)
  return traits
}
