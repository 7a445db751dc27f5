import { expect, it } from 'vitest'
import { EMPTY_FIELDS, filterFrom } from './filter.ts'

it('asks only for what is filled in', () => {
  expect(filterFrom(EMPTY_FIELDS)).toEqual({})
  expect(filterFrom({ ...EMPTY_FIELDS, type: 'gate_decided,  login', actor: ' agent:x ' })).toEqual({
    ...{ type: 'gate_decided,login', actor: 'agent:x' },
  })
})

it('counts the last day whole', () => {
  const { from = '', to = '' } = filterFrom({ ...EMPTY_FIELDS, from: '2026-03-01', to: '2026-03-01' })
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000 - 1)
})
