import { splitIdentifier } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'

const place =
  /\b(?:in|at|inside)\s+(?:the|my|our)\s+(?<place>(?:[\p{L}-]+\s+){0,2}?[\p{L}-]+)(?=\s*(?:[,.;!?]|$|\b(?:and|or|to|at|on|off|for|by|up|down|please|until|till|would|is|are|should|now|then|while|so)\b))/iu

/** “in the bedroom”, “at the front door”: where it is done, for a parameter that is named for a place. */
export function fillPlace(parameter: Parameter, text: string): Filled | undefined {
  const last = splitIdentifier(parameter.name).at(-1) ?? ''
  const isPlace = /^(?:room|zone|area|place)$/.test(last) && typeOfParameter(parameter.schema) === 'text'
  if (!isPlace || optionsOfParameter(parameter.schema).length > 0) return undefined
  const found = place.exec(text)?.groups?.place
  return found === undefined ? undefined : { value: found, evidence: `“${found}” in the goal` }
}

/** A text without the place that something is done at: “play rain sounds in the bedroom” is about rain sounds. */
export function withoutPlace(text: string): string {
  return text.replace(place, ' ')
}

const level = /^(?:brightness|level|volume|temperature|speed|percent|percentage|intensity|dim)$/
const switched = /^(?:on|state|power|enabled|active)$/

/** What gets a level is on, and at level 0 off: “dim the study to 30 %”. */
export function fillByLevel(parameter: Parameter, filled: ReadonlyMap<string, Filled>): Filled | undefined {
  if (!parameter.required || !switched.test(parameter.name)) return undefined
  const set = [...filled].find(
    ([name, { value }]) => typeof value === 'number' && splitIdentifier(name).some(part => level.test(part)),
  )
  if (set === undefined) return undefined
  const isOn = Number(set[1].value) > 0
  const evidence = `its ${set[0]} is to be ${String(set[1].value)}`
  if (typeOfParameter(parameter.schema) === 'boolean') return { value: isOn, evidence }
  const wanted = optionsOfParameter(parameter.schema).find(
    option => String(option).toLowerCase() === (isOn ? 'on' : 'off'),
  )
  return wanted === undefined ? undefined : { value: String(wanted), evidence }
}
