import { looksByName } from '../language/language.ts'
import { findLeftover, findRests } from './account.ts'
import { findWords } from './find-words.ts'
import { findUnresolved, nearTo, type Unresolved } from './known-things.ts'
import {
  findWidenings,
  isTaken,
  type NamedThing,
  readMaterial,
  readNamed,
  valuesOf,
  type Widening,
} from './named.ts'
import type { ReadCall, Reading } from './reading.ts'
import { readSegments, type Segment, type Shape } from './sentences.ts'
import { readQuotes, type Span, stemsOf } from './words.ts'

export { findWords } from './find-words.ts'
export { readKnownThings } from './known-things.ts'
export { type NamedThing, readNamed } from './named.ts'
export type { ReadCall, Reading } from './reading.ts'
export type { Span } from './words.ts'

/** What does not agree between a goal and the calls that were read out of it. */
export interface Verification {
  /** Words of substance that nothing accounts for. */
  readonly leftover: readonly Span[]
  /** Conditions under which alone something is ordered. */
  readonly conditions: readonly Span[]
  /** Why nothing may be proposed before a person has answered, each with the words that it is about. */
  readonly objections: readonly Objection[]
  /** The words that each call rests on, in the order of the calls; absent in journals of before. */
  readonly rests_on?: readonly (readonly Span[])[]
}

export interface Objection {
  readonly kind: Exclude<Shape, 'order'> | 'unnamed' | 'absent' | 'widened' | 'contradiction'
  readonly span: Span
  /** What the named thing may be, where it may be several. */
  readonly candidates: readonly string[]
}

const NOTHING_OBJECTED: Verification = { leftover: [], conditions: [], objections: [] }

/**
 * Checks the reading of a goal against the goal, whoever read it. Pure. Calls that change something need an order:
 * questions, reports, suppositions, prohibitions and what was taken back are none. What a goal names exactly must stand
 * in a call, and no name may become several things. What else is not accounted for is told.
 */
export function verifyReading(goal: string, reading: Reading): Verification {
  if (reading.calls.length === 0) return NOTHING_OBJECTED
  const named = readNamed(goal)
  const segments = segmentsOf(goal, named)
  const orders = segments.filter(segment => segment.shape === 'order')
  const asked = segments.filter(isAsked)
  const isWithin = (thing: Span, pieces: readonly Segment[]): boolean =>
    pieces.some(piece => thing.start >= piece.start && thing.end <= piece.end)
  const isOrdered = (thing: NamedThing): boolean => isWithin(thing, orders)
  const unnamed = named
    .filter(thing => isOrdered(thing) && !isTaken(thing, reading))
    .map((span): Objection => ({ kind: 'unnamed', span, candidates: nearNames(span, named, reading) }))
  const widened = findWidenings(goal, named, reading).map(widening => objectTo(goal, widening))
  const unresolved = findUnresolved(goal, asked, reading).map(objectToUnresolved)
  const leftover = findLeftover(goal, asked, reading)
  // What is named for a look may answer a question of which every word was taken in, whatever it declares.
  const answers = ({ tool }: ReadCall) => leftover.length === 0 && looksByName(tool)
  const changes = reading.calls.filter(call => !isRead(call, reading) && !answers(call))
  // Words that neither order nor ask are answered by no look either; otherwise only what changes something needs an order.
  const judged = asked.length === 0 ? reading.calls : changes
  const noOrders = judged.length === 0 ? [] : whyNoOrder(segments, { ...reading, calls: judged })
  return {
    leftover: [...leftover, ...unmetProhibitions(segments, reading)],
    rests_on: reading.calls.map(
      call => call.rests_on ?? findRests(goal, asked, { ...reading, calls: [call] }),
    ),
    conditions: orders.flatMap(({ condition }) => condition ?? []),
    objections: [
      ...(noOrders.length > 0 ? noOrders : findQuotedOrders(goal, changes)),
      ...unnamed,
      ...widened,
      ...unresolved,
    ],
  }
}

/** The words of what a goal orders or asks that nothing in the calls accounts for. */
export function readLeftover(goal: string, reading: Reading): readonly Span[] {
  if (reading.calls.length === 0) return []
  return findLeftover(goal, segmentsOf(goal, readNamed(goal)).filter(isAsked), reading)
}

function segmentsOf(goal: string, named: readonly NamedThing[]): readonly Segment[] {
  return readSegments(goal, [...named, ...readMaterial(goal)])
}

function isAsked({ shape }: Segment): boolean {
  return shape === 'order' || shape === 'question'
}

/** What is quoted is taken whole, as content or a name: a call that takes its values out of a quotation obeys another. */
function findQuotedOrders(goal: string, changes: readonly ReadCall[]): readonly Objection[] {
  const quotes = readQuotes(goal)
  const isWithin = (span: Span, quote: Span & { readonly value: string }): boolean =>
    span.start > quote.start && span.end < quote.end && span.text.trim() !== quote.value.trim()
  return quotes.flatMap(quote =>
    changes.some(call => {
      const spans = valuesOf(call).flatMap(value => (value.length > 1 ? (findWords(goal, value) ?? []) : []))
      return spans.length > 0 && spans.every(span => isWithin(span, quote))
    })
      ? [
          {
            kind: 'report' as const,
            span: { start: quote.start, end: quote.end, text: quote.text },
            candidates: [],
          },
        ]
      : [],
  )
}

function isRead({ tool }: ReadCall, { tools }: Reading): boolean {
  return tools.find(one => one.name === tool)?.annotations?.read_only === true
}

function objectTo(goal: string, { named, members }: Widening): Objection {
  return { kind: 'widened', span: named ?? { start: 0, end: goal.length, text: goal }, candidates: members }
}

/** What the calls are about and what is spelt almost like the name; not what the goal names beside it. */
function nearNames(thing: NamedThing, named: readonly NamedThing[], reading: Reading): readonly string[] {
  const values = reading.calls.flatMap(call => valuesOf(call, reading)).map(name => name.trim())
  const isNamedToo = (value: string): boolean => named.some(other => other !== thing && other.value === value)
  return nearTo(
    thing.value,
    values.filter(value => !isNamedToo(value)),
  )
}

function objectToUnresolved({ span, isAbsent, candidates }: Unresolved): Objection {
  return { kind: isAbsent ? 'absent' : 'widened', span, candidates }
}

/** A change needs an order that speaks of it, and nothing after the order that takes it back or stands for nothing. */
function whyNoOrder(segments: readonly Segment[], changes: Reading): readonly Objection[] {
  const orders = segments.filter(segment => segment.shape === 'order')
  const others = segments.filter(segment => segment.shape !== 'order' && segment.words.length > 0)
  const retracted = others.filter(segment => segment.shape === 'retraction' || isForbidden(segment, changes))
  const isSpokenOf = orders.some(segment => speaksOf(segment, changes))
  const blamed = isSpokenOf ? retracted : others
  const asides = isSpokenOf ? segments.filter(segment => isAside(segment, changes)) : []
  const objects = (segment: Segment, kind: Objection['kind']): Objection => ({
    kind,
    span: trimmed(segment),
    candidates: [],
  })
  return [
    ...blamed.map(segment => objects(segment, segment.shape === 'order' ? 'retraction' : segment.shape)),
    ...asides.map(segment => objects(segment, 'retraction')),
  ]
}

/** Whether a piece names a value, a tool or a parameter of the calls. */
function speaksOf({ text, words }: Pick<Segment, 'text' | 'words'>, { calls, tools }: Reading): boolean {
  const lower = text.toLowerCase()
  const known = new Set(
    calls.flatMap(call => [
      ...stemsOf(call.tool),
      ...valuesOf(call).flatMap(stemsOf),
      ...stemsOf(tools.find(tool => tool.name === call.tool)?.description ?? ''),
    ]),
  )
  const isValue = calls.some(call =>
    valuesOf(call).some(value => value.length > 1 && lower.includes(value.toLowerCase())),
  )
  return isValue || words.some(word => !word.isFunction && known.has(word.stem))
}

/** A piece that forbids what a call would change. */
function isForbidden({ shape, text }: Segment, reading: Reading): boolean {
  const calls = reading.calls.map(({ basis: _, ...call }) => call)
  return shape === 'prohibition' && readNamed(text).some(thing => isTaken(thing, { ...reading, calls }))
}

/** What is forbidden and names nothing that the calls leave alone: nobody knows whether they do. */
function unmetProhibitions(segments: readonly Segment[], reading: Reading): readonly Span[] {
  const unclear = segments.filter(
    ({ shape, text }) => shape === 'prohibition' && readNamed(text).length === 0,
  )
  return unclear.filter(segment => !isAside(segment, reading)).map(trimmed)
}

/** “scratch that”, “never mind”, “just kidding”: one word about none of the calls, and nothing that it is done to. */
function isAside({ shape, words, text }: Segment, changes: Reading): boolean {
  if (shape !== 'order' && shape !== 'prohibition') return false
  const content = words.filter(word => !word.isFunction)
  const [only] = content
  const hasValue = /["'`“„«»‘]|\d|[./]\w/.test(text)
  if (only === undefined || content.length > 1 || hasValue || speaksOf({ text, words }, changes)) return false
  const at = words.indexOf(only)
  const before = words.slice(0, at).map(word => word.lower)
  const after = words.slice(at + 1).map(word => word.lower)
  if (shape === 'prohibition') {
    // What another tool is named for is forbidden of that tool, and is nothing that takes the order back.
    const isAnotherAct = changes.tools.some(tool => stemsOf(tool.name).includes(only.stem))
    const isBidden = /^(?:never|don't)$/.test(before.at(-1) ?? '') || /\bdo not$/.test(before.join(' '))
    return !isAnotherAct && isBidden && after.length === 0
  }
  return (
    /^(?:(?:about|of) )?(?:it|that|this|everything)$/.test(after.join(' ')) ||
    (before.at(-1) === 'just' && /ing$/.test(only.lower))
  )
}

function trimmed({ start, text }: Span): Span {
  const lead = text.length - text.trimStart().length
  const bare = text.trim().replace(/[\s,;:–—-]+$/, '')
  return { start: start + lead, end: start + lead + bare.length, text: bare }
}
