import { distance } from 'fastest-levenshtein'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import { findWords } from './find-words.ts'
import type { KnownThings, ReadCall, Reading } from './reading.ts'
import type { Segment } from './sentences.ts'
import { partsOf, QUANTIFIERS, readWords, type Span } from './words.ts'

/** Reads `context.files` (paths, or objects with a path) and `context.elements` (names); what is else is not known. */
export function readKnownThings({ files, elements }: JsonObject): KnownThings {
  const paths = textsOf(files, 'path')
  const names = textsOf(elements)
  return {
    ...(paths.length === 0 ? {} : { files: paths.map(cleaned) }),
    ...(names.length === 0 ? {} : { elements: names }),
  }
}

function textsOf(value: JsonValue | undefined, key?: string): readonly string[] {
  if (!Array.isArray(value)) return []
  const texts = value.map(item => (key === undefined || typeof item === 'string' ? item : Object(item)[key]))
  return texts.every(text => typeof text === 'string') ? texts : []
}

/** Something that is spoken of and is not there, or may be several of the things that are. */
export interface Unresolved {
  readonly span: Span
  readonly isAbsent: boolean
  readonly candidates: readonly string[]
}

/** What the orders and the calls speak of and what is known to exist does not have, or has several times. */
export function findUnresolved(
  goal: string,
  orders: readonly Segment[],
  reading: Reading,
): readonly Unresolved[] {
  const { known, calls } = reading
  if (known === undefined || calls.every(isMaking)) return []
  const files = known.files === undefined ? [] : unresolvedFiles(goal, calls, known.files)
  if (files.length > 0 || known.elements === undefined) return files
  return unresolvedElement(orders, known.elements)
}

/** By its name, a tool that makes what it is about: nothing has to be there before. */
function isMaking({ tool }: Pick<ReadCall, 'tool'>): boolean {
  return /^(?:.*[._-])?(?:write|create|make|add|append|new|put|save|upload|export|generate|book|search|find|list)(?![a-z])/i.test(
    tool,
  )
}

const PLACE =
  /(?:^|_|(?<=[a-z])(?=[A-Z]))(?:dest|destination|target|to|into|new|out|output)(?:$|_|(?=[A-Z]))/i
const PATH_NAME = /path|file|source|(?:^|_)from$/i

function unresolvedFiles(
  goal: string,
  calls: readonly ReadCall[],
  files: readonly string[],
): readonly Unresolved[] {
  const made = new Set<string>()
  return calls.flatMap(call => {
    const own = Object.entries(call.arguments).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ name, value: cleaned(value) }] : [],
    )
    const read = isMaking(call) ? [] : own.filter(({ name }) => PATH_NAME.test(name) && !PLACE.test(name))
    const found = read.flatMap(({ value }) => (made.has(value) ? [] : resolveFile(goal, value, files)))
    for (const { name, value } of own) if (isMaking(call) || PLACE.test(name)) made.add(value)
    return found
  })
}

function resolveFile(goal: string, path: string, files: readonly string[]): readonly Unresolved[] {
  const span = findWords(goal, path)
  const isThere = files.some(file => file === path || file.startsWith(`${path}/`)) || /^\.?$/.test(path)
  if (isThere || span === undefined || /[*?{]/.test(path)) return []
  const named = files.filter(file => file.endsWith(`/${path}`))
  if (named.length > 0) return [{ span, isAbsent: false, candidates: named }]
  return [{ span, isAbsent: true, candidates: nearTo(path, files) }]
}

/** The names that are spelt almost like a text, nearest first. */
export function nearTo(text: string, names: readonly string[]): readonly string[] {
  const said = text.trim().toLowerCase()
  const base = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
  return [...new Set(names)]
    .map(name => {
      const lower = name.toLowerCase()
      return { name, by: Math.min(distance(lower, said), distance(base(lower), base(said))) }
    })
    .filter(({ by }) => by <= Math.max(1, base(said).length / 4))
    .toSorted((left, right) => left.by - right.by)
    .map(({ name }) => name)
}

/** The one thing that shares most words with an order; none, or several that share as many, is no answer. */
function unresolvedElement(orders: readonly Segment[], elements: readonly string[]): readonly Unresolved[] {
  if (orders.some(({ words }) => words.some(({ lower }) => QUANTIFIERS.has(lower)))) return []
  const said = new Set(orders.flatMap(({ text }) => contentOf(text)))
  const spoken = elements.map(name => ({
    name,
    shared: new Set(contentOf(name).filter(stem => said.has(stem))).size,
  }))
  const most = Math.max(...spoken.map(({ shared }) => shared))
  const best = spoken.filter(({ shared }) => shared === most)
  const [first] = orders
  if (first === undefined || (best.length === 1 && most > 0) || elements.length === 0) return []
  const text = first.text.trim()
  const start = first.start + first.text.indexOf(text)
  const span = { start, end: start + text.length, text }
  return [{ span, isAbsent: most === 0, candidates: best.map(({ name }) => name) }]
}

function contentOf(text: string): readonly string[] {
  return readWords(text).flatMap(({ isFunction, stem, lower }) =>
    isFunction ? [] : [stem, ...partsOf(lower)],
  )
}

function cleaned(path: string): string {
  return path.trim().replace(/^\.\//, '').replace(/\/+$/, '')
}
