import type { JsonValue } from '../../../contracts/json-value.ts'
import { splitIdentifier, stemWord } from '../language/language.ts'

/** What surrounds a goal: what was handed over with it and what was said before it, oldest first. */
export interface Surroundings {
  readonly context?: Readonly<Record<string, JsonValue>>
  readonly history?: readonly string[]
}

/** Whether context holds something that `noun` (any noun when absent) may point at. */
export function hasMaterial(surroundings: Surroundings, noun?: string): boolean {
  return handedOver(surroundings).some(([key, value]) => {
    if (isEmpty(value)) return false
    if (noun !== undefined && splitIdentifier(key).map(stemWord).includes(stemWord(noun))) return true
    return typeof value === 'object' || String(value).length >= 30
  })
}

/** Whether anything was said before this goal. */
export function hasHistory({ history = [] }: Surroundings): boolean {
  return history.some(entry => entry.trim() !== '')
}

/** Whether a UI schema came with the goal. */
export function hasUiSchema({ context }: Surroundings): boolean {
  return !isEmpty(context?.ui_schema ?? null)
}

/** All texts of a context, depth first; a UI schema and settings are left out. */
export function contextTexts(surroundings: Surroundings): readonly string[] {
  return handedOver(surroundings).flatMap(([, value]) => textsIn(value))
}

function handedOver({ context = {} }: Surroundings): readonly [string, JsonValue][] {
  return Object.entries(context).filter(([key]) => key !== 'ui_schema')
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
