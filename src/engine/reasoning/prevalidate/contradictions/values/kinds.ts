import { relatedNounStems, stemWord } from '../../../language/language.ts'
import { isTime } from './said-values.ts'

const measures = new Set([
  'duration',
  'size',
  'mass',
  'length',
  'volume',
  'pixel',
  'money',
  '%',
  'degree',
  'speed',
])
const people = new Set(
  'person kid child participant guest student pupil attendee member seat passenger visitor player worker employee user adult place'
    .split(' ')
    .map(stemWord),
)
const generic = new Set('piece item unit article copy number total entry'.split(' ').map(stemWord))

/** Whether two values measure or count the same, as far as their units tell. */
export function areOneKind(one: string, other: string): boolean {
  if (one === other) return true
  if (isTime(one) || isTime(other)) return false
  if (one === 'bare' || other === 'bare') return one === '' || other === ''
  if (one === '' || other === '') return true
  if (measures.has(one) || measures.has(other)) return false
  if (people.has(one) && people.has(other)) return true
  return generic.has(one) || generic.has(other) || relatedNounStems(one).has(other)
}
