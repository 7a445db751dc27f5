import { splitIdentifier } from '../language/language.ts'
import type { IndexedTool, Parameter } from './tool-index.ts'

/** What a tool does to an element of a page. */
export type PageAction = 'type' | 'select' | 'toggle' | 'slide' | 'upload' | 'click' | 'read'

/** A tool that acts on elements of a page, and which of its parameters says on which one. */
export interface PageTool {
  readonly action: PageAction
  readonly element: Parameter | undefined
}

/** What the name of a tool says that it does to an element, the most particular first. */
const actions: readonly (readonly [PageAction, RegExp])[] = [
  ['slide', /^(?:slide|slider|drag|range)$/],
  ['upload', /^(?:upload|attach|file|files)$/],
  ['type', /^(?:type|fill|enter|write|edit|input|put|text|textbox)$/],
  ['select', /^(?:select|choose|option|options|pick|dropdown)$/],
  ['toggle', /^(?:toggle|check|checked|tick|untick|ticked|checkbox|switch|box|flag)$/],
  ['click', /^(?:click|press|tap|push|hit|activate|follow)$/],
  ['read', /^(?:read|get|extract|see|look|show|snapshot)$/],
]

const named = /element|selector|target|locator|node|widget|control|^ref$/i
const pointing = /^(?:id|ref|uid|handle|field|label|name|box|link|button|dropdown|list|checkbox|slider|tab)$/i
const speaksOfPages =
  /\b(?:elements?|fields?|buttons?|links?|(?:check|tick|text|select|list|combo) ?box(?:es)?|checkbox|inputs?|drop-?downs?|radio|slider|form|web ?page|page|screen)\b/i

const known = new WeakMap<IndexedTool, PageTool | 'none'>()

/** What a tool does to elements of a page, by its name and what it takes; undefined when it has nothing to do with them. */
export function pageToolOf(indexed: IndexedTool): PageTool | undefined {
  const before = known.get(indexed)
  if (before !== undefined) return before === 'none' ? undefined : before
  const read = readPageTool(indexed)
  known.set(indexed, read ?? 'none')
  return read
}

function readPageTool({ tool, parameters }: IndexedTool): PageTool | undefined {
  const parts = splitIdentifier(tool.name)
  const action = actions.find(([, words]) => parts.some(part => words.test(part)))?.[0]
  if (action === undefined) return undefined
  const texts = parameters.filter(({ schema }) => schema.type === undefined || schema.type === 'string')
  const plain = texts.find(({ name }) => named.test(name))
  if (plain !== undefined) return { action, element: plain }
  const isOfPages = [tool.description, ...texts.map(({ description }) => description)].some(text =>
    speaksOfPages.test(text),
  )
  if (!isOfPages) return undefined
  return { action, element: texts.find(({ name }) => pointing.test(splitIdentifier(name).at(-1) ?? '')) }
}
