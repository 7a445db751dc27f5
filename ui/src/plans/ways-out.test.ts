import type { PlanConflict } from 'soulgate/contracts/plan'
import { expect, test } from 'vitest'
import { relaxationWith, waysOut } from './ways-out.ts'

const constraint = { kind: 'limit', node_ids: [], can_relax: true }
const conflict: PlanConflict = {
  minimal: true,
  message: 'It does not fit.',
  constraints: [
    { ...constraint, constraint_id: 'deadline', message: 'by May', suggestion: '2027-06-01' },
    { ...constraint, constraint_id: 'dependency:a:b', message: 'a waits for b', can_relax: false },
    { ...constraint, constraint_id: 'minutes_per_week', message: 'an hour a week', suggestion: 90 },
    {
      ...constraint,
      constraint_id: 'not_on_weekdays:wednesday',
      message: 'no Wednesday',
      suggestion: 'wednesday',
    },
  ],
}

test('only what can give way is a way out, with what was tried in a field of its kind', () => {
  expect(waysOut(conflict).map(({ id, kind, value }) => [id, kind, value])).toEqual([
    ['deadline', 'date', '2027-06-01'],
    ['minutes_per_week', 'number', '90'],
    ['not_on_weekdays:wednesday', 'fixed', ''],
  ])
  expect(waysOut(undefined)).toEqual([])
})

test('what is sent names the constraint and its new value, and nothing while the field is empty', () => {
  const [deadline, minutes, day] = waysOut(conflict)
  if (!deadline || !minutes || !day) throw new Error('ways out are missing')
  expect(relaxationWith(deadline, '2027-07-01')).toEqual({ constraint: 'deadline', to: '2027-07-01' })
  expect(relaxationWith(minutes, '120')).toEqual({ constraint: 'minutes_per_week', to: 120 })
  expect(relaxationWith(day, '')).toEqual({ constraint: 'not_on_weekdays:wednesday' })
  expect(relaxationWith(deadline, ' ')).toBeUndefined()
})
