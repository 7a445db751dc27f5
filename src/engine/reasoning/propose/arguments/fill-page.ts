import { elementsOfContext, type PageElement } from '../../ui-elements/ui-elements.ts'
import { pageToolOf } from '../page-tool.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import type { ArgumentSource, Filled, Put } from './argument-source.ts'
import { fillFromContext } from './fill-from-context.ts'
import { findElement } from './find-element.ts'
import { roleOfParameter } from './parameter-role.ts'

/** Which element is meant, and what is to stand in it: as it is said, else as it is given beside the goal. */
export function putOnPage(tool: IndexedTool, source: ArgumentSource, put: Put): void {
  const elements = elementsOfContext(source.context)
  const { parameters } = tool
  for (const parameter of parameters.filter(one => takesElement(tool, one)))
    if (elements !== undefined) put(parameter, fillElement(source, elements))
  const page = pageToolOf(tool)
  if (elements === undefined || page?.element === undefined) return
  for (const parameter of parameters.filter(one => takesElement(tool, one)))
    put(parameter, fillFromContext(parameter, source.context))
}

/** The element of the page that a call is about, once it was found. */
export function targetOnPage(
  tool: IndexedTool,
  { source, filled }: { readonly source: ArgumentSource; readonly filled: ReadonlyMap<string, Filled> },
): PageElement | undefined {
  const found = filled.get(pageToolOf(tool)?.element?.name ?? '')?.value
  return elementsOfContext(source.context)?.find(({ id }) => id === found)
}

/** Its name says so (`element_id`), or a tool of pages has no other for it (`ref`, `id`). */
export function takesElement(tool: IndexedTool, parameter: Parameter): boolean {
  return roleOfParameter(parameter) === 'element' || pageToolOf(tool)?.element?.name === parameter.name
}

function fillElement(source: ArgumentSource, elements: readonly PageElement[]): Filled | undefined {
  const element = findElement(source.text, elements)
  if (element === undefined) return undefined
  return { value: element.id, evidence: `the ${element.label} of the page` }
}
