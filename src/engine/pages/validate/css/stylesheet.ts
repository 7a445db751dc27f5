import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss'
import type { Viewport } from './media.ts'
import { mediaHolds } from './media.ts'
import { parseSelectors, type Selector, splitList } from './selector.ts'

export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

export interface StyleRule {
  readonly selectors: readonly Selector[]
  readonly declarations: readonly Declaration[]
  /** `@media` conditions around it, all of which must hold. */
  readonly conditions: readonly string[]
  /** Later layers win over earlier ones, and what is in none wins over all. */
  readonly layer: number
  readonly order: number
}

export interface StyleSheet {
  readonly rules: readonly StyleRule[]
  /** Addresses the sheet would load: `@import` and `url(…)`. */
  readonly addresses: readonly string[]
  /** What could not be read at all, in the words of the reader. */
  readonly fault?: string
}

export const NO_LAYER = 1_000_000
const DEEPEST = 16

/** Reads sheets in their order as one, so that layers named in several are the same layer. Never throws. */
export function readStyleSheets(texts: readonly string[]): StyleSheet {
  const reading: Reading = { rules: [], addresses: [], layers: new Map(), faults: [] }
  for (const text of texts) readSheet(text, reading)
  const [fault] = reading.faults
  return {
    rules: reading.rules,
    addresses: reading.addresses,
    ...(fault === undefined ? {} : { fault }),
  }
}

/** The declarations of a `style` attribute. */
export function readDeclarations(text: string): readonly Declaration[] {
  try {
    return declarationsOf(parse(text))
  } catch {
    return lenientDeclarations(text)
  }
}

export function ruleHolds(rule: StyleRule, viewport: Viewport): boolean {
  return rule.conditions.every(condition => mediaHolds(condition, viewport))
}

interface Reading {
  readonly rules: StyleRule[]
  readonly addresses: string[]
  readonly layers: Map<string, number>
  readonly faults: string[]
}

interface Around {
  readonly conditions: readonly string[]
  readonly layer: number
  readonly layerName: string
  /** The selectors a nested rule starts from. */
  readonly parents: readonly string[]
  readonly depth: number
}

const TOP: Around = { conditions: [], layer: NO_LAYER, layerName: '', parents: [], depth: 0 }

function readSheet(text: string, reading: Reading): void {
  for (const match of text.matchAll(/url\(\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^)"'\s]{0,2000}))/gi)) {
    reading.addresses.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  try {
    walk(parse(text), TOP, reading)
  } catch (cause) {
    reading.faults.push(cause instanceof Error ? cause.message.slice(0, 200) : 'it cannot be read')
  }
}

function walk(container: Container<ChildNode>, around: Around, reading: Reading): void {
  if (around.depth > DEEPEST) return
  container.each(node => {
    if (node.type === 'rule') readRule(node, around, reading)
    else if (node.type === 'atrule') readAtRule(node, around, reading)
  })
}

function readRule(node: Rule, around: Around, reading: Reading): void {
  const written = around.parents.length === 0 ? splitList(node.selector) : nest(node.selector, around.parents)
  const selectors = written.flatMap(selector => parseSelectors(selector))
  const isBroken = around.parents.length === 0 && selectors.length < written.length
  const declarations = declarationsOf(node)
  if (!isBroken && selectors.length > 0 && declarations.length > 0) {
    reading.rules.push({
      selectors,
      declarations,
      conditions: around.conditions,
      layer: around.layer,
      order: reading.rules.length,
    })
  }
  walk(
    node,
    { ...around, parents: written.map(selector => selector.trim()), depth: around.depth + 1 },
    reading,
  )
}

function readAtRule(node: AtRule, around: Around, reading: Reading): void {
  const name = node.name.toLowerCase()
  const inside = { ...around, depth: around.depth + 1 }
  if (name === 'import') {
    const address = /^\s*(?:url\(\s*)?["']?([^"')\s]+)/i.exec(node.params)?.[1]
    if (address !== undefined) reading.addresses.push(address)
  } else if (name === 'media') {
    readInside(node, { ...inside, conditions: [...around.conditions, node.params] }, reading)
  } else if (name === 'layer') {
    readLayer(node, inside, reading)
  } else if (name === 'supports') {
    if (!/^\s*not\b/i.test(node.params)) readInside(node, inside, reading)
  } else if (name === 'scope') {
    readInside(node, inside, reading)
  }
}

function readLayer(node: AtRule, around: Around, reading: Reading): void {
  const names = node.params === '' ? [`:${reading.layers.size}`] : splitList(node.params)
  for (const name of names) {
    const full = around.layerName === '' ? name.trim() : `${around.layerName}.${name.trim()}`
    const layer = reading.layers.get(full) ?? reading.layers.size
    reading.layers.set(full, layer)
    if (node.nodes !== undefined) readInside(node, { ...around, layer, layerName: full }, reading)
  }
}

/** Declarations straight inside a nested `@media` belong to the rule around it. */
function readInside(node: AtRule, around: Around, reading: Reading): void {
  const declarations = declarationsOf(node)
  if (declarations.length > 0 && around.parents.length > 0) {
    const selectors = around.parents.flatMap(selector => parseSelectors(selector))
    reading.rules.push({
      selectors,
      declarations,
      conditions: around.conditions,
      layer: around.layer,
      order: reading.rules.length,
    })
  }
  walk(node, around, reading)
}

function nest(selector: string, parents: readonly string[]): string[] {
  const parent = parents.length === 1 ? (parents[0] ?? '') : `:is(${parents.join(',')})`
  return splitList(selector).map(part => {
    const written = part.trim()
    return written.includes('&') ? written.replaceAll('&', parent) : `${parent} ${written}`
  })
}

function declarationsOf(container: Container<ChildNode>): readonly Declaration[] {
  const declarations: Declaration[] = []
  container.each(node => {
    if (node.type !== 'decl' || declarations.length > 500) return
    const property = node.prop.startsWith('--') ? node.prop : node.prop.toLowerCase()
    const isCustom = property.startsWith('--')
    const value = isCustom ? node.value.trim() : normalizeValue(node.value)
    declarations.push({ property, value, isImportant: node.important === true })
  })
  return declarations
}

/** Words in small letters, names in quotes and addresses as written. */
function normalizeValue(value: string): string {
  const trimmed = value.trim().replace(/\s+/g, ' ')
  return /["']|url\(|var\(/i.test(trimmed) ? trimmed : trimmed.toLowerCase()
}

/** A browser drops the one declaration it cannot read and keeps the rest. */
function lenientDeclarations(text: string): readonly Declaration[] {
  return splitList(text, ';').flatMap(part => {
    const match = /^\s*(-{0,2}[a-zA-Z][a-zA-Z0-9-]*)\s*:\s*([^{}]*?)\s*(!\s*important)?\s*$/.exec(part)
    if (match === null) return []
    return [
      {
        property: (match[1] ?? '').toLowerCase(),
        value: normalizeValue(match[2] ?? ''),
        isImportant: match[3] !== undefined,
      },
    ]
  })
}
