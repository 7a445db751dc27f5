import { findWords } from './find-words.ts'
import { valuesOf } from './named.ts'
import type { Reading } from './reading.ts'
import type { Segment } from './sentences.ts'
import { partsOf, type Span, stemsOf, type Word } from './words.ts'

/** The words of the orders that no tool, argument or basis of the calls accounts for, neighbours joined. */
export function findLeftover(goal: string, orders: readonly Segment[], reading: Reading): readonly Span[] {
  const known = knownStems(reading)
  const values = new Set(reading.calls.flatMap(call => saidOfValues(call, reading)).flatMap(stemsOf))
  const unmet = reading.calls.filter(
    call => !orders.some(({ words }) => opens(words, new Set(stemsOf(call.tool)))),
  )
  let spareVerbs = new Set(unmet.map(call => call.tool)).size
  const left: Word[] = []
  for (const { words, condition } of orders) {
    const content = words.filter(
      word => !word.isFunction && !(condition !== undefined && word.start >= condition.start),
    )
    content.forEach((word, at) => {
      if (isKnown(word, SUPERLATIVE.test(word.lower) ? values : known)) return
      // The verb of an order stands for the tool that was chosen for it, once for each tool.
      if (at === 0 && spareVerbs > 0) spareVerbs -= 1
      else left.push(word)
    })
  }
  return joinNeighbours(goal, left)
}

/** The words of the orders that a call accounts for: its tool, its parameters, its values. */
export function findRests(goal: string, orders: readonly Segment[], reading: Reading): readonly Span[] {
  const known = knownStems(reading)
  const values = reading.calls
    .flatMap(call => valuesOf(call, reading))
    .flatMap(value => findWords(goal, value) ?? [])
  const words = orders.flatMap(order => order.words.filter(word => !word.isFunction && isKnown(word, known)))
  const own = words.filter(({ start, end }) => !values.some(span => start < span.end && end > span.start))
  return joinNeighbours(
    goal,
    [...own, ...values].toSorted((left, right) => left.start - right.start),
  )
}

function opens(words: readonly Word[], stems: ReadonlySet<string>): boolean {
  const first = words.find(word => !word.isFunction)
  return first !== undefined && stems.has(first.stem)
}

/** What the calls say of themselves: their tools and parameters as described, their values, and which set they are of. */
function knownStems(reading: Reading): ReadonlySet<string> {
  const texts = reading.calls.flatMap(call => {
    const quoted = (call.rests_on ?? []).map(span => span.text)
    const tool = reading.tools.find(one => one.name === call.tool)
    const spelt = tool === undefined ? '' : `${tool.description} ${JSON.stringify(tool.input_schema)}`
    return [call.tool, spelt, call.basis ?? '', ...quoted, ...valuesOf(call, reading)]
  })
  return new Set(texts.flatMap(stemsOf))
}

/** One of many by a measure: that a tool could tell it is not enough, an argument must say so. */
const SUPERLATIVE =
  /^(?:(?:new|old|larg|bigg|small|long|short|high|low|cheap|late|earli|fast|slow|near|young)est|last|least)$/

/** What the arguments of a call say: their values, what they were chosen from, and the descriptions of those filled. */
function saidOfValues(call: Reading['calls'][number], reading: Reading): readonly string[] {
  const tool = reading.tools.find(one => one.name === call.tool)
  const properties: Readonly<Record<string, unknown>> = Object(Object(tool?.input_schema).properties)
  const filled = Object.keys(call.arguments).flatMap(name => [name, JSON.stringify(properties[name] ?? '')])
  const quoted = (call.rests_on ?? []).map(span => span.text)
  return [call.tool, call.basis ?? '', ...quoted, ...filled, ...valuesOf(call, reading)]
}

function isKnown({ stem, lower }: Word, known: ReadonlySet<string>): boolean {
  return known.has(stem) || known.has(lower) || partsOf(lower).every(part => known.has(part))
}

function joinNeighbours(goal: string, words: readonly Span[]): readonly Span[] {
  const spans: Span[] = []
  for (const { start, end, text } of words) {
    const last = spans.at(-1)
    if (last !== undefined && /^\s+(?:\p{L}{1,4}\s+)?$/u.test(goal.slice(last.end, start)))
      spans[spans.length - 1] = { start: last.start, end, text: goal.slice(last.start, end) }
    else spans.push({ start, end, text })
  }
  return spans
}
