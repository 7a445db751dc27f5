import type { JsonValue } from '../../../../contracts/json-value.ts'
import { type DateSpot, splitIdentifier } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import { type ParameterRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import type { TextValue } from './values.ts'

/** A value, or some words taken as they stand. */
type Readable = Pick<TextValue, 'value' | 'text' | 'unit' | 'date'> & { readonly kind: string }

/** A value of a text as the parameter takes it: a share as a number, a moment as a day or an ISO time. */
export function readAs(parameter: Parameter, value: Readable): JsonValue {
  if (typeOfParameter(parameter.schema) === 'number') {
    const number = Number(typeof value.value === 'string' ? value.value.replace('#', '') : value.value)
    const isShare =
      value.kind === 'percent' &&
      parameter.schema.type !== 'integer' &&
      !/percent|%/i.test(`${parameter.name} ${parameter.description}`) &&
      (typeof parameter.schema.maximum !== 'number' || parameter.schema.maximum <= 1)
    return isShare ? number / 100 : inUnitOf(parameter, value, number)
  }
  if (value.date !== undefined) return readDate(parameter, value.date)
  if (value.kind === 'date') return String(value.value)
  return typeof value.value === 'number' ? value.text : value.value
}

const SECONDS: Readonly<Record<string, number>> = {
  ...{ second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 },
}

/** A length of time in the unit that the parameter is named for: half an hour is 30 of `duration_minutes`. */
function inUnitOf(
  { name, description }: Parameter,
  { unit }: Pick<TextValue, 'unit'>,
  number: number,
): number {
  const said = SECONDS[(unit ?? '').toLowerCase().replace(/s$/, '')]
  const wanted = splitIdentifier(`${name} ${description}`).find(word => word.replace(/s$/, '') in SECONDS)
  const each = wanted === undefined ? undefined : SECONDS[wanted.replace(/s$/, '')]
  return said === undefined || each === undefined ? number : (number * said) / each
}

const ends = new Set(
  'end ends until till due to last out through thru finish stop return returns back expiry expires'.split(
    ' ',
  ),
)

/** Whether a parameter takes the end of a span: `until`, `checkOut`, `end_date`. */
export function isEndOfSpan({ name }: Parameter): boolean {
  const words = splitIdentifier(name).filter(word => !['date', 'day', 'time', 'at', 'on'].includes(word))
  return ends.has(words.at(-1) ?? '')
}

function readDate(parameter: Parameter, date: DateSpot, isEnd = isEndOfSpan(parameter)): string {
  const isMoment = parameter.schema.format === 'date-time'
  const day = (isEnd ? date.endDate : undefined) ?? date.date
  const time = (isEnd ? date.endTime : undefined) ?? date.time
  if (isMoment) return `${day}T${time ?? '00:00'}:00Z`
  const role: ParameterRole = roleOfParameter(parameter)
  if (role === 'time' && time !== undefined && date.hasDay && parameter.schema.format === undefined)
    return `${day}T${time}`
  return role === 'time' && time !== undefined && parameter.schema.format !== 'date' && !date.hasDay
    ? time
    : day
}
