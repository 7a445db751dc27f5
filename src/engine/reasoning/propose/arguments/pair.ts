import type { JsonValue } from '../../../../contracts/json-value.ts'
import type { Parameter } from '../tool-index.ts'
import type { Candidate, PairSource } from './candidates.ts'
import { findOptions, type Option, optionSigns } from './pair-options.ts'
import { type PairSigns, pairSigns, untoldSigns } from './pair-signs.ts'
import weights from './pair-weights.json' with { type: 'json' }
import { kindsOfRole, optionsOfParameter, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import { readAs } from './read-argument.ts'
import type { TextValue } from './values.ts'

/** A value that a parameter may have, and what speaks for it. */
export interface Pair {
  readonly value: JsonValue
  readonly signs: PairSigns
  readonly from: Candidate | Option
}

/** What one parameter may be given; `untold` is what speaks for nothing at all. */
export interface Pairing {
  readonly parameter: Parameter
  readonly pairs: readonly Pair[]
  readonly untold: PairSigns
}

/** A parameter with the value that was found for it, and how surely it is meant, in [0,1]. */
export interface Paired {
  readonly parameter: Parameter
  readonly value: JsonValue
  readonly from: Candidate | Option
  readonly sureness: number
}

/** Everything that each of some parameters may be given. */
export function findPairs(parameters: readonly Parameter[], source: PairSource): readonly Pairing[] {
  const places = new Map<string, number>()
  const isParted = parameters.some(
    one => roleOfParameter(one) === 'date' && one.schema.format !== 'date-time',
  )
  return parameters.map(parameter => {
    const type = typeOfParameter(parameter.schema) === 'number' ? 'number' : roleOfParameter(parameter)
    const place = places.get(type) ?? 0
    if (parameter.required) places.set(type, place + 1)
    const isOption = optionsOfParameter(parameter.schema).length > 0
    const pairs = isOption
      ? findOptions(parameter, source).map(from => ({
          value: from.value,
          signs: optionSigns(from),
          from,
        }))
      : source.candidates.flatMap(from => {
          const time = isParted && isTimeOfDay(parameter) ? from.date?.time : undefined
          const value = time ?? readFor(parameter, from)
          const signs = () => pairSigns(parameter, from, { tool: source.tool, place })
          return value === undefined ? [] : [{ value, signs: signs(), from }]
        })
    return { parameter, pairs, untold: untoldSigns(parameter, source.said, isOption) }
  })
}

/** Beside a parameter for the day, one for the time takes that alone. */
function isTimeOfDay(parameter: Parameter): boolean {
  return (
    roleOfParameter(parameter) === 'time' &&
    parameter.schema.format === undefined &&
    /time$/i.test(parameter.name)
  )
}

/** The value as the parameter's type and format take it; undefined where they refuse it. */
function readFor(parameter: Parameter, candidate: Candidate): JsonValue | undefined {
  const { schema } = parameter
  const { kind, text } = candidate
  if (typeOfParameter(schema) === 'number') {
    const measured = kind === 'identifier' ? /^#?(\d+)\p{L}{0,2}$/u.exec(text)?.[1] : undefined
    if (typeof candidate.value !== 'number' && measured === undefined) return undefined
    const number = measured === undefined ? readAs(parameter, candidate) : Number(measured)
    return typeof number === 'number' && isInRange(number, schema) ? number : undefined
  }
  const role = roleOfParameter(parameter)
  if (TYPED.has(kind) && !(kindsOfRole(role) ?? [kind]).includes(kind as TextValue['kind'])) return undefined
  if (FORMATS[String(schema.format)]?.includes(kind) === false) return undefined
  if (schema.format === 'time' && candidate.date?.time === undefined) return undefined
  if (['date', 'time'].includes(role) && schema.format !== undefined && candidate.date === undefined)
    return kind === 'date' ? text : undefined
  const value = readAs(parameter, candidate)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Values that can only be what they look like. */
const TYPED: ReadonlySet<string> = new Set(['money', 'percent', 'quantity', 'url', 'email', 'iban', 'glob'])

const FORMATS: Readonly<Record<string, readonly Candidate['kind'][]>> = {
  email: ['email'],
  ...{ uri: ['url', 'host'], url: ['url', 'host'] },
  ...{ date: ['date', 'date_time'], 'date-time': ['date', 'date_time'], time: ['date_time'] },
}

function isInRange(number: number, { type, minimum, maximum }: Parameter['schema']): boolean {
  if (type === 'integer' && !Number.isInteger(number)) return false
  return (
    !(typeof minimum === 'number' && number < minimum) && !(typeof maximum === 'number' && number > maximum)
  )
}

const table: Readonly<Record<string, number>> = weights

function weigh(signs: PairSigns): number {
  let sum = 0
  for (const name of Object.keys(signs)) sum += (table[name] ?? 0) * (signs[name] ?? 0)
  return sum
}

/** Below this another option may as well be meant. */
const SURE_OPTION = 0.55

/** Gives each parameter the likeliest of what it may have, the surest first; no words are given twice. */
export function choosePairs(pairings: readonly Pairing[]): readonly Paired[] {
  const open = new Map(
    pairings.map(({ parameter, pairs, untold }) => [
      parameter,
      { untold: weigh(untold), pairs: pairs.map(pair => ({ ...pair, weight: weigh(pair.signs) })) },
    ]),
  )
  const chosen: Paired[] = []
  while (open.size > 0) {
    let best: Paired | undefined
    for (const [parameter, { untold, pairs }] of open) {
      const free = pairs.filter(pair => !chosen.some(other => isSameWords(pair, other)))
      const top = free.reduce<(typeof free)[number] | undefined>(
        (one, other) => (one === undefined || other.weight > one.weight ? other : one),
        undefined,
      )
      if (top === undefined || top.weight <= untold) {
        open.delete(parameter)
        continue
      }
      const same = free.filter(({ value }) => value === top.value)
      const mass = (some: typeof free) =>
        some.reduce((sum, one) => sum + Math.exp(one.weight - top.weight), 0)
      const sureness = mass(same) / (mass(free) + Math.exp(untold - top.weight))
      // Two options that are said alike exclude each other.
      if ('signs' in top.from && sureness < SURE_OPTION) {
        open.delete(parameter)
        continue
      }
      if (best === undefined || sureness > best.sureness)
        best = { parameter, value: top.value, from: top.from, sureness }
    }
    if (best === undefined) break
    chosen.push(best)
    open.delete(best.parameter)
  }
  return chosen
}

/** One span of time has a beginning and an end; all other words are used once. */
function isSameWords(pair: Pair, { from, value }: Paired): boolean {
  const one = pair.from
  if ('kind' in one && 'kind' in from) {
    if (one.date !== undefined && one.date === from.date) return pair.value === value
    if (one.isOwn !== from.isOwn) return one.text === from.text
  }
  const isOption =
    'signs' in one ? typeof value === 'number' : 'signs' in from && typeof pair.value === 'number'
  return one.start < from.end && from.start < one.end && !isOption && !('signs' in one && 'signs' in from)
}
