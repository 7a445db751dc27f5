import type { JsonValue } from '../../../contracts/json-value.ts'
import { findSpots } from '../language/language.ts'
import type { ReadCall, Reading } from './reading.ts'
import { QUANTIFIERS, readWords, type Span } from './words.ts'

/** Something that a goal names exactly: in quotes, as a path, by a file's bare name, or an address. */
export interface NamedThing extends Span {
  readonly value: string
  readonly isPath: boolean
}

export function readNamed(text: string): readonly NamedThing[] {
  return findSpots(maskOut(text, readMaterial(text))).flatMap(
    ({ kind, start, end, text: said, value: own }) => {
      if (kind !== 'quoted' && kind !== 'path' && kind !== 'email') return []
      const value = String(own)
      return [{ start, end, text: said, value, isPath: kind === 'path' || isPathLike(value) }]
    },
  )
}

/** Blocks between fences are material: what stands in them is neither ordered nor named. */
export function readMaterial(goal: string): readonly Span[] {
  return [...goal.matchAll(/```[\s\S]*?(?:```|$)/g)].map(({ index: start, 0: text }) => ({
    start,
    end: start + text.length,
    text,
  }))
}

function isPathLike(text: string): boolean {
  return /^\S*\/\S*$|^[^\s.][^/\n]*\.[A-Za-z][A-Za-z0-9]{0,6}$/.test(text)
}

/** Every value of the arguments as text, and what people call it where it is known by another name. */
export function valuesOf(call: ReadCall, { spoken }: Pick<Reading, 'spoken'> = {}): readonly string[] {
  return leavesOf(call.arguments).flatMap(value => {
    const name = spoken?.(value)
    return name === undefined ? [value] : [value, name]
  })
}

function leavesOf(value: JsonValue): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)]
}

/** Whether some call is about a named thing. */
export function isTaken({ value }: NamedThing, reading: Reading): boolean {
  const wanted = plain(value)
  return reading.calls.some(call => {
    const texts = [...valuesOf(call, reading), call.basis ?? '', call.tool].map(plain)
    return texts.some(
      text => text.includes(wanted) || (text.length > 2 && ` ${wanted} `.includes(` ${text} `)),
    )
  })
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/^\.\//, '').replace(/\/+$/, '')
}

/** Calls of one tool on several things of which the goal names one alone, or none and no set of them. */
export interface Widening {
  readonly named?: NamedThing
  readonly members: readonly string[]
}

export function findWidenings(
  goal: string,
  named: readonly NamedThing[],
  reading: Reading,
): readonly Widening[] {
  return targetsByTool(reading).flatMap(members => {
    const bare = named.find(thing => meantBy(thing, members).length > 1 && !isSetOf(goal, thing))
    if (bare !== undefined) return [{ named: bare, members: meantBy(bare, members) }]
    const lower = goal.toLowerCase()
    const unnamed = members.filter(
      member => !lower.includes(plain(member)) && !named.some(thing => isOf(thing, member)),
    )
    const isTwo = members.length - unnamed.length < members.length && members.length > 1
    return unnamed.length > 0 && isTwo && !saysSet(goal, named) ? [{ members }] : []
  })
}

/** Of each tool that is called several times: the values of the argument that tells its calls apart. */
function targetsByTool({ calls }: Reading): readonly (readonly string[])[] {
  return [...new Set(calls.map(call => call.tool))].flatMap(tool => {
    const own = calls.filter(call => call.tool === tool)
    const names = [...new Set(own.flatMap(call => Object.keys(call.arguments)))]
    const varying = names
      .map(name => [...new Set(own.flatMap(call => leavesOf(call.arguments[name] ?? null)))])
      .filter(values => values.length > 1)
    return own.length > 1 && varying[0] !== undefined ? [varying[0]] : []
  })
}

/** The members that a bare name means; a name with its folder means one alone. */
function meantBy(thing: NamedThing, members: readonly string[]): readonly string[] {
  return thing.isPath && !thing.value.endsWith('/') ? members.filter(member => isOf(thing, member)) : []
}

function isOf({ value }: NamedThing, member: string): boolean {
  const wanted = plain(value)
  const exact = value.includes('/')
  return plain(member) === wanted || (!exact && plain(member).endsWith(`/${wanted}`))
}

/** “every link.txt”, “all the link.txt files”. */
function isSetOf(goal: string, { start, end }: Span): boolean {
  const before = readWords(goal.slice(0, start)).slice(-3)
  const [next] = readWords(goal.slice(end))
  return before.some(word => QUANTIFIERS.has(word.lower)) || isPlural(next?.lower ?? '')
}

const PLACING = new Set('to into in onto under inside from at'.split(' '))

/** Whether the words outside of names speak of several things: a quantifier, a number, a pattern, a plural. */
function saysSet(goal: string, named: readonly Span[]): boolean {
  if (/(?<![\w*])\*|\*(?![\w*])|(?<![\w.*/])\.[a-z][a-z0-9]{0,6}\b/i.test(maskOut(goal, named))) return true
  const words = readWords(goal, named)
  return words.some(({ lower, isFunction }, at) => {
    if (QUANTIFIERS.has(lower) || /^(?:[2-9]|[1-9]\d+)$/.test(lower) || words[at + 1]?.lower === 'than')
      return true
    const isPlace = words.slice(Math.max(0, at - 2), at).some(before => PLACING.has(before.lower))
    return !isFunction && at > 0 && isPlural(lower) && !isPlace
  })
}

function isPlural(word: string): boolean {
  return word.length > 3 && /[^su]s$/.test(word) && !/is$/.test(word)
}

function maskOut(goal: string, spans: readonly Span[]): string {
  return spans.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    goal,
  )
}
