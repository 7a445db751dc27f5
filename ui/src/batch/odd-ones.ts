import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { toolCallsOf } from '../inbox/decision-draft.ts'

/** Fewer are read one by one anyway, and have no middle to be far from. */
const MIN_GROUP_SIZE = 4
/** So many times more or less than the middle is far off. */
const FAR = 3
/** What so large a part shares is the rule that the others are exceptions to. */
const COMMON_SHARE = 2 / 3

interface Feature {
  readonly name: string
  /** An amount, or what kind of place or recipient it is. */
  readonly value: number | string
}

/** Gates of one group that differ from the rest by a value: a number far off, another domain, another folder. */
export function oddOnes(gates: readonly Gate[]): ReadonlyMap<string, string> {
  const odd = new Map(gates.flatMap(leadsOutside))
  if (gates.length < MIN_GROUP_SIZE) return odd
  const features = gates.flatMap(gate => featuresOf(gate).map(feature => ({ ...feature, id: gate.gate_id })))
  for (const [name, alike] of Map.groupBy(features, feature => feature.name)) {
    const isUsual = usualOf(alike.map(feature => feature.value))
    for (const { id, value } of alike)
      if (!isUsual(value) && !odd.has(id)) odd.set(id, `${name} is unlike the others: ${value}`)
  }
  return odd
}

/**
 * Gates that do the same as most others that were selected, and were held for another reason: what a rule singles out is
 * looked at by itself.
 */
export function heldOtherwise(gates: readonly Gate[]): ReadonlyMap<string, string> {
  const shapes = Map.groupBy(gates, gate =>
    // Of whatever type: a rule may have asked in a way of its own.
    JSON.stringify([gate.requested_by, toolCallsOf(gate).map(call => call.tool)]),
  )
  const odd = new Map<string, string>()
  for (const alike of shapes.values()) {
    if (alike.length < MIN_GROUP_SIZE) continue
    const groups = [...Map.groupBy(alike, reviewTemplate).values()].toSorted((a, b) => b.length - a.length)
    const isRule = (groups[0]?.length ?? 0) >= alike.length * COMMON_SHARE
    for (const gate of isRule ? groups.slice(1).flat() : [])
      odd.set(gate.gate_id, 'was held for another reason than the others')
  }
  return odd
}

/** A path that leads out of its folder, or names a place of the machine, is never ordinary. */
function leadsOutside(gate: Gate): readonly (readonly [string, string])[] {
  for (const call of toolCallsOf(gate))
    for (const [name, value] of Object.entries(call.arguments))
      if (typeof value === 'string' && isOutside(call, name, value))
        return [[gate.gate_id, `${name} leads outside: ${value}`]]
  return []
}

function isOutside(call: ToolCall, name: string, value: string): boolean {
  const meaning = call.origins?.find(origin => origin.pointer === `/${name}`)?.meaning
  const isPath = meaning === 'path' || (meaning === undefined && /^(?:[./~]|[a-z]:\\)\S*$/i.test(value))
  return isPath && (/^(?:[/~]|[a-z]:\\)/i.test(value) || value.split(/[\\/]/).includes('..'))
}

function featuresOf(gate: Gate): readonly Feature[] {
  return toolCallsOf(gate).flatMap((call, index) =>
    Object.entries(call.arguments).flatMap(([name, value]) => {
      const kind = typeof value === 'string' ? featureOf(call, name, value) : value
      const isKnown = typeof kind === 'number' || typeof kind === 'string'
      return isKnown ? [{ name: index === 0 ? name : `${index + 1}. ${name}`, value: kind }] : []
    }),
  )
}

/** An amount as a number, the domain of an address, the folder of a path; undefined for texts, which may all differ. */
function featureOf(call: ToolCall, name: string, value: string): number | string | undefined {
  const meaning = call.origins?.find(origin => origin.pointer === `/${name}`)?.meaning
  if (meaning === 'amount' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (meaning === undefined || meaning === 'text') return undefined
  if (meaning === 'path') return value.split('/').slice(0, -1).join('/') || '.'
  return /@([^@\s]+)$/.exec(value)?.[1]?.toLowerCase()
}

function usualOf(values: readonly (number | string)[]): (value: number | string) => boolean {
  const numbers = values.filter(value => typeof value === 'number').toSorted((a, b) => a - b)
  if (numbers.length === values.length) {
    const middle = Math.abs(numbers[Math.floor((numbers.length - 1) / 2)] ?? 0)
    return value => {
      const size = Math.abs(Number(value))
      return middle === 0 ? size === 0 : size <= middle * FAR && size >= middle / FAR
    }
  }
  const [commonest] = [...Map.groupBy(values, value => value)].toSorted((a, b) => b[1].length - a[1].length)
  const isRule = commonest !== undefined && commonest[1].length >= values.length * COMMON_SHARE
  return value => !isRule || value === commonest[0]
}
